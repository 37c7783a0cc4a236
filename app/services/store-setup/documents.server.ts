/**
 * All operations of the Admin API that set-up and the check send. A test validates them against Shopify's published
 * schemas, the version that the shop asks for and the newest one.
 */

export const READ_ACCESS = `query StoreAccess {
  shop { currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`

/** More variants than a product of this shop has. */
export const READ_PRODUCT = `query StoreProduct($handle: String!, $withDelivery: Boolean!) {
  productByIdentifier(identifier: { handle: $handle }) {
    id
    handle
    title
    tags
    status
    options(first: 3) { name }
    metafield(namespace: "wizard_box", key: "set_up") { value }
    media(first: 1) { nodes { id } }
    resourcePublicationsV2(first: 20, onlyPublished: false) {
      nodes { publication { id } }
    }
    variants(first: 50) {
      nodes { id title availableForSale deliveryProfile @include(if: $withDelivery) { id } }
    }
  }
}`

export const READ_CHANNELS = `query StoreChannels {
  currentAppInstallation { publication { id } }
  publications(first: 20) {
    nodes { id catalog { title ... on AppCatalog { apps(first: 5) { nodes { handle title } } } } }
  }
}`

export const READ_MARKETS = `query StoreMarkets {
  markets(first: 50, type: REGION) { nodes { id } }
}`

export const READ_MARKET = `query StoreMarket($id: ID!) {
  market(id: $id) {
    id
    name
    status
    conditions {
      regionsCondition { regions(first: 250) { nodes { ... on MarketRegionCountry { code currency { currencyCode } } } } }
    }
    catalogs(first: 10) { nodes { id status priceList { id currency } } }
  }
}`

export const READ_FIXED_PRICES = `query StoreFixedPrices($id: ID!, $after: String) {
  priceList(id: $id) {
    prices(first: 200, originType: FIXED, after: $after) {
      nodes { variant { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

export const READ_DELIVERY = `query StoreDelivery {
  locationsAvailableForDeliveryProfilesConnection(first: 50) { nodes { id } }
  deliveryProfiles(first: 100) { nodes { id name } }
}`

export const READ_PROFILE = `query StoreDeliveryProfile($id: ID!) {
  deliveryProfile(id: $id) {
    id
    name
    profileLocationGroups {
      locationGroup { id }
      locationGroupZones(first: 10) {
        nodes {
          zone { id countries { code { countryCode } } }
          methodDefinitions(first: 10) {
            nodes {
              active
              rateProvider { ... on DeliveryRateDefinition { price { amount } } }
              methodConditions { field operator conditionCriteria { ... on MoneyV2 { amount } } }
            }
          }
        }
      }
    }
  }
}`

export const READ_WEBHOOKS = `query StoreWebhooks {
  webhookSubscriptions(first: 100) { nodes { topic callbackUrl format } }
}`

export const STAGE_UPLOADS = `mutation StageUploads($input: [StagedUploadInput!]!) {
  stagedUploadsCreate(input: $input) {
    stagedTargets { url resourceUrl parameters { name value } }
    userErrors { field message }
  }
}`

export const CREATE_PRODUCT = `mutation CreateProduct($input: ProductSetInput!) {
  productSet(synchronous: true, input: $input) {
    product { id }
    userErrors { field message code }
  }
}`

export const MARK_PRODUCT = `mutation MarkProduct($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { userErrors { field message code } }
}`

export const ADD_VARIANTS = `mutation AddVariants($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkCreate(productId: $productId, variants: $variants) { userErrors { field message code } }
}`

export const ADD_TAGS = `mutation AddTags($id: ID!, $tags: [String!]!) {
  tagsAdd(id: $id, tags: $tags) { userErrors { field message } }
}`

export const PUBLISH = `mutation PublishProduct($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { field message } }
}`

export const CREATE_MARKET = `mutation CreateMarket($input: MarketCreateInput!) {
  marketCreate(input: $input) { market { id } userErrors { field message code } }
}`

export const CREATE_CATALOG = `mutation CreateCatalog($input: CatalogCreateInput!) {
  catalogCreate(input: $input) { catalog { id } userErrors { field message code } }
}`

export const CREATE_PRICE_LIST = `mutation CreatePriceList($input: PriceListCreateInput!) {
  priceListCreate(input: $input) { priceList { id } userErrors { field message code } }
}`

export const FIX_PRICES = `mutation FixPrices($priceListId: ID!, $prices: [PriceListPriceInput!]!) {
  priceListFixedPricesAdd(priceListId: $priceListId, prices: $prices) { userErrors { field message code } }
}`

export const CREATE_PROFILE = `mutation CreateDeliveryProfile($profile: DeliveryProfileInput!) {
  deliveryProfileCreate(profile: $profile) { profile { id } userErrors { field message } }
}`

export const UPDATE_PROFILE = `mutation UpdateDeliveryProfile($id: ID!, $profile: DeliveryProfileInput!) {
  deliveryProfileUpdate(id: $id, profile: $profile) { userErrors { field message } }
}`

export const CREATE_WEBHOOK = `mutation CreateWebhook($topic: WebhookSubscriptionTopic!, $webhook: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhook) { userErrors { field message } }
}`
