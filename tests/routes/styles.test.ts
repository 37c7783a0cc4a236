import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Page } from '../support/browser.ts'
import { reviewGift } from '../support/gifts.ts'
import { openOwnersRoom } from '../support/owner.ts'

/** What the pages say of their look, and what the stylesheet knows. */

const ASSETS = new URL('../../build/client/assets/', import.meta.url)
const sheets = readdirSync(ASSETS).filter((name) => name.endsWith('.css'))
const css = sheets.map((name) => readFileSync(new URL(name, ASSETS), 'utf8')).join('')

/** Names without a look: Tailwind's marks for the state of a parent or sibling, and bundles of a longer list of wands. */
const MARK = /^(?:(?:group|peer)(?:\/\w+)?|size-[78]:.*)$/

const PAGES = [
  ...['', '/products', '/product/magic-wand', '/product/magic-wand-collectors-set', '/product/keyhole-tote'],
  ...['/cart', '/redeem', '/gift', '/gift-download', '/about', '/faq', '/contact', '/press', '/waitlist'],
  ...['/subscribe', '/unsubscribe', '/privacy-policy', '/terms-and-conditions', '/product/none'],
].flatMap((path) => [`/us${path}`, `/uk${path}`])
PAGES.push('/us/product/vol-ii-magical-you-pre-order', '/uk/product/vol-i-phoenix-edition')
PAGES.push('/admin/sign-in', '/nope')

const { shop, owner } = openOwnersRoom()

/** The class names that a stylesheet has rules for. */
function knownClasses(sheet: string): Set<string> {
  const names = sheet.matchAll(/\.((?:\\[\da-f]{1,6} ?|\\[^\da-f]|[\w-])+)/gi)
  return new Set(
    Array.from(names, ([, name = '']) =>
      name
        .replace(/\\([\da-f]{1,6}) ?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
        .replace(/\\(.)/g, '$1'),
    ),
  )
}

const known = knownClasses(css)

function unknownClasses(page: Page): Set<string> {
  const names = page.attributes('[class]', 'class').flatMap((list) => list.split(/\s+/))
  return new Set(names.filter((name) => name && !known.has(name) && !MARK.test(name)))
}

test.each(PAGES)('every class on %s is one that the stylesheet knows', async (address) => {
  expect(unknownClasses(await shop.browser().visit(address))).toEqual(new Set())
})

test.each(['box-only', 'classic-wand', 'premium-wand'] as const)(
  'so is every class of the steps of a gift: %s',
  async (kind) => {
    const { visitor, review, add } = await reviewGift(shop, { kind })
    const added = await add({ wand: 'dragon-oak' })
    expect(added.path).toBe('/us/redeem/success')
    for (const page of [review, added, await visitor.visit('/us/cart')])
      expect(unknownClasses(page), page.path).toEqual(new Set())
  },
)

test.each([
  ...['', '/gift-codes', '/subscribers', '/waitlist', '/messages', '/orders', '/outbox'],
  ...['/products', '/company', '/check-up', '/security', '/none'],
])('so is every class of /admin%s', async (path) => {
  expect(unknownClasses(await owner.visit(`/admin${path}`))).toEqual(new Set())
})

test('the shop has one stylesheet', () => {
  expect(sheets).toHaveLength(1)
})
