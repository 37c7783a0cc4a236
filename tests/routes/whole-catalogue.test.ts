import { beforeAll, describe, expect, test } from 'vitest'
import { growCatalogue, manyProducts, seededProduct, storeProduct } from '../support/grown-catalogue.ts'
import { openTestShop } from '../support/test-shop.ts'

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
const FLAG = storeProduct({ handle: 'flag', title: 'Flag', tags: ['MARKET:US', 'Warehouse-Item'] })
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
const seventh = storeProduct({
  handle: 'x',
  title: 'x',
  images: [{ file: 'griffin.jpg', size: [800, 1200] }],
})
const SEVEN_WANDS = {
  ...wands,
  variants: [
    ...wands.variants,
    {
      ...wands.variants[1],
      ...seventh.variants[0],
      id: 'gid://shopify/ProductVariant/48000000001007',
      title: 'Griffin & Ash',
      options: [{ name: 'Style', value: 'Griffin & Ash' }],
      image: seventh.images[0] ?? null,
    },
  ],
} as typeof wands

/** Notices of changed products that come together refresh the shop's catalogue once. */
const pause = () => new Promise((resolve) => setTimeout(resolve, 300))
const shop = openTestShop({ pause })
const visit = (path: string) => shop.browser().visit(path)
const titles = async (path: string) => (await visit(path)).texts('main li :is(h2, h3)')
/** The addresses that a page names for each language. */
const alternatesOf = async (path: string) =>
  (await visit(path)).attributes('link[rel="alternate"][hreflang]', 'hreflang')

beforeAll(async () => {
  const ofOtherMarket = manyProducts(55, { tags: ['market: uk', 'warehouse-item'], isOlder: true })
  const ofThisMarket = manyProducts(120, { tags: ['Market: US', 'warehouse-item'] })
  await growCatalogue(
    shop,
    ...ofOtherMarket,
    ...ofThisMarket,
    BEADS,
    RIBBONS,
    FLAG,
    VOLUME_3,
    VOLUME_4,
    SEVEN_WANDS,
  )
})

describe('with 55 older products of the other market and 120 more of this one', () => {
  test('the home page shows its six', async () => {
    const page = await visit('/us')
    const shown = page.texts('[aria-labelledby="featured-title"] li h3, main li:has(a[href*="/product/"]) h3')
    expect(shown.join('\n')).toMatch(
      /^Vol. II.*\nMagic Wand\n.*Collector.*\nA Bead of Many Kinds\nCurio 001\nCurio 002$/,
    )
  })

  test('a filter looks at all of them', async () => {
    expect(await titles('/us/products?filter=merch')).toEqual(['Keyhole Tote', 'Magical AF Mug'])
  })

  test('the sitemap has every product of both stores', async () => {
    const xml = await (await shop.fetch('/sitemap.xml')).text()
    expect(xml.match(/<loc>[^<]*\/us\/product\/curio-/g)).toHaveLength(120)
    expect(xml.match(/<loc>[^<]*\/uk\/product\/curio-/g)).toHaveLength(55)
  })

  test('a product is announced only where it is sold', async () => {
    expect(await alternatesOf('/us/product/flag')).toEqual(['en-us', 'x-default'])
    expect(await alternatesOf('/us/product/beads')).toEqual(['en-us', 'en-gb', 'x-default'])
    const xml = await (await shop.fetch('/sitemap.xml')).text()
    expect(xml).not.toContain('/uk/product/flag')
  })
})

describe('a product of 130 variants, of which the last ten can be bought', () => {
  test('is not sold out, and costs from its lowest price', async () => {
    const page = await visit('/us/products?show=150')
    const [beads = '', ribbons = ''] = ['A Bead of', 'Ribbons'].map((title) =>
      page.texts('main li:has(:is(h2, h3))').find((text) => text.includes(title)),
    )
    expect(beads).toContain('From $71')
    expect(beads).not.toContain('Sold out')
    expect(ribbons).toContain('Sold out')
  })

  test('offers all of them, and tells search engines so', async () => {
    const { html, document } = await visit('/us/product/beads')
    expect(document.querySelectorAll('option')).toHaveLength(130)
    expect(html).toContain('"lowPrice":"71.00","highPrice":"200.00","offerCount":130')
  })
})

