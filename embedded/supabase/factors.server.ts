import { randomUUID } from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { inTransaction } from '../transaction.ts'
import { type Claims, signToken, verifyToken } from './tokens.server.ts'
import { currentStep, keyUri, matchingStep, newSecret } from './totp.server.ts'

const CHALLENGE_TTL_MS = 5 * 60 * 1000
/** Of one session, which then needs a new sign-in. The owner's own session is not affected by another one. */
const MAX_WRONG_CODES = 10

const factorRow = z.object({
  id: z.string(),
  user_id: z.string(),
  friendly_name: z.string(),
  status: z.enum(['unverified', 'verified']),
  secret: z.string(),
  last_step: z.number(),
  created_at: z.string(),
})
type Factor = z.infer<typeof factorRow>

const TABLES = `
CREATE TABLE IF NOT EXISTS "auth.mfa_factors" (
  id TEXT PRIMARY KEY, user_id TEXT NOT NULL, friendly_name TEXT NOT NULL, status TEXT NOT NULL, secret TEXT NOT NULL,
  last_step INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL, UNIQUE (user_id, friendly_name)
) STRICT;
CREATE TABLE IF NOT EXISTS "auth.mfa_challenges" (
  id TEXT PRIMARY KEY, factor_id TEXT NOT NULL, expires INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS "auth.mfa_wrong_codes" (
  session_id TEXT PRIMARY KEY, codes INTEGER NOT NULL
) STRICT;`

type Options = {
  readonly driver: DatabaseSync
  readonly jwtSecret: string
  /** The auth server. */
  readonly forward: (request: Request) => Promise<Response>
  readonly now: () => number
}

function failure(status: number, code: string, message: string): Response {
  return Response.json({ code: status, error_code: code, msg: message }, { status })
}

type Session = { readonly claims: Claims; readonly level: 'aal1' | 'aal2' }

const enrollBody = z.object({
  factor_type: z.literal('totp'),
  friendly_name: z.string().max(120).default(''),
  issuer: z.string().max(120).default('Wizard Box'),
})

const verifyBody = z.object({ challenge_id: z.string(), code: z.string() })

const userReply = z.looseObject({ id: z.string() })

const sessionReply = z.looseObject({ access_token: z.string(), user: userReply })

/**
 * Two-factor authentication with TOTP, compatible with Supabase Auth
 * (https://supabase.com/docs/guides/auth/auth-mfa/totp).
 * @supabase/lite has none, so this stores factors beside its accounts and adds the assurance level to its tokens.
 */
