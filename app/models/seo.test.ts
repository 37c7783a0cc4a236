import { expect, test } from 'vitest'
import { COMPANY, companyOf, companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import { shippingOf } from '#supabase/functions/_shared/mail/shipping.ts'
import { mug, vol1, vol2, wands } from './catalogue.fixture.ts'
import { MARKET_IDS, type Market } from './market.ts'
import {
  alternates,
  productJsonLd,
  productPaths,
  SEO_TEXTS,
  type SeoKey,
  seoOfProduct,
  seoText,
} from './seo.ts'
import { PREMIUM_WANDS } from './wands.ts'

const keys = Object.keys(SEO_TEXTS) as SeoKey[]
const textOf = (key: SeoKey, market: Market) => seoText(key, market, companyOf(COMPANY, market))
const origin = 'https://shop.example'

test('titles have at most 60 characters and are unique within a market, descriptions have at most 155', () => {
  for (const market of MARKET_IDS) {
    const texts = keys.map((key) => textOf(key, market))
    expect(new Set(texts.map(({ title }) => title)).size).toBe(keys.length)
    expect(Math.max(...texts.map(({ title }) => title.length))).toBeLessThanOrEqual(60)
    expect(Math.max(...texts.map(({ description }) => description.length))).toBeLessThanOrEqual(155)
  }
})

test('a product of the shop has its own texts, any other those of the store', () => {
  expect(seoOfProduct(mug, 'us', companyOf(COMPANY, 'us'))).toEqual(textOf('magical-af-mug', 'us'))
  const poster = { title: 'Poster', handle: 'poster', description: 'x'.repeat(400) }
  const { title, description } = seoOfProduct(poster, 'uk', companyOf(COMPANY, 'uk'))
  expect([title, description]).toEqual(['Poster | Wizard Box UK & EU', `${'x'.repeat(154)}…`])
})

const BOTH = new Set(['magic-wand', 'scarf'])
const US = new Set([...BOTH, 'vol-ii-magical-you-pre-order'])
const UK = new Set([...BOTH, 'vol-ii-magical-you-pre-order-1', 'vol-i-phoenix-edition'])

test.each([
  ['a product of both stores', 'scarf', US, UK, ['en-us', 'en-gb', 'x-default']],
  ['Vol. I', 'vol-i-phoenix-edition', US, UK, ['en-gb', 'x-default']],
  ['one that no store lists', 'gone', US, UK, []],
  ['one whose other store is out of reach', 'scarf', US, null, ['en-us', 'x-default']],
])('%s has an alternate only where it is sold', (_, handle, us, uk, languages) => {
  const links = alternates(origin, productPaths({ handle }, { us, uk }))
  expect(links.map((link) => link.hrefLang)).toEqual(languages)
})

const offersOf = (product: typeof vol1, market: Market, now = '2025-11-20', company = COMPANY) => {
  const shipping = shippingOf(company, market, Date.parse(`${now}T12:00:00Z`))
  return productJsonLd(product, shipping, { origin, description: 'x' })[0]?.offers as Record<
    string,
    unknown
  >[]
}

test('a pre-order begins and ends with the dates that the company has announced', () => {
  const company = companyWith({ vol2Month: { us: '2027-03', uk: '2027-03' } })
  expect(offersOf(vol2, 'us', '2027-03-31', company)[0]).toMatchObject({
    availability: 'https://schema.org/PreOrder',
    availabilityStarts: '2027-03-01',
  })
  const [shipped] = offersOf(vol2, 'us', '2027-04-01', company)
  expect(shipped?.availability).toBe('https://schema.org/InStock')
  expect(shipped).not.toHaveProperty('availabilityStarts')
})

test('the offers of a product are its purchasable variants at live prices, with availability', () => {
  const soldOut = { ...vol2, variants: vol2.variants.map((v, i) => ({ ...v, availableForSale: i > 0 })) }
  const offers = offersOf(soldOut, 'us')
  expect(offers).toHaveLength(2 + PREMIUM_WANDS.length)
  expect(offers[0]).toMatchObject({
    price: '59.00',
    priceCurrency: 'USD',
    availability: 'https://schema.org/OutOfStock',
  })
  expect([vol1, vol2, wands].map((product) => offersOf(product, 'uk')[0]?.availability)).toEqual(
    ['LimitedAvailability', 'PreOrder', 'InStock'].map((name) => `https://schema.org/${name}`),
  )
})
