import { describe, expect, it } from 'vitest'
import { shippingCountries } from '#app/models/market.ts'
import { toMinorUnits } from '#app/models/money.ts'
import { REQUIRED_PRODUCTS, type RequiredProduct } from '#app/models/store-products.ts'
import {
  DELIVERY_PROFILES,
  DELIVERY_ZONES,
  freeShippingFrom,
  topicName,
  WEBHOOK_TOPICS,
  webhookPath,
} from '#app/models/store-requirements.ts'
import type { StoreFinding } from './finding.server.ts'
import type { StoredProduct, StoreState } from './read-store.server.ts'
import { type ComparisonOptions, compareStore } from './store-comparison.server.ts'

const ORIGIN = 'https://shop.example'
const CHANNEL = { id: 'channel', title: 'Wizard Box storefront', isStorefront: true }
const idOf = (handle: string, title: string) => `${handle}: ${title}`

function stored(required: RequiredProduct, changes: Partial<StoredProduct> = {}): StoredProduct {
  return {
    id: required.handle,
    handle: required.handle,
    title: required.title,
    tags: [...required.tags],
    status: 'ACTIVE',
    isMarked: true,
    hasPicture: true,
    optionNames: [required.option],
    channelIds: [CHANNEL.id],
    variants: required.variants.map(({ title, role }) => ({
      id: idOf(required.handle, title),
      title,
      availableForSale: true,
      profileId: role === 'sold' ? 'paid' : 'free',
    })),
    ...changes,
  }
}

/** A shop that lacks nothing. */
const COMPLETE: StoreState = {
  currency: 'USD',
  products: new Map(REQUIRED_PRODUCTS.map((required) => [required.handle, stored(required)])),
  channels: [CHANNEL, { id: 'online', title: 'Online Store', isStorefront: false }],
  markets: (['us', 'uk'] as const).map((market) => ({
    id: market,
    name: market,
    isActive: true,
    countries: shippingCountries(market).map(({ code }) => ({
      code,
      currency: market === 'us' ? 'USD' : 'GBP',
    })),
    catalogId: null,
    priceList: {
      id: market,
      currency: market === 'us' ? 'USD' : 'GBP',
      variantIds: new Set(
        REQUIRED_PRODUCTS.flatMap(({ handle, variants }) => variants.map(({ title }) => idOf(handle, title))),
      ),
    },
  })),
  delivery: {
    locationIds: ['workshop'],
    profiles: (['free', 'paid'] as const).map((kind) => ({
      id: kind,
      name: DELIVERY_PROFILES[kind],
      groupId: 'group',
      zones: DELIVERY_ZONES.map(({ name, countries, market }) => ({
        id: name,
        countries: countries.map(({ code }) => code),
        rates: [{ units: 0, from: kind === 'free' ? null : toMinorUnits(freeShippingFrom(market)) }],
      })),
    })),
  },
  webhooks: WEBHOOK_TOPICS.map((topic) => ({
    topic: topicName(topic),
    address: ORIGIN + webhookPath(topic),
    format: 'JSON',
  })),
}

function compare(changes: Partial<StoreState> = {}, options: Partial<ComparisonOptions> = {}) {
  return compareStore({ ...COMPLETE, ...changes }, { origin: ORIGIN, ...options })
}

/** The shop with one product changed, or without it. */
function withProduct(handle: string, changes: Partial<StoredProduct> | null): Partial<StoreState> {
  const products = new Map(COMPLETE.products)
  const product = products.get(handle)
  if (product === undefined) throw new Error(`no ${handle}`)
  if (changes === null) products.delete(handle)
  else products.set(handle, { ...product, ...changes })
  return { products }
}

const idsOf = (findings: readonly StoreFinding[]) => findings.map(({ id }) => id)
/** What set-up will do, in the words of its plan; null where only a person can. */
const planOf = (findings: readonly StoreFinding[]) => findings.map(({ step }) => step?.words ?? null)

const { markets, delivery, webhooks } = COMPLETE
const [us, uk] = markets ?? []
const [free, paid] = delivery?.profiles ?? []
if (!us || !uk || !free || !paid || !delivery) throw new Error('incomplete')

