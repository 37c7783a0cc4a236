import {
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { isSameSecret, parseJson } from '#supabase/functions/_shared/text/text.ts'

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
  /** What clients must send; null accepts any token, or none. */
  readonly token: string | null
  readonly log: StoreLog
}

type Parsed = { readonly document: DocumentNode; readonly errors: readonly GraphQLError[] }

const INTERNAL_ERROR = 'Internal error. Looks like something went wrong on our end.'
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

function reply(status: number, body: unknown): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
  if (status === 405) headers.set('Allow', 'POST')
  return Response.json(body, { status, headers })
}

/** A response with one error. */
export function refuse(status: number, message: string, code: string): Response {
  return reply(status, { errors: [{ message, extensions: { code } }] })
}

/**
 * A GraphQL endpoint: POST with JSON, of a size that the shop has checked. Documents are validated before execution, and
 * internal errors are masked.
 */
export function createGraphQLServer<Context>(options: GraphQLServerOptions<Context>) {
  const { schema, rootValue, token, log } = options
  const documents = new LRUCache<string, Parsed>({ max: 200 })

  function parseAndValidate(query: string): Parsed {
    const cached = documents.get(query)
    if (cached) return cached
    const document = parse(query)
    const parsed = { document, errors: validate(schema, document) }
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

  async function run(body: z.infer<typeof requestBody>): Promise<Response> {
    const variables = body.variables ?? {}
    const { document, errors } = parseAndValidate(body.query)
    if (errors.length > 0) return reply(200, { errors: errors.map((error) => error.toJSON()) })
    const operation = getOperationAST(document, body.operationName)
    if (!operation) throw new GraphQLError('An operation name is required')
    const result = await execute({
      schema,
      document,
      rootValue,
      operationName: body.operationName,
      variableValues: variables,
      contextValue: options.context(operation, variables),
      fieldResolver: strictResolver,
    })
    return reply(200, result.errors ? { ...result, errors: result.errors.map(maskError) } : result)
  }

  return async function handle(request: Request): Promise<Response> {
    if (request.method !== 'POST') return refuse(405, 'Only POST is answered here', 'METHOD_NOT_ALLOWED')
    const given = request.headers.get('X-Shopify-Access-Token') ?? ''
    if (token !== null && !(await isSameSecret(given, token)))
      return refuse(401, 'Invalid API key or access token', 'UNAUTHORIZED')
    const body = requestBody.safeParse(parseJson(await request.text()))
    if (!body.success) return refuse(400, 'The request is no GraphQL request in JSON', 'BAD_REQUEST')
    try {
      return await run(body.data)
    } catch (error) {
      if (error instanceof GraphQLError) return reply(200, { errors: [maskError(error)] })
      log.error({ err: error }, 'embedded store failed')
      return refuse(500, INTERNAL_ERROR, 'INTERNAL_SERVER_ERROR')
    }
  }
}
