import { MARKET_IDS, MARKETS, shippingCountries } from '#app/models/market.ts'
import { type CurrencyCode, toMinorUnits } from '#app/models/money.ts'
import { isGiftOrUpgrade } from '#app/models/store-products.ts'
import {
  ADMIN_SCOPES,
  DELIVERY_PROFILES,
  DELIVERY_ZONES,
  type DeliveryZone,
  freeShippingFrom,
  SETUP_SCOPES,
  topicName,
  WEBHOOK_FIELDS,
  WEBHOOK_TOPICS,
  webhookPath,
} from '#app/models/store-requirements.ts'
import type { StoreProduct } from './catalogue.ts'
import type { Database } from './database.ts'
import { BASE_CURRENCY, PRIMARY_COUNTRY } from './regions.ts'

/** What a shop has beside its products: as JSON in the database, changed by the Admin API. */
export type Settings = ReturnType<typeof newSettings>
export type Market = Settings['markets'][number]
export type DeliveryProfile = Settings['profiles'][number]
type Rate = DeliveryProfile['zones'][number]['rates'][number]

/** An id that nothing of the shop has had. */
export function nextId(settings: Settings, type: string): string {
  settings.lastId += 1
  return `gid://shopify/${type}/${settings.lastId}`
}

/** As Shopify opens a shop: its own market, a flat rate for everything, an online store, and a headless storefront. */
export function newSettings() {
  /** In minor units; `fromCents`: the total from which it is offered. */
  const rates = [{ cents: 1290, fromCents: null as number | null }]
  return {
    // Above the ids of the seeded products, as lists are in the order of ids.
    lastId: 8_600_000_000_100,
    /** Sales channels, by the handle of the app that each belongs to. */
    channels: [
      { id: 'gid://shopify/Publication/85100000001', app: 'online_store' },
      { id: 'gid://shopify/Publication/85100000002', app: 'headless' },
    ],
    markets: [
      {
        id: 'gid://shopify/Market/86000000001',
        name: 'United States',
        status: 'ACTIVE' as 'ACTIVE' | 'DRAFT',
        countries: [PRIMARY_COUNTRY] as string[],
        currency: BASE_CURRENCY as string,
      },
    ],
    catalogs: [] as { id: string; marketIds: readonly string[] }[],
    /** `fixed`: ids of the variants whose price it fixes; the price stands with the variant. */
    priceLists: [] as {
      id: string
      currency: CurrencyCode
      catalogId: string | null
      fixed: string[]
    }[],
    /** The first one has the variants that are in no other. */
    profiles: [
      {
        id: 'gid://shopify/DeliveryProfile/86000000002',
        name: 'General profile',
        /** `countries`: ISO 3166 codes; `*` for every other country. */
        zones: [
          { name: 'Domestic', countries: [PRIMARY_COUNTRY] as string[], rates },
          { name: 'Abroad', countries: ['*'], rates },
        ],
        variantIds: [] as string[],
      },
    ],
    locationIds: ['gid://shopify/Location/86000000006'],
    /** `address`: whole, or a path of the shop itself. */
    subscriptions: [] as { id: string; topic: string; address: string; includeFields: readonly string[] }[],
    /** Ids of channels, by product. */
    published: {} as Record<string, string[]>,
    /** Units that a variant had when it was made; without an entry its stock is not tracked. */
    stock: {} as Record<string, number>,
  }
}

/** As set-up leaves a shop with these products, but for their stock, which is not tracked. */
export function completeSettings(products: readonly StoreProduct[]): Settings {
  const settings = newSettings()
  const variants = products.flatMap((product) => product.variants.map((variant) => ({ product, variant })))
  for (const market of MARKET_IDS) {
    const { currencyCode: currency, shipsTo: name } = MARKETS[market]
    if (currency === BASE_CURRENCY) continue
    const [id, catalogId] = [nextId(settings, 'Market'), nextId(settings, 'MarketCatalog')]
    const countries = shippingCountries(market).map(({ code }) => code)
    settings.markets.push({ id, name, status: 'ACTIVE', countries, currency })
    settings.catalogs.push({ id: catalogId, marketIds: [id] })
    const fixed = variants.map(({ variant }) => variant.id)
    settings.priceLists.push({ id: nextId(settings, 'PriceList'), currency, catalogId, fixed })
  }
  const zonesOf = (ratesOf: (zone: DeliveryZone) => Rate[]) =>
    DELIVERY_ZONES.map((zone) => {
      return { name: zone.name, countries: zone.countries.map(({ code }) => code), rates: ratesOf(zone) }
    })
  const paid = zonesOf(({ rate, market }) => [
    { cents: toMinorUnits(rate), fromCents: null },
    { cents: 0, fromCents: toMinorUnits(freeShippingFrom(market)) },
  ])
  const free = {
    id: nextId(settings, 'DeliveryProfile'),
    name: DELIVERY_PROFILES.free,
    zones: zonesOf(() => [{ cents: 0, fromCents: null }]),
    variantIds: variants
      .filter(({ product, variant }) => isGiftOrUpgrade(product, variant))
      .map(({ variant }) => variant.id),
  }
  const channelIds = settings.channels.map(({ id }) => id)
  return {
    ...settings,
    profiles: [...settings.profiles.map((profile) => ({ ...profile, zones: paid })), free],
    published: Object.fromEntries(products.map(({ id }) => [id, channelIds])),
    subscriptions: WEBHOOK_TOPICS.map((topic, index) => ({
      id: `gid://shopify/WebhookSubscription/${85_000_000_001 + index}`,
      topic: topicName(topic),
      address: webhookPath(topic),
      includeFields: WEBHOOK_FIELDS[topic],
    })),
  }
}

/**
 * The stored settings, and how they are stored again.
 * @param fresh those of a shop that has stored none, and what stored ones of an earlier version lack
 */
export function loadSettings(db: Database, fresh: Settings) {
  const row = db.prepare('select record from settings').get()
  const stored: Partial<Settings> = row ? JSON.parse(String(row.record)) : {}
  const settings: Settings = {
    ...fresh,
    ...stored,
    published: { ...fresh.published, ...stored.published },
    subscriptions: stored.subscriptions ?? fresh.subscriptions,
  }
  const replace = db.prepare('insert or replace into settings (id, record) values (1, ?)')
  return { settings, save: (): void => void replace.run(JSON.stringify(settings)) }
}

/** The delivery profile of a variant: the shop's general one, unless it was put into another. */
export function profileOfVariant({ profiles }: Settings, variantId: string): DeliveryProfile | undefined {
  const own = profiles.find(({ variantIds }) => variantIds.includes(variantId))
  return own ?? profiles[0]
}

/** What may be otherwise with a shop of Shopify's: tests of set-up and of the check-up switch one on at a time. */
export function createSwitches() {
  return {
    /** What the token of the Admin API may do. */
    adminScopes: [...ADMIN_SCOPES, ...SETUP_SCOPES] as string[],
    /** The origin of the store's primary domain, which the checkout is at; its own without it. */
    primaryDomain: null as string | null,
    /** Whether the shop can sell in other currencies than its own. */
    hasPayments: true,
    /** Whether the app may see customers: without it, Shopify subscribes it to no orders. */
    maySeeCustomers: true,
  }
}

export type Switches = ReturnType<typeof createSwitches>