describe('a shop', () => {
  it('that lacks nothing has no findings', () => {
    expect(compare()).toEqual([])
  })

  it('whose parts may not be read is compared in the others', () => {
    expect(compare({ markets: null, delivery: null })).toEqual([])
  })

  it('that has nothing yet gets the whole plan at once', () => {
    const nothing = {
      products: new Map(),
      markets: [us],
      webhooks: [],
      delivery: { ...delivery, profiles: [] },
    }
    const found = compare(nothing)
    const products = REQUIRED_PRODUCTS.map(({ handle }) => `product:${handle}`)
    expect(idsOf(found)).toEqual([
      ...products,
      ...['market:uk', 'prices:uk:list', 'prices:uk'],
      ...['delivery:free', 'delivery:free:variants', 'delivery:paid', 'delivery:paid:variants'],
      ...WEBHOOK_TOPICS.map((topic) => `webhook:${topic}`),
      ...products.map((id) => `${id}:channel`),
    ])
    expect(planOf(found)).not.toContain(null)
  })
})

describe('a product', () => {
  const wand = COMPLETE.products.get('magic-wand')
  it.each<[string, Partial<StoredProduct> | null, string, boolean]>([
    ['that is missing', null, 'product:magic-wand', true],
    ['of another kind at its handle', { title: 'Hose' }, 'product:magic-wand:taken', false],
    ['that lacks a tag', { tags: ['market: us', 'wands'] }, 'product:magic-wand:tags', true],
    ['that lacks variants', { variants: wand?.variants.slice(1) ?? [] }, 'product:magic-wand:variants', true],
    [
      'that lacks variants and has two options',
      { variants: wand?.variants.slice(1) ?? [], optionNames: ['Style', 'Size'] },
      'product:magic-wand:variants',
      false,
    ],
    [
      'that is the owner’s own and incomplete',
      { isMarked: false, tags: [] },
      'product:magic-wand:own',
      false,
    ],
    ['that is a draft', { status: 'DRAFT' }, 'product:magic-wand:status', false],
    ['without a picture', { hasPicture: false }, 'product:magic-wand:picture', false],
    ['in no channel of a storefront', { channelIds: ['online'] }, 'product:magic-wand:channel', true],
  ])('%s is found', (_, changes, id, hasStep) => {
    const [first, ...others] = compare(withProduct('magic-wand', changes)).filter(
      (finding) => !/^(?:prices|delivery):/.test(finding.id),
    )
    expect([first?.id, first?.step !== null]).toEqual([id, hasStep])
    expect(others.filter((other) => other.id !== 'product:magic-wand:channel')).toEqual([])
  })

  it('of the owner’s own that lacks nothing counts as the shop’s', () => {
    expect(compare(withProduct('magic-wand', { isMarked: false }))).toEqual([])
  })

  it('of the owner’s own is changed when the owner says so, and marked', () => {
    const changes = withProduct('magic-wand', {
      isMarked: false,
      tags: ['market: us', 'market: uk', 'wands'],
    })
    expect(planOf(compare(changes, { adopted: ['magic-wand'] }))).toEqual([
      'Mark your product “Magic Wand” (magic-wand) as one that set-up may change',
      'Add to “Magic Wand” (magic-wand) the tags warehouse-item',
    ])
  })

  it('that is sold out harms, and stops nothing', () => {
    const variants = wand?.variants.map((variant) => ({ ...variant, availableForSale: false })) ?? []
    expect(compare(withProduct('magic-wand', { variants }))).toMatchObject([
      { id: 'product:magic-wand:stock', weight: 'harms', step: null },
    ])
  })

  it('of merch that is missing stops nothing', () => {
    expect(
      compare(withProduct('keyhole-tote', null)).find(({ id }) => id === 'product:keyhole-tote')?.weight,
    ).toBe('harms')
  })
})

