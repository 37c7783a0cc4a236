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
import { checkCost } from './query-cost.ts'

/** The part of a logger that the store uses. */
export type StoreLog = {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

type Variables = Readonly<Record<string, unknown>>

export type GraphQLServerOptions<Context> = {
  readonly schema: GraphQLSchema
  readonly rootValue: Readonly<Record<string, unknown>>
  /** Creates the context of an operation. */
  readonly context: (operation: OperationDefinitionNode, variables: Variables) => Context
  /** Whether the request's headers authorize it. */
  readonly isAuthorized: (headers: Headers) => boolean
  /** Waits until no other process holds the write lock. @returns false after a timeout */
  readonly waitUntilWritable: (signal: AbortSignal) => Promise<boolean>
  readonly log: StoreLog
}

/** Another process holds the write lock, so the mutation was not executed. */
class Busy extends Error {}

type Parsed = { readonly document: DocumentNode; readonly errors: readonly GraphQLError[] }

const MAX_BODY_BYTES = 256 * 1024
/** Validation takes quadratic time in the document's length. The shop's longest document has about 600 tokens. */
const MAX_TOKENS = 2_500
const requestBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
})

/**
 * Reads a field from its source object, calling it when it is a function. A field of the schema that this store does
 * not implement gives an error instead of a silent null.
 */
const strictResolver: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
  const { fieldName } = info
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, fieldName))
    throw new GraphQLError(`${info.parentType.name}.${fieldName} is not available in the embedded store`, {
      extensions: { code: 'NOT_IMPLEMENTED' },
    })
  const value: unknown = Reflect.get(source, fieldName)
  return typeof value === 'function' ? value(args, context, info) : value
}

function reply(status: number, body: unknown): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
  if (status === 405) headers.set('Allow', 'POST')
  return Response.json(body, { status, headers })
}

function refuse(status: number, message: string, code: string): Response {
  return reply(status, { errors: [{ message, extensions: { code } }] })
}

/** The body as text; null when it exceeds the limit. */
async function readText(request: Request): Promise<string | null> {
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_BODY_BYTES) return null
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of request.body ?? []) {
    size += part.byteLength
    if (size > MAX_BODY_BYTES) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** @throws GraphQLError for a syntax error, or for nesting that exceeds the parser's stack */
function parseDocument(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: MAX_TOKENS })
  } catch (error) {
    throw error instanceof RangeError ? new GraphQLError('The document is nested too deeply') : error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * A GraphQL endpoint: POST with JSON. Documents are validated before execution, and internal errors are maskError.
 */
export function createGraphQLServer<Context>(options: GraphQLServerOptions<Context>) {
  const { schema, rootValue, log } = options
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
      message: 'Internal error. Looks like something went wrong on our end.',
      locations: error.locations,
      path: error.path,
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    }
  }

  async function run(body: z.infer<typeof requestBody>, signal: AbortSignal): Promise<object> {
    const variables = body.variables ?? {}
    const { document, errors } = parseAndValidate(body.query)
    if (errors.length > 0) return { errors: errors.map((error) => error.toJSON()) }
    const operation = getOperationAST(document, body.operationName)
    if (!operation) throw new GraphQLError('An operation name is required')
    checkCost(document, operation, variables)
    if (operation.operation === 'mutation' && !(await options.waitUntilWritable(signal))) throw new Busy()
    const result = await execute({
      schema,
      document,
      rootValue,
      operationName: body.operationName,
      variableValues: variables,
      contextValue: options.context(operation, variables),
      fieldResolver: strictResolver,
    })
    return result.errors ? { ...result, errors: result.errors.map(maskError) } : result
  }

  return async function handle(request: Request): Promise<Response> {
    if (request.method !== 'POST') return refuse(405, 'Only POST is answered here', 'METHOD_NOT_ALLOWED')
    if (!options.isAuthorized(request.headers))
      return refuse(401, 'Invalid API key or access token', 'UNAUTHORIZED')
    const text = await readText(request)
    if (text === null) return refuse(413, 'The request is too large', 'PAYLOAD_TOO_LARGE')
    const body = requestBody.safeParse(parseJson(text))
    if (!body.success) return refuse(400, 'The request is no GraphQL request in JSON', 'BAD_REQUEST')
    try {
      return reply(200, await run(body.data, request.signal))
    } catch (error) {
      if (request.signal.aborted) throw error
      if (error instanceof Busy) return refuse(503, 'The store is busy', 'SERVICE_UNAVAILABLE')
      if (error instanceof GraphQLError) return reply(200, { errors: [maskError(error)] })
      log.error({ err: error }, 'embedded store failed')
      return refuse(
        500,
        'Internal error. Looks like something went wrong on our end.',
        'INTERNAL_SERVER_ERROR',
      )
    }
  }
}
