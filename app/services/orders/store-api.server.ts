import { z } from 'zod'
import { wrappingOfAttributes } from '#app/models/cart-checkout.ts'
import { cutText } from '#app/models/cut-text.ts'
import { mayBeGift, type OrderProducts, type StoreOrder } from '#app/models/order-gifts.ts'
import { topicName, WEBHOOK_FIELDS, type WebhookTopic, webhookPath } from '#app/models/store-requirements.ts'
import type { AdminApi } from '#supabase/functions/_shared/environment.ts'
import { callAdmin, changeAdmin, ShopifyAdminError } from '#supabase/functions/_shared/shopify-admin.ts'
import { singleLine, wellFormed } from '#supabase/functions/_shared/text/text.ts'

/** The orders and webhooks of the store, by its Admin API: the only place that says what an order is. */

const READ_ORDER = `query ReadOrder($id: ID!, $after: String) {
  order(id: $id) {
    name updatedAt displayFinancialStatus cancelledAt test presentmentCurrencyCode email
    billingAddress { name } shippingAddress { name }
    discountApplications(first: 20) { nodes { ... on DiscountCodeApplication { code } } }
    fulfillments(first: 20) { status fulfillmentLineItems(first: 20) { nodes { quantity lineItem { id } } } }
    lineItems(first: 50, after: $after) {
      nodes {
        id title variantTitle currentQuantity refundableQuantity
        customAttributes { key value } variant { id } product { id }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
}`
/** More variants than a product with gift bundles has. */
const READ_PRODUCT = `query ReadOrderProduct($id: ID!) {
  product(id: $id) { title tags variants(first: 250) { nodes { id title } } }
}`
const LIST_ORDERS = `query ListOrders($query: String!, $after: String) {
  orders(first: 100, after: $after, sortKey: UPDATED_AT, query: $query) {
    nodes { id name updatedAt } pageInfo { hasNextPage endCursor }
  }
}`
const READ_DOMAIN = 'query ReadDomain { shop { myshopifyDomain } }'
/** Of this app only. */
const READ_WEBHOOKS =
  'query ReadWebhooks { webhookSubscriptions(first: 250) { nodes { topic callbackUrl } } }'
const CREATE_WEBHOOK = `mutation MakeWebhook($topic: WebhookSubscriptionTopic!, $webhook: WebhookSubscriptionInput!) {
  webhookSubscriptionCreate(topic: $topic, webhookSubscription: $webhook) { userErrors { field message } }
}`

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() })
const pageOf = <Node extends z.ZodType>(node: Node) => z.object({ nodes: z.array(node), pageInfo })
/** The number of a global id, as text: it may be beyond 2^53. */
const number = z.string().transform((gid) => gid.split('/').at(-1) ?? gid)
const named = z.object({ name: z.string().nullable() }).nullable()
const reference = z.object({ id: z.string() }).nullable()
const UNITS = z.number().int().min(0)

const orderSchema = z.object({
  name: z.string(),
  updatedAt: z.string(),
  displayFinancialStatus: z.string().nullable(),
  cancelledAt: z.string().nullable(),
  test: z.boolean(),
  presentmentCurrencyCode: z.string(),
  email: z.string().nullable(),
  billingAddress: named,
  shippingAddress: named,
  discountApplications: z.object({ nodes: z.array(z.object({ code: z.string().optional() })) }),
  fulfillments: z.array(
    z.object({
      status: z.string(),
      fulfillmentLineItems: z.object({
        nodes: z.array(z.object({ quantity: UNITS.nullable(), lineItem: z.object({ id: number }) })),
      }),
    }),
  ),
  lineItems: pageOf(
    z.object({
      id: number,
      title: z.string(),
      variantTitle: z.string().nullable(),
      currentQuantity: UNITS,
      refundableQuantity: UNITS,
      customAttributes: z.array(z.object({ key: z.string(), value: z.string().nullable() })),
      variant: reference,
      product: reference,
    }),
  ),
})
type WireOrder = z.output<typeof orderSchema>
type WireLine = WireOrder['lineItems']['nodes'][number]