describe('a market', () => {
  it('that is missing is made, unless its countries are sold to in another currency', () => {
    expect(planOf(compare({ markets: [us] }))).toEqual([
      'Create a market for the UK and EU in GBP',
      'Create a price list in GBP for the UK and EU',
      'Set the prices of 66 variants in GBP',
    ])
    const euros = (code: string) => ({ code, currency: 'EUR' })
    const europe = { ...uk, name: 'Europe', countries: [euros('DE'), euros('FR')] }
    expect(compare({ markets: [us, europe] })).toMatchObject([
      { id: 'market:uk:currency:Europe', step: null, message: expect.stringContaining('in EUR') },
    ])
    const draft = { ...europe, isActive: false }
    expect(compare({ markets: [us, uk, draft] })).toEqual([])
  })

  it('may be several that hold all countries together, each with its prices', () => {
    const [britain, ...others] = uk.countries
    if (!britain) throw new Error('no Britain')
    const both = [
      { ...uk, id: 'gb', countries: [britain] },
      { ...uk, id: 'eu', countries: others },
    ]
    expect(compare({ markets: [us, ...both] })).toEqual([])
    const unpriced = both.map((one) => (one.id === 'eu' ? { ...one, priceList: null } : one))
    expect(idsOf(compare({ markets: [us, ...unpriced] }))).toEqual(['prices:uk:list', 'prices:uk'])
    expect(idsOf(compare({ markets: [us, ...both.slice(0, 1)] }))[0]).toBe('market:uk')
  })

  it('needs a price of every variant in its currency, unless that is the shop’s own', () => {
    const list = { id: 'uk', currency: 'GBP', variantIds: new Set<string>() }
    expect(compare({ markets: [us, { ...uk, priceList: list }] })).toMatchObject([
      { id: 'prices:uk', message: expect.stringMatching(/^66 variants have no fixed price in GBP/) },
    ])
    expect(compare({ markets: [{ ...us, priceList: null }, uk] })).toEqual([])
    const euros = { ...list, currency: 'EUR' }
    expect(compare({ markets: [us, { ...uk, priceList: euros }] })).toMatchObject([
      { id: 'prices:uk:currency:uk', step: null },
    ])
  })
})

describe('delivery', () => {
  const zonesWith = (rates: { units: number; from: number | null }[]) =>
    paid.zones.map((zone) => ({ ...zone, rates }))
  it.each([
    ['only a rate', [{ units: 500, from: null }], true],
    ['free shipping from exactly the limit', [{ units: 0, from: 9000 }], false],
    ['free shipping from a higher total', [{ units: 0, from: 10_000 }], true],
    ['free shipping for all', [{ units: 0, from: null }], false],
  ])('with %s lacks free shipping over the limit: %s', (_, rates, lacks) => {
    const profiles = [free, { ...paid, zones: zonesWith(rates) }]
    const expected = lacks ? ['delivery:paid:zones'] : []
    expect(idsOf(compare({ delivery: { ...delivery, profiles } }))).toEqual(expected)
  })

  it('of gifts that are in no free profile stops the opening', () => {
    const vol2 = COMPLETE.products.get('vol-ii-magical-you-pre-order')
    const variants = vol2?.variants.map((variant) => ({ ...variant, profileId: 'general' })) ?? []
    const found = compare(withProduct('vol-ii-magical-you-pre-order', { variants }))
    expect(found.map(({ id, weight }) => [id, weight])).toEqual([
      ['delivery:free:variants', 'stops'],
      ['delivery:paid:variants', 'harms'],
    ])
  })

  it('needs a place to send from', () => {
    expect(compare({ delivery: { locationIds: [], profiles: [] } })).toMatchObject([
      { id: 'delivery:location', step: null },
    ])
  })
})

describe('a webhook', () => {
  it('to another address is not one to this shop', () => {
    const elsewhere = webhooks.map((webhook) => ({ ...webhook, address: 'https://old.example/hook' }))
    const found = compare({ webhooks: elsewhere })
    expect(found[0]?.message).toBe(
      'No webhook orders/create is sent to https://shop.example/webhooks/orders-create (only https://old.example/hook): what becomes of its gifts follows up to ten minutes later.',
    )
    expect(planOf(found)[0]).toBe('Subscribe to orders/create at https://shop.example/webhooks/orders-create')
  })

  it('in XML is named, and is not compared while the shop has no address', () => {
    const xml = webhooks.map((webhook) => ({ ...webhook, format: 'XML' }))
    expect(compare({ webhooks: xml }).every(({ id, step }) => id.endsWith(':format') && step === null)).toBe(
      true,
    )
    expect(compare({ webhooks: [] }, { origin: null })).toEqual([])
  })
})
