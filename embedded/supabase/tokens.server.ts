import { sign, verify } from 'hono/jwt'
import { z } from 'zod'

/** JSON Web Tokens of the embedded auth server. */

const ALGORITHM = 'HS256'

const claimsSchema = z.looseObject({
  sub: z.string(),
  role: z.string(),
  session_id: z.string(),
  exp: z.number(),
})

export type Claims = z.infer<typeof claimsSchema>

export function signToken(claims: Record<string, unknown>, secret: string): Promise<string> {
  return sign(claims, secret, ALGORITHM)
}

/** The claims of a token with a valid signature that has not expired, else null. @param now ms since the epoch */
export async function verifyToken(token: string, secret: string, now: number): Promise<Claims | null> {
  // Its end is compared with the shop's own clock.
  const payload = await verify(token, secret, { alg: ALGORITHM, exp: false, iat: false }).catch(() => null)
  const { data: claims } = claimsSchema.safeParse(payload)
  return claims && claims.exp * 1000 > now ? claims : null
}
