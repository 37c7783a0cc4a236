import { createHmac, timingSafeEqual } from 'node:crypto'

/** Verifies in constant time that `signature` is the base64 HMAC-SHA256 of a raw body, as Shopify signs webhooks. */
export function isSignedBy(secret: string, body: Uint8Array, signature: string | null): boolean {
  if (signature === null || !/^[A-Za-z0-9+/]{43}=$/.test(signature)) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  return timingSafeEqual(expected, Buffer.from(signature, 'base64'))
}