export function createFactorRoutes({ driver, jwtSecret, forward, now }: Options) {
  driver.exec(TABLES)
  const get = (sql: string, ...values: SQLInputValue[]) => driver.prepare(sql).get(...values)
  const run = (sql: string, ...values: SQLInputValue[]) => driver.prepare(sql).run(...values)

  /** Handles `/auth/v1/factors…`. */
  async function handle(request: Request): Promise<Response> {
    const session = await readSession(request)
    if (session === null)
      return failure(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
    const [id, action] = new URL(request.url).pathname
      .slice('/auth/v1/factors'.length)
      .split('/')
      .filter(Boolean)
    const body: unknown = await request.json().catch(() => ({}))
    if (id === undefined)
      return request.method === 'POST' ? enroll(body, session) : failure(405, 'bad_method', 'POST only')
    const factor = factorsOf(session.claims.sub).find((known) => known.id === id)
    if (factor === undefined) return failure(404, 'mfa_factor_not_found', 'Factor not found')
    if (request.method === 'DELETE' && action === undefined) return unenroll(factor, session)
    if (request.method === 'POST' && action === 'challenge') return challenge(factor)
    if (request.method === 'POST' && action === 'verify') return verify(factor, body, session, request)
    return failure(404, 'not_found', 'Not found')
  }

  /** The session of a request's token; null when the token is invalid or the session has ended. */
  async function readSession(request: Request): Promise<Session | null> {
    const bearer = request.headers.get('authorization')?.match(/^Bearer\s+(.+)$/i)?.[1]
    const claims = bearer === undefined ? null : await verifyToken(bearer, jwtSecret, now())
    if (claims === null) return null
    const level = levelOf(claims)
    return level && { claims, level }
  }

  /** The level of a session; null when it has ended. */
  function levelOf({ session_id, sub }: Claims): Session['level'] | null {
    const row = get('SELECT aal FROM "auth.sessions" WHERE id = ? AND user_id = ?', session_id, sub)
    if (row === undefined) return null
    return row.aal === 'aal2' ? 'aal2' : 'aal1'
  }

  function factorsOf(userId: string): Factor[] {
    const all = driver.prepare('SELECT * FROM "auth.mfa_factors" WHERE user_id = ? ORDER BY created_at')
    return factorRow.array().parse(all.all(userId))
  }

  function enroll(body: unknown, session: Session): Response {
    const parsed = enrollBody.safeParse(body)
    if (!parsed.success) return failure(400, 'validation_failed', 'factor_type needs to be totp')
    const known = factorsOf(session.claims.sub)
    if (known.some((factor) => factor.status === 'verified') && session.level !== 'aal2')
      return failure(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
    const { friendly_name, issuer } = parsed.data
    const id = randomUUID()
    const secret = newSecret()
    run('DELETE FROM "auth.mfa_factors" WHERE user_id = ? AND status = ?', session.claims.sub, 'unverified')
    if (known.some((factor) => factor.status === 'verified' && factor.friendly_name === friendly_name))
      return failure(422, 'mfa_factor_name_conflict', 'A factor with that name exists already')
    run(
      'INSERT INTO "auth.mfa_factors" (id, user_id, friendly_name, status, secret, created_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...[id, session.claims.sub, friendly_name, 'unverified', secret, new Date(now()).toISOString()],
    )
    const uri = keyUri(secret, issuer, String(session.claims.email ?? 'owner'))
    // The hosted server also renders a QR code; the shop renders its own from the URI.
    return Response.json({ id, type: 'totp', friendly_name, totp: { qr_code: '', secret, uri } })
  }

  function challenge(factor: Factor): Response {
    const id = randomUUID()
    const expires = now() + CHALLENGE_TTL_MS
    run('DELETE FROM "auth.mfa_challenges" WHERE expires < ?', now())
    run('INSERT INTO "auth.mfa_challenges" (id, factor_id, expires) VALUES (?, ?, ?)', id, factor.id, expires)
    return Response.json({ id, type: 'totp', expires_at: Math.floor(expires / 1000) })
  }

  async function verify(
    factor: Factor,
    body: unknown,
    session: Session,
    request: Request,
  ): Promise<Response> {
    const parsed = verifyBody.safeParse(body)
    if (!parsed.success) return failure(400, 'validation_failed', 'challenge_id and code are needed')
    if (wrongCodesOf(session) >= MAX_WRONG_CODES)
      return failure(429, 'over_request_rate_limit', 'Too many wrong codes')
    const open = get(
      'DELETE FROM "auth.mfa_challenges" WHERE id = ? AND factor_id = ? AND expires >= ? RETURNING id',
      ...[parsed.data.challenge_id, factor.id, now()],
    )
    if (open === undefined)
      return failure(422, 'mfa_challenge_expired', 'The challenge has expired or does not exist')
    const refreshToken = refreshTokenOf(session)
    if (refreshToken === null) return failure(401, 'session_not_found', 'The session has ended')
    const step = matchingStep(factor.secret, parsed.data.code, currentStep(now()))
    if (step === null || !acceptFactor(factor, step, session)) return countWrongCode(session)
    return renewSession(refreshToken, request)
  }

  function wrongCodesOf({ claims }: Session): number {
    const row = get('SELECT codes FROM "auth.mfa_wrong_codes" WHERE session_id = ?', claims.session_id)
    return Number(row?.codes ?? 0)
  }

  /** A single statement, so that concurrent guesses are all counted. */
  function countWrongCode({ claims }: Session): Response {
    driver.exec('DELETE FROM "auth.mfa_wrong_codes" WHERE session_id NOT IN (SELECT id FROM "auth.sessions")')
    run(
      `INSERT INTO "auth.mfa_wrong_codes" (session_id, codes) VALUES (?, 1)
      ON CONFLICT (session_id) DO UPDATE SET codes = codes + 1`,
      claims.session_id,
    )
    return failure(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
  }

  /**
   * Raises the session to level 2 by a code that was not used before. Decided by the database, as the same code may be
   * sent twice at once.
   * @returns false when the code was used already
   */
  function acceptFactor(factor: Factor, step: number, session: Session): boolean {
    const { sub, session_id } = session.claims
    return inTransaction(driver, () => {
      const { changes } = run(
        `UPDATE "auth.mfa_factors" SET status = 'verified', last_step = ? WHERE id = ? AND last_step < ?`,
        ...[step, factor.id, step],
      )
      if (changes === 0) return false
      run(`UPDATE "auth.sessions" SET aal = 'aal2', factor_id = ? WHERE id = ?`, factor.id, session_id)
      // Ends all other sessions that were started with the password only.
      run(`DELETE FROM "auth.sessions" WHERE user_id = ? AND id <> ? AND aal = 'aal1'`, sub, session_id)
      return true
    })
  }

  function refreshTokenOf({ claims }: Session): string | null {
    const row = get(
      'SELECT token FROM "auth.refresh_tokens" WHERE session_id = ? AND revoked = 0 ORDER BY created_at DESC LIMIT 1',
      claims.session_id,
    )
    return row === undefined ? null : String(row.token)
  }

  /** The session, whose tokens the auth server renews and `complete` gives its level. */
  async function renewSession(refreshToken: string, request: Request): Promise<Response> {
    const renewal = new Request(new URL('/auth/v1/token?grant_type=refresh_token', request.url), {
      method: 'POST',
      headers: { apikey: request.headers.get('apikey') ?? '', 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
    })
    return complete(renewal, await forward(renewal.clone()))
  }

  function unenroll(factor: Factor, session: Session): Response {
    if (factor.status === 'verified' && session.level !== 'aal2')
      return failure(403, 'insufficient_aal', 'AAL2 required to unenroll a verified factor')
    inTransaction(driver, () => {
      run('DELETE FROM "auth.mfa_factors" WHERE id = ?', factor.id)
      run(`UPDATE "auth.sessions" SET aal = 'aal1', factor_id = NULL WHERE factor_id = ?`, factor.id)
    })
    return Response.json({ id: factor.id })
  }

  function publicFactors(userId: string) {
    return factorsOf(userId).map(({ id, friendly_name, status, created_at }) => ({
      id,
      friendly_name,
      factor_type: 'totp',
      status,
      created_at,
      updated_at: created_at,
    }))
  }

  /** Adds factors and assurance level to a response of the auth server. */
  async function complete(request: Request, response: Response): Promise<Response> {
    if (!response.ok) return response
    const { pathname } = new URL(request.url)
    if (pathname === '/auth/v1/user') {
      const user = userReply.parse(await response.json())
      return Response.json({ ...user, factors: publicFactors(user.id) })
    }
    if (pathname !== '/auth/v1/token') return response
    const session = sessionReply.parse(await response.json())
    const claims = await verifyToken(session.access_token, jwtSecret, 0)
    const aal = (claims && levelOf(claims)) ?? 'aal1'
    const amr = [{ method: 'password', timestamp: Number(claims?.iat ?? 0) }]
    return Response.json({
      ...session,
      access_token: await signToken({ ...claims, aal, amr }, jwtSecret),
      user: { ...session.user, factors: publicFactors(session.user.id) },
    })
  }

  return { handle, complete }
}
