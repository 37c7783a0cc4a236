import { z } from 'zod'
import { mayBeGift, type OrderProducts } from '#app/models/order-gifts.ts'
import { idNumber, orderPage, READ_ORDER, type StoreOrder } from '#app/models/store-order.ts'
import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import {
  callAdmin,
  changeAdmin,
  pageOf,
  readPages,
  ShopifyAdminError,
} from '#supabase/functions/_shared/shopify-admin.ts'

/** Orders and discounts of the store, by its Admin API: the only place that says what an order is. */

/** More variants than a product with gift bundles has. */
const READ_PRODUCT = `query ReadOrderProduct($id: ID!) {
  product(id: $id) { title tags variants(first: 250) { nodes { id title } } }
}`
const productReply = z.object({
  product: z
    .object({
      title: z.string(),
      tags: z.array(z.string()),
      variants: z
        .object({ nodes: z.array(z.object({ id: z.string(), title: z.string() })) })
        .transform(({ nodes }) => nodes),
    })
    .nullable(),
})

const LIST_ORDERS = `query ListOrders($query: String!, $after: String) {
  page: orders(first: 100, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes { id name version: updatedAt } pageInfo { hasNextPage endCursor }
  }
}`
const listedOrders = pageOf(z.object({ id: idNumber, name: z.string(), version: z.string() }))

const FIND_DISCOUNT = `query GiftDiscount($code: String!) {
  codeDiscountNodeByCode(code: $code) { id }
}`
const discountReply = z.object({ codeDiscountNodeByCode: z.object({ id: z.string() }).nullable() })
const DEACTIVATE_DISCOUNT = `mutation RetireGiftDiscount($id: ID!) {
  discountCodeDeactivate(id: $id) { userErrors { field message } }
}`

export type StoreApi = ReturnType<typeof createStoreApi>

/** @param admin null when no Admin API is configured: every call but `deactivateDiscount` then throws. All throw ShopifyAdminError */
export function createStoreApi(admin: AdminApi | null) {
  function access(): AdminApi {
    if (admin === null) throw new ShopifyAdminError('store', 'no Admin API is configured')
    return admin
  }

  const listOrders = async (query: string) =>
    (await readPages(access(), LIST_ORDERS, { query }, listedOrders)).flatMap(({ nodes }) => nodes)

  return {
    /** An order as it is at one moment, with all its lines; null when the store does not know it. */
    async readOrder(id: string): Promise<StoreOrder | null> {
      const pages = await readPages(access(), READ_ORDER, { id: `gid://shopify/Order/${id}` }, orderPage)
      const [first] = pages
      if (first === undefined) return null
      if (pages.some(({ version }) => version !== first.version))
        throw new ShopifyAdminError('order', 'it changed meanwhile')
      return { ...first, lines: pages.flatMap(({ lines }) => lines) }
    },
    /** The products of those lines of an order that may be gifts; without those that were deleted. */
    async readProducts(order: StoreOrder): Promise<OrderProducts> {
      const ids = new Set(order.lines.filter(mayBeGift).flatMap(({ productId }) => productId ?? []))
      const found = await Promise.all(
        [...ids].map(async (id) => {
          const { product } = await callAdmin(access(), READ_PRODUCT, { id }, productReply)
          return product === null ? [] : [[id, product] as const]
        }),
      )
      return new Map(found.flat())
    },
    /** Ids and versions of the orders that were changed since a time, the first changed first. */
    listChanged: (since: number) => listOrders(`updated_at:>='${new Date(since).toISOString()}'`),
    /** The id of the order with that name, such as `#1043` or `1043`; null when there is none. */
    async findByName(typed: string): Promise<string | null> {
      const name = typed.trim().replace(/["\\]/g, '')
      const bare = (text: string) => text.replace(/^#/, '').toLowerCase()
      if (bare(name) === '') return null
      const found = await listOrders(`name:"${name}"`)
      return found.find((order) => bare(order.name) === bare(name))?.id ?? null
    },
    /** Deactivates the discount code of a gift, so that a cart that still has it gets no free gift. */
    async deactivateDiscount(code: string): Promise<void> {
      // What made the discount had an Admin API; a gift is redeemed without one too.
      if (admin === null) return
      const reply = await callAdmin(access(), FIND_DISCOUNT, { code }, discountReply)
      const { codeDiscountNodeByCode: node } = reply
      if (node !== null) await changeAdmin(access(), DEACTIVATE_DISCOUNT, { id: node.id })
    },
  }
}
