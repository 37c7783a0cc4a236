import { z } from 'zod'
import { REQUIRED_PRODUCTS } from '#app/models/store-products.ts'
import { missingScopes } from '#app/models/store-requirements.ts'
import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import {
  callAdmin,
  changeAdmin,
  channelIdsOf,
  channelReply,
  pageOf,
  readPages,
} from '#supabase/functions/_shared/shopify-admin.ts'

/** One thing that the shop needs in Shopify. */
export type Need = {
  /** What it is called, in the plan of set-up. */
  readonly name: string
  /** Whether the shop can open without it. */
  readonly isOptional?: boolean
  /** What the token needs to see it, where that is more than the running shop has. */
  readonly scopes?: readonly string[]
  /** Whether it is there, or a sentence about what of it the owner has to mend. */
  readonly look: (store: Store) => boolean | string
  /** Makes what is missing, after an interruption the rest, and changes nothing that is there. @throws ShopifyAdminError */
  readonly make?: (store: Store) => Promise<void>
}

const READ_ACCESS = `query ReadAccess {
  shop { currencyCode }
  currentAppInstallation { accessScopes { handle } }
}`

const READ_STORE = `query ReadStore($withDelivery: Boolean!, $withMarkets: Boolean!) {
  currentAppInstallation { publication { id } }
  publications(first: 20) {
    nodes { id catalog { ... on AppCatalog { apps(first: 5) { nodes { handle title } } } } }
  }
  locations: locationsAvailableForDeliveryProfilesConnection(first: 50) @include(if: $withDelivery) { nodes { id } }
  deliveryProfiles(first: 100) @include(if: $withDelivery) { nodes { id name } }
  markets(first: 50, type: REGION) @include(if: $withMarkets) { nodes { id } }
  webhookSubscriptions(first: 250) { nodes { topic callbackUrl } }
}`

/** More variants than a product of this shop has. */
const READ_PRODUCT = `query ReadProduct($handle: String!, $withDelivery: Boolean!) {
  productByIdentifier(identifier: { handle: $handle }) {
    id handle title tags status
    resourcePublicationsV2(first: 20, onlyPublished: false) { nodes { publication { id } } }
    variants(first: 100) {
      nodes { id title inventoryItem { tracked } deliveryProfile @include(if: $withDelivery) { id } }
    }
  }
}`

const READ_MARKET = `query ReadMarket($id: ID!) {
  market(id: $id) {
    id name status
    conditions {
      regionsCondition { regions(first: 250) { nodes { ... on MarketRegionCountry { code currency { currencyCode } } } } }
    }
    catalogs(first: 10) { nodes { id status priceList { id } } }
  }
}`

const READ_FIXED_PRICES = `query ReadFixedPrices($id: ID!, $after: String) {
  page: priceList(id: $id) {
    prices(first: 200, originType: FIXED, after: $after) {
      nodes { variant { id } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`

const text = z.string()
const id = z.object({ id: text })
const nodes = <Node extends z.ZodType>(node: Node) =>
  z.object({ nodes: z.array(node) }).transform((list) => list.nodes)

const accessSchema = z.object({
  shop: z.object({ currencyCode: text }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: text })) }),
})
const storeSchema = z.object({
  ...channelReply,
  /** Where orders are sent from. */
  locations: nodes(id).default([]),
  deliveryProfiles: nodes(z.object({ id: text, name: text })).default([]),
  markets: nodes(id).default([]),
  /** Of this app only. */
  webhookSubscriptions: nodes(z.object({ topic: text, callbackUrl: text })),
})
const inventoryItem = z.object({ tracked: z.boolean() })
const variant = z.object({ id: text, title: text, inventoryItem, deliveryProfile: id.nullish() })
const product = z.object({
  ...{ id: text, handle: text, title: text, tags: z.array(text), status: text },
  resourcePublicationsV2: nodes(z.object({ publication: id })),
  variants: nodes(variant),
})
const productSchema = z.object({ productByIdentifier: product.nullable() })
/** ISO 3166 code, and the currency that its buyers see. */
const region = z.object({ code: text, currency: z.object({ currencyCode: text }) })
const regionsCondition = z.object({ regions: nodes(region.optional().catch(undefined)) }).nullable()
const marketSchema = z.object({
  market: z.object({
    id: text,
    name: text,
    status: text,
    conditions: z.object({ regionsCondition }).nullable(),
    catalogs: nodes(z.object({ id: text, status: text, priceList: id.nullable() })),
  }),
})
const pricesSchema = z.object({ prices: pageOf(z.object({ variant: id })) }).transform(({ prices }) => prices)

