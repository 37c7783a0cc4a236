import { isUtf8 } from 'node:buffer'
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

type CountServices = { readonly log: Pick<Log, 'warn'>; readonly now: () => number }
type DoorbellServices = CountServices & {
  readonly log: Log
  readonly orders: Pick<Orders, 'ring' | 'isOfOtherShop'>
  readonly storefront: Pick<Storefront, 'refresh'>
}

/** `signature`: probably a wrong secret; `body`: signed, but not readable. */
type RefusalReason = 'signature' | 'body'
/** Refused webhooks of this process, by reason. Times in ms since the epoch. */
export const refusedWebhooks = new Map<
  RefusalReason,
  {
    readonly reason: RefusalReason
    readonly refused: number
    readonly lastAt: number
    readonly loggedAt: number
  }
>()
/** How long a refusal is shown to the owner. */
const RECENT_MS = 24 * 3_600_000
/** Anybody can post a wrong signature, so that the log may not grow with every one. */
const LOG_INTERVAL_MS = 60_000

/** Counts a refused webhook for the metrics and the owner's first page, and logs it at most once a minute. */
function countRefusedWebhook({ log, now }: CountServices, reason: RefusalReason): void {
  const lastAt = now()
  const known = refusedWebhooks.get(reason)
  const refused = (known?.refused ?? 0) + 1
  const isLogged = known === undefined || lastAt - known.loggedAt >= LOG_INTERVAL_MS
  refusedWebhooks.set(reason, { reason, refused, lastAt, loggedAt: isLogged ? lastAt : known.loggedAt })
  if (isLogged) log.warn({ reason, refused }, 'webhooks refused')
}

/** What was refused during the last day. @param now ms since the epoch */
export function recentRefusals(now: number) {
  return [...refusedWebhooks.values()].filter(({ lastAt }) => now - lastAt < RECENT_MS)
}

/** The reply to a webhook. Any other status than 2xx makes Shopify send it again. */
export function respond(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { 'Cache-Control': CACHE.none, ...headers } })
}

function refuse(services: CountServices, status: 400 | 401): Response {
  countRefusedWebhook(services, status === 401 ? 'signature' : 'body')
  return respond(status)
}

/** Keeps integers beyond 2^53 as their text: ids of that size would otherwise become others. */
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

/** A webhook that the store has signed. */
export type SignedWebhook = {
  readonly topic: string
  readonly shop: string | null
  /** The same for one that is sent again; empty without it. */
  readonly webhookId: string
  /** The same for all that tell of one change. */
  readonly eventId: string
  /** The raw body. */
  readonly payload: string
}

/**
 * Reads a webhook, whose signature was verified while its body came.
 * @returns the refusal (401 or 400) where it is not, or is malformed; counted
 */
export async function readSignedWebhook(
  services: CountServices,
  request: Request,
  isSigned: boolean,
): Promise<SignedWebhook | Response> {
  if (!isSigned) return refuse(services, 401)
  const body = Buffer.from(await request.arrayBuffer())
  const { headers } = request
  const topic = headers.get('X-Shopify-Topic')
  if (!topic || !isUtf8(body)) return refuse(services, 400)
  const idIn = (name: string) => (headers.get(name) ?? '').replace(/[^\w-]/g, '').slice(0, 120)
  const webhookId = idIn('X-Shopify-Webhook-Id')
  const eventId = idIn('X-Shopify-Event-Id') || webhookId
  return { topic, shop: headers.get('X-Shopify-Shop-Domain'), webhookId, eventId, payload: body.toString() }
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
 * @param ip what the shop takes for the visitor's address, of which the check-up asks
 */
export async function receiveWebhook(
  services: DoorbellServices,
  { topic, shop, eventId, payload }: SignedWebhook,
  ip: string,
): Promise<Response> {
  // Most bodies have no long number, and are parsed ten times faster without looking at each.
  const body = parseJson(payload, /\d{16}/.test(payload) ? keepExact : undefined)
  if (body === undefined) return refuse(services, 400)
  if (topic === CHECK_UP_TOPIC) return respond(200, { [VISITOR_ADDRESS]: ip })
  if (services.orders.isOfOtherShop(shop)) {
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
      await services.storefront.refresh(`${topic} ${eventId}`)
    }
    return respond(200)
  } catch (error) {
    services.log.error({ err: error, topic }, 'webhook not noted')
    return respond(503, { 'Retry-After': '30' })
  }
}
