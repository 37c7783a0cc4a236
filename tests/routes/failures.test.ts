import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLog } from '#app/services/log/log.server.ts'
import type { Browser } from '../support/browser.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { createTestShop, MIXED, openTestShop } from '../support/test-shop.ts'
import { changeCart, variantOf, visitorWith } from '../support/visitor-cart.ts'

/** What a hosted store may answer, or not, beyond `tests/journeys/outage`, and a shop that crashes. */

const lines: string[] = []
const log = createLog('info', { write: (line) => lines.push(line) })
const store = createShopify({ isNew: false })
await store.listen()
const env = { ...MIXED, ...store.environment(), SESSION_SECRET: 'a secret of its own' }
const shop = openTestShop({ env, log })
beforeAll(() => shop.warm)
beforeEach(() => {
  for (const operation of ['CheckVariants', 'cartCreate']) store.alter(operation, (data) => data)
})
afterAll(store.close)

const visit = (path: string) => shop.browser().visit(path)

describe('what has sold out since the catalogue was read', () => {
  const SOLD_OUT = 'This has sold out. Please remove it to check out.'

  async function shopperWith(market: 'us' | 'uk', ...wands: string[]) {
    const visitor = shop.browser()
    for (const wand of wands)
      await visitor.post(`/${market}/cart`, { intent: 'add', handle: 'magic-wand', wand })
    return visitor
  }
  /** Where a checkout leads that is opened now. */
  const checkout = async (visitor: Browser, market = 'us') =>
    (await visitor.fetch(`/${market}/checkout`, { method: 'POST' })).headers.get('Location')

  /** Marks the yew wand as sold out, in one country or everywhere. */
  async function markSoldOut(country: string | null = null) {
    const id = await variantOf(shop, 'magic-wand', 'Dragon & Yew')
    const isSoldOut = (asked: unknown) => country === null || asked === country
    store.alter('CheckVariants', ({ nodes }, variables) => ({
      nodes: nodes.map((node: { id: string }) =>
        node.id === id && isSoldOut(variables.country) ? { ...node, availableForSale: false } : node,
      ),
    }))
  }

  test('is marked in the cart and in the drawer, until a checkout opens', async () => {
    const visitor = await shopperWith('us', 'dragon-yew', 'dragon-oak')
    await markSoldOut()
    const [yew, oak] = (await visitor.post('/us/checkout', {})).texts('main [data-line]')
    expect(yew).toContain(SOLD_OUT)
    expect(oak).not.toContain(SOLD_OUT)
    const { cart, checkoutUrl } = await changeCart(visitor, { intent: 'checkout' })
    expect([checkoutUrl, ...cart.lines.map(({ refusal }) => refusal)]).toEqual([null, SOLD_OUT, null])
    store.alter('CheckVariants', (data) => data)
    expect(await checkout(visitor)).toContain('country=US')
    expect((await visitor.visit('/us/cart')).main).not.toContain(SOLD_OUT)
  })

  test('in one country only is not called sold out', async () => {
    const visitor = await shopperWith('uk', 'dragon-yew')
    await markSoldOut('MT')
    await visitor.post('/uk/cart', { intent: 'set-country', country: 'MT' })
    const page = await visitor.post('/uk/checkout', {})
    expect(page.text).toContain('Some items are not available for shipping to UK or EU.')
    expect(page.main).toContain('This is not available for shipping to Malta. Please remove it to check out.')
    const moved = await visitor.post('/uk/cart', { intent: 'set-country', country: 'GB' })
    expect(moved.main).not.toContain('not available')
    expect(await checkout(visitor, 'uk')).toContain('country=GB')
  })

  test('in part opens no checkout with fewer items than the cart has', async () => {
    const id = await variantOf(shop, 'magic-wand', 'Dragon & Yew')
    // The store adds fewer to every remote cart than requested, and only warns about it.
    store.alter('cartCreate', ({ cartCreate }) => {
      const edges = cartCreate.cart.lines.edges.map(({ node }: { node: { quantity: number } }) => ({
        node: { ...node, quantity: Math.min(2, node.quantity) },
      }))
      const warnings = [{ code: 'MERCHANDISE_NOT_ENOUGH_STOCK', message: 'Secret words', target: id }]
      return { cartCreate: { ...cartCreate, cart: { ...cartCreate.cart, lines: { edges } }, warnings } }
    })
    const visitor = await shopperWith('us', ...Array<string>(5).fill('dragon-yew'))
    const page = await visitor.post('/us/checkout', {})
    expect(page.path).toBe('/us/cart')
    expect(page.text).toContain('Only 2 of Magic Wand, Dragon & Yew are left.')
    expect(page.text).not.toContain('Secret words')
    expect(page.main).toContain('5 items')
  })
})

