import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { decodeBase32IgnorePadding, encodeBase32UpperCaseNoPadding } from '@oslojs/encoding'

/**
 * Time-based one-time passwords (RFC 6238): six digits, 30 s, SHA-1, the defaults of all authenticator apps. An HMAC
 * over node:crypto, which needs no library.
 */

const STEP_MS = 30_000

/** Generates a secret of 160 bits, in base32. */
export function newSecret(): string {
  return encodeBase32UpperCaseNoPadding(randomBytes(20))
}

/** The time step (30 s) that contains `now`. @param now ms since the epoch */
export function currentStep(now: number): number {
  return Math.floor(now / STEP_MS)
}

export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', decodeBase32IgnorePadding(secret)).update(counter).digest()
  const offset = digest.readUInt8(digest.length - 1) & 0x0f
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/**
 * The time step of a code: the current one, or a neighbouring one to tolerate clock drift. Null when none matches.
 */
export function matchingStep(secret: string, code: string, step: number): number | null {
  const given = Buffer.from(code.replace(/\s+/g, '').padEnd(6).slice(0, 7))
  const candidates = [step, step - 1, step + 1].filter((candidate) => {
    const expected = Buffer.from(codeOfStep(secret, candidate))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
  return candidates[0] ?? null
}

/** The `otpauth://` URI that authenticator apps read from a QR code. */
export function keyUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: '6', period: '30' })
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`
}
