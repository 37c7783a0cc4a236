/** Every operation of the Admin API that set-up sends. Tests validate each against Shopify's published schemas. */

export const READ_ACCESS = `query ReadAccess {
  shop { currencyCode primaryDomain { url } }
  currentAppInstallation { accessScopes { handle } }
}`

export const READ_STORE = `query ReadStore($withDelivery: Boolean!, $withMarkets: Boolean!) {
  currentAppInstallation { publication { id } }
  publications(first: 20) {
    nodes { id catalog { ... on AppCatalog { apps(first: 5) { nodes { handle title } } } } }
  }
  webhookSubscriptions(first: 100) { nodes { topic callbackUrl } }
  locationsAvailableForDeliveryProfilesConnection(first: 50) @include(if: $withDelivery) { nodes { id } }
  deliveryProfiles(first: 100) @include(if: $withDelivery) { nodes { id name } }
  markets(first: 50, type: REGION) @include(if: $withMarkets) { nodes { id } }
}`

/** More variants than a product of this shop has. */
export const READ_PRODUCT = `query ReadProduct($handle: String!, $withDelivery: Boolean!) {
  productByIdentifier(identifier: { handle: $handle }) {
    id handle title tags status
    resourcePublicationsV2(first: 20, onlyPublished: false) { nodes { publication { id } } }
    variants(first: 100) {
      nodes { id title inventoryItem { tracked } deliveryProfile @include(if: $withDelivery) { id } }
    }
  }
}`

export const READ_MARKET = `query ReadMarket($id: ID!) {
  market(id: $id) {
    id name status
    conditions {
      regionsCondition { regions(first: 250) { nodes { ... on MarketRegionCountry { code currency { currencyCode } } } } }
    }
    catalogs(first: 10) { nodes { id status priceList { id currency } } }
  }
}`

export const READ_FIXED_PRICES = `query ReadFixedPrices($id: ID!, $after: String) {
  priceList(id: $id) {
    prices(first: 200, originType: FIXED, after: $after) {
      nodes { variant { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

export const STAGE_UPLOADS = `mutation StageUploads($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) {
    stagedTargets { url resourceUrl parameters { name value } }
    userErrors { field message }
  }
}`

/** A change that answers with errors only. @param types of its arguments */
function change(field: string, types: Readonly<Record<string, string>>, constants = ''): string {
  const names = Object.keys(types)
  const variables = names.map((name) => `$${name}: ${types[name]}`)
  const values = names.map((name) => `${name}: $${name}`)
  const operation = field.charAt(0).toUpperCase() + field.slice(1)
  return `mutation ${operation}(${variables}) { ${field}(${values}${constants}) { userErrors { field message } } }`
}

export const SET_PRODUCT = change('productSet', { input: 'ProductSetInput!' }, ', synchronous: true')
export const PUBLISH = change('publishablePublish', { id: 'ID!', input: '[PublicationInput!]!' })
export const CREATE_MARKET = change('marketCreate', { input: 'MarketCreateInput!' })
export const CREATE_CATALOG = change('catalogCreate', { input: 'CatalogCreateInput!' })
export const CREATE_PRICE_LIST = change('priceListCreate', { input: 'PriceListCreateInput!' })
const PRICES = { priceListId: 'ID!', prices: '[PriceListPriceInput!]!' }
export const FIX_PRICES = change('priceListFixedPricesAdd', PRICES)
export const CREATE_PROFILE = change('deliveryProfileCreate', { profile: 'DeliveryProfileInput!' })
export const UPDATE_PROFILE = change('deliveryProfileUpdate', { id: 'ID!', profile: 'DeliveryProfileInput!' })