export type StoredProduct = z.output<typeof product>
/** A Shopify shop at one moment, as its Admin API describes it. */
export type Store = Awaited<ReturnType<typeof readStore>>

/** What a token may see, and what it sells in. @throws ShopifyAdminError */
export async function openStore(admin: AdminApi) {
  const { shop, currentAppInstallation } = await callAdmin(admin, READ_ACCESS, {}, accessSchema)
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  return { admin, scopes, currency: shop.currencyCode }
}

/** An active market of regions, with the ids of the variants that have a fixed price in it; null for any other. */
async function readMarket(admin: AdminApi, id: string) {
  const { market } = await callAdmin(admin, READ_MARKET, { id }, marketSchema)
  if (market.status !== 'ACTIVE') return null
  const catalogs = market.catalogs.filter(({ status }) => status === 'ACTIVE')
  const catalog = catalogs.find((one) => one.priceList !== null) ?? catalogs[0]
  const priceListId = catalog?.priceList?.id ?? null
  const pages = priceListId
    ? await readPages(admin, READ_FIXED_PRICES, { id: priceListId }, pricesSchema)
    : []
  const priced = new Set(pages.flatMap(({ nodes }) => nodes.map(({ variant }) => variant.id)))
  return { ...market, catalogId: catalog?.id ?? null, priceListId, priced }
}

/** Reads what a shop has of all that this shop may need. @throws ShopifyAdminError */
export async function readStore(opened: Awaited<ReturnType<typeof openStore>>) {
  const { admin, scopes } = opened
  const has = (...needed: string[]) => missingScopes(scopes, needed).length === 0
  const withDelivery = has('read_shipping', 'read_locations')
  const withMarkets = has('read_markets')
  const { markets, ...store } = await callAdmin(admin, READ_STORE, { withDelivery, withMarkets }, storeSchema)
  // One by one: together they would exceed the cost of one query.
  const products = await Array.fromAsync(REQUIRED_PRODUCTS, async (required) => {
    const { handle } = required
    const reply = await callAdmin(admin, READ_PRODUCT, { handle, withDelivery }, productSchema)
    return { required, stored: reply.productByIdentifier }
  })
  const sellers = await Array.fromAsync(markets, ({ id }) => readMarket(admin, id))
  return {
    ...opened,
    ...store,
    has,
    /** The shop's products, with what the store has at their handles. */
    products,
    markets: sellers.filter((market) => market !== null),
    /** Ids of the sales channels that a storefront's token may belong to. */
    channelIds: channelIdsOf(store),
    /** The same shop after a change. */
    again: () => readStore(opened),
  }
}

/** Runs a mutation. @param args its arguments, by `name: Type` @throws ShopifyAdminError */
export async function changeStore({ admin }: Store, field: string, args: Readonly<Record<string, unknown>>) {
  const declared = Object.keys(args).map((key) => `$${key}`)
  const given = Object.entries(args).map(([key, value]) => [key.split(':')[0] ?? '', value] as const)
  const values = given.map(([name]) => `${name}: $${name}`)
  const operation = field.charAt(0).toUpperCase() + field.slice(1)
  const document = `mutation ${operation}(${declared}) { ${field}(${values}) { userErrors { field message } } }`
  await changeAdmin(admin, document, Object.fromEntries(given))
}
