import { expect, test } from 'vitest'
import { mug, vol1, vol2, wands } from './catalogue.fixture.ts'
import { COMPANY, companyOf, companyWith } from './company.ts'
import { MARKET_IDS, type Market, shippingCountries } from './market.ts'
import {
  alternates,
  canonicalUrl,
  pagePaths,
  productPaths,
  SEO_TEXTS,
  type SeoKey,
  seoOfProduct,
  seoText,
} from './seo.ts'
import { shippingOf } from './shipping-dates.ts'
import { breadcrumbJsonLd, faqJsonLd, productJsonLd } from './structured-data.ts'

const keys = Object.keys(SEO_TEXTS) as SeoKey[]
const textOf = (key: SeoKey, market: Market) => seoText(key, market, companyOf(COMPANY, market))
const origin = 'https://shop.example'

test('titles have at most 60 characters, descriptions 155', () => {
  for (const market of MARKET_IDS) {
    for (const key of keys) {
      const { title, description } = textOf(key, market)
      expect(title.length, title).toBeLessThanOrEqual(60)
      expect(description.length, description).toBeLessThanOrEqual(155)
    }
  }
})

test('titles are unique within a market', () => {
  expect(new Set(keys.map((key) => textOf(key, 'us').title)).size).toBe(keys.length)
})

test('known products have their texts, others derived ones', () => {
  expect(seoOfProduct(vol1, 'uk', companyOf(COMPANY, 'uk')).title).toBe(
    'Vol. I: The Phoenix Edition, 200 copies | Wizard Box',
  )
  expect(seoOfProduct(mug, 'us', companyOf(COMPANY, 'us')).title).toBe(
    'Magical AF Mug, 11 oz | Wizard Box US',
  )
  const other = { title: 'Poster', handle: 'poster', description: 'A poster. '.repeat(40) }
  expect(seoOfProduct(other, 'uk', companyOf(COMPANY, 'uk')).title).toBe('Poster | Wizard Box UK & EU')
  expect(seoOfProduct(other, 'uk', companyOf(COMPANY, 'uk')).description.length).toBeLessThanOrEqual(155)
})

const BOTH = new Set(['magic-wand', 'scarf'])
const US = new Set([...BOTH, 'vol-ii-magical-you-pre-order', 'flag'])
const UK = new Set([...BOTH, 'vol-ii-magical-you-pre-order-1', 'vol-i-phoenix-edition'])
const alternatesOf = (handle: string, listed = { us: US, uk: UK } as Parameters<typeof productPaths>[1]) =>
  alternates(origin, productPaths({ handle }, listed))

test('alternates are reciprocal, with the handle of each market for Vol. II', () => {
  const us = alternatesOf('vol-ii-magical-you-pre-order')
  expect(us).toEqual(alternatesOf('vol-ii-magical-you-pre-order-1'))
  expect(us).toEqual([
    { hreflang: 'en-us', href: `${origin}/us/product/vol-ii-magical-you-pre-order` },
    { hreflang: 'en-gb', href: `${origin}/uk/product/vol-ii-magical-you-pre-order-1` },
    { hreflang: 'x-default', href: `${origin}/us/product/vol-ii-magical-you-pre-order` },
  ])
})

test.each([
  ['a product of both stores', 'scarf', ['en-us', 'en-gb', 'x-default']],
  ['Vol. I', 'vol-i-phoenix-edition', ['en-gb', 'x-default']],
  ['a product of the US', 'flag', ['en-us', 'x-default']],
  ['one that no store lists', 'gone', []],
])('%s has an alternate only where it is sold', (_, handle, languages) => {
  expect(alternatesOf(handle).map((link) => link.hreflang)).toEqual(languages)
})

test('a store whose list is out of reach is named nowhere', () => {
  const links = alternatesOf('scarf', { us: US, uk: null })
  expect(links.map((link) => link.hreflang)).toEqual(['en-us', 'x-default'])
})

test('canonical URLs have no query', () => {
  expect(canonicalUrl(`${origin}/`, '/us/products/?filter=wizard-box')).toBe(`${origin}/us/products`)
  expect(alternates(origin, pagePaths('/'))[0]?.href).toBe(`${origin}/us`)
})

const inNovember = (market: 'us' | 'uk') => shippingOf(COMPANY, market, Date.parse('2025-11-20T00:00:00Z'))

