import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEEDED_PRODUCTS } from '#embedded/shopify/catalogue-seed.ts'
import { storeProduct } from '../support/grown-catalogue.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { createTestShop, MIXED, type TestShop } from '../support/test-shop.ts'

/* Products such as a shop has beside ours. All are sold in both markets. */

const SIZES = Array.from({ length: 10 }, (_, index) => `${30 + index * 5} cm`)
const COLOURS = ['Ash', 'Bone', 'Coal', 'Dusk', 'Ember', 'Fern', 'Gold', 'Ink', 'Moss', 'Rust']

const CLOAKS = storeProduct({
  handle: 'hundred-cloaks',
  title: 'A Cloak in a Hundred Kinds',
  html: '<p>One for everybody.</p>',
  images: [
    { file: 'cloak-tall.png', size: [800, 2400] },
    ...Array.from({ length: 29 }, (_, index) => ({
      file: `cloak-${index}.png`,
      size: [1200, 900] as const,
    })),
  ],
  options: { Size: SIZES, Colour: COLOURS },
  price: (index) => 80.5 + index,
  // Its first ten, which the list of the store has, are all sold.
  isSoldOut: (index) => index < 10,
})

const REAL_PRODUCTS = [
  storeProduct({
    handle: 'lambswool-scarf',
    title: 'Lambswool Scarf',
    html:
      '<h2>Warm &amp; <em>quiet</em></h2><p onclick="steal()">Spun in <strong>Yorkshire</strong>, caf&eacute; brown.<br>See ' +
      '<a href="https://wool.example/care">how to wash it</a> or <a href="javascript:alert(1)">this</a>.</p>' +
      '<script>alert("no")</script><ul><li>Lamb’s wool</li><li>180 &times; 30 cm</ul><table><tr><td>Length</td><td>180 cm</td></tr></table>',
    images: [{ file: 'scarf.jpg?v=1690000000', size: [3000, 2000], alt: 'A brown scarf' }],
    price: () => 45,
  }),
  CLOAKS,
  storeProduct({ handle: 'bare-candle', title: 'Candle', html: '' }),
  storeProduct({
    handle: 'poster-only',
    title: 'Poster',
    html: '<p>Not sold here.</p>',
    tags: ['market: us', 'market: uk'],
    images: [{ file: 'poster.jpg' }],
    price: () => 5,
  }),
]

let hosted: Shopify
let shop: TestShop

beforeAll(async () => {
  hosted = createShopify({ isNew: false, products: [...SEEDED_PRODUCTS, ...REAL_PRODUCTS] })
  await hosted.listen()
  shop = await createTestShop({
    env: { ...MIXED, ...hosted.environment(), SESSION_SECRET: 'a secret of its own', TRUST_PROXY: '1' },
  })
  await shop.warm
})
afterAll(async () => {
  await shop.close()
  await hosted.close()
})

const productPage = (handle: string) => shop.browser().visit(`/us/product/${handle}`)

