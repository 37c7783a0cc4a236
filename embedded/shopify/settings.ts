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
  STOREFRONT_SCOPES,
  topicName,
  WEBHOOK_FIELDS,
  WEBHOOK_TOPICS,
  webhookPath,
} from '#app/models/store-requirements.ts'
import { SHOPIFY_API_VERSION } from '#app/services/storefront/shopify-api.server.ts'
import type { StoreProduct } from './catalogue.ts'
import type { Database } from './database.ts'
import { BASE_CURRENCY, PRIMARY_COUNTRY } from './regions.ts'

/** What a shop has beside its products: as JSON in the database, changed by the Admin API. */

export type MarketEntry = {
  readonly id: string
  readonly name: string
  status: 'ACTIVE' | 'DRAFT'
  countries: string[]
  currency: string
  /** Whether each country is shown its own currency instead. */
  localCurrencies: boolean
}
export type PriceListEntry = {
  readonly id: string
  readonly name: string
  readonly currency: CurrencyCode
  readonly catalogId: string | null
  /** Ids of the variants whose price it fixes; the price stands with the variant. */
  readonly fixed: string[]
}
type RateEntry = { readonly name: string; readonly cents: number; readonly fromCents: number | null }
export type ProfileEntry = {
  readonly id: string
  readonly name: string
  /** Whether it has the variants that are in no other. */
  readonly isDefault: boolean
  /** `countries`: ISO 3166 codes; `*` for every other country. */
  readonly zones: {
    readonly name: string
    readonly countries: string[]
    readonly rates: readonly RateEntry[]
  }[]
  variantIds: string[]
}
export type Subscription = {
  readonly id: string
  readonly topic: string
  /** Whole, or a path of the shop itself. */
  readonly address: string
  readonly includeFields: readonly string[]
}

export type Settings = {
  lastId: number
  /** Sales channels, by the handle of the app that each belongs to. */
  readonly channels: { readonly id: string; readonly app: string }[]
  readonly markets: MarketEntry[]
  readonly catalogs: { readonly id: string; readonly marketIds: readonly string[] }[]
  readonly priceLists: PriceListEntry[]
  readonly profiles: ProfileEntry[]
  readonly locationIds: string[]
  subscriptions: readonly Subscription[]
  /** Ids of channels, by product. */
  readonly published: Record<string, string[]>
  /** Units that a variant had when it was made; without an entry its stock is not tracked. */
  readonly stock: Record<string, number>
}

/** An id that nothing of the shop has had. */
export function nextId(settings: Settings, type: string): string {
  settings.lastId += 1
  return `gid://shopify/${type}/${settings.lastId}`
}

/** As Shopify opens a shop: its own market, a flat rate for everything, an online store, and a headless storefront. */
export function newSettings(): Settings {
  const rates = [{ name: 'Standard', cents: 1290, fromCents: null }]
  const zones = [
    { name: 'Domestic', countries: [PRIMARY_COUNTRY], rates },
    { name: 'Abroad', countries: ['*'], rates },
  ]
  return {
    // Above the ids of the seeded products, as lists are in the order of ids.
    lastId: 8_600_000_000_100,
    channels: [
      { id: 'gid://shopify/Publication/85100000001', app: 'online_store' },
      { id: 'gid://shopify/Publication/85100000002', app: 'headless' },
    ],
    markets: [
      {
        id: 'gid://shopify/Market/86000000001',
        name: 'United States',
        status: 'ACTIVE',
        countries: [PRIMARY_COUNTRY],
        currency: BASE_CURRENCY,
        localCurrencies: false,
      },
    ],
    catalogs: [],
    priceLists: [],
    profiles: [
      {
        id: 'gid://shopify/DeliveryProfile/86000000002',
        name: 'General profile',
        isDefault: true,
        zones,
        variantIds: [],
      },
    ],
    locationIds: ['gid://shopify/Location/86000000006'],
    subscriptions: [],
    published: {},
    stock: {},
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
    settings.markets.push({ id, name, status: 'ACTIVE', countries, currency, localCurrencies: false })
    settings.catalogs.push({ id: catalogId, marketIds: [id] })
    const fixed = variants.map(({ variant }) => variant.id)
    settings.priceLists.push({ id: nextId(settings, 'PriceList'), name, currency, catalogId, fixed })
  }
  const zonesOf = (ratesOf: (zone: DeliveryZone) => RateEntry[]) =>
    DELIVERY_ZONES.map((zone) => {
      return { name: zone.name, countries: zone.countries.map(({ code }) => code), rates: ratesOf(zone) }
    })
  const paid = zonesOf(({ rate, market }) => [
    { name: 'Tracked', cents: toMinorUnits(rate), fromCents: null },
    { name: 'Free', cents: 0, fromCents: toMinorUnits(freeShippingFrom(market)) },
  ])
  const free = {
    id: nextId(settings, 'DeliveryProfile'),
    name: DELIVERY_PROFILES.free,
    isDefault: false,
    zones: zonesOf(() => [{ name: 'Free', cents: 0, fromCents: null }]),
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
export function profileOfVariant({ profiles }: Settings, variantId: string): ProfileEntry | undefined {
  const own = profiles.find(({ variantIds }) => variantIds.includes(variantId))
  return own ?? profiles.find(({ isDefault }) => isDefault)
}

/** What may be otherwise with a shop of Shopify's: tests of set-up and of the check-up switch one on at a time. */
export function createSwitches() {
  return {
    /** What the tokens may do. */
    scopes: {
      admin: [...ADMIN_SCOPES, ...SETUP_SCOPES] as string[],
      storefront: [...STOREFRONT_SCOPES] as string[],
    },
    /** The oldest version that is still answered; an older one is answered with it. */
    oldestVersion: SHOPIFY_API_VERSION as string,
    /** Where every request is redirected to. */
    redirectTo: null as string | null,
    /** Whether visitors of the store and its checkout have to enter a password first. */
    hasPassword: false,
    /** The origin of the store's primary domain, which the checkout is at; its own without it. */
    primaryDomain: null as string | null,
    /** Whether the shop can sell in other currencies than its own. */
    hasPayments: true,
    /** Whether the app may see customers: without it, Shopify subscribes it to no orders. */
    maySeeCustomers: true,
    /** Why the app's id and secret are given no token: `app_not_installed` or `shop_not_permitted`. */
    refusesApp: null as string | null,
  }
}

export type Switches = ReturnType<typeof createSwitches>
