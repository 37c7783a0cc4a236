import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  DocumentPart,
  gzipDocument,
  inlineHashesOf,
  type PageDocument,
  textOfDocument,
} from './page-parts.server.ts'
import { inlineHashes } from './security-headers.server.ts'

const words = 'A box in the shape of a book – for £59, “signed”. '.repeat(40)

describe('a document of parts', () => {
  const part = new DocumentPart(`<p>${words}</p>`)
  const documents: Record<string, PageDocument> = {
    'cached parts and text': ['<!DOCTYPE html>', part, '<b>3 pieces</b>', part, `<i>${words}</i>`],
    'one cached part': [part],
    'text alone': [words, '', 'end'],
    'empty parts': ['', new DocumentPart(''), part, ''],
    nothing: [],
  }

  test.each(Object.entries(documents))('of %s survives gzip', (_, document) => {
    const text = textOfDocument(document)
    // Quick compression the first time, the best from then on.
    for (let round = 0; round < 3; round++) expect(gunzipSync(gzipDocument(document)).toString()).toBe(text)
  })

  test('is compressed better from the second time on', () => {
    const fresh = new DocumentPart(words)
    const [first, , third] = [gzipDocument([fresh]), gzipDocument([fresh]), gzipDocument([fresh])]
    expect(third.length).toBeLessThanOrEqual(first.length)
  })

  test('has the hashes of all its parts', () => {
    const scripts = [new DocumentPart('<script>a()</script>'), '<script>b()</script><style>p{}</style>']
    expect(inlineHashesOf(scripts)).toEqual(inlineHashes(textOfDocument(scripts)))
  })
})
