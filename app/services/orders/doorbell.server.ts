import { z } from 'zod'
import { CACHE } from '#app/models/http.ts'
import {
  CATALOGUE_TOPICS,
  CHECK_UP_TOPIC,
  ORDER_TOPICS,
  PRIVACY_TOPICS,
  VISITOR_ADDRESS,
} from '#app/models/store-requirements.ts'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import type { Log } from '../log/log.server.ts'
import type { Storefront } from '../storefront/storefront.server.ts'
import type { Orders } from './orders.server.ts'

type DoorbellServices = {
  readonly log: Log
  readonly orders: Pick<Orders, 'ring'>
  readonly storefront: Pick<Storefront, 'refresh'>
}

/** Any other status than 2xx makes Shopify send it again. */
export function respond(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { 'Cache-Control': CACHE.none, ...headers } })
}

function refuse({ log }: DoorbellServices, status: 400 | 401): Response {
  log.warn({ reason: status === 401 ? 'signature' : 'content' }, 'webhook refused')
  return respond(status)
}

/** Keeps integers beyond 2^53 as their text: ids of that size would otherwise become others. JSON.parse's reviver. */
function keepExact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? ''
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? source : value
}

const id = z
  .union([z.string(), z.number().int().positive()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,40}$/))
/** Where the payloads of Shopify's topics name the order. The signature covers the body, and not the topic. */
const orderBody = z.union([
  z.object({ order_edit: z.object({ order_id: id }) }).transform(({ order_edit }) => order_edit.order_id),
  z.object({ order_id: id }).transform(({ order_id }) => order_id),
  z.object({ id }).transform((body) => body.id),
])
const catalogueBody = z.union([z.object({ id }), z.object({ inventory_item_id: id })])

/** What the law lets customers ask of the shop through its store. */
export type PrivacyRequest = { readonly topic: string; readonly body: unknown; readonly webhookId: string }

/**
 * Receives a webhook of the store, whose signature was verified while its body came. It is a doorbell only: it says which
 * order is to be read again, or that the catalogue has changed. The reply never waits for the store.
 *
 * | status | case                                                       |
 * | ------ | ---------------------------------------------------------- |
 * | 200    | noted; or nothing to do: another topic                     |
 * | 400    | signed, but malformed                                      |
 * | 401    | signed with none of our secrets                            |
 * | 503    | it could not be noted: Shopify sends it again              |
 * @param request.ip what the shop takes for the visitor's address, of which the check-up asks
 * @param carryOut answers a privacy request with the status of the reply
 */
export async function receiveWebhook(
  services: DoorbellServices,
  request: Request,
  { isSigned, ip }: { readonly isSigned: boolean; readonly ip: string },
  carryOut: (wish: PrivacyRequest) => Promise<number>,
): Promise<Response> {
  if (!isSigned) return refuse(services, 401)
  const { log, orders, storefront } = services
  const header = (name: string) => request.headers.get(`X-Shopify-${name}`)
  const body = parseJson(await request.text(), keepExact)
  const topic = header('Topic')
  if (!topic || body === undefined) return refuse(services, 400)
  const isOneOf = (topics: readonly string[]) => topics.includes(topic)
  const webhookId = (header('Webhook-Id') ?? '').replace(/[^\w-]/g, '').slice(0, 120)
  if (isOneOf(PRIVACY_TOPICS)) return respond(await carryOut({ topic, body, webhookId }))
  if (topic === CHECK_UP_TOPIC) return respond(200, { [VISITOR_ADDRESS]: ip })
  try {
    if (isOneOf(ORDER_TOPICS)) {
      const order = orderBody.safeParse(body)
      if (!order.success) return refuse(services, 400)
      await orders.ring(order.data)
    }
    if (isOneOf(CATALOGUE_TOPICS)) {
      if (!catalogueBody.safeParse(body).success) return refuse(services, 400)
      await storefront.refresh()
    }
    return respond(200)
  } catch (error) {
    log.error({ err: error, topic }, 'webhook not noted')
    return respond(503, { 'Retry-After': '30' })
  }
}
