import { beforeAll, describe, expect, test } from 'vitest'
import { growCatalogue, manyProducts, storeProduct } from '../support/grown-catalogue.ts'
import { callStore } from '../support/store-orders.ts'
import { openTestShop } from '../support/test-shop.ts'

/** A catalogue that changes and grows, in the embedded store. */

/** Notices of changed products that come together refresh the shop's catalogue once. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 100))
const shop = openTestShop({ pause })
beforeAll(() => shop.warm)

const visit = (path: string) => shop.browser().visit(path)
const textOf = async (path: string) => (await shop.fetch(path)).text()
const cardsOf = async () => (await visit('/us/products?show=200')).texts('main li:has(:is(h2, h3))')
const idOf = async (handle: string) => (await shop.services.storefront.getProduct('us', handle))?.id ?? ''

describe('a notice of the store', () => {
  const MUG = '/us/product/magical-af-mug'
  /** The owner changes a product in the store, and the store tells the shop. */
  async function change(query: string, input: object): Promise<void> {
    await callStore(shop, query, { input })
    await shop.embedded.store?.deliverWebhooks()
  }
  const SET = 'mutation ($input: ProductSetInput!) { productSet(input: $input) { userErrors { message } } }'
  const DELETE =
    'mutation ($input: ProductDeleteInput!) { productDelete(input: $input) { deletedProductId } }'

  test('puts a new price on the next page and into the lists, and takes away what was deleted', async () => {
    const [addresses, tote] = [[MUG, '/us/products'], '/us/product/keyhole-tote']
    for (const path of addresses) expect(await textOf(path), path).toContain('$16')
    const variants = [{ price: '21.50', optionValues: [{ optionName: 'Title', name: '11 oz' }] }]
    const productOptions = [{ name: 'Title', values: [{ name: '11 oz' }] }]
    await change(SET, { id: await idOf('magical-af-mug'), productOptions, variants })
    for (const path of addresses) expect(await textOf(path), path).toContain('$21.50')
    expect(await textOf(MUG)).not.toContain('$16')
    await change(DELETE, { id: await idOf('keyhole-tote') })
    expect((await shop.fetch(tote)).status).toBe(404)
    expect(await textOf('/us/products')).not.toContain('keyhole-tote')
  })
})

// All reasons are in models/cart-view.
test('a thing in the cart that was taken down says one reason, and keeps its name and picture', async () => {
  const CLOAK = storeProduct({
    handle: 'cloak',
    title: 'A Cloak',
    images: [{ file: 'cloak.jpg' }],
    options: { Length: ['Short', 'Long'] },
  })
  await growCatalogue(shop, CLOAK)
  const visitor = shop.browser()
  await visitor.post('/us/cart', { intent: 'add', handle: 'cloak', variant: CLOAK.variants[0]?.id ?? '' })
  await growCatalogue(shop, { ...CLOAK, status: 'DRAFT' })
  const page = await visitor.visit('/us/cart')
  const [line = ''] = page.texts('[data-line]')
  expect(line).toMatch(/A Cloak.*Short.*no longer in the shop/)
  expect(line).not.toMatch(/sold out|We cannot reach/)
  expect(page.html).toContain('cloak.jpg')
  const refused = await visitor.post('/us/checkout', {})
  expect(refused.text).toContain('Some items are not available for shipping to United States.')
  expect(refused.texts('[data-line]')[0]).toBe(line)
  expect((await visitor.submit(refused, /^Remove A Cloak/)).main).toContain('0 items')
})

describe('a catalogue that has grown', () => {
  const NUMBERS = Array.from({ length: 130 }, (_, index) => `No. ${index + 1}`)
  /** Of 130 kinds; all of its first page of 50 and more are sold. */
  const BEADS = storeProduct({
    handle: 'beads',
    title: 'A Bead of Many Kinds',
    options: { Kind: NUMBERS },
    price: (index) => 200 - index,
    isSoldOut: (index) => index < 120,
  })
  const VOLUME_3 = storeProduct({
    handle: 'vol-iii-the-tide',
    title: 'Vol. III: The Tide (Pre-Order)',
    html: '<p>It smells of salt.</p>',
  })

  beforeAll(async () => {
    const ofOtherMarket = manyProducts(10, { tags: ['market: uk', 'warehouse-item'], isOlder: true })
    const ofThisMarket = manyProducts(55, { tags: ['Market: US', 'warehouse-item'] })
    const all = [...ofOtherMarket, ...ofThisMarket, BEADS, VOLUME_3]
    await growCatalogue(shop, ...all)
  })

  test('has all its products in the sitemap and the lists of the store that sells them', async () => {
    const xml = await textOf('/sitemap.xml')
    expect(xml.match(/<loc>[^<]*\/us\/product\/curio-/g)).toHaveLength(55)
    expect(xml.match(/<loc>[^<]*\/uk\/product\/curio-/g)).toHaveLength(10)
    expect((await cardsOf()).filter((text) => text.includes('Curio'))).toHaveLength(55)
  })

  test('knows of a product with 130 variants that the last ten can be bought, and from which price', async () => {
    const [card] = (await cardsOf()).filter((text) => text.includes('A Bead of'))
    expect(card).toContain('From $71')
    expect(card).not.toContain('Sold out')
    const { document } = await visit('/us/product/beads')
    expect(document.querySelectorAll('main input[disabled]')).toHaveLength(120)
  })

  test('sells a third volume under its own name, without a word of Vol. II', async () => {
    const { main, html } = await visit('/us/product/vol-iii-the-tide')
    for (const words of ['Vol. III', 'It smells of salt.']) expect(main).toContain(words)
    expect(main).not.toMatch(/Vol\. II\b|Magical You|Gift Bundle|Upgrade|envelope/i)
    expect(html).toContain('>Add to Cart<')
    const card = (await cardsOf()).filter((text) => text.includes('Vol. III'))
    expect(card).toEqual([expect.not.stringMatching(/FREE|Pre-order, ships/)])
  })
})
