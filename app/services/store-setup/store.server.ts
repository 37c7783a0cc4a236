import { z } from 'zod'
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
  /** Whether it is there, or a sentence about what of it the owner has to mend. @throws ShopifyAdminError */
  readonly look: (store: Store) => Promise<boolean | string>
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
/** A Shopify shop as its Admin API describes it. */
export type Store = Awaited<ReturnType<typeof openStore>>

/**
 * Opens a Shopify shop. What is read of it is remembered until something is changed, or `forget`.
 * @throws ShopifyAdminError
 */
export async function openStore(admin: AdminApi) {
  const { shop, currentAppInstallation } = await callAdmin(admin, READ_ACCESS, {}, accessSchema)
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  const has = (...needed: string[]) => missingScopes(scopes, needed).length === 0
  const withDelivery = has('read_shipping', 'read_locations')
  const known = new Map<string, Promise<unknown>>()

  function remember<Answer>(key: string, work: () => Promise<Answer>): Promise<Answer> {
    const answer = known.get(key) ?? work()
    known.set(key, answer)
    return answer as Promise<Answer>
  }
  const read = <Schema extends z.ZodType>(query: string, variables: object, schema: Schema) =>
    remember(JSON.stringify([query, variables]), () => callAdmin(admin, query, variables, schema))

  const readStore = () => read(READ_STORE, { withDelivery, withMarkets: has('read_markets') }, storeSchema)

  /** Ids of the variants whose price a list fixes. */
  const readFixedPrices = (listId: string) =>
    remember(listId, async () => {
      const pages = await readPages(admin, READ_FIXED_PRICES, { id: listId }, pricesSchema)
      return pages.flatMap(({ nodes }) => nodes.map(({ variant }) => variant.id))
    })

  return {
    admin,
    scopes,
    has,
    currency: shop.currencyCode,
    forget: () => known.clear(),
    /** Runs a mutation. @param args its arguments, by `name: Type` @throws ShopifyAdminError */
    async change(field: string, args: Readonly<Record<string, unknown>>): Promise<void> {
      const declared = Object.keys(args).map((key) => `$${key}`)
      const given = Object.entries(args).map(([key, value]) => [key.split(':')[0] ?? '', value] as const)
      const values = given.map(([name]) => `${name}: $${name}`)
      const operation = field.charAt(0).toUpperCase() + field.slice(1)
      const document = `mutation ${operation}(${declared}) { ${field}(${values}) { userErrors { field message } } }`
      known.clear()
      await changeAdmin(admin, document, Object.fromEntries(given))
    },
    settings: readStore,
    /** Ids of the sales channels that a storefront's token may belong to. */
    channelIds: async () => channelIdsOf(await readStore()),
    /** The product with that handle, or null. */
    product: async (handle: string) =>
      (await read(READ_PRODUCT, { handle, withDelivery }, productSchema)).productByIdentifier,
    /** The active markets of regions, with their prices. */
    async markets() {
      const markets = []
      // One by one: together they would exceed the cost of one query.
      for (const { id } of (await readStore()).markets) {
        const { market } = await read(READ_MARKET, { id }, marketSchema)
        const catalogs = market.catalogs.filter(({ status }) => status === 'ACTIVE')
        const catalog = catalogs.find((one) => one.priceList !== null) ?? catalogs[0]
        const priceListId = catalog?.priceList?.id ?? null
        /** Ids of the variants that have a fixed price. */
        const priced = new Set(priceListId && (await readFixedPrices(priceListId)))
        markets.push({ ...market, catalogId: catalog?.id ?? null, priceListId, priced })
      }
      return markets.filter(({ status }) => status === 'ACTIVE')
    },
  }
}
