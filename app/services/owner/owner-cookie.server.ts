import type { OwnerSession } from '../backend/auth.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'

/**
 * The owner's tokens in their signed, http-only cookie. One short text, because a browser drops what is longer than
 * 4096 bytes without a word.
 */

const FORMAT = /^1~([0-9a-z]{1,9})~([^~]{1,200})~([^~]{1,2800})$/

/** The tokens a visitor came with, or null. The cookie's signature says that we wrote them, and no more. */
export function readOwnerSession(session: VisitorSession): OwnerSession | null {
  const stored = session.read('owner')
  const parts = typeof stored === 'string' ? FORMAT.exec(stored) : null
  if (parts === null) return null
  const [, expiresAt = '', refreshToken = '', accessToken = ''] = parts
  return { accessToken, refreshToken, expiresAt: Number.parseInt(expiresAt, 36) }
}

/** @throws when the tokens are too long to be kept, rather than let every sign-in fail in silence */
export function keepOwnerSession(session: VisitorSession, tokens: OwnerSession): void {
  const text = `1~${tokens.expiresAt.toString(36)}~${tokens.refreshToken}~${tokens.accessToken}`
  if (!FORMAT.test(text)) throw new Error('The tokens of the auth server do not fit the session cookie')
  session.write('owner', text)
}

export function forgetOwnerSession(session: VisitorSession): void {
  session.write('owner', null)
}
