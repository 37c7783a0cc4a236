import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { FUNCTIONS } from '#embedded/supabase/gateway.server.ts'
import { edgeEnvironment } from '#supabase/functions/_shared/edge.ts'
import { startEmbedded } from '../backend/support.ts'
import { serve } from '../support/loopback.ts'
import { silentLog } from '../support/silent-log.ts'

export const OWNER = { email: 'owner@keyhole.house', password: 'correct horse battery' }

/**
 * A hosted Supabase project on loopback: its gateway with keys of both kinds, the edge runtime with its secrets, and the
 * accounts. Tables and sign-in are those of the embedded backend.
 */
export async function startSupabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-supabase-'))
  const owner = { ownerEmail: OWNER.email, ownerPassword: OWNER.password }
  const { embedded, close: closeEmbedded } = await startEmbedded({ dataDir, admin: null, ...owner })
  const keys = { publishable: embedded.anonKey, secret: embedded.serviceRoleKey }
  const fresh = () => ({
    /** Names of the deployed functions. */
    functions: new Set(Object.keys(FUNCTIONS)),
    /** What `supabase secrets set` has set. */
    secrets: {} as Record<string, string>,
    /** Whether the gateway wants a token of a user before it runs a function. */
    verifiesJwt: false,
    allowsSignUp: false,
    hasPasswords: true,
  })
  const state = fresh()
  const background: Promise<unknown>[] = []

  async function runFunction(name: string, request: Request): Promise<Response> {
    const load = state.functions.has(name) ? FUNCTIONS[name] : undefined
    if (load === undefined) return Response.json({ code: 'NOT_FOUND' }, { status: 404 })
    if (state.verifiesJwt) return Response.json({ code: 401 }, { status: 401 })
    const variables: Record<string, string> = {
      ...state.secrets,
      SUPABASE_URL: origin,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    }
    const environment = edgeEnvironment(
      (variable) => variables[variable],
      (work) => void background.push(work.catch(() => {})),
    )
    const { handler } = await load()
    return handler(request, { ...environment, log: silentLog })
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/functions/v1/'))
      return runFunction(pathname.slice('/functions/v1/'.length), request)
    if (!/^\/(?:auth|rest)\/v1\//.test(pathname))
      return Response.json({ message: 'no Route' }, { status: 404 })
    const key = request.headers.get('apikey') ?? ''
    if (key !== keys.publishable && key !== keys.secret)
      return Response.json({ message: 'Invalid API key' }, { status: 401 })
    const bearer = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1]
    // Today's keys are no tokens: as one they pass only where they repeat the key itself.
    if (bearer?.startsWith('sb_') && bearer !== key)
      return Response.json({ message: 'Invalid JWT' }, { status: 401 })
    const headers = new Headers(request.headers)
    if (bearer === undefined) headers.set('authorization', `Bearer ${key}`)
    const response = await embedded.fetch(new Request(request, { headers }))
    if (pathname !== '/auth/v1/settings' || !response.ok) return response
    const external = { email: state.hasPasswords }
    return Response.json({ ...(await response.json()), disable_signup: !state.allowsSignUp, external })
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
      await Promise.all(background)
      await close()
      await closeEmbedded()
    },
  }
}

export type Supabase = Awaited<ReturnType<typeof startSupabase>>