/** The card of a product in the list: all of the page between its title and the next card. */
async function cardOf(title: string): Promise<string> {
  const { html } = await shop.browser().visit('/us/products')
  const cards = html.split(/<li class="group flex flex-col/).filter((card) => card.includes(`>${title}<`))
  expect(cards).toHaveLength(1)
  return (cards[0] ?? '').replaceAll('<!-- -->', '')
}

describe('a product that the rules do not know', () => {
  test('has a card with its picture in Shopify’s sizes, its price and the store’s words', async () => {
    const card = await cardOf('Lambswool Scarf')
    expect(card).toContain('scarf.jpg?v=1690000000&amp;width=640 640w')
    expect(card).toContain('alt="A brown scarf"')
    expect(card).toContain('$45')
    expect(card).not.toContain('From')
    expect(card).toContain('Spun in')
  })

  test('has a page with its description as it was formatted, and nothing that could run or lead astray', async () => {
    const { html, main } = await productPage('lambswool-scarf')
    expect(html).toMatch(/<h2[^>]*>Warm &amp; <em>quiet<\/em><\/h2>/)
    expect(html).toContain(
      '<b>Yorkshire</b>, café brown.<br/>See <a href="https://wool.example/care" rel="nofollow">',
    )
    expect(html).toMatch(/<li>Lamb’s wool<\/li>\s*<li>180 × 30 cm<\/li>/)
    expect(html).toMatch(/<td>Length<\/td><td>180 cm<\/td>/)
    expect(main).not.toMatch(/javascript:|steal|alert\(/)
  })

  test('has no word about options that it does not have, nor about what we do not know of it', async () => {
    const { html, main } = await productPage('lambswool-scarf')
    expect(main).not.toContain('Default Title')
    expect(main).not.toMatch(/magnet|Maker|wand|Choose/i)
    expect(html).not.toContain('"@type":"Brand"')
    expect(html).toContain('<title>Lambswool Scarf | Wizard Box US</title>')
  })

  test('can be bought, and its line has its name, picture and price', async () => {
    const visitor = shop.browser()
    const page = await visitor.visit('/us/product/lambswool-scarf')
    const cart = await visitor.submit(page, 'Add to Cart')
    const shown = await visitor.visit('/us/cart')
    expect(cart.url.pathname).toMatch(/^\/us\/(cart|product)/)
    expect(shown.main).toContain('Lambswool Scarf')
    expect(shown.main).toContain('$45')
    expect(shown.main).not.toContain('Default Title')
    expect(shown.html).toContain('scarf.jpg?v=1690000000&amp;width=')
  })

  test('that may not be sold here says so instead of offering a button', async () => {
    const { main, html } = await productPage('poster-only')
    expect(main).toContain('Only warehouse items can be added to cart at this time.')
    expect(html).not.toContain('>Add to Cart<')
    expect(html).toContain('object-contain')
  })
})

test('a product with a hundred variants and thirty pictures lists all of them, by their first option', async () => {
  const { html } = await productPage('hundred-cloaks')
  expect(html.match(/<option /g)).toHaveLength(100)
  expect(html.match(/<optgroup /g)).toHaveLength(10)
  expect(html.match(/<option [^>]*disabled=""/g)).toHaveLength(10)
  expect(html).toContain('>30 cm / Ash: $80.50, sold out<')
  expect(html).toMatch(/<option [^>]*selected=""[^>]*>35 cm \/ Ash: \$90.50</)
  expect(new Set(html.match(/cloak-(tall|\d+)\.png/g)).size).toBe(30)
  expect(html.match(/id="view-\d+"/g)).toHaveLength(30)
})

test('a product without pictures and words has neither, and no broken frame', async () => {
  const { html, main } = await productPage('bare-candle')
  expect(main).toContain('Candle')
  expect(html).toContain('/art/lock-plate.svg')
  expect(html).not.toContain('aria-roledescription="carousel"')
  expect(await cardOf('Candle')).toContain('/art/lock-plate.svg')
})

const callsOf = (operation: string) => hosted.calls.filter((call) => call.operation === operation)
const buyersOf = (operation: string) =>
  callsOf(operation).map(({ headers }) => headers.get('shopify-storefront-buyer-ip'))

test('a checkout carries its buyer’s address, and the catalogue nobody’s', async () => {
  const visitor = shop.browser({ 'X-Forwarded-For': '203.0.113.7' })
  await visitor.visit('/us/product/magical-af-mug')
  await visitor.post('/us/cart', new URLSearchParams({ intent: 'add', handle: 'magical-af-mug' }))
  await visitor.fetch('/us/checkout', { method: 'POST' })
  for (const operation of ['cartCreate', 'CheckVariants'])
    expect(buyersOf(operation), operation).toEqual(['203.0.113.7'])
  const ofCatalogue = ['GetProducts', 'GetProductByHandle'].flatMap(buyersOf)
  expect(ofCatalogue.length).toBeGreaterThan(10)
  expect(new Set(ofCatalogue)).toEqual(new Set([null]))
  for (const { headers } of callsOf('cartCreate')) {
    expect(headers.get('shopify-storefront-private-token')).toBe(hosted.tokens.privateToken)
    expect(headers.get('x-shopify-storefront-access-token')).toBeNull()
  }
})
