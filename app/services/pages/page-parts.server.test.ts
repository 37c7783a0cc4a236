import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  DocumentPart,
  gzipOf,
  inlineHashesOf,
  type PageDocument,
  textOfDocument,
} from './page-parts.server.ts'
import { inlineHashes } from './security-headers.server.ts'

const words = 'A box in the shape of a book – for £59, “signed”. '.repeat(40)

describe('a document of parts', () => {
  const part = new DocumentPart(`<p>${words}</p>`)
  const documents: Record<string, PageDocument> = {
    'kept and new': ['<!DOCTYPE html>', part, '<b>3 pieces</b>', part, `<i>${words}</i>`],
    'one kept part': [part],
    'nothing kept': [words, '', 'end'],
    'empty parts': ['', new DocumentPart(''), part, ''],
    nothing: [],
  }

  test.each(Object.entries(documents))('of %s is the same in gzip', (_, document) => {
    const text = textOfDocument(document)
    // The first time quickly, from then on as small as it gets.
    for (let turn = 0; turn < 3; turn++) expect(gunzipSync(gzipOf(document)).toString()).toBe(text)
  })

  test('is smaller from the second time on', () => {
    const fresh = new DocumentPart(words)
    const [first, , third] = [gzipOf([fresh]), gzipOf([fresh]), gzipOf([fresh])]
    expect(third.length).toBeLessThanOrEqual(first.length)
  })

  test('has the hashes of all its parts', () => {
    const scripts = [new DocumentPart('<script>a()</script>'), '<script>b()</script><style>p{}</style>']
    expect(inlineHashesOf(scripts)).toEqual(inlineHashes(textOfDocument(scripts)))
  })
})
