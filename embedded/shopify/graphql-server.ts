import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import {
  buildClientSchema,
  type DocumentNode,
  execute,
  GraphQLError,
  type GraphQLFieldResolver,
  type GraphQLSchema,
  getDirectiveValues,
  getOperationAST,
  parse,
  validate,
} from 'graphql'
import { z } from 'zod'
import { SHOPIFY_API_VERSION, type ShopifyApi } from '#app/models/store-requirements.ts'
import { projectPath } from '#app/services/config/data-dir.server.ts'
import type { Log } from '#app/services/log/log.server.ts'
import { isSameSecret, parseJson } from '#supabase/functions/_shared/text/text.ts'
import { isLocked, retryWhileLocked } from '../transaction.ts'
import { PRIMARY_COUNTRY } from './regions.ts'

const loaded = new Map<string, { schema: GraphQLSchema; forgetting: NodeJS.Timeout }>()

/**
 * Shopify's published schema of an API. Not validated, as it is known to be valid. Kept until it is unused for a minute:
 * that of the Admin API takes 11 MB, and is used every ten minutes.
 */
export function loadSchema(api: ShopifyApi, version: string = SHOPIFY_API_VERSION): GraphQLSchema {
  const file = `embedded/shopify/schemas/${api}_${version}.json.gz`
  const before = loaded.get(file)
  before?.forgetting.refresh()
  if (before) return before.schema
  const introspection = JSON.parse(gunzipSync(readFileSync(projectPath(file))).toString())
  const schema = buildClientSchema(introspection, { assumeValid: true })
  loaded.set(file, { schema, forgetting: setTimeout(() => loaded.delete(file), 60_000).unref() })
  return schema
}

export type StoreLog = Pick<Log, 'warn' | 'error'>

export type Context = { readonly country: string }

type GraphQLServerOptions = {
  readonly api: ShopifyApi
  readonly rootValue: Readonly<Record<string, unknown>>
  /** What clients must send; null accepts any token, or none. */
  readonly token: string | null
  /** Called after an operation that may have changed something. */
  readonly onChange?: () => void
  readonly log: StoreLog
}

const requestBody = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
})

/** What Shopify's API has and this store does not is an error instead of a silent null or an empty list. */
export function notImplemented(what: string): GraphQLError {
  return new GraphQLError(`${what} is not available in the embedded store`, {
    extensions: { code: 'NOT_IMPLEMENTED' },
  })
}

export const refusal = (message: string, code: string | null = null) => ({ field: ['input'], message, code })
/** The payload of a change that is refused, and of one that is done. */
export const refused = (message: string, code?: string) => ({ userErrors: [refusal(message, code)] })
export const done = { userErrors: [] }

type PageArgs = { readonly first?: number | null; readonly after?: string | null }

const MAX_SIZE = 250

/**
 * A page of a list as a Relay connection, with Shopify's limits on its size. A cursor is the place of its node.
 * @throws GraphQLError for an invalid cursor or size
 */
function toConnection(list: readonly unknown[], { first, after }: PageArgs) {
  if (first == null || first < 0 || first > MAX_SIZE)
    throw new GraphQLError(`first must be from 0 to ${MAX_SIZE}`)
  const start = after == null ? 0 : Number(after)
  if (!Number.isInteger(start)) throw new GraphQLError('Invalid cursor for argument after.')
  const nodes = list.slice(start, start + first)
  const end = start + nodes.length
  return {
    edges: nodes.map((node) => ({ node })),
    nodes,
    pageInfo: { hasNextPage: end < list.length, endCursor: `${end}` },
  }
}

/** Reads a field from its source object, calling it when it is a function; a list is paged where the schema pages it. */
const strictResolver: GraphQLFieldResolver<unknown, Context> = (source, args, context, info) => {
  const { fieldName, parentType, returnType } = info
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, fieldName))
    throw notImplemented(`${parentType.name}.${fieldName}`)
  const field: unknown = Reflect.get(source, fieldName)
  const value = typeof field === 'function' ? field(args, context, info) : field
  const isPaged = Array.isArray(value) && /Connection!?$/.test(String(returnType))
  return isPaged ? toConnection(value, args) : value
}

export function refuse(status: number, message: string, headers?: HeadersInit): Response {
  return Response.json({ errors: [{ message }] }, { status, headers })
}

/**
 * A GraphQL endpoint: POST with JSON, of a size that the shop has checked. Documents are validated against Shopify's schema
 * before execution.
 */
export function createGraphQLServer({ api, rootValue, token, log, ...options }: GraphQLServerOptions) {
  /** Valid ones, by their text: clients on this machine send few and short ones. */
  const documents = new Map<string, DocumentNode>()

  /** An error that is no answer to the client is logged. */
  function toReply(error: GraphQLError): object {
    const cause = error.originalError
    if (cause && !(cause instanceof GraphQLError))
      log.error({ err: cause, path: error.path }, 'embedded store failed')
    return error.toJSON()
  }

  async function run({ query, ...body }: z.infer<typeof requestBody>): Promise<object> {
    const schema = loadSchema(api)
    const known = documents.get(query)
    const document = known ?? parse(query)
    const errors = known ? [] : validate(schema, document)
    if (errors.length > 0) return { errors }
    documents.set(query, document)
    const operation = getOperationAST(document)
    if (!operation) throw new GraphQLError('A document has one operation')
    const variables = body.variables ?? {}
    const directive = schema.getDirective('inContext')
    const { country = PRIMARY_COUNTRY } =
      (directive && getDirectiveValues(directive, operation, { ...variables })) ?? {}
    const result = await retryWhileLocked(
      () =>
        execute({
          ...{ schema, document, rootValue, variableValues: variables },
          contextValue: { country },
          fieldResolver: strictResolver,
        }),
      ({ errors }) => errors?.some(({ originalError }) => isLocked(originalError)) ?? false,
    )
    if (operation.operation === 'mutation') options.onChange?.()
    return result.errors ? { ...result, errors: result.errors.map(toReply) } : result
  }

  return async function handle(request: Request): Promise<Response> {
    if (request.method !== 'POST') return refuse(405, 'Only POST is answered here', { Allow: 'POST' })
    const given = request.headers.get('X-Shopify-Access-Token') ?? ''
    if (token !== null && !(await isSameSecret(given, token)))
      return refuse(401, 'Invalid API key or access token')
    const body = requestBody.safeParse(parseJson(await request.text()))
    if (!body.success) return refuse(400, 'The request is no GraphQL request in JSON')
    try {
      return Response.json(await run(body.data))
    } catch (error) {
      if (error instanceof GraphQLError) return Response.json({ errors: [toReply(error)] })
      log.error({ err: error }, 'embedded store failed')
      return refuse(500, 'Internal error')
    }
  }
}
