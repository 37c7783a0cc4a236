import { MARKET_IDS, MARKETS, shippingCountries } from '#app/models/market.ts'
import { isGiftOrUpgrade } from '#app/models/store-products.ts'
import {
  ADMIN_SCOPES,
  DELIVERY_PROFILES,
  SETUP_SCOPES,
  topicName,
  WEBHOOK_TOPICS,
  webhookPath,
} from '#app/models/store-requirements.ts'
import type { Company } from '#supabase/functions/_shared/forms/company-facts.ts'
import type { StoreProduct } from './catalogue.ts'
import type { Database } from './database.ts'
import type { StoreLog } from './graphql-server.ts'
import { BASE_CURRENCY, PRIMARY_COUNTRY } from './regions.ts'

export type EmbeddedStoreOptions = {
  readonly dataDir: string
  /** Scheme and host of the shop; known only once the server listens. */
  readonly publicOrigin: () => string
  readonly adminToken: string
  readonly webhookSecret: string
  readonly deliverWebhook: (request: Request) => Promise<Response>
  /**
   * Counts an order. @param email the address that a gift's words are mailed to; null for an order without gifts
   * @returns null when it is allowed, otherwise the seconds to wait; without it, all are
   */
  readonly limitOrder?: (ip: string, email: string | null) => Promise<number | null>
  /** The facts of the company that sells; the defaults without them. */
  readonly company?: () => Promise<Company>
  /** A shop as Shopify opens it: without products, webhooks, other markets and delivery rates. */
  readonly isNew?: boolean
  /** The products of a store that has stored none; without them, those that the shop requires, or none in a new shop. */
  readonly products?: readonly StoreProduct[]
  /** Operations of the Admin API beside its own, such as for the storage of pictures. */
  readonly moreOperations?: object
  readonly log: StoreLog
  readonly now: () => number
}

/** What a shop has beside its products: as JSON in the database, changed by the Admin API. */
export type Settings = ReturnType<typeof newSettings>
/** `priceList`: the one of its catalog, with the ids of the variants whose price it fixes; the price is the variant's. */
export type Market = {
  readonly id: string
  readonly name: string
  readonly status: 'ACTIVE' | 'DRAFT'
  readonly countries: readonly string[]
  readonly currency: string
  catalogId: string | null
  priceList: { readonly id: string; fixed: readonly string[] } | null
}
/** `zones`: as the Admin API was given them. */
type DeliveryProfile = {
  readonly id: string
  readonly name: string
  variantIds: readonly string[]
  readonly zones: readonly unknown[]
}

/** An id that nothing of the shop has had. */
export function nextId(settings: Settings, type: string): string {
  settings.lastId += 1
  return `gid://shopify/${type}/${settings.lastId}`
}

/** As Shopify opens a shop: its own market, delivery for everything, an online store, and a headless storefront. */
export function newSettings() {
  const home: Market = {
    ...{ id: 'gid://shopify/Market/86000000001', name: 'United States', status: 'ACTIVE' },
    ...{ countries: [PRIMARY_COUNTRY], currency: BASE_CURRENCY, catalogId: null, priceList: null },
  }
  const general = { id: 'gid://shopify/DeliveryProfile/86000000002', name: 'General profile' }
  return {
    // Above the ids of the seeded products, as lists are in the order of ids.
    lastId: 8_600_000_000_100,
    /** Sales channels, by the handle of the app that each belongs to. */
    channels: [
      { id: 'gid://shopify/Publication/85100000001', app: 'online_store' },
      { id: 'gid://shopify/Publication/85100000002', app: 'headless' },
    ],
    sellers: [home],
    /** The first one has the variants that are in no other. */
    profiles: [{ ...general, zones: [], variantIds: [] }] as DeliveryProfile[],
    locationIds: ['gid://shopify/Location/86000000006'],
    /** `address`: whole, or a path of the shop itself. */
    subscriptions: [] as { id: string; topic: string; address: string }[],
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
    settings.sellers.push({
      ...{ id: nextId(settings, 'Market'), name, status: 'ACTIVE', currency },
      countries: shippingCountries(market).map(({ code }) => code),
      catalogId: nextId(settings, 'MarketCatalog'),
      priceList: { id: nextId(settings, 'PriceList'), fixed: variants.map(({ variant }) => variant.id) },
    })
  }
  const gifts = variants.filter(({ product, variant }) => isGiftOrUpgrade(product, variant))
  settings.profiles.push({
    ...{ id: nextId(settings, 'DeliveryProfile'), name: DELIVERY_PROFILES.free, zones: [] },
    variantIds: gifts.map(({ variant }) => variant.id),
  })
  const channelIds = settings.channels.map(({ id }) => id)
  settings.published = Object.fromEntries(products.map(({ id }) => [id, channelIds]))
  settings.subscriptions = WEBHOOK_TOPICS.map((topic, index) => ({
    id: `gid://shopify/WebhookSubscription/${85_000_000_001 + index}`,
    topic: topicName(topic),
    address: webhookPath(topic),
  }))
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

/** What may be otherwise with a shop of Shopify's: tests of set-up and of the check-up switch one on at a time. */
export function createSwitches() {
  return {
    /** What the token of the Admin API may do. */
    adminScopes: [...ADMIN_SCOPES, ...SETUP_SCOPES] as string[],
    /** The origin of the store's primary domain, which the checkout is at; its own without it. */
    primaryDomain: null as string | null,
  }
}

export type Switches = ReturnType<typeof createSwitches>