const productSchema = z.object({
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
const listSchema = z.object({
  orders: pageOf(z.object({ id: number, name: z.string(), updatedAt: z.string() })),
})
const domainSchema = z.object({ shop: z.object({ myshopifyDomain: z.string() }) })
const webhooksSchema = z.object({
  webhookSubscriptions: z.object({
    nodes: z.array(z.object({ topic: z.string(), callbackUrl: z.string() })),
  }),
})

/** Paid in full once, whatever was given back since: what was taken back of the order is in its lines. */
const PAID = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']

export type StoreApi = ReturnType<typeof createStoreApi>

/** @param api null when no Admin API is configured: every call then throws. All throw ShopifyAdminError */
export function createStoreApi(api: AdminApi | null) {
  function ask<Schema extends z.ZodType>(query: string, variables: object, schema: Schema) {
    if (api === null) throw new ShopifyAdminError('orders', 'no Admin API is configured')
    return callAdmin(api, query, variables, schema)
  }

  /** All nodes of a connection, page by page. @param read gives one page; null ends it */
  async function allOf<Node>(
    read: (after: string | null) => Promise<{ nodes: Node[]; pageInfo: z.output<typeof pageInfo> } | null>,
  ): Promise<readonly Node[]> {
    const nodes: Node[] = []
    for (let after: string | null = null; ; ) {
      const page = await read(after)
      if (page === null) return nodes
      nodes.push(...page.nodes)
      if (!page.pageInfo.hasNextPage) return nodes
      after = page.pageInfo.endCursor
    }
  }

  /** An order as it is at one moment, with all its lines; null when the store does not know it. */
  async function readOrder(id: string): Promise<StoreOrder | null> {
    let first: WireOrder | null = null
    const lines = await allOf(async (after) => {
      const variables = { id: `gid://shopify/Order/${id}`, after }
      const { order } = await ask(READ_ORDER, variables, z.object({ order: orderSchema.nullable() }))
      first ??= order
      if (order?.updatedAt !== first?.updatedAt) throw new ShopifyAdminError('order', 'it changed meanwhile')
      return order?.lineItems ?? null
    })
    return first && toOrder(id, first, lines)
  }

  /** The products of those lines of an order that may be gifts; without those that were deleted. */
  async function readProducts(order: StoreOrder): Promise<OrderProducts> {
    const ids = new Set(order.lines.filter(mayBeGift).flatMap(({ productId }) => productId ?? []))
    const read = async (id: string) => [id, (await ask(READ_PRODUCT, { id }, productSchema)).product] as const
    const found = await Promise.all([...ids].map(read))
    return new Map(found.flatMap(([id, product]) => (product === null ? [] : [[id, product] as const])))
  }

  const listOrders = (query: string) =>
    allOf(async (after) => (await ask(LIST_ORDERS, { query, after }, listSchema)).orders)

  return {
    readOrder,
    readProducts,
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
    /** The domain that the store's webhooks name. */
    async readDomain(): Promise<string> {
      return (await ask(READ_DOMAIN, {}, domainSchema)).shop.myshopifyDomain
    },
    /** Makes the webhooks that the store does not send to the shop, or not any more. @returns their topics */
    async ensureWebhooks(origin: string, topics: readonly WebhookTopic[]): Promise<readonly WebhookTopic[]> {
      const existing = (await ask(READ_WEBHOOKS, {}, webhooksSchema)).webhookSubscriptions.nodes
      const made: WebhookTopic[] = []
      for (const topic of topics) {
        const callbackUrl = origin + webhookPath(topic)
        if (existing.some((one) => one.topic === topicName(topic) && one.callbackUrl === callbackUrl))
          continue
        const webhook = { callbackUrl, format: 'JSON', includeFields: WEBHOOK_FIELDS[topic] }
        if (api !== null) await changeAdmin(api, CREATE_WEBHOOK, { topic: topicName(topic), webhook })
        made.push(topic)
      }
      return made
    },
  }
}

function toOrder(id: string, wire: WireOrder, lines: readonly WireLine[]): StoreOrder {
  const shipped = wire.fulfillments
    .filter(({ status }) => status === 'SUCCESS')
    .flatMap(({ fulfillmentLineItems }) => fulfillmentLineItems.nodes)
  const codes = wire.discountApplications.nodes.flatMap(({ code }) => code?.trim().toUpperCase() || [])
  return {
    id,
    name: cutText(singleLine(wellFormed(wire.name)), 80).trim() || `#${id}`,
    version: wire.updatedAt,
    isPaid: PAID.includes(wire.displayFinancialStatus ?? ''),
    isCancelled: wire.cancelledAt !== null,
    isTest: wire.test,
    currency: wire.presentmentCurrencyCode,
    email: wire.email || null,
    buyer: wire.billingAddress?.name?.trim() || wire.shippingAddress?.name?.trim() || null,
    codes: [...new Set(codes)],
    lines: lines.map((line) => ({
      id: line.id,
      productId: line.product?.id ?? null,
      variantId: line.variant?.id ?? null,
      title: line.title,
      variantTitle: line.variantTitle ?? '',
      wrapping: wrappingOfAttributes(
        line.customAttributes.map(({ key, value }) => ({ key, value: value ?? '' })),
      ),
      // Edits take units away, and refunds too.
      left: Math.min(line.currentQuantity, line.refundableQuantity),
      shipped: shipped
        .filter(({ lineItem }) => lineItem.id === line.id)
        .reduce((sum, { quantity }) => sum + (quantity ?? 0), 0),
    })),
  }
}
