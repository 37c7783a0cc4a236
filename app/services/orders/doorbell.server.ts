import { z } from 'zod'
import { CACHE } from '#app/models/http.ts'
import {
  CATALOGUE_TOPICS,
  CHECK_UP_TOPIC,
  ORDER_TOPICS,
  VISITOR_ADDRESS,
} from '#app/models/store-requirements.ts'
import { parseJson } from '#supabase/functions/_shared/text/text.ts'
import type { Log } from '../log/log.server.ts'
import type { Storefront } from '../storefront/storefront.server.ts'
import type { Orders } from './orders.server.ts'
import { countRefusedWebhook } from './refusals.server.ts'

type DoorbellServices = {
  readonly log: Log
  readonly now: () => number
  readonly orders: Pick<Orders, 'ring' | 'isOfOtherShop'>
  readonly storefront: Pick<Storefront, 'refresh'>
}

/** The reply to a webhook. Any other status than 2xx makes Shopify send it again. */
export function respond(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { 'Cache-Control': CACHE.none, ...headers } })
}

/** Null for malformed UTF-8. */
function decodeUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/** The third argument of a reviver, which TypeScript's own types do not have yet. */
type Source = { readonly source?: string }

/**
 * Parses JSON with every integer beyond 2^53 as its text: ids of that size would otherwise become others.
 * @returns undefined for what is no JSON
 */
function parseExactJson(text: string): unknown {
  const revive = (_key: string, value: unknown, context?: Source) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
      ? context?.source
      : value
  // Most bodies have no such number, and are parsed ten times faster without looking at each.
  return parseJson(text, /\d{16}/.test(text) ? revive : undefined)
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

/** A webhook that the store has signed. `payload` is the raw body. */
export type SignedWebhook = {
  readonly topic: string
  /** The same for one that is sent again; empty without it. */
  readonly webhookId: string
  readonly payload: string
}

/**
 * Reads a webhook, whose signature was verified while its body came.
 * @returns the refusal (401 or 400) where it is not, or is malformed; counted
 */
export async function readSignedWebhook(
  services: Pick<DoorbellServices, 'log' | 'now'>,
  request: Request,
  isSigned: boolean,
): Promise<SignedWebhook | Response> {
  const { headers } = request
  if (!isSigned) return refuse(services, 401)
  const topic = headers.get('X-Shopify-Topic')
  const payload = decodeUtf8(new Uint8Array(await request.arrayBuffer()))
  const webhookId = (headers.get('X-Shopify-Webhook-Id') ?? '').replace(/[^\w-]/g, '').slice(0, 120)
  return topic && payload !== null ? { topic, webhookId, payload } : refuse(services, 400)
}

/**
 * Receives a webhook of the store, which is a doorbell only: it says which order is to be read again, or that the
 * catalogue has changed. The answer never waits for the store.
 *
 * | status | case                                                                              |
 * | ------ | --------------------------------------------------------------------------------- |
 * | 200    | noted; or nothing to do: another topic, another shop                              |
 * | 400    | signed, but malformed; reported (`countRefusedWebhook`)                          |
 * | 401    | signed with none of our secrets; reported                                         |
 * | 503    | it could not be noted: Shopify sends it again                                     |
 */
export async function receiveWebhook(
  services: DoorbellServices,
  request: Request,
  { isSigned, ip }: { readonly isSigned: boolean; readonly ip: string },
): Promise<Response> {
  const { headers } = request
  const webhook = await readSignedWebhook(services, request, isSigned)
  if (webhook instanceof Response) return webhook
  const { topic, webhookId, payload } = webhook
  const body = parseExactJson(payload)
  if (body === undefined) return refuse(services, 400)
  if (topic === CHECK_UP_TOPIC) return respond(200, { [VISITOR_ADDRESS]: ip })
  if (services.orders.isOfOtherShop(headers.get('X-Shopify-Shop-Domain'))) {
    services.log.warn({ topic }, 'webhook of another shop')
    return respond(200)
  }
  try {
    if (ORDER_TOPICS.some((known) => known === topic)) {
      const order = orderBody.safeParse(body)
      if (!order.success) return refuse(services, 400)
      await services.orders.ring(order.data)
    }
    if (CATALOGUE_TOPICS.some((known) => known === topic)) {
      if (!catalogueBody.safeParse(body).success) return refuse(services, 400)
      const event = headers.get('X-Shopify-Event-Id') ?? webhookId
      await services.storefront.refresh(`${topic} ${event.replace(/[^\w-]/g, '').slice(0, 120)}`)
    }
    return respond(200)
  } catch (error) {
    services.log.error({ err: error, topic }, 'webhook not noted')
    return respond(503, { 'Retry-After': '30' })
  }
}

function refuse(services: Pick<DoorbellServices, 'log' | 'now'>, status: 400 | 401): Response {
  countRefusedWebhook(services, status === 401 ? 'signature' : 'body')
  return respond(status)
}
