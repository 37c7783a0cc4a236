import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** JSON Web Tokens with HS256 for the embedded auth server. Two HMAC calls of node:crypto need no JWT library. */

const claimsSchema = z.looseObject({
  sub: z.string(),
  role: z.string(),
  session_id: z.string(),
  exp: z.number(),
})

export type Claims = z.infer<typeof claimsSchema>

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function mac(text: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(text).digest()
}

/** Signs claims as a JSON Web Token (HS256). */
export function signToken(claims: Record<string, unknown>, secret: string): string {
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${text}.${mac(text, secret).toString('base64url')}`
}

/** The claims of a token with a valid signature that has not expired, else null. @param now ms since the epoch */
export function verifyToken(token: string, secret: string, now: number): Claims | null {
  const [header = '', payload = '', signature = '', ...rest] = token.split('.')
  if (rest.length > 0) return null
  const given = Buffer.from(signature, 'base64url')
  const expected = mac(`${header}.${payload}`, secret)
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  try {
    const claims = claimsSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    return claims.exp * 1000 > now ? claims : null
  } catch {
    return null
  }
}
