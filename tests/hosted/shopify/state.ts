import { ADMIN_SCOPES, SETUP_SCOPES, STOREFRONT_SCOPES } from '#app/models/store-requirements.ts'

/** What a Shopify shop holds beside its products, as the double's Admin API changes it. */

type Channel = {
  readonly id: string
  readonly title: string
  /** Handle of the app that it belongs to. */
  readonly app: string
}

export type MarketEntry = {
  readonly id: string
  name: string
  status: 'ACTIVE' | 'DRAFT'
  countries: string[]
  currency: string
  localCurrencies: boolean
}

type CatalogEntry = { readonly id: string; readonly title: string; readonly marketIds: string[] }

type PriceListEntry = {
  readonly id: string
  readonly name: string
  readonly currency: string
  readonly catalogId: string | null
  /** Fixed prices in minor units, by variant. */
  readonly fixed: Map<string, number>
}

export type RateEntry = { readonly name: string; readonly cents: number; readonly fromCents: number | null }
export type ZoneEntry = {
  readonly id: string
  readonly name: string
  countries: string[]
  readonly rates: RateEntry[]
}
export type ProfileEntry = {
  readonly id: string
  readonly name: string
  readonly isDefault: boolean
  readonly groupId: string
  readonly zones: ZoneEntry[]
  readonly variantIds: Set<string>
}

type SubscriptionEntry = {
  readonly id: string
  /** `ORDERS_PAID` */
  readonly topic: string
  readonly address: string
  readonly format: string
}

export type ShopState = {
  readonly channels: Channel[]
  readonly markets: MarketEntry[]
  readonly catalogs: CatalogEntry[]
  readonly priceLists: PriceListEntry[]
  readonly profiles: ProfileEntry[]
  readonly locationIds: string[]
  readonly subscriptions: SubscriptionEntry[]
  /** Channels by product. */
  readonly published: Map<string, Set<string>>
  /** The metafield that set-up marks a product with, by product. */
  readonly marks: Map<string, string>
  /** Files in the storage for uploads, by address; null until they are uploaded. */
  readonly files: Map<string, Uint8Array | null>
  readonly scopes: { admin: string[]; storefront: string[] }
  readonly nextId: (type: string) => string
}

/** A new shop: its own market, a flat rate for everything, an online store, and a headless storefront. */
export function createShopState(): ShopState {
  let last = 86_000_000_000
  const nextId = (type: string) => {
    last += 1
    return `gid://shopify/${type}/${last}`
  }
  const zone = (name: string, countries: string[]): ZoneEntry => ({
    id: nextId('DeliveryZone'),
    name,
    countries,
    rates: [{ name: 'Standard', cents: 1290, fromCents: null }],
  })
  return {
    channels: [
      { id: nextId('Publication'), title: 'Online Store', app: 'online_store' },
      { id: nextId('Publication'), title: 'Wizard Box storefront', app: 'headless' },
    ],
    markets: [
      {
        id: nextId('Market'),
        name: 'United States',
        status: 'ACTIVE',
        countries: ['US'],
        currency: 'USD',
        localCurrencies: false,
      },
    ],
    catalogs: [],
    priceLists: [],
    profiles: [
      {
        id: nextId('DeliveryProfile'),
        name: 'General profile',
        isDefault: true,
        groupId: nextId('DeliveryLocationGroup'),
        zones: [zone('Domestic', ['US']), zone('Abroad', ['*'])],
        variantIds: new Set(),
      },
    ],
    locationIds: [nextId('Location')],
    subscriptions: [],
    published: new Map(),
    marks: new Map(),
    files: new Map(),
    scopes: { admin: [...ADMIN_SCOPES, ...SETUP_SCOPES], storefront: [...STOREFRONT_SCOPES] },
    nextId,
  }
}

/** The active market that sells to a country. */
export function marketOfCountry(state: ShopState, country: string): MarketEntry | null {
  const holds = state.markets.filter(
    ({ status, countries }) => status === 'ACTIVE' && countries.includes(country),
  )
  return holds.at(-1) ?? null
}

const OWN_CURRENCY: Readonly<Record<string, string>> = { US: 'USD', GB: 'GBP' }

/** The countries of all active markets, with the currency that their visitors are shown. */
export function soldTo({ markets }: Pick<ShopState, 'markets'>) {
  return markets
    .filter(({ status }) => status === 'ACTIVE')
    .flatMap(({ countries, currency, localCurrencies }) =>
      countries.map((isoCode) => ({
        isoCode,
        currency: { isoCode: localCurrencies ? (OWN_CURRENCY[isoCode] ?? 'EUR') : currency },
      })),
    )
}

/** The fixed price of a variant in a currency; null where it is converted. */
export function fixedCents(state: ShopState, variantId: string, currency: string): number | null {
  const isUsed = (list: PriceListEntry) => {
    const catalog = state.catalogs.find(({ id }) => id === list.catalogId)
    return state.markets.some(
      (market) => market.status === 'ACTIVE' && catalog?.marketIds.includes(market.id),
    )
  }
  const lists = state.priceLists.filter((list) => list.currency === currency && isUsed(list))
  return lists.map(({ fixed }) => fixed.get(variantId)).find((cents) => cents !== undefined) ?? null
}

/** The profile of a variant: the shop's general one, unless it was put into another. */
export function profileOfVariant({ profiles }: ShopState, variantId: string): ProfileEntry | null {
  const own = profiles.find(({ variantIds }) => variantIds.has(variantId))
  return own ?? profiles.find(({ isDefault }) => isDefault) ?? null
}

/** `orders/paid` for `ORDERS_PAID`, and `inventory_levels/update` for `INVENTORY_LEVELS_UPDATE`. */
export function topicOfName(name: string): string {
  return name.toLowerCase().replace(/_(?=[^_]*$)/, '/')
}
