import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createEmbeddedBackend } from '#embedded/supabase/backend.server.ts'
import { signToken } from '#embedded/supabase/factors.server.ts'
import { FUNCTIONS } from '#embedded/supabase/gateway.server.ts'
import { edgeEnvironment } from '#supabase/functions/_shared/edge.ts'
import { serve } from '../support/loopback.ts'
import { silentLog } from '../support/silent-log.ts'

export const OWNER = { email: 'owner@keyhole.house', password: 'correct horse battery' }

/**
 * A hosted Supabase project on loopback: its gateway with keys of both kinds, the edge runtime with its secrets, and the
 * accounts. Tables and sign-in are those of the embedded backend.
 */
export async function startSupabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-supabase-'))
  const embedded = await createEmbeddedBackend({
    dataDir,
    ownerEmail: OWNER.email,
    ownerPassword: OWNER.password,
    mail: { smtpUrl: null, from: 'a@keyhole.house', to: 'a@keyhole.house', outboxDir: dataDir },
    admin: null,
    origin: () => 'http://unused.test',
    log: silentLog,
  })
  const token = (role: string) =>
    signToken({ iss: 'supabase', ref: 'double', role, exp: 4_000_000_000 }, 'project')
  const keys = {
    publishable: embedded.anonKey,
    secret: embedded.serviceRoleKey,
    legacyAnon: await token('anon'),
    legacyServiceRole: await token('service_role'),
  }
  /** The embedded backend's key for each of the project's. */
  const embeddedKeys = new Map([
    ...[keys.publishable, keys.secret].map((key) => [key, key] as const),
    [keys.legacyAnon, keys.publishable],
    [keys.legacyServiceRole, keys.secret],
  ])
  const fresh = () => ({
    /** Names of the deployed functions. */
    functions: new Set(Object.keys(FUNCTIONS)),
    /** What `supabase secrets set` has set. */
    secrets: {} as Record<string, string>,
    /** Whether the gateway wants a token of a user before it runs a function. */
    verifiesJwt: false,
    allowsSignUp: false,
    allowsPasswords: true,
  })
  const state = fresh()
  const background = new Set<Promise<unknown>>()

  async function runFunction(name: string, request: Request): Promise<Response> {
    const load = state.functions.has(name) ? FUNCTIONS[name] : undefined
    if (load === undefined)
      return Response.json(
        { code: 'NOT_FOUND', message: 'Requested function was not found' },
        { status: 404 },
      )
    if (state.verifiesJwt && !/^Bearer \w+\.\w+\.\w+/.test(request.headers.get('authorization') ?? ''))
      return Response.json({ code: 401, message: 'Missing authorization header' }, { status: 401 })
    const preset: Record<string, string> = {
      SUPABASE_URL: origin,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
      SUPABASE_SERVICE_ROLE_KEY: keys.legacyServiceRole,
    }
    const environment = edgeEnvironment(
      (variable) => preset[variable] ?? state.secrets[variable],
      (work) => {
        background.add(work)
        work.finally(() => background.delete(work)).catch(() => {})
      },
    )
    const { handler } = await load()
    return handler(request, { ...environment, log: silentLog })
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/functions/v1/'))
      return runFunction(pathname.slice('/functions/v1/'.length), request)
    if (!/^\/(?:auth|rest)\/v1\//.test(pathname))
      return Response.json({ message: 'no Route matched with those values' }, { status: 404 })
    const key = request.headers.get('apikey') ?? ''
    const known = embeddedKeys.get(key)
    if (known === undefined)
      return Response.json(
        { message: 'Invalid API key', hint: 'Double check your API key.' },
        { status: 401 },
      )
    const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    // Today's keys are no tokens: as one they pass only where they repeat the key itself.
    if (bearer?.startsWith('sb_') && bearer !== key)
      return Response.json({ message: 'Invalid JWT' }, { status: 401 })
    const headers = new Headers(request.headers)
    headers.set('apikey', known)
    if (bearer === undefined || bearer === key) headers.set('authorization', `Bearer ${known}`)
    const response = await embedded.fetch(new Request(request, { headers }))
    if (pathname !== '/auth/v1/settings' || !response.ok) return response
    const settings = await response.json()
    return Response.json({
      ...settings,
      disable_signup: !state.allowsSignUp,
      external: { ...settings.external, email: state.allowsPasswords },
    })
  }

  const { origin, close } = await serve(answer)

  return {
    url: origin,
    keys,
    state,
    faults: embedded.faults,
    /** Runs SQL as the owner does in the dashboard. */
    sql(statement: string): void {
      const database = new DatabaseSync(join(dataDir, 'backend.db'))
      database.exec('PRAGMA busy_timeout = 10000')
      database.exec(statement)
      database.close()
    },
    /** As a new project, to which everything is deployed with the secrets of an environment. */
    deploy({ PUBLIC_ORIGIN, MAIL_TO, ...others }: Record<string, string>): void {
      const admin = Object.entries(others).filter(([name]) => /^ADMIN_API_(URL|CLIENT)/.test(name))
      Object.assign(state, fresh(), { secrets: { PUBLIC_ORIGIN, MAIL_TO, ...Object.fromEntries(admin) } })
      embedded.faults.clear()
    },
    async close(): Promise<void> {
      await Promise.allSettled(background)
      await close()
      await embedded.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type Supabase = Awaited<ReturnType<typeof startSupabase>>