describe.each([VOLUME_3, VOLUME_4])(
  '$title, which the store alone has',
  ({ handle, title, descriptionHtml }) => {
    test('is sold under its own name, without a word of Vol. II', async () => {
      const { main, html, document } = await visit(`/us/product/${handle}`)
      expect(document.querySelector('h1')?.text).toContain(title.slice(0, 7))
      expect(main).toContain(descriptionHtml.replace(/<[^>]*>/g, ''))
      expect(main).not.toMatch(/Vol\. II\b|Magical You|Gift Bundle|Upgrade|envelope/i)
      expect(html).toContain(`<title>${title} | Wizard Box US</title>`)
      expect(html).toContain('>Add to Cart<')
    })

    test('has a card of its own', async () => {
      const cards = (await visit('/us/products?show=150')).texts('main li:has(:is(h2, h3))')
      const card = cards.filter((text) => text.includes(title))
      expect(card).toHaveLength(1)
      expect(card[0]).not.toMatch(/FREE|Pre-order, ships/)
    })
  },
)

describe('a seventh wand that the store has', () => {
  test('is offered with its own picture, and can be bought', async () => {
    const visitor = shop.browser()
    const page = await visitor.visit('/us/product/magic-wand')
    expect(page.texts('main li[class*="group/wand"] h3')).toEqual([
      ...wands.variants.map(({ title }) => title),
      'Griffin & Ash',
    ])
    expect(page.html).toContain('griffin.jpg')
    await visitor.submit(page, 'Add to Cart, Griffin & Ash')
    expect((await visitor.visit('/us/cart')).main).toContain('Griffin & Ash')
  })
})

describe('a thing in the cart says one reason, on the page and to its script, and keeps its name and picture', () => {
  const CLOAK = storeProduct({
    handle: 'cloak',
    title: 'A Cloak',
    images: [{ file: 'cloak.jpg' }],
    options: { Length: ['Short', 'Long'] },
  })
  const anew = CLOAK.variants.map((variant, index) => ({
    ...variant,
    id: `gid://shopify/ProductVariant/${49_000_000_000_000 + index}`,
  }))

  test.each([
    ['that was imported again', { ...CLOAK, variants: anew }, /The shop has this anew/],
    ['whose option is gone', { ...CLOAK, variants: CLOAK.variants.slice(1) }, /no longer in the shop/],
    ['that was taken down', { ...CLOAK, status: 'DRAFT' as const }, /no longer in the shop/],
    ['that went to the other store', { ...CLOAK, tags: ['market: uk'] }, /in the United Kingdom store only/],
  ])('%s', async (_, changed, reason) => {
    await growCatalogue(shop, CLOAK)
    const visitor = shop.browser()
    const added = { intent: 'add', handle: 'cloak', variant: CLOAK.variants[0]?.id ?? '', quantity: '2' }
    await visitor.post('/us/cart', added)
    await growCatalogue(shop, changed)
    const page = await visitor.visit('/us/cart')
    const [line = ''] = page.texts('[data-line]')
    expect(line).toMatch(reason)
    expect(line).toMatch(/A Cloak.*Short/)
    expect(line).not.toMatch(/sold out|We cannot reach/)
    expect(page.html).toContain('cloak.jpg')
    const refused = await visitor.post('/us/checkout', {})
    expect(refused.text).toContain('Some items are not available for shipping to United States.')
    expect(refused.texts('[data-line]')[0]).toBe(line)
    if (changed.variants === anew) {
      const taken = await visitor.submit(refused, /^Take the new one: A Cloak, Short/)
      expect(taken.texts('[data-line]').join()).not.toMatch(reason)
      expect(taken.main).toContain('2 items')
      expect((await visitor.post('/us/checkout', {})).text).toContain('A Cloak')
    } else {
      expect(refused.html).not.toContain('Take the new one')
      expect((await visitor.submit(refused, /^Remove A Cloak/)).main).toContain('0 items')
    }
  })
})

test('wands that may not be put into a cart have no button that would', async () => {
  const tags = wands.tags.filter((tag) => tag !== 'warehouse-item')
  await growCatalogue(shop, { ...SEVEN_WANDS, tags })
  const page = await visit('/us/product/magic-wand')
  expect(page.main).toContain('Only warehouse items can be added to cart at this time.')
  expect(page.document.querySelectorAll('main li button:not([disabled])')).toHaveLength(0)
})
