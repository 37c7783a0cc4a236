import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SEEDED_PRODUCTS } from '#embedded/shopify/catalogue.ts'
import { storeProduct } from '../support/grown-catalogue.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { createTestShop, MIXED, type TestShop } from '../support/test-shop.ts'
import { changeCart, variantOf } from '../support/visitor-cart.ts'

/** A hosted store with products beside ours, and what it may answer about products and carts. */

const SCARF = storeProduct({
  handle: 'lambswool-scarf',
  title: '<b>Scarf</b> & "co"',
  html:
    '<h2>Warm &amp; <em>quiet</em></h2><p onclick="steal()">Spun in <strong>Yorkshire</strong>. See ' +
    '<a href="https://wool.example/care">how to wash it</a> or <a href="javascript:alert(1)">this</a>.</p>',
  images: [{ file: 'scarf.jpg?v=1690000000', size: [3000, 2000], alt: 'A brown scarf' }],
  tags: ['MARKET:us', 'Market: UK', 'Warehouse-Item'],
  price: () => 45,
})

// biome-ignore lint/suspicious/noExplicitAny: the node of a product, as the store sends it
type Node = any
type Edges = { edges: { node: Node }[] }
const asItIs = (data: unknown) => data
let store: Shopify
let shop: TestShop

beforeAll(async () => {
  store = createShopify({ isNew: false, products: [...SEEDED_PRODUCTS, SCARF] })
  await store.listen()
  const env = { ...MIXED, ...store.environment(), SESSION_SECRET: 'a secret of its own', TRUST_PROXY: '1' }
  shop = await createTestShop({ env })
  await shop.warm
})
beforeEach(() => {
  for (const operation of ['CheckVariants', 'cartCreate']) store.alter(operation, asItIs)
})
afterAll(async () => {
  await shop.close()
  await store.close()
})

const visit = (path: string) => shop.browser().visit(path)

