import { MARKET_IDS, MARKETS, shippingCountries } from '#app/models/market.ts'
import { toMinorUnits } from '#app/models/money.ts'
import { isGiftOrUpgrade } from '#app/models/store-products.ts'
import { DELIVERY_PROFILES, DELIVERY_ZONES, freeShippingFrom } from '#app/models/store-requirements.ts'
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
type CatalogEntry = { readonly id: string; readonly title: string; readonly marketIds: readonly string[] }
export type PriceListEntry = {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly catalogId: string | null
  /** Ids of the variants whose price it fixes; the price stands with the variant. */
  readonly fixed: string[]
}
export type RateEntry = { readonly name: string; readonly cents: number; readonly fromCents: number | null }
type ZoneEntry = {
  readonly id: string
  readonly name: string
  /** ISO 3166 codes; `*` for every other country. */
  countries: string[]
  readonly rates: RateEntry[]
}
export type ProfileEntry = {
  readonly id: string
  readonly name: string
  /** Whether it has the variants that are in no other. */
  readonly isDefault: boolean
  readonly zones: ZoneEntry[]
  variantIds: string[]
}

export type Settings = {
  lastId: number
  /** Sales channels, by the handle of the app that each belongs to. */
  readonly channels: { readonly id: string; readonly title: string; readonly app: string }[]
  readonly markets: MarketEntry[]
  readonly catalogs: CatalogEntry[]
  readonly priceLists: PriceListEntry[]
  readonly profiles: ProfileEntry[]
  readonly locationIds: string[]
  /** Where webhooks are sent to, and with which fields; null for those of every topic to the shop itself. */
  subscriptions:
    | {
        readonly id: string
        readonly topic: string
        readonly address: string
        readonly includeFields: readonly string[]
      }[]
    | null
  /** Ids of channels, by product. */
  readonly published: Record<string, string[]>
  /** Units left, by variant; without an entry its stock is not tracked. */
  readonly stock: Record<string, number>
}

/** An id that nothing of the shop has had. */
export function nextId(settings: Settings, type: string): string {
  settings.lastId += 1
  return `gid://shopify/${type}/${settings.lastId}`
}

/** As Shopify opens a shop: its own market, a flat rate for everything, an online store, and a headless storefront. */
export function newSettings(): Settings {
  const zone = (id: number, name: string, countries: string[]): ZoneEntry => ({
    id: `gid://shopify/DeliveryZone/${id}`,
    name,
    countries,
    rates: [{ name: 'Standard', cents: 1290, fromCents: null }],
  })
  return {
    // Above the ids of the seeded products, as lists are in the order of ids.
    lastId: 8_600_000_000_100,
    channels: [
      { id: 'gid://shopify/Publication/85100000001', title: 'Online Store', app: 'online_store' },
      { id: 'gid://shopify/Publication/85100000002', title: 'Wizard Box storefront', app: 'headless' },
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
        zones: [zone(86_000_000_004, 'Domestic', [PRIMARY_COUNTRY]), zone(86_000_000_005, 'Abroad', ['*'])],
        variantIds: [],
      },
    ],
    locationIds: ['gid://shopify/Location/86000000006'],
    subscriptions: [],
    published: {},
    stock: {},
  }
}

/** As set-up leaves a shop with these products. @param stock units of the variants whose stock is tracked, by id */
export function completeSettings(products: readonly StoreProduct[], stock: Settings['stock']): Settings {
  const settings = { ...newSettings(), stock: { ...stock } }
  const { channels, markets, catalogs, priceLists, profiles, published } = settings
  const variants = products.flatMap((product) => product.variants.map((variant) => ({ product, variant })))
  for (const market of MARKET_IDS) {
    const { currencyCode, shipsTo } = MARKETS[market]
    if (currencyCode === BASE_CURRENCY) continue
    const [id, catalogId] = [nextId(settings, 'Market'), nextId(settings, 'MarketCatalog')]
    const countries = shippingCountries(market).map(({ code }) => code)
    markets.push({
      id,
      name: shipsTo,
      status: 'ACTIVE',
      countries,
      currency: currencyCode,
      localCurrencies: false,
    })
    catalogs.push({ id: catalogId, title: shipsTo, marketIds: [id] })
    priceLists.push({
      id: nextId(settings, 'PriceList'),
      name: shipsTo,
      currency: currencyCode,
      catalogId,
      fixed: variants.map(({ variant }) => variant.id),
    })
  }
  const zonesOf = (ratesOf: (zone: (typeof DELIVERY_ZONES)[number]) => RateEntry[]) =>
    DELIVERY_ZONES.map((zone) => ({
      id: nextId(settings, 'DeliveryZone'),
      name: zone.name,
      countries: zone.countries.map(({ code }) => code),
      rates: ratesOf(zone),
    }))
  const [general] = profiles
  general?.zones.splice(
    0,
    Number.POSITIVE_INFINITY,
    ...zonesOf(({ rate, market }) => [
      { name: 'Tracked', cents: toMinorUnits(rate), fromCents: null },
      { name: 'Free', cents: 0, fromCents: toMinorUnits(freeShippingFrom(market)) },
    ]),
  )
  profiles.push({
    id: nextId(settings, 'DeliveryProfile'),
    name: DELIVERY_PROFILES.free,
    isDefault: false,
    zones: zonesOf(() => [{ name: 'Free', cents: 0, fromCents: null }]),
    variantIds: variants
      .filter(({ product, variant }) => isGiftOrUpgrade(product, variant))
      .map(({ variant }) => variant.id),
  })
  for (const { id } of products) published[id] = channels.map((channel) => channel.id)
  settings.subscriptions = null
  return settings
}

/**
 * The stored settings, and how they are stored again.
 * @param fresh those of a shop that has stored none, and what stored ones of an earlier version lack
 */
export function loadSettings(db: Database, fresh: Settings) {
  const row = db.prepare('select record from settings').get()
  const stored: Partial<Settings> = row ? JSON.parse(String(row.record)) : {}
  const settings = { ...fresh, ...stored, published: { ...fresh.published, ...stored.published } }
  const replace = db.prepare('insert or replace into settings (id, record) values (1, ?)')
  return { settings, save: (): void => void replace.run(JSON.stringify(settings)) }
}

/** What the countries of all active markets are shown: their currency, or their market's. */
export function soldTo({ markets }: Pick<Settings, 'markets'>) {
  const own = (country: string) =>
    MARKET_IDS.map((market) => MARKETS[market]).find(({ countryCode }) => countryCode === country)
  return markets
    .filter(({ status }) => status === 'ACTIVE')
    .flatMap(({ countries, currency, localCurrencies }) =>
      countries.map((isoCode) => ({
        isoCode,
        currency: { isoCode: localCurrencies ? (own(isoCode)?.currencyCode ?? 'EUR') : currency },
      })),
    )
}

/** The delivery profile of a variant: the shop's general one, unless it was put into another. */
export function profileOfVariant({ profiles }: Settings, variantId: string): ProfileEntry | null {
  const own = profiles.find(({ variantIds }) => variantIds.includes(variantId))
  return own ?? profiles.find(({ isDefault }) => isDefault) ?? null
}
