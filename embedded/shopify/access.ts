import {
  ADMIN_SCOPES,
  missingScopes,
  SETUP_SCOPES,
  STOREFRONT_SCOPES,
} from '#app/models/store-requirements.ts'
import type { ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'

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
  [/^Mutation\.(product|catalog|priceList|tags|metafields)/, 'write_products'],
]
const STOREFRONT_FIELD_SCOPES: typeof FIELD_SCOPES = [
  [/^QueryRoot\.(products|productByHandle|nodes)$/, 'unauthenticated_read_product_listings'],
  [/^Product\.tags$/, 'unauthenticated_read_product_tags'],
  [/^QueryRoot\.cart$/, 'unauthenticated_read_checkouts'],
  [/^Mutation\.cart/, 'unauthenticated_write_checkouts'],
]

/** What a token may do, by API; tests take scopes away. */
export type Scopes = Record<ShopifyApi, string[]>

export const allScopes = (): Scopes => ({
  admin: [...ADMIN_SCOPES, ...SETUP_SCOPES],
  storefront: [...STOREFRONT_SCOPES],
})

/** The scope that a field needs and the token lacks; null when it may be read. @param field such as `Product.tags` */
export function missingScope(api: ShopifyApi, field: string, scopes: Scopes): string | null {
  const rules = api === 'admin' ? FIELD_SCOPES : STOREFRONT_FIELD_SCOPES
  const scope = rules.find(([pattern]) => pattern.test(field))?.[1]
  return scope && missingScopes(scopes[api], [scope]).length > 0 ? scope : null
}
