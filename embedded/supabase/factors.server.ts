import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { decodeBase32IgnorePadding, encodeBase32UpperCaseNoPadding } from '@oslojs/encoding'
import { sign, verify as verifyJwt } from 'hono/jwt'
import { z } from 'zod'
import { inTransaction } from '../transaction.ts'

/**
 * Two-factor authentication with TOTP, compatible with Supabase Auth
 * (https://supabase.com/docs/guides/auth/auth-mfa/totp).
 * @supabase/lite has none, so this stores factors beside its accounts and adds the assurance level to its tokens.
 */

/** Time-based one-time passwords (RFC 6238) with the defaults of all authenticator apps: six digits, 30 s, SHA-1. */
const STEP_MS = 30_000

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
 * The time step of a code: the current one, or a neighbouring one to tolerate clock drift, or the one before that, as a
 * step may end while the password of the same form is checked. Undefined when none matches.
 */
function matchingStep(secret: string, code: string, step: number): number | undefined {
  const given = Buffer.from(code.replace(/\s+/g, '').padEnd(6).slice(0, 7))
  return [step, step - 1, step + 1, step - 2].find((candidate) => {
    const expected = Buffer.from(codeOfStep(secret, candidate))
    return expected.length === given.length && timingSafeEqual(expected, given)
  })
}

const ALGORITHM = 'HS256'
const claimsSchema = z.looseObject({
  sub: z.string(),
  role: z.string(),
  session_id: z.string(),
  exp: z.number(),
})
type Claims = z.infer<typeof claimsSchema>

function signToken(claims: Record<string, unknown>, secret: string): Promise<string> {
  return sign(claims, secret, ALGORITHM)
}

/** The claims of a token with a valid signature that has not expired, else null. @param now ms since the epoch */
async function verifyToken(token: string, secret: string, now: number): Promise<Claims | null> {
  // Its end is compared with the shop's own clock.
  const options = { alg: ALGORITHM, exp: false, iat: false } as const
  const payload = await verifyJwt(token, secret, options).catch(() => null)
  const { data: claims } = claimsSchema.safeParse(payload)
  return claims && claims.exp * 1000 > now ? claims : null
}

/** Wrong codes of one session, which then needs a new sign-in. The owner's own session is not affected by another one. */
const MAX_WRONG_CODES = 10

const factorRow = z.object({
  id: z.string(),
  friendly_name: z.string(),
  status: z.enum(['unverified', 'verified']),
  secret: z.string(),
  created_at: z.string(),
})
type Factor = z.infer<typeof factorRow>

const TABLES = `
CREATE TABLE IF NOT EXISTS "auth.mfa_factors" (
  id TEXT PRIMARY KEY, user_id TEXT NOT NULL, friendly_name TEXT NOT NULL, status TEXT NOT NULL, secret TEXT NOT NULL,
  last_step INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, UNIQUE (user_id, friendly_name)
) STRICT;
CREATE TABLE IF NOT EXISTS "auth.mfa_wrong_codes" (
  session_id TEXT PRIMARY KEY, codes INTEGER NOT NULL
) STRICT;`

function failure(status: number, code: string): Response {
  return Response.json({ code: status, error_code: code, msg: code }, { status })
}

const enrollBody = z.object({
  factor_type: z.literal('totp'),
  friendly_name: z.string().max(120).default(''),
  issuer: z.string().max(120).default('Wizard Box'),
})
const verifyBody = z.object({ code: z.string() })
const userReply = z.looseObject({ id: z.string() })
const sessionReply = z.looseObject({ access_token: z.string(), user: userReply })

