import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { MARKET_IDS, type Market } from '#app/models/market.ts'
import { HANDLES } from '#app/models/product.ts'
import type { Page } from '../support/browser.ts'
import { reviewGift } from '../support/gifts.ts'
import { openOwnersRoom } from '../support/owner.ts'
import { openTestShop } from '../support/test-shop.ts'

/** What every page keeps to, whatever it is about. */

const LATE = Date.parse('2026-06-01T12:00:00Z')
const DATES = [Date.parse('2025-11-01T12:00:00Z'), LATE]

const PATHS = [
  ...['', '/products', '/products?filter=merch', '/about', '/faq', '/contact', '/press', '/gift', '/cart'],
  ...['/gift-download', '/redeem', '/waitlist', '/subscribe', '/unsubscribe', '/privacy-policy'],
  ...['/terms-and-conditions', '/product/magic-wand', '/product/magic-wand-collectors-set'],
  ...['/product/keyhole-tote', '/product/none', '/nope'],
]
const PAGES = MARKET_IDS.flatMap((market) => {
  const volumes = market === 'uk' ? [HANDLES.vol1, HANDLES.vol2.uk] : [HANDLES.vol2.us]
  const paths = [...PATHS, ...volumes.map((handle) => `/product/${handle}`)]
  return paths.map((path): [Market, string] => [market, path])
})

/** Validation errors of headings, ids and references. */
function faultsOf(page: Page): string[] {
  const ids = page.attributes('[id]', 'id')
  const named = ['aria-labelledby', 'aria-describedby', 'for'].flatMap((name) =>
    page.attributes(`[${name}]`, name).flatMap((value) => value.split(/\s+/)),
  )
  const anchors = page.links('body').flatMap((link) => /^#(.+)$/.exec(link)?.[1] ?? [])
  const headings = page.document.querySelectorAll('main :is(h1, h2, h3, h4)')
  const levels = headings.map(({ tagName }) => Number(tagName[1]))
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `id twice: ${id}`),
    ...[...named, ...anchors].filter((id) => id && !ids.includes(id)).map((id) => `leads nowhere: ${id}`),
    ...levels
      .filter((level, index) => level > (levels[index - 1] ?? 0) + 1)
      .map((level) => `jumps to ${level}`),
    ...(levels.filter((level) => level === 1).length === 1 ? [] : ['not one h1']),
  ]
}

const ASSETS = new URL('../../build/client/assets/', import.meta.url)
const assetsWith = (ending: string) => readdirSync(ASSETS).filter((name) => name.endsWith(ending))
const readAsset = (name: string) => readFileSync(new URL(name, ASSETS), 'utf8')

/** The class names that a stylesheet has rules for. */
function classesIn(sheet: string): Set<string> {
  const names = sheet.matchAll(/\.((?:\\[\da-f]{1,6} ?|\\[^\da-f]|[\w-])+)/gi)
  return new Set(
    Array.from(names, ([, name = '']) =>
      name
        .replace(/\\([\da-f]{1,6}) ?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
        .replace(/\\(.)/g, '$1'),
    ),
  )
}

const known = new Map(assetsWith('.css').map((name) => [`/assets/${name}`, classesIn(readAsset(name))]))
/** Names without a look: Tailwind's marks for the state of a parent or sibling, and bundles of a longer list of wands. */
const MARK = /^(?:(?:group|peer)(?:\/\w+)?|size-[78]:.*)$/

/** The classes of a page that its one stylesheet has no rules for. */
function unknownClasses(page: Page): string[] {
  const [sheet, ...more] = page.attributes('link[rel=stylesheet]', 'href').map((href) => known.get(href))
  if (!sheet || more.length > 0) return ['not one stylesheet']
  const names = page.attributes('[class]', 'class').flatMap((list) => list.split(/\s+/))
  return names.filter((name) => name && !sheet.has(name) && !MARK.test(name))
}

describe.each(DATES)('at %s', (now) => {
  const shop = openTestShop({ now: () => now })

  test.each(PAGES)(
    '/%s%s is valid, has its look, and promises nothing of a time that is over',
    async (...at) => {
      const [market, path] = at
      const page = await shop.browser().visit(`/${market}${path}`)
      expect(page.status).toBe(/none|nope/.test(path) ? 404 : 200)
      expect(faultsOf(page)).toEqual([])
      expect(unknownClasses(page)).toEqual([])
      expect(page.main).not.toMatch(/\{\w+\}|\[[a-z]|undefined|NaN/)
      // The money of its market alone.
      expect(page.main).not.toContain(market === 'us' ? '£' : '$')
      if (now === LATE)
        expect(page.main).not.toMatch(
          /January 2026|December 1|December 2025|from 15 November|Christmas|pre-order/i,
        )
    },
  )

  test('the list and the waitlist wait for what ships next', async () => {
    const visitor = shop.browser()
    const form = await visitor.visit('/us/waitlist')
    expect(form.main).toContain(now === LATE ? 'Order Vol. II, from' : 'Pre-order Vol. II, from')
    const page = await visitor.submit(form, 'Join the Waitlist', { name: 'Ada', email: 'ada@example.com' })
    const [what, listed] =
      now === LATE ? ['the next Vol. II', 'the next copies of Vol. II'] : ['Vol. II', 'Vol. II']
    expect(page.texts('[role=status]').join()).toContain(
      `You're on the list!We will tell you when ${what} ‘Magical You’ is ready to ship.`,
    )
    expect((await visitor.visit('/us/products')).main).toContain(`when ${listed}: Magical You`)
  })
})

describe('the look', () => {
  const { shop, owner } = openOwnersRoom()

  test.each([
    ...['', '/gift-codes', '/subscribers', '/waitlist', '/messages', '/orders', '/outbox'],
    ...['/products', '/company', '/check-up', '/security', '/none'],
  ])('of /admin%s is in the stylesheet', async (path) => {
    expect(unknownClasses(await owner.visit(`/admin${path}`))).toEqual([])
  })

  test.each(['box-only', 'classic-wand', 'premium-wand'] as const)(
    'of the steps of a gift and of the sign-in is in the stylesheet: %s',
    async (kind) => {
      const { visitor, review, add } = await reviewGift(shop, { kind })
      const added = await add({ wand: 'dragon-oak' })
      expect(added.path).toBe('/us/redeem/success')
      for (const page of [
        review,
        added,
        await visitor.visit('/us/cart'),
        await visitor.visit('/admin/sign-in'),
      ])
        expect(unknownClasses(page), page.path).toEqual([])
    },
  )

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

  test('and the scripts need no later browser than those of 2023', async () => {
    const files = assetsWith('.js').map((name) => [name, readAsset(name)] as const)
    const texts = (await shop.browser().visit('/us')).texts('script:not([src])')
    const inline = texts.map((script) => ['inline', script] as const)
    for (const scripts of [files, inline]) expect(scripts).not.toHaveLength(0)
    const found = [...inline, ...files].flatMap(([name, script]) =>
      (script.match(LATER) ?? []).map((call) => `${name}: ${call}`),
    )
    expect(found).toEqual([])
  })
})
