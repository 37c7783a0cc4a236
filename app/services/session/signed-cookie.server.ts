import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Reads what React Router's `createCookie` has signed, at once and with Node's own means: through the browsers' way of
 * signing every page of a visitor waits for other threads several times.
 */
export type CookieReader = (raw: string) => unknown

/**
 * @param secrets signing secrets, any of which may have signed
 * @returns gives the value of a raw cookie as it stands in the header; null when nobody we know has signed it
 */
export function createCookieReader(secrets: readonly string[]): CookieReader {
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret)))
  return (raw) => {
    const text = decoded(raw)
    const at = text.lastIndexOf('.')
    if (at < 0) return null
    const value = text.slice(0, at)
    const signature = text.slice(at + 1)
    return keys.some((key) => isSignedBy(key, value, signature)) ? parsed(value) : null
  }
}

function isSignedBy(key: KeyObject, value: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', key).update(value).digest('base64').replace(/=+$/, ''))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function decoded(raw: string): string {
  if (!raw.includes('%')) return raw
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

function parsed(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString())
  } catch {
    return null
  }
}