/** @param now ms since the epoch */
export function createFactorRoutes(driver: DatabaseSync, jwtSecret: string, now: () => number) {
  driver.exec(TABLES)
  const get = (sql: string, ...values: SQLInputValue[]) => driver.prepare(sql).get(...values)
  const run = (sql: string, ...values: SQLInputValue[]) => driver.prepare(sql).run(...values)

  async function handle(request: Request): Promise<Response> {
    const bearer = request.headers.get('authorization')?.match(/^Bearer\s+(.+)$/i)?.[1] ?? ''
    const claims = await verifyToken(bearer, jwtSecret, now())
    const level = claims && levelOf(claims)
    if (claims === null || level === null) return failure(401, 'no_authorization')
    const [, id, action = ''] = /factors\/([\w-]+)(?:\/(\w+))?$/.exec(new URL(request.url).pathname) ?? []
    const body: unknown = await request.json().catch(() => ({}))
    const asked = `${request.method} ${action}`
    if (id === undefined) return asked === 'POST ' ? enroll(body, claims) : failure(405, 'bad_method')
    const factor = factorsOf(claims.sub).find((known) => known.id === id)
    if (factor === undefined) return failure(404, 'mfa_factor_not_found')
    if (asked === 'DELETE ') return unenroll(factor, level)
    // Nothing is kept of it: a code counts once, whatever it answers.
    if (asked === 'POST challenge') return Response.json({ id: randomUUID(), type: 'totp', expires_at: 0 })
    return asked === 'POST verify' ? verify(factor, body, claims) : failure(404, 'not_found')
  }

  /** The level of a session; null when it has ended. */
  function levelOf({ session_id, sub }: Claims): 'aal1' | 'aal2' | null {
    const row = get('SELECT aal FROM "auth.sessions" WHERE id = ? AND user_id = ?', session_id, sub)
    return row ? (row.aal === 'aal2' ? 'aal2' : 'aal1') : null
  }

  function factorsOf(userId: string): Factor[] {
    const all = driver.prepare('SELECT * FROM "auth.mfa_factors" WHERE user_id = ? ORDER BY created_at')
    return factorRow.array().parse(all.all(userId))
  }

  function enroll(body: unknown, claims: Claims): Response {
    const { data } = enrollBody.safeParse(body)
    if (!data) return failure(400, 'validation_failed')
    // One app is enough: another one replaces it.
    if (factorsOf(claims.sub).some(({ status }) => status === 'verified'))
      return failure(422, 'too_many_enrolled_mfa_factors')
    const { friendly_name, issuer } = data
    const [id, secret] = [randomUUID(), encodeBase32UpperCaseNoPadding(randomBytes(20))]
    run('DELETE FROM "auth.mfa_factors" WHERE user_id = ?', claims.sub)
    run(
      'INSERT INTO "auth.mfa_factors" (id, user_id, friendly_name, status, secret, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...[id, claims.sub, friendly_name, 'unverified', secret, new Date(now()).toISOString()],
    )
    // What authenticator apps read from a QR code. The hosted server also renders that; the shop renders its own.
    const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(String(claims.email))}`
    const query = `secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=6&period=30`
    const totp = { qr_code: '', secret, uri: `otpauth://totp/${label}?${query}` }
    return Response.json({ id, type: 'totp', friendly_name, totp })
  }

  async function verify(factor: Factor, body: unknown, claims: Claims): Promise<Response> {
    const { data } = verifyBody.safeParse(body)
    if (!data) return failure(400, 'validation_failed')
    const wrong = get('SELECT codes FROM "auth.mfa_wrong_codes" WHERE session_id = ?', claims.session_id)
    if (Number(wrong?.codes ?? 0) >= MAX_WRONG_CODES) return failure(429, 'over_request_rate_limit')
    const live = 'SELECT 1 FROM "auth.refresh_tokens" WHERE session_id = ? AND revoked = 0'
    if (!get(live, claims.session_id)) return failure(401, 'session_not_found')
    const step = matchingStep(factor.secret, data.code, currentStep(now()))
    const refresh_token = randomUUID()
    if (step === undefined || !acceptFactor(factor, step, claims, refresh_token))
      return countWrongCode(claims)
    const access_token = await signToken({ ...claims, aal: 'aal2' }, jwtSecret)
    const expires_in = claims.exp - Math.floor(now() / 1000)
    return Response.json({ access_token, refresh_token, token_type: 'bearer', expires_in })
  }

  /** A single statement, so that concurrent guesses are all counted. */
  function countWrongCode({ session_id }: Claims): Response {
    driver.exec('DELETE FROM "auth.mfa_wrong_codes" WHERE session_id NOT IN (SELECT id FROM "auth.sessions")')
    run(
      `INSERT INTO "auth.mfa_wrong_codes" (session_id, codes) VALUES (?, 1)
      ON CONFLICT (session_id) DO UPDATE SET codes = codes + 1`,
      session_id,
    )
    return failure(422, 'mfa_verification_failed')
  }

  /**
   * Raises the session to level 2 by a code that was not used before. Decided by the database, as the same code may be
   * sent twice at once.
   * @param token refreshes the session from now on
   * @returns false when the code was used already
   */
  function acceptFactor(factor: Factor, step: number, { sub, session_id }: Claims, token: string): boolean {
    return inTransaction(driver, () => {
      const { changes } = run(
        `UPDATE "auth.mfa_factors" SET status = 'verified', last_step = ? WHERE id = ? AND last_step < ?`,
        ...[step, factor.id, step],
      )
      if (changes === 0) return false
      run(`UPDATE "auth.sessions" SET aal = 'aal2', factor_id = ? WHERE id = ?`, factor.id, session_id)
      // Without a parent, as the auth server takes a revoked token for the last one that follows from it.
      run(
        'UPDATE "auth.refresh_tokens" SET token = ?, parent = NULL WHERE session_id = ? AND revoked = 0',
        ...[token, session_id],
      )
      // Ends all other sessions that were started with the password only.
      run(`DELETE FROM "auth.sessions" WHERE user_id = ? AND id <> ? AND aal = 'aal1'`, sub, session_id)
      return true
    })
  }

  function unenroll(factor: Factor, level: 'aal1' | 'aal2'): Response {
    if (factor.status === 'verified' && level !== 'aal2') return failure(403, 'insufficient_aal')
    inTransaction(driver, () => {
      run('DELETE FROM "auth.mfa_factors" WHERE id = ?', factor.id)
      run(`UPDATE "auth.sessions" SET aal = 'aal1', factor_id = NULL WHERE factor_id = ?`, factor.id)
    })
    return Response.json({ id: factor.id })
  }

  function publicFactors(userId: string) {
    return factorsOf(userId).map(({ id, friendly_name, status, created_at }) => {
      return { id, friendly_name, factor_type: 'totp', status, created_at, updated_at: created_at }
    })
  }

  /** Adds factors and assurance level to a response of the auth server. */
  async function complete(request: Request, response: Response): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (response.ok && pathname === '/auth/v1/user') {
      const user = userReply.parse(await response.json())
      return Response.json({ ...user, factors: publicFactors(user.id) })
    }
    if (!response.ok || pathname !== '/auth/v1/token') return response
    const session = sessionReply.parse(await response.json())
    const claims = await verifyToken(session.access_token, jwtSecret, 0)
    const aal = (claims && levelOf(claims)) ?? 'aal1'
    return Response.json({
      ...session,
      access_token: await signToken({ ...claims, aal }, jwtSecret),
      user: { ...session.user, factors: publicFactors(session.user.id) },
    })
  }

  return { handle, complete }
}
