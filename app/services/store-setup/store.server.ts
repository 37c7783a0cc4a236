import { z } from 'zod'
import { missingScopes } from '#app/models/store-requirements.ts'
import { channelIdsOf, channelReply } from '#supabase/functions/_shared/channels.ts'
import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import { callAdmin } from '#supabase/functions/_shared/shopify-admin.ts'
import { READ_ACCESS, READ_FIXED_PRICES, READ_MARKET, READ_PRODUCT, READ_STORE } from './documents.server.ts'

const text = z.string()
const id = z.object({ id: text })
const nodes = <Node extends z.ZodType>(node: Node) =>
  z.object({ nodes: z.array(node) }).transform((list) => list.nodes)

const accessSchema = z.object({
  shop: z.object({ currencyCode: text, primaryDomain: z.object({ url: text }) }),
  currentAppInstallation: z.object({ accessScopes: z.array(z.object({ handle: text })) }),
})
const storeSchema = z.object({
  ...channelReply,
  webhookSubscriptions: nodes(z.object({ topic: text, callbackUrl: text })),
  locationsAvailableForDeliveryProfilesConnection: nodes(id).default([]),
  deliveryProfiles: nodes(z.object({ id: text, name: text })).default([]),
  markets: nodes(id).default([]),
})
const product = z.object({
  id: text,
  handle: text,
  title: text,
  tags: z.array(text),
  status: text,
  resourcePublicationsV2: nodes(z.object({ publication: id })),
  variants: nodes(
    z.object({
      id: text,
      title: text,
      inventoryItem: z.object({ tracked: z.boolean() }),
      deliveryProfile: id.nullish(),
    }),
  ),
})
const productSchema = z.object({ productByIdentifier: product.nullable() })
const region = z.object({ code: text, currency: z.object({ currencyCode: text }) }).partial()
const priceList = z.object({ id: text, currency: text }).nullable()
const marketSchema = z.object({
  market: z.object({
    id: text,
    name: text,
    status: text,
    conditions: z.object({ regionsCondition: z.object({ regions: nodes(region) }).nullable() }).nullable(),
    catalogs: nodes(z.object({ id: text, status: text, priceList })),
  }),
})
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: text.nullable() })
const prices = z.object({ nodes: z.array(z.object({ variant: id })), pageInfo })
const pricesSchema = z.object({ priceList: z.object({ prices }) })

export type StoredProduct = z.output<typeof product>
export type StoredMarket = Awaited<ReturnType<Store['markets']>>[number]
/** A Shopify shop as its Admin API describes it. */
export type Store = Awaited<ReturnType<typeof openStore>>

/**
 * Opens a Shopify shop. What is read of it is remembered until `forget`.
 * @throws ShopifyAdminError
 */
export async function openStore(admin: AdminApi) {
  const { shop, currentAppInstallation } = await callAdmin(admin, READ_ACCESS, {}, accessSchema)
  const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
  const has = (...needed: string[]) => missingScopes(scopes, needed).length === 0
  const withDelivery = has('read_shipping', 'read_locations')
  const known = new Map<string, Promise<unknown>>()

  function read<Schema extends z.ZodType>(query: string, variables: object, schema: Schema) {
    const key = JSON.stringify([query, variables])
    const found = known.get(key) ?? callAdmin(admin, query, variables, schema)
    known.set(key, found)
    return found as Promise<z.output<Schema>>
  }

  const readStore = () => read(READ_STORE, { withDelivery, withMarkets: has('read_markets') }, storeSchema)

  async function readMarket(marketId: string) {
    const { market } = await read(READ_MARKET, { id: marketId }, marketSchema)
    const catalogs = market.catalogs.filter(({ status }) => status === 'ACTIVE')
    const catalog = catalogs.find((one) => one.priceList !== null) ?? catalogs[0] ?? null
    const list = catalog?.priceList ?? null
    return {
      id: market.id,
      name: market.name,
      isActive: market.status === 'ACTIVE',
      /** ISO 3166 code, and the currency that its buyers see. */
      countries: (market.conditions?.regionsCondition?.regions ?? []).flatMap(({ code, currency }) =>
        code && currency ? [{ code, currency: currency.currencyCode }] : [],
      ),
      catalogId: catalog?.id ?? null,
      /** With the variants that have a fixed price. */
      priceList: list && { ...list, variantIds: await readFixedPrices(list.id) },
    }
  }

  async function readFixedPrices(listId: string): Promise<ReadonlySet<string>> {
    const variantIds = new Set<string>()
    for (let after: string | null | undefined = null; after !== undefined; ) {
      const reply: z.output<typeof pricesSchema> = await read(
        READ_FIXED_PRICES,
        { id: listId, after },
        pricesSchema,
      )
      for (const { variant } of reply.priceList.prices.nodes) variantIds.add(variant.id)
      const { hasNextPage, endCursor } = reply.priceList.prices.pageInfo
      after = hasNextPage ? endCursor : undefined
    }
    return variantIds
  }

  return {
    admin,
    scopes,
    has,
    currency: shop.currencyCode,
    forget: () => known.clear(),
    async settings() {
      const store = await readStore()
      return {
        channelIds: channelIdsOf(store),
        webhooks: store.webhookSubscriptions,
        /** Where orders are sent from. */
        locationIds: store.locationsAvailableForDeliveryProfilesConnection.map((place) => place.id),
        profiles: store.deliveryProfiles,
      }
    },
    /** The product with that handle, or null. */
    async product(handle: string) {
      return (await read(READ_PRODUCT, { handle, withDelivery }, productSchema)).productByIdentifier
    },
    /** The active markets of regions, with their prices. */
    async markets() {
      const markets = []
      // One by one: together they would exceed the cost of one query.
      for (const market of (await readStore()).markets) markets.push(await readMarket(market.id))
      return markets.filter(({ isActive }) => isActive)
    },
  }
}
