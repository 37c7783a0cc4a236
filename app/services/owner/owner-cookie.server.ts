import type { OwnerSession } from '../backend/auth-replies.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'

/**
 * The owner's tokens in a signed, http-only cookie, in a compact format: browsers silently drop cookies larger than
 * 4096 bytes.
 */

/** `1~<expiry, base 36 seconds>~<refresh token>~<access token>`; the leading 1 is the format's version. */
const FORMAT = /^1~([0-9a-z]{1,9})~([^~]{1,200})~([^~]{1,2800})$/

/**
 * The tokens of a request's cookie, or null. The cookie's signature proves that the shop wrote them, not that they
 * are still valid.
 */
export function readOwnerSession(session: VisitorSession): OwnerSession | null {
  const stored = session.read('owner')
  const parts = typeof stored === 'string' ? FORMAT.exec(stored) : null
  if (parts === null) return null
  const [, expiresAt = '', refreshToken = '', accessToken = ''] = parts
  return { accessToken, refreshToken, expiresAt: Number.parseInt(expiresAt, 36) }
}

/**
 * Writes the tokens to the cookie.
 * @throws Error when they don't fit, as every sign-in would fail silently otherwise
 */
export function writeOwnerSession(session: VisitorSession, tokens: OwnerSession): void {
  const text = `1~${tokens.expiresAt.toString(36)}~${tokens.refreshToken}~${tokens.accessToken}`
  if (!FORMAT.test(text)) throw new Error('The tokens of the auth server do not fit the session cookie')
  session.write('owner', text)
}

/** Removes the tokens from the cookie. Does not sign out at the auth server. */
export function clearOwnerSession(session: VisitorSession): void {
  session.write('owner', null)
}