describe('a product that the rules do not know', () => {
  test('has a page with the text of its description, and nothing that could run or lead astray', async () => {
    const { html, main, title } = await visit('/us/product/lambswool-scarf')
    expect(title).toBe(`${SCARF.title} | Wizard Box US`)
    expect(main).toContain('Warm & quiet Spun in Yorkshire')
    // Nor a word about options that it does not have, nor about what we do not know of it.
    expect(main).not.toMatch(/javascript:|steal|alert\(|Default Title|magnet|Maker|wand|Choose/i)
    expect(html).not.toContain('"@type":"Brand"')
  })

  test('can be bought, and its line has its name, picture and price', async () => {
    const visitor = shop.browser()
    await visitor.submit(await visitor.visit('/us/product/lambswool-scarf'), 'Add to Cart')
    const { main, html } = await visitor.visit('/us/cart')
    for (const words of [SCARF.title, '$45']) expect(main).toContain(words)
    expect(main).not.toContain('Default Title')
    expect(html).toContain('scarf.jpg?v=1690000000&amp;width=')
  })
})

test('a checkout carries its buyer’s address, and the catalogue nobody’s', async () => {
  const visitor = shop.browser({ 'X-Forwarded-For': '203.0.113.7' })
  await visitor.post('/us/cart', { intent: 'add', handle: 'magical-af-mug' })
  store.calls.length = 0
  await shop.services.storefront.refresh()
  await visitor.visit('/us/products')
  await visitor.post('/us/checkout', {})
  const buyersOf = (...operations: string[]) => {
    const calls = store.calls.filter(({ operation }) => operations.includes(operation))
    return new Set(calls.map(({ headers }) => headers.get('shopify-storefront-buyer-ip')))
  }
  expect(buyersOf('cartCreate', 'CheckVariants')).toEqual(new Set(['203.0.113.7']))
  expect(buyersOf('GetProducts', 'GetProductByHandle')).toEqual(new Set([null]))
  for (const { headers } of store.calls.filter(({ operation }) => operation === 'cartCreate')) {
    expect(headers.get('shopify-storefront-private-token')).toBe(store.tokens.privateToken)
    expect(headers.get('x-shopify-storefront-access-token')).toBeNull()
  }
})

test('a code that the store refuses without a reason is said not to be meant for the cart', async () => {
  const visitor = shop.browser()
  await visitor.post('/us/cart', { intent: 'add', handle: 'magical-af-mug' })
  store.alter('cartCreate', ({ cartCreate }) => ({
    cartCreate: { ...cartCreate, cart: { ...cartCreate.cart, discountCodes: [] } },
  }))
  const page = await visitor.post('/us/cart', { intent: 'apply-discount', code: 'OWL10' })
  expect(page.main).toContain('OWL10 does not apply to this cart: it is not meant for what is in the cart')
})

const variantsOf = (product: Node): Node[] => (product.variants as Edges).edges.map(({ node }) => node)
/** Changes products wherever the store tells of them. */
async function tell(change: (product: Node) => void): Promise<void> {
  store.alter('GetProducts', ({ products }: { products: Edges }) => {
    for (const { node } of products.edges) change(node)
    return { products }
  })
  store.alter('GetProductByHandle', (data: { productByHandle: Node }) => {
    if (data.productByHandle) change(data.productByHandle)
    return data
  })
  await shop.services.storefront.refresh()
}

describe('what has sold out since the catalogue was read', () => {
  const [YEW, OAK] = ['dragon-yew', 'dragon-oak']
  const SOLD_OUT = 'This has sold out. Please remove it to check out.'
  beforeAll(() => tell(asItIs))

  async function shopperWith(market: 'us' | 'uk', ...wands: string[]) {
    const visitor = shop.browser()
    for (const wand of wands)
      await visitor.post(`/${market}/cart`, { intent: 'add', handle: 'magic-wand', wand })
    /** Where a checkout leads that is opened now. */
    const checkout = async () =>
      (await visitor.fetch(`/${market}/checkout`, { method: 'POST' })).headers.get('Location')
    return { visitor, checkout }
  }

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

  test('is marked in the cart, after a reload and in the drawer too, until a checkout opens', async () => {
    const { visitor, checkout } = await shopperWith('us', YEW, OAK)
    await markSoldOut()
    for (const page of [await visitor.post('/us/checkout', {}), await visitor.visit('/us/cart')]) {
      const [yew, oak] = page.texts('main [data-line]')
      expect(yew).toContain(SOLD_OUT)
      expect(oak).not.toContain(SOLD_OUT)
    }
    const { cart, checkoutUrl } = await changeCart(visitor, { intent: 'checkout' })
    expect([checkoutUrl, ...cart.lines.map(({ refusal }) => refusal)]).toEqual([null, SOLD_OUT, null])
    store.alter('CheckVariants', asItIs)
    expect(await checkout()).toContain('country=US')
    expect((await visitor.visit('/us/cart')).main).not.toContain(SOLD_OUT)
  })

  test('in one country only is not called sold out', async () => {
    const { visitor, checkout } = await shopperWith('uk', YEW, OAK)
    await markSoldOut('MT')
    await visitor.post('/uk/cart', { intent: 'set-country', country: 'MT' })
    const page = await visitor.post('/uk/checkout', {})
    expect(page.text).toContain('Some items are not available for shipping to UK or EU.')
    const [yew, oak] = page.texts('main [data-line]')
    expect(yew).toContain('This is not available for shipping to Malta. Please remove it to check out.')
    expect(oak).not.toContain('not available')
    const moved = await visitor.post('/uk/cart', { intent: 'set-country', country: 'GB' })
    expect(moved.main).not.toContain('not available')
    expect(await checkout()).toContain('country=GB')
  })

  /** The store adds fewer yew wands to every remote cart than requested, and only warns about it. */
  async function limitStock(stock: number) {
    const id = await variantOf(shop, 'magic-wand', 'Dragon & Yew')
    store.alter('cartCreate', ({ cartCreate }) => {
      const edges = (cartCreate.cart.lines as Edges).edges.flatMap(({ node }) => {
        const quantity = node.merchandise.id === id ? Math.min(stock, node.quantity) : node.quantity
        return quantity > 0 ? [{ node: { ...node, quantity } }] : []
      })
      const code = stock > 0 ? 'MERCHANDISE_NOT_ENOUGH_STOCK' : 'MERCHANDISE_OUT_OF_STOCK'
      const warnings = [{ code, message: 'Secret words', target: id }]
      return { cartCreate: { ...cartCreate, cart: { ...cartCreate.cart, lines: { edges } }, warnings } }
    })
  }

  test('in part opens no checkout with fewer items than the cart has, nor an empty one', async () => {
    const { visitor, checkout } = await shopperWith('us', ...Array<string>(5).fill(YEW), OAK)
    await limitStock(2)
    const page = await visitor.post('/us/checkout', {})
    expect(page.path).toBe('/us/cart')
    for (const words of [
      'There is less left than your cart holds.',
      'Only 2 of Magic Wand, Dragon & Yew are left.',
    ])
      expect(page.text).toContain(words)
    expect(page.text).not.toContain('Secret words')
    expect(page.main).toContain('6 items')
    const [line = ''] = page.attributes('input[name=line]', 'value')[0]?.split('|') ?? []
    await visitor.post('/us/cart', { intent: 'update', line, quantity: '2' })
    expect(await checkout()).toContain('country=US')
    await limitStock(0)
    const none = (await shopperWith('us', YEW)).visitor
    const empty = await none.post('/us/checkout', {})
    expect(empty.text).toContain('Magic Wand, Dragon & Yew has sold out. Please remove it to check out.')
    expect(empty.main).toContain('1 item')
  })

  test('is not offered by the banner any more', async () => {
    const banner = async () => (await visit('/uk/faq')).texts('header a[href="/uk/products"]')[0]
    expect(await banner()).toMatch(/^Only 200 Available - Vol. I: The Phoenix Edition/)
    await tell((product) => {
      for (const variant of variantsOf(product)) variant.availableForSale = false
    })
    expect(await banner()).toBe('Vol. II: Magical You comes with a free gift envelope worth £25.')
  })
})

test('a list without a product of its store says so, and home stays up', async () => {
  await tell((product) => {
    product.tags = ['market: ca', 'warehouse-item']
  })
  const list = await visit('/us/products')
  expect([list.status, list.main.includes('No products found')]).toEqual([200, true])
  expect((await visit('/us')).status).toBe(200)
})
