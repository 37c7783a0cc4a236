import { MARKET_IDS, MARKETS, type Market } from './market.ts'
import { fromMinorUnits, listPrice, type Money } from './money.ts'

/**
 * What the shop needs of a Shopify shop beside its products (`store-products.ts`): permissions, webhooks, markets and
 * delivery. Set-up creates it, the check looks for it, and the stand-in refuses what lacks it.
 */

/** What the Storefront API's token must be allowed. Without the tags no product belongs to a market. */
export const STOREFRONT_SCOPES = [
  'unauthenticated_read_product_listings',
  'unauthenticated_read_product_tags',
  'unauthenticated_read_checkouts',
  'unauthenticated_write_checkouts',
] as const

/** What the running shop's Admin API token must be allowed. `write_…` includes `read_…`. */
export const ADMIN_SCOPES = [
  'write_products',
  'write_discounts',
  'write_publications',
  'read_orders',
  'read_inventory',
] as const

/** What set-up needs besides, and the shop does not. */
export const SETUP_SCOPES = [
  'write_inventory',
  'write_markets',
  'write_shipping',
  'read_locations',
  'write_files',
] as const

/** The scopes of a list that a token lacks. A scope `write_x` includes `read_x`. */
export function missingScopes<Scope extends string>(
  granted: readonly string[],
  needed: readonly Scope[],
): Scope[] {
  const has = new Set(granted)
  const isGranted = (scope: string) =>
    has.has(scope) || has.has(scope.replace(/^(unauthenticated_)?read_/, '$1write_'))
  return needed.filter((scope) => !isGranted(scope))
}

const ID = ['id']

/** After what the store rings about an order, which is then read again; with the fields that say which one. */
const ORDER_FIELDS = {
  'orders/create': ID,
  'orders/paid': ID,
  'orders/updated': ID,
  'orders/edited': ['order_edit'],
  'orders/cancelled': ID,
  'refunds/create': ['id', 'order_id'],
}
/** What the store tells the shop about its catalogue: prices, words, pictures, stock. */
const CATALOGUE_FIELDS = {
  'products/update': ID,
  'products/delete': ID,
  'collections/update': ID,
  'inventory_levels/update': ['inventory_item_id'],
}

/** The only fields that the shop reads of a webhook: which order or product it is about. */
export const WEBHOOK_FIELDS = { ...ORDER_FIELDS, ...CATALOGUE_FIELDS }
export type WebhookTopic = keyof typeof WEBHOOK_FIELDS

export const ORDER_TOPICS = Object.keys(ORDER_FIELDS)
export const CATALOGUE_TOPICS = Object.keys(CATALOGUE_FIELDS)
/** The webhooks that the shop receives, all in JSON. */
export const WEBHOOK_TOPICS = Object.keys(WEBHOOK_FIELDS) as WebhookTopic[]

/**
 * What every app must answer: erase a customer, tell what is held of one, erase all. Their addresses are entered in the app's
 * settings; they cannot be subscribed to.
 */
export const PRIVACY_TOPICS = ['customers/redact', 'customers/data_request', 'shop/redact'] as const

/** With this topic the check-up rings the shop from outside, which answers with the address that it takes for the visitor's. */
export const CHECK_UP_TOPIC = 'doctor/check'
export const VISITOR_ADDRESS = 'X-Visitor-Address'

/** Where the shop receives a topic: `/webhooks/orders-paid` for `orders/paid`. Product: 5 Outward addresses */
export function webhookPath(topic: string): string {
  return `/webhooks/${topic.replace(/[/_]/g, '-')}`
}

/** The name of a topic in the Admin API: `orders/paid` is `ORDERS_PAID`. */
export function topicName(topic: WebhookTopic): string {
  return topic.toUpperCase().replace('/', '_')
}

/** With the rate for orders that do not ship free, for a new zone; the owner may change it. */
export const DELIVERY_ZONES = MARKET_IDS.flatMap((market) =>
  MARKETS[market].zones.map(({ rate, ...zone }) => ({ ...zone, market, rate: listPrice(rate, market) })),
)

export type DeliveryZone = (typeof DELIVERY_ZONES)[number]

/** The total from which an order ships free: the smallest one that is over the limit. Spec: 9 Free shipping */
export function freeShippingFrom(market: Market): Money {
  const { freeShippingOver, currencyCode } = MARKETS[market]
  return fromMinorUnits(freeShippingOver * 100 + 1, currencyCode)
}

/** The delivery profiles that set-up makes, so that the shop's other products keep theirs. */
export const DELIVERY_PROFILES = {
  /** Gifts and upgrades ship free. Spec: 2 Cart drawer */
  free: 'Wizard Box gifts and upgrades',
  /** All others: a rate per zone, free over the limit. */
  paid: 'Wizard Box',
} as const

/** The oldest version of Shopify's APIs that addresses may name; tests use it and the newest. Spec: 7 Storefront */
export const SHOPIFY_API_VERSION = '2025-07'

export type ShopifyApi = 'storefront' | 'admin'

const PATHS: Readonly<Record<ShopifyApi, string>> = { storefront: '/api', admin: '/admin/api' }
const VERSION = /\/(\d{4}-\d{2}|unstable)\/graphql\.json$/

/** The path of an API, in the version that the shop is written for. */
export function apiPath(api: ShopifyApi): string {
  return `${PATHS[api]}/${SHOPIFY_API_VERSION}/graphql.json`
}

export function storefrontTokenHeader(isPrivate: boolean): string {
  return isPrivate ? 'Shopify-Storefront-Private-Token' : 'X-Shopify-Storefront-Access-Token'
}

/** The version that an API's address asks for; null when it lacks the API's path or a version. */
export function versionOfAddress(api: ShopifyApi, address: string): string | null {
  const { pathname = '', search = '', hash = '' } = URL.parse(address) ?? {}
  const version = VERSION.exec(pathname)
  if (version === null || search + hash !== '') return null
  return pathname.slice(0, version.index).endsWith(PATHS[api]) ? (version[1] ?? null) : null
}
