import { beforeAll, expect, test } from 'vitest'
import { MARKET_IDS, type Market } from '#app/models/market.ts'
import { HANDLES } from '#app/models/product.ts'
import type { Browser } from '../support/browser.ts'
import { openTestShop } from '../support/test-shop.ts'

/** What every page keeps to, whatever it is about; ids, names and headings are shown by `tests/journeys/accessible`. */

const PATHS = [
  ...['', '/products', '/about', '/faq', '/contact', '/press', '/gift', '/cart'],
  ...['/gift-download', '/redeem', '/waitlist', '/subscribe', '/unsubscribe', '/privacy-policy'],
  ...['/terms-and-conditions', '/product/magic-wand', '/product/magic-wand-collectors-set'],
  ...['/product/keyhole-tote', '/nope'],
]
const PAGES = MARKET_IDS.flatMap((market) => {
  const volumes = market === 'uk' ? [HANDLES.vol1, HANDLES.vol2.uk] : [HANDLES.vol2.us]
  const paths = [...PATHS, ...volumes.map((handle) => `/product/${handle}`)]
  return paths.map((path): [Market, string] => [market, path])
})

const early = openTestShop({ now: () => Date.parse('2025-11-01T12:00:00Z') })
const late = openTestShop({ now: () => Date.parse('2026-06-01T12:00:00Z') })

const shoppers = new Map<Market, Browser>()
beforeAll(async () => {
  for (const market of MARKET_IDS) {
    const shopper = early.browser()
    await shopper.post(`/${market}/cart`, { intent: 'add', handle: HANDLES.wand, wand: 'dragon-oak' })
    shoppers.set(market, shopper)
  }
})

// That each opens for a visitor without a cart is shown by journeys/pages.
test.each(PAGES)('/%s%s opens for a shopper, whole and in the money of its market', async (market, path) => {
  const page = await (shoppers.get(market) ?? expect.fail()).visit(`/${market}${path}`)
  expect([page.status, page.texts('h1')]).toEqual([path === '/nope' ? 404 : 200, [expect.any(String)]])
  expect(page.html).toContain('Cart, 1 item')
  expect(page.main).not.toMatch(/\{\w+\}|\[[a-z]|undefined|NaN/)
  expect(page.main).not.toContain(market === 'us' ? '£' : '$')
})

test.each(MARKET_IDS)('pages of the %s store promise nothing of a time that is over', async (market) => {
  const volumes = market === 'uk' ? [HANDLES.vol1, HANDLES.vol2.uk] : [HANDLES.vol2.us]
  const products = [...volumes, HANDLES.wand].map((handle) => `/product/${handle}`)
  const others = ['', '/products', '/about', '/faq', '/gift', '/gift-download', '/redeem', '/waitlist']
  for (const path of [...others, '/terms-and-conditions', ...products]) {
    const { main } = await late.browser().visit(`/${market}${path}`)
    expect(main, path).not.toMatch(
      /January 2026|December 1|December 2025|from 15 November|Christmas|pre-order/i,
    )
  }
})

test.each([
  [early, 'Pre-order Vol. II, from', 'Vol. II ‘Magical You’'],
  [late, 'Order Vol. II, from', 'the next Vol. II ‘Magical You’'],
])('the waitlist waits for what ships next (%#)', async (shop, offered, awaited) => {
  const visitor = shop.browser()
  const form = await visitor.visit('/us/waitlist')
  expect(form.main).toContain(offered)
  const page = await visitor.submit(form, 'Join the Waitlist', { name: 'Ada', email: 'ada@example.com' })
  const said = `You're on the list!We will tell you when ${awaited} is ready to ship.`
  expect(page.texts('[role=status]').join()).toContain(said)
})
