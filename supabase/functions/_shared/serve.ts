import { z } from 'zod'
import type { FunctionEnvironment, FunctionHandler } from './environment.ts'
import { type FormContext, readContext } from './forms/context.ts'
import { isSameSecret, parseJson } from './text/text.ts'

const MAXIMUM_BODY_BYTES = 64 * 1024

/** A JSON response that is not cached. */
export function jsonResponse(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/**
 * True if the request has one of the project's secret keys: today's (`sb_secret_…`) come in `apikey`, as they are no bearer
 * tokens; the legacy one comes in both headers. Takes the same time whichever key it is.
 */
async function isServiceRole(request: Request, { callerKeys }: FunctionEnvironment): Promise<boolean> {
  const bearer = request.headers.get('authorization')?.match(/^Bearer\s+(.+)$/i)?.[1]
  const given = [request.headers.get('apikey'), bearer].filter((key) => typeof key === 'string')
  const matches = await Promise.all(
    given.flatMap((candidate) => callerKeys.map((key) => isSameSecret(candidate, key))),
  )
  return matches.includes(true)
}

/** What `npm run doctor` asks a deployed function: whether it has its secrets. Names only. */
function statusResponse(name: string, environment: FunctionEnvironment): Response {
  const missing = environment.missingSecrets()
  const origin = missing.includes('PUBLIC_ORIGIN') ? null : environment.origin()
  return jsonResponse({ function: name, missing, origin })
}

/** The parsed body; `{}` for an empty one, undefined for one that is too large or invalid. */
async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text.length > MAXIMUM_BODY_BYTES) return undefined
  return text.trim() === '' ? {} : parseJson(text)
}

/**
 * A handler that accepts only POST requests (otherwise 405) of the service role (401) with a valid body (400). An error in
 * `work` is logged and becomes a 500 with a generic message. A GET request of the service role gets the function's status.
 */
export function serviceRoleHandler<Schema extends z.core.$ZodType>(
  name: string,
  schema: Schema,
  work: (body: z.output<Schema>, environment: FunctionEnvironment, context: FormContext) => Promise<Response>,
): FunctionHandler {
  return async (request, environment) => {
    if (request.method === 'GET' && (await isServiceRole(request, environment)))
      return statusResponse(name, environment)
    if (request.method !== 'POST') return jsonResponse({ error: 'Only POST is answered here.' }, 405)
    if (!(await isServiceRole(request, environment)))
      return jsonResponse({ error: 'This function is not open to the public key.' }, 401)
    const parsed = z.safeParse(schema, await readJson(request))
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      return jsonResponse({ error: issue?.message ?? 'The request could not be read.' }, 400)
    }
    try {
      return await work(parsed.data, environment, readContext(request.headers))
    } catch (error) {
      environment.log.error({ err: error, function: name }, 'function failed')
      return jsonResponse({ error: 'Something went wrong. Please try again.' }, 500)
    }
  }
}
