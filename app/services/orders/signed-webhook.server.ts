import { createHmac, timingSafeEqual } from 'node:crypto'
import { CACHE } from '#app/models/http.ts'
import type { WebhookDelivery } from '../backend/webhooks.server.ts'
import { countRefusedWebhook } from './refusals.server.ts'
import type { OrderServices } from './report-order.server.ts'

/** A webhook that the store has signed. `payload` is the raw body. */
export type SignedWebhook = Omit<WebhookDelivery, 'orderId' | 'orderName'>

type Shop = Pick<OrderServices, 'backend' | 'log' | 'now' | 'webhookSecret'>

const HEADER_VALUE = /^[\w.:/-]{1,120}$/

/** The reply to a webhook. Any other status than 2xx makes Shopify send it again. */
export function respond(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { 'Cache-Control': CACHE.none, ...headers } })
}

/** Verifies in constant time that `signature` is the base64 HMAC-SHA256 of a raw body, as Shopify signs webhooks. */
function isSignedBy(secret: string, body: Uint8Array, signature: string | null): boolean {
  if (signature === null || !/^[A-Za-z0-9+/]{43}=$/.test(signature)) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'base64'))
}

/** The value of a header; null when it is missing or not in the format of Shopify's ids, topics and domains. */
function readHeader(request: Request, name: string): string | null {
  const value = request.headers.get(name)
  return value !== null && HEADER_VALUE.test(value) ? value : null
}

/** Null for malformed UTF-8. */
function decodeUtf8(body: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    return null
  }
}

/** The reply to a signed webhook that cannot be read; counted. */
export function refuseBody(shop: Shop): Response {
  countRefusedWebhook(shop, 'body')
  return respond(400)
}

/**
 * Reads a webhook, whose signature over the raw body must be the store's.
 * @returns the refusal (401 or 400) where it is not, or is malformed; counted
 */
export async function readSignedWebhook(shop: Shop, request: Request): Promise<SignedWebhook | Response> {
  const body = new Uint8Array(await request.arrayBuffer())
  if (!isSignedBy(shop.webhookSecret, body, request.headers.get('X-Shopify-Hmac-Sha256'))) {
    countRefusedWebhook(shop, 'signature')
    return respond(401)
  }
  const webhookId = readHeader(request, 'X-Shopify-Webhook-Id')
  const topic = readHeader(request, 'X-Shopify-Topic')
  const payload = decodeUtf8(body)
  if (webhookId === null || topic === null || payload === null) return refuseBody(shop)
  return {
    webhookId,
    eventId: readHeader(request, 'X-Shopify-Event-Id'),
    topic,
    shopDomain: readHeader(request, 'X-Shopify-Shop-Domain'),
    payload,
  }
}
