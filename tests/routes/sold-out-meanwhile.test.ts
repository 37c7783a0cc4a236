import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { createTestShop, MIXED, type TestShop } from '../support/test-shop.ts'
import { changeCart } from '../support/visitor-cart.ts'

/** Products that sell out after the catalogue was cached (five minutes) and before the checkout. */

const YEW = 'dragon-yew'
const OAK = 'dragon-oak'
const SOLD_OUT = 'This has sold out. Please remove it to check out.'
let store: Shopify
let env: Record<string, string>
let shop: TestShop

beforeAll(async () => {
  store = createShopify({ isNew: false })
  await store.listen()
  env = { ...MIXED, ...store.environment(), SESSION_SECRET: 'the same secret for both shops' }
  shop = await createTestShop({ env })
  await shop.warm
})
const asItIs = (data: unknown) => data
beforeEach(() => {
  for (const operation of ['CheckVariants', 'cartCreate']) store.alter(operation, asItIs)
})
afterAll(async () => {
  await shop.close()
  await store.close()
})

async function shopperWith(market: 'us' | 'uk', ...wands: string[]): Promise<Browser> {
  const visitor = shop.browser()
  for (const wand of wands)
    await visitor.post(`/${market}/cart`, { intent: 'add', handle: 'magic-wand', wand })
  return visitor
}

async function idOf(title: string): Promise<string> {
  const product = await shop.services.storefront.getProduct('us', 'magic-wand')
  return product?.variants.find((variant) => variant.title === title)?.id ?? ''
}

/** Marks a wand as sold out, in one country or everywhere. */
async function markSoldOut(title: string, country: string | null = null) {
  const id = await idOf(title)
  store.alter('CheckVariants', (data, variables) => ({
    nodes: data.nodes.map((node: { id: string }) =>
      node.id === id && (country === null || variables.country === country)
        ? { ...node, availableForSale: false }
        : node,
    ),
  }))
}

test('the banner no longer offers a book that has sold out', async () => {
  const bannerOf = async (of: TestShop) =>
    (await of.browser().visit('/uk/faq')).texts('header a[href="/uk/products"]')[0]
  expect(await bannerOf(shop)).toMatch(/^Only 200 Available - Vol. I: The Phoenix Edition/)
  store.alter('GetProductByHandle', ({ productByHandle: product }) => ({
    productByHandle: product && {
      ...product,
      variants: {
        edges: product.variants.edges.map(({ node }: { node: object }) => ({
          node: { ...node, availableForSale: false },
        })),
      },
    },
  }))
  const soldOut = await createTestShop({ env })
  expect(await bannerOf(soldOut)).toBe('Vol. II: Magical You comes with a free gift envelope worth £25.')
  store.alter('GetProductByHandle', asItIs)
  await soldOut.close()
})

test('a code that the store refuses without a reason is said not to be meant for the cart', async () => {
  const visitor = await shopperWith('us', OAK)
  store.alter('cartCreate', ({ cartCreate }) => ({
    cartCreate: { ...cartCreate, cart: { ...cartCreate.cart, discountCodes: [] } },
  }))
  const page = await visitor.post('/us/cart', { intent: 'apply-discount', code: 'OWL10' })
  expect(page.main).toContain('OWL10 does not apply to this cart: it is not meant for what is in the cart')
})

test('the line that blocks the checkout is marked, after a reload and in the drawer too, until a checkout opens', async () => {
  const visitor = await shopperWith('us', YEW, OAK)
  await markSoldOut('Dragon & Yew')
  const blocked = await visitor.post('/us/checkout', {})
  expect(blocked.text).toContain('Some items are not available for shipping to United States.')
  for (const page of [blocked, await visitor.visit('/us/cart')]) {
    const [yew, oak] = page.texts('main [data-line]')
    expect(yew).toContain(SOLD_OUT)
    expect(oak).not.toContain(SOLD_OUT)
  }
  const { cart, checkoutUrl } = await changeCart(visitor, { intent: 'checkout' })
  expect(checkoutUrl).toBeNull()
  expect(cart.lines.map(({ refusal }) => refusal)).toEqual([SOLD_OUT, null])
  store.alter('CheckVariants', asItIs)
  expect((await visitor.fetch('/us/checkout', { method: 'POST' })).headers.get('Location')).toContain(
    'country=US',
  )
  expect((await visitor.visit('/us/cart')).main).not.toContain(SOLD_OUT)
})

test('a product unavailable in one country is not called sold out', async () => {
  const visitor = await shopperWith('uk', YEW, OAK)
  await markSoldOut('Dragon & Yew', 'MT')
  await visitor.post('/uk/cart', { intent: 'set-country', country: 'MT' })
  const page = await visitor.post('/uk/checkout', {})
  expect(page.text).toContain('Some items are not available for shipping to UK or EU.')
  const [yew, oak] = page.texts('main [data-line]')
  expect(yew).toContain('This is not available for shipping to Malta. Please remove it to check out.')
  expect(yew).not.toContain(SOLD_OUT)
  expect(oak).not.toContain('not available')
  const moved = await visitor.post('/uk/cart', { intent: 'set-country', country: 'GB' })
  expect(moved.main).not.toContain('not available')
  expect((await visitor.fetch('/uk/checkout', { method: 'POST' })).headers.get('Location')).toContain(
    'country=GB',
  )
})

/** The storefront adds fewer items of a wand to every remote cart than requested, and only warns about it. */
async function limitStock(title: string, stock: number) {
  const id = await idOf(title)
  store.alter('cartCreate', ({ cartCreate }) => {
    const edges = cartCreate.cart.lines.edges.flatMap(
      (edge: { node: { quantity: number; merchandise: { id: string } } }) => {
        const quantity =
          edge.node.merchandise.id === id ? Math.min(stock, edge.node.quantity) : edge.node.quantity
        return quantity > 0 ? [{ node: { ...edge.node, quantity } }] : []
      },
    )
    const code = stock > 0 ? 'MERCHANDISE_NOT_ENOUGH_STOCK' : 'MERCHANDISE_OUT_OF_STOCK'
    const warnings = [{ code, message: 'Secret words', target: id }]
    return { cartCreate: { ...cartCreate, cart: { ...cartCreate.cart, lines: { edges } }, warnings } }
  })
}

test('no checkout opens with fewer items than the cart has', async () => {
  const visitor = await shopperWith('us', ...Array<string>(5).fill(YEW), OAK)
  await limitStock('Dragon & Yew', 2)
  const page = await visitor.post('/us/checkout', {})
  expect(page.path).toBe('/us/cart')
  expect(page.text).toContain('There is less left than your cart holds.')
  expect(page.text).toContain(
    'Only 2 of Magic Wand, Dragon & Yew are left. Please change the number to check out.',
  )
  expect(page.text).not.toContain('Secret words')
  expect(page.main).toContain('6 items')
  const [line = ''] = page.document.querySelector('input[name=line]')?.getAttribute('value')?.split('|') ?? []
  await visitor.post('/us/cart', { intent: 'update', line, quantity: '2' })
  expect((await visitor.fetch('/us/checkout', { method: 'POST' })).headers.get('Location')).toContain(
    'country=US',
  )
})

test('no empty checkout opens', async () => {
  const visitor = await shopperWith('us', YEW)
  await limitStock('Dragon & Yew', 0)
  const page = await visitor.post('/us/checkout', {})
  expect(page.text).toContain('Magic Wand, Dragon & Yew has sold out. Please remove it to check out.')
  expect(page.main).toContain('1 item')
})
