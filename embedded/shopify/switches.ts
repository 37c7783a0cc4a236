import {
  ADMIN_SCOPES,
  missingScopes,
  SETUP_SCOPES,
  STOREFRONT_SCOPES,
} from '#app/models/store-requirements.ts'
import { SHOPIFY_API_VERSION, type ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'

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

/** Which scope Shopify asks for, by the fields that the shop uses. Others need none, or that of the field around them. */
const FIELD_SCOPES: readonly (readonly [field: RegExp, scope: string])[] = [
  [/^QueryRoot\.(publications)$|^AppInstallation\.publication$|^Product\.resourcePub/, 'read_publications'],
  [/^QueryRoot\.markets?$/, 'read_markets'],
  [/^QueryRoot\.deliveryProfiles?$|^ProductVariant\.deliveryProfile$/, 'read_shipping'],
  [/^QueryRoot\.locationsAvailable/, 'read_locations'],
  [/^QueryRoot\.orders?$/, 'read_orders'],
  [/^QueryRoot\.codeDiscount/, 'read_discounts'],
  [/^QueryRoot\.(products?|productByIdentifier|priceLists?)$/, 'read_products'],
  [/^Mutation\.marketCreate$/, 'write_markets'],
  [/^Mutation\.delivery/, 'write_shipping'],
  [/^Mutation\.stagedUploads/, 'write_files'],
  [/^Mutation\.publishable/, 'write_publications'],
  [/^Mutation\.discount/, 'write_discounts'],
  [/^Mutation\.(product|catalog|priceList)/, 'write_products'],
]
const STOREFRONT_FIELD_SCOPES: typeof FIELD_SCOPES = [
  [/^QueryRoot\.(products|productByHandle|nodes)$/, 'unauthenticated_read_product_listings'],
  [/^Product\.tags$/, 'unauthenticated_read_product_tags'],
  [/^QueryRoot\.cart$/, 'unauthenticated_read_checkouts'],
  [/^Mutation\.cart/, 'unauthenticated_write_checkouts'],
]

/** The scope that a field needs and the token lacks; null when it may be read. @param field such as `Product.tags` */
export function missingScope(api: ShopifyApi, field: string, scopes: Switches['scopes']): string | null {
  const rules = api === 'admin' ? FIELD_SCOPES : STOREFRONT_FIELD_SCOPES
  const scope = rules.find(([pattern]) => pattern.test(field))?.[1]
  return scope && missingScopes(scopes[api], [scope]).length > 0 ? scope : null
}
