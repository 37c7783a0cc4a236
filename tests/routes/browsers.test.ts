import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ASSETS = new URL('../../build/client/assets/', import.meta.url)

/** What browsers of 2023 lack: Safari 16 and 17.0, Chrome 109, Firefox 108. Missing, it ends a page that calls it. */
const LATER = new RegExp(
  [
    String.raw`\b(?:Map|Object)\.groupBy|\bURL\.(?:canParse|parse)|\bPromise\.(?:withResolvers|try)|\bAbortSignal\.any`,
    String.raw`\bArray\.fromAsync|\bIntl\.Segmenter|\.(?:toSorted|toReversed|toSpliced|isWellFormed|toWellFormed)\(`,
    String.raw`\.(?:isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(|\.(?:checkVisibility|requestClose)\(`,
    String.raw`\brequestIdleCallback\(|\(\?<[=!]`,
  ].join('|'),
  'g',
)

test('no script of the pages needs a later browser than those of 2023', () => {
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
  expect(scripts).not.toHaveLength(0)
  const found = scripts.flatMap((name) => {
    const calls = readFileSync(new URL(name, ASSETS), 'utf8').match(LATER) ?? []
    return calls.map((call) => `${name}: ${call}`)
  })
  expect(found).toEqual([])
})
