import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

const ASSETS = new URL('../../build/client/assets/', import.meta.url)

/** What browsers of 2023 lack: Safari 16 and 17.0, Chrome 109, Firefox 108. Missing, it ends a page that calls it. */
const LATER = new RegExp(
  [
    String.raw`\b(?:Map|Object)\.groupBy|\bURL\.(?:canParse|parse)|\bPromise\.(?:withResolvers|try)|\bAbortSignal\.any`,
    String.raw`\bArray\.fromAsync|\bIntl\.Segmenter|\.(?:toSorted|toReversed|toSpliced|isWellFormed|toWellFormed)\(`,
    String.raw`\.(?:union|intersection|difference|isSubsetOf|isSupersetOf|isDisjointFrom|symmetricDifference)\(`,
    // Of iterators: arrays have the same names.
    String.raw`(?:\.(?:keys|values|entries)\(\)|\.matchAll\([^()]*\))\.(?:map|filter|take|drop|flatMap|reduce|some|every|find|forEach)\(`,
    String.raw`\.toArray\(\)|\bIterator\.from\(|\.with\(|\.(?:checkVisibility|requestClose|(?:show|hide|toggle)Popover)\(`,
    String.raw`\bscheduler\.yield\(|\brequestIdleCallback\(|\(\?<[=!]`,
  ].join('|'),
  'g',
)

const shop = openTestShop()

test('no script of the pages needs a later browser than those of 2023', async () => {
  const files = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
  const inline = (await shop.browser().visit('/us')).texts('script:not([src])')
  for (const scripts of [files, inline]) expect(scripts).not.toHaveLength(0)
  const found = [
    ...inline.map((script) => ['inline', script] as const),
    ...files.map((name) => [name, readFileSync(new URL(name, ASSETS), 'utf8')] as const),
  ].flatMap(([name, script]) => (script.match(LATER) ?? []).map((call) => `${name}: ${call}`))
  expect(found).toEqual([])
})
