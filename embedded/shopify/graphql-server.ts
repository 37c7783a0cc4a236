import {
  type ExecutionArgs,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  type GraphQLSchema,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { z } from 'zod'
import { isSameSecret, parseJson } from '#supabase/functions/_shared/text/text.ts'
import { isLocked, retryWhileLocked } from '../transaction.ts'

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
  /** The scope that a field needs and the client lacks, or null. @param field such as `Product.tags` */
  readonly missingScope: (field: string) => string | null
  /** Called after an operation that may have changed something. */
  readonly onChange?: () => void
  readonly log: StoreLog
}

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

/** A user error of a change. */
export const refusal = (message: string, code: string | null = null) => ({ field: ['input'], message, code })

function accessDenied(field: string, scope: string): GraphQLError {
  return new GraphQLError(`Access denied for ${field} field. Required access: \`${scope}\` access scope.`, {
    extensions: { code: 'ACCESS_DENIED' },
  })
}

type ConnectionArgs = {
  readonly first?: number | null
  readonly after?: string | null
  readonly last?: number | null
  readonly before?: string | null
  readonly reverse?: boolean | null
}

type Node = { readonly id: string }

/** The longest page. */
const MAX_SIZE = 250

const cursorOf = (id: string) => Buffer.from(JSON.stringify({ last_id: id })).toString('base64')

/**
 * A page of a list as a Relay connection, with Shopify's limits on its size. Cursors are derived from the nodes' ids.
 * @throws GraphQLError for an invalid cursor or size
 */
function toConnection(list: readonly Node[], { first, after, last, before, reverse }: ConnectionArgs) {
  if (last != null || before != null || reverse) throw notImplemented('Paging backwards')
  if (first == null || first < 0 || first > MAX_SIZE)
    throw new GraphQLError(`first must be from 0 to ${MAX_SIZE}`)
  const start = after == null ? 0 : list.findIndex(({ id }) => cursorOf(id) === after) + 1
  if (after != null && start === 0) throw new GraphQLError('Invalid cursor for argument after.')
  const nodes = list.slice(start, start + first)
  const end = nodes.at(-1)
  return {
    edges: nodes.map((node) => ({ node })),
    nodes,
    pageInfo: {
      hasNextPage: start + first < list.length,
      endCursor: end ? cursorOf(end.id) : null,
    },
  }
}

/** Reads a field from its source object, calling it when it is a function; a list is paged where the schema pages it. */
const strictResolver: GraphQLFieldResolver<unknown, unknown> = (source, args, context, info) => {
  const { fieldName } = info
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, fieldName))
    throw notImplemented(`${info.parentType.name}.${fieldName}`)
  const field: unknown = Reflect.get(source, fieldName)
  const value = typeof field === 'function' ? field(args, context, info) : field
  return Array.isArray(value) && isConnection(info.returnType) ? toConnection(value, args) : value
}

const isConnection = (type: GraphQLOutputType) => String(type).replace('!', '').endsWith('Connection')

function reply(status: number, body: unknown): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
  if (status === 405) headers.set('Allow', 'POST')
  return Response.json(body, { status, headers })
}

export function refuse(status: number, message: string, code: string): Response {
  return reply(status, { errors: [{ message, extensions: { code } }] })
}

/**
 * A GraphQL endpoint: POST with JSON, of a size that the shop has checked. Documents are validated before execution.
 */
export function createGraphQLServer<Context>(options: GraphQLServerOptions<Context>) {
  const { schema, rootValue, token, log } = options
  /** An error that is no answer to the client is logged. */
  function toReply(error: GraphQLError): object {
    const cause = error.originalError
    if (cause && !(cause instanceof GraphQLError))
      log.error({ err: cause, path: error.path }, 'embedded store failed')
    return error.toJSON()
  }

  async function run(body: z.infer<typeof requestBody>): Promise<Response> {
    const variables = body.variables ?? {}
    const document = parse(body.query)
    const errors = validate(schema, document)
    if (errors.length > 0) return reply(200, { errors })
    const operation = getOperationAST(document, body.operationName)
    if (!operation) throw new GraphQLError('An operation name is required')
    const execution = {
      schema,
      document,
      rootValue,
      operationName: body.operationName,
      variableValues: variables,
      contextValue: options.context(operation, variables),
      fieldResolver(source, args, context, info) {
        const scope = options.missingScope(`${info.parentType.name}.${info.fieldName}`)
        if (scope !== null) throw accessDenied(info.fieldName, scope)
        return strictResolver(source, args, context, info)
      },
    } satisfies ExecutionArgs
    const result = await retryWhileLocked(
      () => execute(execution),
      ({ errors }) => errors?.some(({ originalError }) => isLocked(originalError)) ?? false,
    )
    if (operation.operation === 'mutation') options.onChange?.()
    return reply(200, result.errors ? { ...result, errors: result.errors.map(toReply) } : result)
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
      if (error instanceof GraphQLError) return reply(200, { errors: [toReply(error)] })
      log.error({ err: error }, 'embedded store failed')
      return refuse(500, 'Internal error', 'INTERNAL_SERVER_ERROR')
    }
  }
}
