import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'

/**
 * Verifies and parses the raw value of a cookie that React Router's `createCookie` signed; null for any other value.
 * Synchronous, with Node's crypto: the Web Crypto API, which React Router uses, waits for other threads several
 * times.
 */
export type CookieReader = (raw: string) => unknown

/** @param secrets accepted signing secrets */
export function createCookieReader(secrets: readonly string[]): CookieReader {
  const keys = secrets.map((secret) => createSecretKey(Buffer.from(secret)))
  return (raw) => {
    const text = decode(raw)
    const at = text.lastIndexOf('.')
    if (at < 0) return null
    const value = text.slice(0, at)
    const signature = text.slice(at + 1)
    return keys.some((key) => isSignedBy(key, value, signature)) ? parseValue(value) : null
  }
}

function isSignedBy(key: KeyObject, value: string, signature: string): boolean {
  const expected = Buffer.from(createHmac('sha256', key).update(value).digest('base64').replace(/=+$/, ''))
  const actual = Buffer.from(signature)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}

/** Undoes the URL encoding of a cookie value; a malformed one stays as it is. */
function decode(raw: string): string {
  if (!raw.includes('%')) return raw
  try {
    return decodeURIComponent(raw)
  } catch {
    return raw
  }
}

function parseValue(base64: string): unknown {
  try {
    return JSON.parse(Buffer.from(base64, 'base64').toString())
  } catch {
    return null
  }
}
