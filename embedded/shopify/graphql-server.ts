import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isSameSecret, parseJson } from '#supabase/functions/_shared/text/text.ts'
import { checkRequest, createCostCounter } from './query-cost.ts'

/** The part of a logger that the store uses. */
export type StoreLog = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

type Variables = Readonly<Record<string, unknown>>

export type GraphQLServerOptions<Context> = {
  readonly schema: GraphQLSchema
  readonly rootValue: Readonly<Record<string, unknown>>
  readonly context: (operation: OperationDefinitionNode, variables: Variables) => Context
  /** What clients must send. Null for all clients, also pages of other origins: their preflights are answered. */
  readonly token: string | null
  /** Counts the changes of a client. @returns null when they are allowed, otherwise the seconds to wait */
  readonly limitWrites: (ip: string, points: number) => Promise<number | null>
  readonly log: StoreLog
}

type Parsed = { readonly document: DocumentNode; readonly errors: readonly GraphQLError[] }

const INTERNAL_ERROR = 'Internal error. Looks like something went wrong on our end.'
/** A change counts once more for each of these bytes of its request, as most of them may be stored. */
const BYTES_PER_POINT = 4096
const PREFLIGHT_SECONDS = 86_400
/** Validation takes quadratic time in the document's length. The shop's longest document has about 600 tokens. */
const MAX_TOKENS = 2_500
const requestBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/** What Shopify's API has and this store does not is an error instead of a silent null or an empty list. */
export function notImplemented(what: string): GraphQLError {
  return new GraphQLError(`${what} is not available in the embedded store`, {
    extensions: { code: 'NOT_IMPLEMENTED' },
  })
}

/** Reads a field from its source object, calling it when it is a function. */
const strictResolver: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
  const { fieldName } = info
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, fieldName))
    throw notImplemented(`${info.parentType.name}.${fieldName}`)
  const value: unknown = Reflect.get(source, fieldName)
  return typeof value === 'function' ? value(args, context, info) : value
}

/** The answer to a browser that asks whether a page of another origin may send a request. */
function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
      'Access-Control-Allow-Headers': request.headers.get('Access-Control-Request-Headers') ?? 'content-type',
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Access-Control-Request-Headers',
    },
  })
}

function reply(status: number, body: unknown): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
  if (status === 405) headers.set('Allow', 'POST')
  return Response.json(body, { status, headers })
}

function refuse(status: number, message: string, code: string): Response {
  return reply(status, { errors: [{ message, extensions: { code } }] })
}

function tooMany(seconds: number): Response {
  const response = refuse(429, 'Too many changes: please wait a few minutes', 'THROTTLED')
  response.headers.set('Retry-After', String(seconds))
  return response
}

/** @throws GraphQLError for a syntax error, or for nesting that exceeds the parser's stack */
function parseDocument(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: MAX_TOKENS })
  } catch (error) {
    throw error instanceof RangeError ? new GraphQLError('The document is nested too deeply') : error
  }
}

/**
 * A GraphQL endpoint: POST with JSON, of a size that the shop has checked. Documents are validated before execution, the
 * changes of a client are limited, and internal errors are masked.
 */
export function createGraphQLServer<Context>(options: GraphQLServerOptions<Context>) {
  const { schema, rootValue, token, log } = options
  const documents = new LRUCache<string, Parsed>({ max: 200 })

  function parseAndValidate(query: string): Parsed {
    const cached = documents.get(query)
    if (cached) return cached
    const document = parseDocument(query)
    const parsed = { document, errors: validate(schema, document, specifiedRules, { maxErrors: 20 }) }
    documents.set(query, parsed)
    return parsed
  }

  function maskError(error: GraphQLError): object {
    const cause = error.originalError
    if (cause === undefined || cause instanceof GraphQLError) return error.toJSON()
    log.error({ err: cause, path: error.path }, 'embedded store failed')
    return {
      message: INTERNAL_ERROR,
      locations: error.locations,
      path: error.path,
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    }
  }

  async function run(text: string, body: z.infer<typeof requestBody>, ip: string | null): Promise<Response> {
    const variables = body.variables ?? {}
    const { document, errors } = parseAndValidate(body.query)
    if (errors.length > 0) return reply(200, { errors: errors.map((error) => error.toJSON()) })
    const operation = getOperationAST(document, body.operationName)
    if (!operation) throw new GraphQLError('An operation name is required')
    const mutations = checkRequest(document, operation)
    if (mutations > 0 && ip !== null) {
      const points = mutations + Math.floor(text.length / BYTES_PER_POINT)
      const seconds = await options.limitWrites(ip, points)
      if (seconds !== null) return tooMany(seconds)
    }
    const cost = createCostCounter()
    const result = await execute({
      schema,
      document,
      rootValue,
      operationName: body.operationName,
      variableValues: variables,
      contextValue: options.context(operation, variables),
      fieldResolver: (...field) => {
        cost.count()
        return strictResolver(...field)
      },
    })
    const tooExpensive = cost.error()
    if (tooExpensive !== null) throw tooExpensive
    return reply(200, result.errors ? { ...result, errors: result.errors.map(maskError) } : result)
  }

  /** @param ip the client's address; null for the shop itself, whose changes are not limited here */
  async function respond(request: Request, ip: string | null): Promise<Response> {
    if (request.method !== 'POST') return refuse(405, 'Only POST is answered here', 'METHOD_NOT_ALLOWED')
    const given = request.headers.get('X-Shopify-Access-Token') ?? ''
    if (token !== null && !(await isSameSecret(given, token)))
      return refuse(401, 'Invalid API key or access token', 'UNAUTHORIZED')
    const text = await request.text()
    const body = requestBody.safeParse(parseJson(text))
    if (!body.success) return refuse(400, 'The request is no GraphQL request in JSON', 'BAD_REQUEST')
    try {
      return await run(text, body.data, ip)
    } catch (error) {
      if (error instanceof GraphQLError) return reply(200, { errors: [maskError(error)] })
      log.error({ err: error }, 'embedded store failed')
      return refuse(500, INTERNAL_ERROR, 'INTERNAL_SERVER_ERROR')
    }
  }

  return async function handle(request: Request, ip: string | null = null): Promise<Response> {
    const isPublic = token === null
    if (isPublic && request.method === 'OPTIONS') return preflight(request)
    const response = await respond(request, ip)
    if (!isPublic) return response
    response.headers.set('Access-Control-Allow-Origin', '*')
    if (response.status === 405) response.headers.set('Allow', 'POST, OPTIONS')
    return response
  }
}