test('a list without a product of its store says so, one that could not be read again that it is kept, and home stays up', async () => {
  const KEPT = 'The shelves are as we last saw them. Prices are checked again before you pay.'
  const listWhen = async (alter: Parameters<Shopify['alter']>[1]) => {
    store.alter('GetProducts', alter)
    await shop.services.storefront.refresh()
    const [list, home] = [await visit('/us/products'), await visit('/us')]
    expect([list.status, home.status]).toEqual([200, 200])
    return list.main
  }
  expect((await visit('/us/products')).main).not.toContain(KEPT)
  expect(await listWhen(() => ({ products: null }))).toContain(KEPT)
  const none = await listWhen(({ products }) => {
    for (const { node } of products.edges) node.tags = ['market: ca', 'warehouse-item']
    return { products }
  })
  expect(none).toContain('No products found')
})

/** A storefront URL that refuses connections. */
const NO_STORE = {
  ...{ ...MIXED, STOREFRONT_API_URL: 'http://127.0.0.1:9/api/2025-07/graphql.json' },
  ...{ STOREFRONT_API_TOKEN: 'token', WEBHOOK_SECRET: 'another-secret-of-the-tests' },
  SESSION_SECRET: 'a secret of the tests, long enough to count',
}

test('a cart is shown without prices, and cannot check out, while a store has never been reached; its checkout has a host of its own and needs scripts', async () => {
  const alone = await createTestShop({ env: NO_STORE })
  const lines = ['gid://shopify/ProductVariant/77777777777777']
  const page = await (await visitorWith(alone, lines)).visit('/us/cart')
  await alone.close()
  const why = 'We cannot reach the price just now. Try again in a moment, or remove this line.'
  for (const words of [why, 'Price unavailable', 'Free shipping over $90', '1 item'])
    expect(page.main).toContain(words)
  expect([page.status, page.main.includes('$0.00')]).toEqual([200, false])
  expect(page.texts('button[disabled]').join()).toContain('Checkout')
  // Browsers check the final target of a form, after redirects.
  const policy = page.headers.get('Content-Security-Policy')
  expect(policy).toContain("form-action 'self' http://127.0.0.1:9")
  const notice = 'form[action="/us/checkout"] noscript'
  expect(page.texts(notice)).toEqual([expect.stringContaining('needs JavaScript')])
})

describe('a crash', () => {
  const WORDS = 'Something broke on our side. Your cart is safe.'
  afterEach(() => vi.restoreAllMocks())
  const fail = () => {
    throw new RangeError('a crash of ada@example.com')
  }

  async function expectTold(response: Response, part: string): Promise<void> {
    const page = await response.text()
    const reference = response.headers.get('X-Request-Id')
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([500, 'private, no-store'])
    expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    const title = '<title>Unexpected Application Error! | Wizard Box</title>'
    for (const words of [WORDS, `mention this number: ${reference}`, title, part])
      expect(page).toContain(words)
    expect(page).not.toMatch(/RangeError|a crash of|\bat \w+ \(/)
    const failures = lines.map((line) => JSON.parse(line)).filter((line) => line.err)
    expect(failures).toMatchObject([{ level: 50, requestId: reference, err: { type: 'RangeError' } }])
    expect(lines.splice(0).join('')).not.toContain('ada@')
  }

  test('of a page shows an error, with a cart or without, and it recovers when its cause is gone', async () => {
    const path = '/uk/product/vol-i-phoenix-edition'
    const { storefront } = shop.services
    const shopper = shop.browser()
    await shopper.post('/uk/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
    const product = (await storefront.getProduct('uk', 'vol-i-phoenix-edition')) ?? expect.fail()
    const odd = Object.defineProperty({ ...product }, 'images', { get: fail })
    vi.spyOn(storefront, 'getProduct').mockResolvedValue(odd)
    lines.length = 0
    for (const visitor of [shop, shopper]) await expectTold(await visitor.fetch(path), 'Skip to content')
    vi.restoreAllMocks()
    for (const visitor of [shop, shopper]) {
      const whole = await visitor.fetch(path)
      expect([whole.status, (await whole.text()).includes(WORDS)]).toEqual([200, false])
    }
  })

  test('of what comes before any route shows a page without scripts', async () => {
    vi.spyOn(shop.services.sessions, 'open').mockImplementation(fail)
    lines.length = 0
    const response = await shop.fetch('/us', { headers: { Cookie: 'cart=of.nobody' } })
    await expectTold(response, 'Go to the home page')
  })
})
