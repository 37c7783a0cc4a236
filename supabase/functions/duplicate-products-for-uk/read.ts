import { z } from 'zod'
import { channelIdsOf, channelReply } from '../_shared/channels.ts'
import type { AdminApi } from '../_shared/environment.ts'
import { callAdmin, ShopifyAdminError } from '../_shared/shopify-admin.ts'

const LIST = `query ProductsByMarket($after: String) {
  products(first: 100, after: $after) {
    nodes { id title handle tags }
    pageInfo { hasNextPage endCursor }
  }
}`

const listed = z.object({ id: z.string(), title: z.string(), handle: z.string(), tags: z.array(z.string()) })
export type ListedProduct = z.output<typeof listed>

const listPage = z.object({
  products: z.object({
    nodes: z.array(listed),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
  }),
})

const MAX_PAGES = 50

/** All products. @throws ShopifyAdminError */
export async function listProducts(admin: AdminApi): Promise<ListedProduct[]> {
  const products: ListedProduct[] = []
  let after: string | null = null
  for (let page = 0; page < MAX_PAGES; page++) {
    const reply: z.output<typeof listPage> = await callAdmin(admin, LIST, { after }, listPage)
    products.push(...reply.products.nodes)
    if (!reply.products.pageInfo.hasNextPage) return products
    after = reply.products.pageInfo.endCursor
  }
  throw new ShopifyAdminError('ProductsByMarket', 'there are too many products')
}

const READ = `query ProductToCopy($id: ID!) {
  product(id: $id) {
    id
    title
    handle
    descriptionHtml
    vendor
    productType
    status
    options { name position optionValues { name } }
    media(first: 50) { nodes { ... on MediaImage { image { url altText } } } }
    variants(first: 250) {
      nodes {
        title price compareAtPrice sku taxable inventoryPolicy inventoryItem { tracked }
        selectedOptions { name value }
      }
    }
  }
}`

const source = z.object({
  id: z.string(),
  title: z.string(),
  handle: z.string(),
  descriptionHtml: z.string(),
  vendor: z.string().nullish(),
  productType: z.string().nullish(),
  status: z.enum(['ACTIVE', 'ARCHIVED', 'DRAFT']),
  options: z.array(
    z.object({
      name: z.string(),
      position: z.number(),
      optionValues: z.array(z.object({ name: z.string() })),
    }),
  ),
  media: z.object({
    nodes: z.array(
      z.object({ image: z.object({ url: z.string(), altText: z.string().nullable() }).nullish() }),
    ),
  }),
  variants: z.object({
    nodes: z.array(
      z.object({
        title: z.string(),
        price: z.string(),
        compareAtPrice: z.string().nullable(),
        sku: z.string().nullish(),
        taxable: z.boolean(),
        inventoryPolicy: z.enum(['CONTINUE', 'DENY']),
        inventoryItem: z.object({ tracked: z.boolean() }),
        selectedOptions: z.array(z.object({ name: z.string(), value: z.string() })),
      }),
    ),
  }),
})
export type SourceProduct = z.output<typeof source>

/** One product with everything that a copy needs. @throws ShopifyAdminError if it no longer exists */
export async function readProduct(admin: AdminApi, id: string): Promise<SourceProduct> {
  const { product } = await callAdmin(admin, READ, { id }, z.object({ product: source.nullable() }))
  if (product === null) throw new ShopifyAdminError('ProductToCopy', 'the product is gone')
  return product
}

const SETUP = `query UkSetup {
  shop { currencyCode }
  priceLists(first: 100) { nodes { id currency } }
  currentAppInstallation { publication { id } }
  publications(first: 100) {
    nodes { id catalog { ... on AppCatalog { apps(first: 5) { nodes { handle title } } } } }
  }
}`

const setupReply = z.object({
  shop: z.object({ currencyCode: z.string() }),
  priceLists: z.object({ nodes: z.array(z.object({ id: z.string(), currency: z.string() })) }),
  ...channelReply,
})

export type UkSetup = {
  /** Every price list in pounds; empty if the variant's own price is in pounds. */
  readonly priceListIds: readonly string[]
  /** The publications of the shop's own channel: no other channel of the store gets the copies. */
  readonly publicationIds: readonly string[]
}

/** @throws ShopifyAdminError if the shop cannot store prices in pounds, or has no channel of its own */
export async function readUkSetup(admin: AdminApi): Promise<UkSetup> {
  const reply = await callAdmin(admin, SETUP, {}, setupReply)
  const publicationIds = channelIdsOf(reply)
  if (publicationIds.length === 0)
    throw new ShopifyAdminError('UkSetup', 'the store has no sales channel of this app')
  if (reply.shop.currencyCode === 'GBP') return { priceListIds: [], publicationIds }
  const priceListIds = reply.priceLists.nodes.filter(({ currency }) => currency === 'GBP').map(({ id }) => id)
  if (priceListIds.length === 0)
    throw new ShopifyAdminError('UkSetup', 'the shop has no price list in pounds')
  return { priceListIds, publicationIds }
}
