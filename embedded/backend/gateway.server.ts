import type { FunctionEnvironment, FunctionHandler } from '../../supabase/functions/_shared/environment.ts'
import type { LiteDatabase, LiteKeys } from './database.server.ts'
import type { createFactorRoutes } from './factors.server.ts'
import { forwardSignIn } from './passwords.server.ts'
import type { TextFilters } from './text-filters.server.ts'

type GatewayOptions = {
  readonly database: LiteDatabase
  readonly keys: LiteKeys
  readonly factors: ReturnType<typeof createFactorRoutes>
  readonly textFilters: TextFilters
  readonly functions: Readonly<Record<string, () => Promise<FunctionHandler>>>
  readonly environment: FunctionEnvironment
  /** Waits for background work of edge functions, where that is quick. */
  readonly settle: () => Promise<void>
}

/** Auth endpoints that the shop uses. All others are closed, sign-up above all. */
const OPEN_AUTH = /^\/auth\/v1\/(?:token|user|logout|settings|health)$/
const ACCOUNTS_PATH = '/auth/v1/admin/users'
const FACTORS = /^\/auth\/v1\/factors(?:\/|$)/

/**
 * The only entry point of the embedded backend. Provides the hosted platform's API gateway, table privileges and edge
 * runtime, which @supabase/lite lacks. Tables are open to the service role only; edge functions check their own keys.
 */
export function createGateway(options: GatewayOptions): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url)
    if (pathname.startsWith('/functions/v1/'))
      return runFunction(pathname.slice('/functions/v1/'.length), request, options)
    const key = request.headers.get('apikey')
    if (key !== options.keys.anonKey && key !== options.keys.serviceRoleKey) return invalidKey(key)
    if (pathname.startsWith('/rest/v1/'))
      return accessTable(pathname.slice('/rest/v1/'.length), request, options)
    if (pathname === ACCOUNTS_PATH && request.method === 'GET') return listAccounts(request, options)
    if (FACTORS.test(pathname)) return options.factors.handle(request)
    if (OPEN_AUTH.test(pathname)) return options.factors.complete(request, await callAuth(request, options))
    return refusal(403, 'not_available', 'This part of the backend is closed.')
  }
}

/** All accounts, which only the service role may list: as the hosted auth server describes them, without passwords. */
function listAccounts(request: Request, { database, keys }: GatewayOptions): Response {
  if (!actsAsServiceRole(request, keys)) return refusal(403, 'not_admin', 'User not allowed')
  const rows = database.driver
    .prepare('SELECT id, email, email_confirmed_at, raw_app_meta_data FROM "auth.users" ORDER BY created_at')
    .all()
  const users = rows.map(({ id, email, email_confirmed_at, raw_app_meta_data }) => {
    return { id, email, email_confirmed_at, app_metadata: JSON.parse(String(raw_app_meta_data)) }
  })
  return Response.json({ users, aud: 'authenticated' })
}

async function callAuth(request: Request, { database, keys }: GatewayOptions): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const forward = async (forwarded: Request) => database.app.fetch(forwarded)
  const isSignIn = pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password'
  return isSignIn ? forwardSignIn(request, { jwtSecret: keys.jwtSecret, forward }) : forward(request.clone())
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json(
    { code, error_code: code, message, msg: message, details: null, hint: null },
    { status },
  )
}

function invalidKey(key: string | null): Response {
  const message = key === null ? 'No API key found in request' : 'Invalid API key'
  return Response.json({ message, hint: 'Double check your API key.' }, { status: 401 })
}

/** With a user's token beside the service key, the user's role applies, as on the hosted platform. */
function actsAsServiceRole(request: Request, keys: LiteKeys): boolean {
  if (request.headers.get('apikey') !== keys.serviceRoleKey) return false
  const bearer = request.headers.get('authorization')?.match(/^Bearer\s+(.+)$/i)?.[1]
  return bearer === undefined || bearer === keys.serviceRoleKey
}

async function accessTable(relation: string, request: Request, options: GatewayOptions): Promise<Response> {
  if (!actsAsServiceRole(request, options.keys))
    return refusal(401, '42501', `permission denied for table ${decodeURIComponent(relation).slice(0, 60)}`)
  return toPostgrestError(await options.database.app.fetch(options.textFilters.quote(request)))
}

async function runFunction(name: string, request: Request, options: GatewayOptions): Promise<Response> {
  const load = Object.hasOwn(options.functions, name) ? options.functions[name] : undefined
  if (load === undefined) return refusal(404, 'NOT_FOUND', 'Requested function was not found')
  const handle = await load()
  const response = await handle(request, options.environment)
  await options.settle()
  return response
}

const DATABASE_ERRORS: readonly (readonly [RegExp, status: number, code: string, message: string])[] = [
  [/UNIQUE constraint failed/, 409, '23505', 'duplicate key value violates unique constraint'],
  [/FOREIGN KEY constraint failed/, 409, '23503', 'insert or update violates foreign key constraint'],
  [/NOT NULL constraint failed/, 400, '23502', 'null value violates not-null constraint'],
  [/CHECK constraint failed/, 400, '23514', 'new row violates check constraint'],
  [/RLS policy violation/, 401, '42501', 'new row violates row-level security policy'],
  [/cannot store \w+ value in/, 400, '22P02', 'invalid input syntax'],
  [/no such column|Failed to prepare statement/, 400, '42703', 'column does not exist'],
]

/** @supabase/lite reports every refused write as 500 `SUP`; converts it to PostgREST's status and error code. */
async function toPostgrestError(response: Response): Promise<Response> {
  if (response.status < 500) return response
  const text = await response.text()
  const known = DATABASE_ERRORS.find(([pattern]) => pattern.test(text))
  if (known === undefined) return new Response(text, { status: response.status, headers: response.headers })
  const [pattern, status, code, message] = known
  const details = text.slice(text.search(pattern)).replace(/["}].*$/s, '')
  return Response.json({ code, message, details, hint: null }, { status })
}
