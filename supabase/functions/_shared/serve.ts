import { z } from 'zod'
import { edgeEnvironment } from './edge.ts'
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

const errorResponse = (error: string, status: number) => jsonResponse({ error }, status)

/**
 * True if the request has one of the project's secret keys: today's (`sb_secret_…`) come in `apikey`, as they are no bearer
 * tokens; the legacy one comes in both headers. Takes the same time whichever key it is.
 */
async function isServiceRole(request: Request, { keys }: FunctionEnvironment): Promise<boolean> {
  const bearer = request.headers.get('authorization')?.match(/^Bearer\s+(.+)$/i)?.[1]
  const given = [request.headers.get('apikey'), bearer].filter((key) => typeof key === 'string')
  const matches = await Promise.all(
    given.flatMap((candidate) => keys.map((key) => isSameSecret(candidate, key))),
  )
  return matches.includes(true)
}

/** The parsed body; `{}` for an empty one, undefined for one that is too large or invalid. */
async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  if (text.length > MAXIMUM_BODY_BYTES) return undefined
  return text.trim() === '' ? {} : parseJson(text)
}

type EdgeGlobals = {
  readonly Deno?: {
    readonly env: { get(name: string): string | undefined }
    serve(handler: (request: Request) => Promise<Response>): unknown
  }
  readonly EdgeRuntime?: { waitUntil(work: Promise<unknown>): void }
}

/**
 * A function that accepts only POST requests (otherwise 405) of the service role (401) with a valid body (400). An error in
 * `work` is logged and becomes a 500 with a generic message. A GET request of the service role gets the function's status.
 * On the hosted edge runtime it is served at once; the embedded backend calls it with an environment of its own.
 */
export function serveFunction<Schema extends z.core.$ZodType>(
  name: string,
  schema: Schema,
  work: (body: z.output<Schema>, environment: FunctionEnvironment, context: FormContext) => Promise<Response>,
): FunctionHandler {
  const handler: FunctionHandler = async (request, environment) => {
    const isTrusted = await isServiceRole(request, environment)
    if (request.method === 'GET' && isTrusted) {
      // What `npm run doctor` asks a deployed function: whether it has its secrets. Names only.
      const missing = environment.missingSecrets()
      const origin = missing.includes('PUBLIC_ORIGIN') ? null : environment.origin()
      return jsonResponse({ function: name, missing, origin })
    }
    if (request.method !== 'POST') return errorResponse('Only POST is answered here.', 405)
    if (!isTrusted) return errorResponse('This function is not open to the public key.', 401)
    const parsed = z.safeParse(schema, await readJson(request))
    if (!parsed.success)
      return errorResponse(parsed.error.issues[0]?.message ?? 'The request could not be read.', 400)
    try {
      return await work(parsed.data, environment, readContext(request.headers))
    } catch (error) {
      environment.log.error({ err: error, function: name }, 'function failed')
      return errorResponse('Something went wrong. Please try again.', 500)
    }
  }
  const { Deno, EdgeRuntime } = globalThis as EdgeGlobals
  if (Deno) {
    const environment = edgeEnvironment(
      (variable) => Deno.env.get(variable),
      (background) => EdgeRuntime?.waitUntil(background),
    )
    Deno.serve((request) => handler(request, environment))
  }
  return handler
}
