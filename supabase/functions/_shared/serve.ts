import type { z } from 'zod'
import type { FunctionEnvironment, FunctionHandler } from './environment.ts'
import { sameSecret } from './text.ts'

const MAXIMUM_BODY_BYTES = 64 * 1024

/** A JSON answer. */
export function answer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
}

/** True when the request carries the service role's key; the public key opens nothing. */
async function isServiceRole(request: Request, environment: FunctionEnvironment): Promise<boolean> {
  const bearer = request.headers.get('authorization')?.match(/^Bearer\s+(.+)$/i)?.[1]
  const given = bearer ?? request.headers.get('apikey')
  return given !== null && given !== undefined && (await sameSecret(given, environment.serviceRoleKey))
}

async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text.length > MAXIMUM_BODY_BYTES) return undefined
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Wraps a function's work: only POST, only the service role, only a body of the right shape; a failure
 * inside becomes a 500 whose text tells nothing.
 */
export function guarded<Schema extends z.ZodType>(
  name: string,
  schema: Schema,
  work: (body: z.output<Schema>, environment: FunctionEnvironment) => Promise<Response>,
): FunctionHandler {
  return async (request, environment) => {
    if (request.method !== 'POST') return answer({ error: 'Only POST is answered here.' }, 405)
    if (!(await isServiceRole(request, environment)))
      return answer({ error: 'This function is not open to the public key.' }, 401)
    const parsed = schema.safeParse(await readJson(request))
    if (!parsed.success) return answer({ error: firstMessage(parsed.error) }, 400)
    try {
      return await work(parsed.data, environment)
    } catch (error) {
      environment.log.error({ err: error, function: name }, 'function failed')
      return answer({ error: 'Something went wrong. Please try again.' }, 500)
    }
  }
}

function firstMessage(error: z.ZodError): string {
  return error.issues[0]?.message ?? 'The request could not be read.'
}
