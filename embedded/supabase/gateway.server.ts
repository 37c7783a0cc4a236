import type { FunctionName } from '#app/services/doctor/supabase.server.ts'
import { UNIQUE_VIOLATION } from '#supabase/functions/_shared/database.ts'
import type { FunctionEnvironment, FunctionHandler } from '#supabase/functions/_shared/environment.ts'
import { createAccountRoutes, toStretchedSignIn } from './accounts.server.ts'
import type { LiteDatabase, LiteKeys } from './database.server.ts'
import { createFactorRoutes } from './factors.server.ts'

/** The project's edge functions, loaded on demand. */
export const FUNCTIONS: Readonly<Record<string, () => Promise<{ readonly handler: FunctionHandler }>>> = {
  'email-signup': () => import('#supabase/functions/email-signup/index.ts'),
  'contact-submission': () => import('#supabase/functions/contact-submission/index.ts'),
  'create-gift-discount': () => import('#supabase/functions/create-gift-discount/index.ts'),
  'duplicate-products-for-uk': () => import('#supabase/functions/duplicate-products-for-uk/index.ts'),
} satisfies Record<FunctionName, unknown>

/** Auth endpoints that the shop uses. All others are closed, sign-up above all. */
const OPEN_AUTH = /^\/auth\/v1\/(?:token|user|logout|settings|health)$/
const FACTORS = /^\/auth\/v1\/factors(?:\/|$)/

/**
 * The only entry point of the embedded backend. Provides the hosted platform's API gateway, table privileges and edge
 * runtime, which @supabase/lite lacks. Tables are open to the service role only; edge functions check their own keys.
 * @param settle waits for background work of edge functions, where that is quick
 */
export function createGateway(
  database: LiteDatabase,
  keys: LiteKeys,
  environment: FunctionEnvironment,
  settle: () => Promise<void>,
) {
  const forward = async (request: Request) => database.app.fetch(request)
  const { driver } = database
  const { jwtSecret } = keys
  const accounts = createAccountRoutes(driver, jwtSecret)
  const factors = createFactorRoutes(driver, jwtSecret, environment.now)

  async function accessTable(relation: string, request: Request): Promise<Response> {
    if (actsAsServiceRole(request, keys)) return toPostgrestError(await forward(quoteValues(request)))
    const table = decodeURIComponent(relation).slice(0, 60)
    return refusal(401, '42501', `permission denied for table ${table}`)
  }

  async function callAuth(request: Request, { pathname, searchParams }: URL): Promise<Response> {
    const isSignIn = pathname === '/auth/v1/token' && searchParams.get('grant_type') === 'password'
    return forward(isSignIn ? await toStretchedSignIn(request, jwtSecret) : request.clone())
  }

  async function runFunction(name: string, request: Request): Promise<Response> {
    const load = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined
    if (load === undefined) return refusal(404, 'NOT_FOUND', 'Requested function was not found')
    const { handler } = await load()
    const response = await handler(request, environment)
    await settle()
    return response
  }

  return async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const { pathname } = url
    if (pathname.startsWith('/functions/v1/'))
      return runFunction(pathname.slice('/functions/v1/'.length), request)
    const key = request.headers.get('apikey')
    if (key !== keys.anonKey && key !== keys.serviceRoleKey)
      return refusal(401, 'invalid_key', 'Invalid API key')
    if (pathname.startsWith('/rest/v1/')) return accessTable(pathname.slice('/rest/v1/'.length), request)
    if (pathname.startsWith('/auth/v1/admin/users'))
      return actsAsServiceRole(request, keys)
        ? accounts.fetch(request)
        : refusal(403, 'not_admin', 'User not allowed')
    if (FACTORS.test(pathname)) return factors.handle(request)
    if (OPEN_AUTH.test(pathname)) return factors.complete(request, await callAuth(request, url))
    return refusal(403, 'not_available', 'This part of the backend is closed.')
  }
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json(
    { code, error_code: code, message, msg: message, details: null, hint: null },
    { status },
  )
}

/** With a user's token beside the service key, the user's role applies, as on the hosted platform. */
function actsAsServiceRole(request: Request, keys: LiteKeys): boolean {
  if (request.headers.get('apikey') !== keys.serviceRoleKey) return false
  const bearer = request.headers.get('authorization')?.match(/^Bearer\s+(.+)$/i)?.[1]
  return bearer === undefined || bearer === keys.serviceRoleKey
}

/** @supabase/lite reports a row that is there already as 500 `SUP`; converts it to PostgREST's status and error code. */
async function toPostgrestError(response: Response): Promise<Response> {
  if (response.status < 500 || !(await response.clone().text()).includes('UNIQUE constraint failed'))
    return response
  return refusal(409, UNIQUE_VIOLATION, 'duplicate key value violates unique constraint')
}

const COMPARISON = /^((?:eq|neq|gt|gte|lt|lte)\.)(?!(?:true|false|null)$)(.*)$/s
const LIST = /^in\.\((.*)\)$/s

/**
 * @supabase/lite guesses the type of a filter's value: `order_id=eq.1043` compares a text column with a number, and does
 * not find its row. PostgREST uses the column's type. Values are therefore quoted, which makes them text, as the database
 * compares a number with a text by its column too.
 */
function quoteValues(request: Request): Request {
  const url = new URL(request.url)
  const query = [...url.searchParams].map(([name, value]) => [name, quoteValue(value)])
  url.search = new URLSearchParams(query).toString()
  return new Request(url, request)
}

function quoteValue(filter: string): string {
  const [, comparison, value] = COMPARISON.exec(filter) ?? []
  if (comparison !== undefined) return `${comparison}"${value}"`
  const [, list] = LIST.exec(filter) ?? []
  if (list === undefined) return filter
  // The items of a list such as `a,"b,c"`.
  const items = list.match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? []
  return `in.(${items.map((item) => (item.startsWith('"') ? item : `"${item}"`)).join()})`
}
