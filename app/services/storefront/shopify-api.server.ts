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
