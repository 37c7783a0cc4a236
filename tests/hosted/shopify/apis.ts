import { type GraphQLSchema, getOperationAST, parse } from 'graphql'
import { SHOPIFY_API_VERSION, type ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'
import { createAdminDiscounts } from '#embedded/shopify/admin-discounts.ts'
import { createAdminProducts } from '#embedded/shopify/admin-products.ts'
import { createCartOperations } from '#embedded/shopify/cart-operations.ts'
import { createGraphQLServer } from '#embedded/shopify/graphql-server.ts'
import { createStorefrontQuery } from '#embedded/shopify/storefront-query.ts'
import { countryInContext } from '#embedded/shopify/storefront-schema.ts'
import { schemasOf } from '#tests/support/shopify-schemas.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { costOf, createThrottle, findDenied } from './access.ts'
import { createHostedAdmin } from './admin.ts'
import { marketOfCountry, type ShopState, soldTo } from './state.ts'
import type { ShopStore } from './store.ts'

/** A request that fails: before Shopify did anything, or after, so that only the answer is lost. */
export type Failure = {
  /** Null for any that changes the shop. */
  readonly operation: string | null
  readonly when: 'before' | 'after'
}

type ApiCall = {
  readonly api: ShopifyApi
  readonly operation: string
  readonly document: string
  readonly variables: Record<string, unknown>
}

type ApisOptions = {
  readonly state: ShopState
  readonly store: ShopStore
  readonly origin: () => string
  readonly behaviour: { readonly maySeeCustomers: boolean; readonly hasPayments: boolean }
  /** Points that a token has, and gets back each second. */
  readonly points: { readonly maximum: number; readonly restorePerSecond: number }
  readonly now: () => number
}

function schemaOf(api: ShopifyApi): GraphQLSchema {
  const [, schema] = schemasOf(api).find(([version]) => version === SHOPIFY_API_VERSION) ?? []
  if (schema === undefined) throw new Error(`There is no schema of the ${api} API ${SHOPIFY_API_VERSION}`)
  return schema
}

export function refuse(status: number, message: string, code: string, more: object = {}): Response {
  return Response.json({ errors: [{ message, extensions: { code } }], ...more }, { status })
}

/** The Storefront and the Admin API behind their tokens: scopes, points, failures, and the operations themselves. */
export function createApis({ state, store, origin, behaviour, points, now }: ApisOptions) {
  const schemas = { admin: schemaOf('admin'), storefront: schemaOf('storefront') }
  const calls: ApiCall[] = []
  const failures: Failure[] = []
  /** The Storefront API counts no points: Shopify limits it by the buyer's address. */
  const throttle = createThrottle({ ...points, now: Date.now })
  const { catalogue, shown, carts, discounts, sources } = store
  const common = {
    token: null,
    log: silentLog,
  }
  const products = createAdminProducts({ catalogue, now })
  const servers: Record<ShopifyApi, (request: Request) => Promise<Response>> = {
    storefront: createGraphQLServer({
      ...common,
      schema: schemas.storefront,
      rootValue: {
        ...createStorefrontQuery({ catalogue: shown, publicOrigin: origin }),
        ...createCartOperations({ carts, catalogue: shown, sources, publicOrigin: origin }),
        localization: () => ({ availableCountries: soldTo(state) }),
      },
      context: (operation, variables) => {
        const country = countryInContext(schemas.storefront, operation, variables)
        // A country without a market of its own gets the currency of the shop's main market.
        const market = marketOfCountry(state, country)
        return { country: market?.currency === 'GBP' ? country : 'US' }
      },
    }),
    admin: createGraphQLServer({
      ...common,
      schema: schemas.admin,
      rootValue: {
        ...products,
        ...createAdminDiscounts({ discounts, catalogue, now }),
        ...createHostedAdmin({ state, catalogue, products, origin, behaviour }),
      },
      context: () => null,
    }),
  }

  /** Takes the failure that was planned for an operation, if any. */
  function takeFailure(operation: string, isChange: boolean): Failure | null {
    const at = failures.findIndex(
      (failure) => failure.operation === operation || (failure.operation === null && isChange),
    )
    return at === -1 ? null : (failures.splice(at, 1)[0] ?? null)
  }

  async function answer(api: ShopifyApi, request: Request): Promise<Response> {
    const text = await request.text()
    const body = JSON.parse(text) as { query: string; operationName?: string; variables?: object }
    const variables = { ...body.variables } as Record<string, unknown>
    const document = parse(body.query)
    const operation = getOperationAST(document, body.operationName)
    if (!operation) return new Response('Which operation?', { status: 400 })
    const name = operation.name?.value ?? ''
    calls.push({ api, operation: name, document: body.query, variables })
    const denied = findDenied(schemas[api], document, variables, state.scopes[api], api)
    if (denied !== null)
      return refuse(
        200,
        `Access denied for ${denied.field} field. Required access: \`${denied.scope}\` access scope.`,
        'ACCESS_DENIED',
        { data: null },
      )
    const cost = api === 'admin' ? costOf(operation, variables) : 0
    const refused = throttle.spend(cost)
    if (refused !== null)
      return refuse(200, refused === 'THROTTLED' ? 'Throttled' : `Query cost is ${cost}`, refused, {
        extensions: throttle.extensionOf(cost),
      })
    const failure = takeFailure(name, operation.operation === 'mutation' && name !== 'StageUploads')
    if (failure?.when === 'before') return new Response('Bad gateway', { status: 502 })
    const response = await servers[api](
      new Request(request.url, { method: 'POST', body: text, headers: request.headers }),
    )
    if (failure?.when === 'after') return new Response('Bad gateway', { status: 502 })
    const reply = (await response.json()) as object
    return Response.json({ ...reply, extensions: throttle.extensionOf(cost) }, { status: response.status })
  }

  return { answer, calls, failures }
}