test('a pre-order begins and ends with the dates that the company has announced', () => {
  const offerAt = (month: string, now: string) => {
    const shipping = shippingOf(companyWith({ vol2Month: { us: month, uk: month } }), 'us', Date.parse(now))
    const { offers } = productJsonLd(vol2, shipping, { origin, description: 'x', images: [] })
    return (offers as Record<string, unknown>[])[0]
  }
  expect(offerAt('2027-03', '2027-03-31T12:00:00Z')).toMatchObject({
    availability: 'https://schema.org/PreOrder',
    availabilityStarts: '2027-03-01',
  })
  const shipped = offerAt('2027-03', '2027-04-01T12:00:00Z')
  expect(shipped?.availability).toBe('https://schema.org/InStock')
  expect(shipped).not.toHaveProperty('availabilityStarts')
})

test('the offers of a product are its purchasable variants at live prices', () => {
  const soldOut = { ...vol2, variants: vol2.variants.map((v, i) => ({ ...v, availableForSale: i > 0 })) }
  const options = { origin, description: 'x', images: ['/img/a.svg'] }
  const data = productJsonLd(soldOut, inNovember('us'), options)
  const offers = data.offers as { name: string; price: string; priceCurrency: string; availability: string }[]
  expect(offers).toHaveLength(7)
  expect(offers[0]).toMatchObject({ price: '59.00', priceCurrency: 'USD' })
  expect(offers[0]?.availability).toBe('https://schema.org/OutOfStock')
  expect(offers[1]).toMatchObject({
    availability: 'https://schema.org/PreOrder',
    availabilityStarts: '2026-01-01',
  })
  expect(data.image).toEqual([`${origin}/img/a.svg`])
})

test('offers tell availability, article number, delivery and returns', () => {
  const options = { origin, description: 'x', images: [] }
  const offersOf = (product: typeof vol1, market: 'us' | 'uk') =>
    productJsonLd(product, inNovember(market), options).offers as Record<string, unknown>[]
  const [book] = offersOf(vol1, 'uk')
  expect(book).toMatchObject({
    sku: expect.stringMatching(/^\d+$/),
    availability: 'https://schema.org/LimitedAvailability',
    hasMerchantReturnPolicy: {
      applicableCountry: shippingCountries('uk').map(({ code }) => code),
      merchantReturnDays: 14,
    },
    shippingDetails: [
      { deliveryTime: { transitTime: { minValue: 2, maxValue: 3 } } },
      { deliveryTime: { transitTime: { minValue: 5, maxValue: 7 } } },
    ],
  })
  expect(offersOf(wands, 'us')[0]).toMatchObject({
    availability: 'https://schema.org/InStock',
    hasMerchantReturnPolicy: { applicableCountry: ['US'], merchantReturnDays: 30 },
    shippingDetails: [{ deliveryTime: { transitTime: { minValue: 2, maxValue: 5 } } }],
  })
})

test('texts and data for search engines have the figures that the owner gave', () => {
  const both = (text: string) => ({ us: text, uk: text })
  const company = companyWith({
    vol1Copies: both('250'),
    returnDays: both('28'),
    farDeliveryDays: both('6–9'),
  })
  const shipping = shippingOf(company, 'uk', Date.parse('2025-11-20T00:00:00Z'))
  expect(seoOfProduct(vol1, 'uk', shipping).title).toContain('250 copies')
  const { offers } = productJsonLd(vol1, shipping, { origin, description: 'x', images: [] })
  expect((offers as Record<string, unknown>[])[0]).toMatchObject({
    hasMerchantReturnPolicy: { merchantReturnDays: 28 },
    shippingDetails: [{}, { deliveryTime: { transitTime: { minValue: 6, maxValue: 9 } } }],
  })
})

test('breadcrumbs start at the home page', () => {
  const data = breadcrumbJsonLd('uk', origin, [{ name: 'Shop', path: '/uk/products' }])
  expect(data.itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/uk` },
    { '@type': 'ListItem', position: 2, name: 'Shop', item: `${origin}/uk/products` },
  ])
})

test('each question has its answer', () => {
  expect(faqJsonLd([{ question: 'Q', answer: 'A' }]).mainEntity).toEqual([
    { '@type': 'Question', name: 'Q', acceptedAnswer: { '@type': 'Answer', text: 'A' } },
  ])
})
