import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEEDED_PRODUCTS } from '#embedded/shopify/catalogue-seed.ts'
import { storeProduct } from '../support/grown-catalogue.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { createTestShop, MIXED, type TestShop } from '../support/test-shop.ts'

/** What a store may say of a product that the shop did not expect: never an error page, and nothing untrue. */

const SCARF = storeProduct({
  handle: 'scarf',
  title: '<b>Scarf</b> & "co"',
  html: '<p>Warm.</p>',
  tags: ['MARKET:us', 'Market: UK', 'Warehouse-Item'],
  options: { Size: ['Long', 'Short'], Colour: ['Ash', 'Bone'] },
  price: (index) => 40 + index,
})
const PATH = '/us/product/scarf'

// biome-ignore lint/suspicious/noExplicitAny: the node of a product, as the store sends it
type Node = any
type Edges = { edges: { node: Node }[] }
let hosted: Shopify
let shop: TestShop
let refreshed = 0

beforeAll(async () => {
  hosted = createShopify({ isNew: false, products: [...SEEDED_PRODUCTS, SCARF] })
  await hosted.listen()
  shop = await createTestShop({
    env: { ...MIXED, ...hosted.environment(), SESSION_SECRET: 'a secret of its own' },
  })
  await shop.warm
})
afterAll(async () => {
  await shop.close()
  await hosted.close()
})

/** Changes the scarf wherever the store tells of it, and how often the list has it. */
async function tell(change: (scarf: Node) => void, times = 1): Promise<void> {
  const changed = (node: Node) => {
    if (node.handle === 'scarf') change(node)
    return { node }
  }
  hosted.alter('GetProducts', (data: { products: Edges }) => ({
    products: {
      ...data.products,
      edges: data.products.edges.flatMap(({ node }) =>
        Array(node.handle === 'scarf' ? times : 1).fill(changed(node)),
      ),
    },
  }))
  hosted.alter('GetProductByHandle', (data: { productByHandle: Node }) => {
    if (data.productByHandle?.handle === 'scarf') change(data.productByHandle)
    return data
  })
  await shop.services.storefront.refresh(`odd ${refreshed++}`)
}

const variantsOf = (scarf: Node): Node[] => (scarf.variants as Edges).edges.map(({ node }) => node)
const priced = (scarf: Node, price: (index: number) => unknown) =>
  variantsOf(scarf).forEach((variant, index) => {
    variant.price = price(index)
  })

test.each<[string, (scarf: Node) => void, number, string]>([
  ['nothing odd', () => {}, 1, '$40'],
  [
    'no price at all',
    (scarf) => {
      scarf.priceRange = null
      priced(scarf, () => null)
    },
    1,
    'Price unavailable',
  ],
  [
    'prices in two currencies',
    (scarf) => priced(scarf, (at) => ({ amount: '41.0', currencyCode: at === 0 ? 'EUR' : 'USD' })),
    1,
    '$41',
  ],
  [
    'options in another order',
    (scarf) => {
      scarf.options.reverse()
      for (const variant of variantsOf(scarf)) variant.selectedOptions.reverse()
    },
    1,
    '$40',
  ],
  [
    'no options',
    (scarf) => {
      scarf.options = []
      for (const variant of variantsOf(scarf)) variant.selectedOptions = []
    },
    1,
    '$40',
  ],
  [
    'no variants',
    (scarf) => {
      scarf.variants = { edges: [], pageInfo: { hasNextPage: false, endCursor: null } }
    },
    1,
    'Price unavailable',
  ],
  [
    'pages without an end',
    (scarf) => {
      scarf.variants.pageInfo = { hasNextPage: true, endCursor: null }
    },
    1,
    '$40',
  ],
  [
    'no description and no pictures',
    (scarf) => Object.assign(scarf, { description: null, descriptionHtml: null, images: { edges: [] } }),
    1,
    '$40',
  ],
  ['its entry twice', () => {}, 2, '$40'],
])('a product with %s has one card and a page', async (_, change, times, price) => {
  await tell(change, times)
  const visitor = shop.browser()
  const list = await visitor.visit('/us/products')
  expect(list.status).toBe(200)
  const cards = list.texts('main li:has(:is(h2, h3))').filter((text) => text.includes('Scarf'))
  expect(cards).toHaveLength(1)
  expect(list.html).not.toContain('<b>Scarf')
  const page = await visitor.visit(PATH)
  expect(page.status).toBe(200)
  expect(page.document.querySelector('h1')?.text).toBe(SCARF.title)
  expect(page.main).toContain(price)
  expect((await visitor.visit('/us')).status).toBe(200)
  expect((await visitor.visit('/sitemap.xml')).status).toBe(200)
})

test('a list without a product of its store says so, and home stays up', async () => {
  hosted.alter('GetProducts', (data: { products: Edges }) => {
    for (const { node } of data.products.edges) node.tags = ['market: ca', 'warehouse-item']
    return data
  })
  await shop.services.storefront.refresh('other market')
  const list = await shop.browser().visit('/us/products')
  expect([list.status, list.main.includes('No products found')]).toEqual([200, true])
  expect((await shop.browser().visit('/us')).status).toBe(200)
})
