import { beforeAll, describe, expect, test } from 'vitest'
import { sendWebhook, type WebhookOptions } from '../support/gifts.ts'
import { growCatalogue, manyProducts, seededProduct, storeProduct } from '../support/grown-catalogue.ts'
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

  const notify = (topic: string, body: string, options: WebhookOptions = {}) =>
    sendWebhook(shop, body, { topic, path: `/webhooks/${topic.replace(/[/_]/g, '-')}`, ...options })
  const generation = () => shop.services.storefront.catalogueGeneration()

  test.each([
    ['products/update', '{"id":788032119674292922,"title":"Mug"}'],
    ['products/delete', '{"id":788032119674292922}'],
    ['collections/update', '{"id":482865238}'],
    ['inventory_levels/update', '{"inventory_item_id":271878346596884015,"available":0}'],
  ])('about %s refreshes the catalogue', async (topic, body) => {
    const before = generation()
    expect((await notify(topic, body)).status).toBe(200)
    expect(generation()).toBe(before + 1)
  })

  test('that is not signed, or cannot mean anything, changes nothing', async () => {
    const before = generation()
    expect((await notify('products/update', '{"id":1}', { secret: 'another' })).status).toBe(401)
    for (const body of ['', '[]', '{"id":null}', '{', '\u0000'])
      expect((await notify('products/update', body)).status, body).toBe(400)
    expect((await notify('products/update', '{"id":1}', { topic: 'products/create' })).status).toBe(200)
    expect((await shop.fetch('/webhooks/products-update')).status).toBe(405)
    expect(generation()).toBe(before)
  })
})

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
  const RIBBONS = storeProduct({
    handle: 'ribbons',
    title: 'Ribbons',
    options: { Kind: NUMBERS.slice(0, 60) },
    isSoldOut: () => true,
  })
  const vol2 = seededProduct('vol-ii-magical-you-pre-order')
  /** A volume that was made in the store alone, as a copy of Vol. II, with its gifts and upgrades. */
  const VOLUME_3 = {
    ...vol2,
    id: 'gid://shopify/Product/8700000000003',
    handle: 'vol-iii-the-tide',
    title: 'Vol. III: The Tide (Pre-Order)',
    descriptionHtml: '<p>It smells of salt.</p>',
    images: storeProduct({ handle: 'x', title: 'x', images: [{ file: 'tide.jpg', alt: 'The Tide' }] }).images,
    variants: vol2.variants.map((variant, index) => ({
      ...variant,
      id: `gid://shopify/ProductVariant/${48_000_000_000_000 + index}`,
      image: null,
    })),
  }
  const VOLUME_4 = storeProduct({ handle: 'vol-iv', title: 'Vol. IV: The Ice', html: '<p>It is cold.</p>' })
  const wands = seededProduct('magic-wand')
  const griffin = storeProduct({ handle: 'x', title: 'x', images: [{ file: 'griffin.jpg' }] })
  const SEVEN_WANDS = {
    ...wands,
    variants: [
      ...wands.variants,
      {
        ...wands.variants[1],
        ...griffin.variants[0],
        id: 'gid://shopify/ProductVariant/48000000001007',
        title: 'Griffin & Ash',
        options: [{ name: 'Style', value: 'Griffin & Ash' }],
        image: griffin.images[0] ?? null,
      },
    ],
  } as typeof wands

  beforeAll(async () => {
    const ofOtherMarket = manyProducts(55, { tags: ['market: uk', 'warehouse-item'], isOlder: true })
    const ofThisMarket = manyProducts(55, { tags: ['Market: US', 'warehouse-item'] })
    const all = [...ofOtherMarket, ...ofThisMarket, BEADS, RIBBONS, VOLUME_3, VOLUME_4, SEVEN_WANDS]
    await growCatalogue(shop, ...all)
  })

  test('has all its products in the sitemap and the lists of the store that sells them', async () => {
    const xml = await textOf('/sitemap.xml')
    for (const market of ['us', 'uk'])
      expect(xml.match(new RegExp(`<loc>[^<]*/${market}/product/curio-`, 'g'))).toHaveLength(55)
    expect((await cardsOf()).filter((text) => text.includes('Curio'))).toHaveLength(55)
    const home = (await visit('/us')).texts(
      'main li:has(a[href*="/product/"]) h3, [aria-labelledby="featured-title"] li h3',
    )
    expect(home).toEqual(expect.arrayContaining(['Magic Wand', 'A Bead of Many Kinds', 'Curio 001']))
  })

  test('knows of a product with 130 variants that the last ten can be bought, and from which price', async () => {
    const cards = await cardsOf()
    const cardOf = (title: string) => cards.find((text) => text.includes(title)) ?? ''
    expect(cardOf('A Bead of')).toContain('From $71')
    expect(cardOf('A Bead of')).not.toContain('Sold out')
    expect(cardOf('Ribbons')).toContain('Sold out')
    const { html, document } = await visit('/us/product/beads')
    expect(document.querySelectorAll('option')).toHaveLength(130)
    expect(document.querySelectorAll('option[disabled]')).toHaveLength(120)
    expect(html).toContain('"lowPrice":"71.00","highPrice":"200.00","offerCount":130')
  })

  test.each([VOLUME_3, VOLUME_4])(
    'sells $title under its own name, without a word of Vol. II',
    async (volume) => {
      const { handle, title, descriptionHtml } = volume
      const { main, html, document } = await visit(`/us/product/${handle}`)
      expect(document.querySelector('h1')?.text).toContain(title.slice(0, 7))
      expect(main).toContain(descriptionHtml.replace(/<[^>]*>/g, ''))
      expect(main).not.toMatch(/Vol\. II\b|Magical You|Gift Bundle|Upgrade|envelope/i)
      expect(html).toContain(`<title>${title} | Wizard Box US</title>`)
      expect(html).toContain('>Add to Cart<')
      const card = (await cardsOf()).filter((text) => text.includes(title))
      expect(card).toEqual([expect.not.stringMatching(/FREE|Pre-order, ships/)])
    },
  )

  test('offers a seventh wand with its own picture, as long as wands may be put into a cart', async () => {
    const visitor = shop.browser()
    const page = await visitor.visit('/us/product/magic-wand')
    const styles = [...wands.variants.map(({ title }) => title), 'Griffin & Ash']
    expect(page.texts('main li[class*="group/wand"] h3')).toEqual(styles)
    expect(page.html).toContain('griffin.jpg')
    const cart = await visitor.submit(page, 'Add to Cart, Griffin & Ash')
    expect(cart.main).toContain('Griffin & Ash')
    await growCatalogue(shop, { ...SEVEN_WANDS, tags: wands.tags.filter((tag) => tag !== 'warehouse-item') })
    const closed = await visit('/us/product/magic-wand')
    expect(closed.main).toContain('Only warehouse items can be added to cart at this time.')
    expect(closed.document.querySelectorAll('main li button:not([disabled])')).toHaveLength(0)
  })
})
