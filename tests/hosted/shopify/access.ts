import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { missingScopes } from '../../../app/models/store-requirements.ts'

/** Which scope Shopify asks for, by field. Others need none, or that of the field around them. */
const FIELD_SCOPES: Readonly<Record<string, string>> = {
  // Storefront API
  'QueryRoot.collections': 'unauthenticated_read_product_listings',
  'Product.tags': 'unauthenticated_read_product_tags',
  'ProductVariant.quantityAvailable': 'unauthenticated_read_product_inventory',
  'QueryRoot.cart': 'unauthenticated_read_checkouts',
  // Admin API
  'QueryRoot.priceList': 'read_products',
  'QueryRoot.priceLists': 'read_products',
  'QueryRoot.productVariant': 'read_products',
  'QueryRoot.productByIdentifier': 'read_products',
  'QueryRoot.publications': 'read_publications',
  'AppInstallation.publication': 'read_publications',
  'Product.resourcePublicationsV2': 'read_publications',
  'QueryRoot.market': 'read_markets',
  'QueryRoot.markets': 'read_markets',
  'QueryRoot.deliveryProfile': 'read_shipping',
  'QueryRoot.deliveryProfiles': 'read_shipping',
  'ProductVariant.deliveryProfile': 'read_shipping',
  'QueryRoot.locationsAvailableForDeliveryProfilesConnection': 'read_locations',
  'QueryRoot.codeDiscountNode': 'read_discounts',
  'QueryRoot.codeDiscountNodeByCode': 'read_discounts',
  'Mutation.marketCreate': 'write_markets',
  'Mutation.catalogCreate': 'write_products',
  'Mutation.priceListCreate': 'write_products',
  'Mutation.priceListFixedPricesAdd': 'write_products',
  'Mutation.deliveryProfileCreate': 'write_shipping',
  'Mutation.deliveryProfileUpdate': 'write_shipping',
  'Mutation.stagedUploadsCreate': 'write_files',
  'Mutation.publishablePublish': 'write_publications',
  'Mutation.tagsAdd': 'write_products',
  'Mutation.metafieldsSet': 'write_products',
}

/** Fields with the same name in both APIs. */
const BOTH: Readonly<Record<string, readonly [storefront: string, admin: string]>> = {
  'QueryRoot.products': ['unauthenticated_read_product_listings', 'read_products'],
  'QueryRoot.product': ['unauthenticated_read_product_listings', 'read_products'],
  'QueryRoot.productByHandle': ['unauthenticated_read_product_listings', 'read_products'],
  'QueryRoot.node': ['unauthenticated_read_product_listings', 'read_products'],
  'QueryRoot.nodes': ['unauthenticated_read_product_listings', 'read_products'],
}

function scopeOf(field: string, api: 'admin' | 'storefront'): string | null {
  if (field === 'Product.tags' && api === 'admin') return null
  if (api === 'storefront' && /^Mutation\.cart/.test(field)) return 'unauthenticated_write_checkouts'
  if (api === 'admin' && /^Mutation\.discount/.test(field)) return 'write_discounts'
  if (api === 'admin' && /^Mutation\.product/.test(field)) return 'write_products'
  const both = BOTH[field]
  if (both) return both[api === 'storefront' ? 0 : 1]
  const scope = FIELD_SCOPES[field] ?? null
  return scope?.startsWith('unauthenticated_') === (api === 'storefront') ? scope : null
}

/** Whether a directive of the field or fragment leaves it out. */
function isLeftOut(node: { readonly directives?: readonly object[] }, variables: Record<string, unknown>) {
  return (node.directives ?? []).some((directive) => {
    const { name, arguments: args } = directive as {
      name: { value: string }
      arguments?: readonly { value: { kind: string; name?: { value: string }; value?: unknown } }[]
    }
    const given = args?.[0]?.value
    const condition = given?.kind === Kind.VARIABLE ? variables[given.name?.value ?? ''] : given?.value
    return name.value === 'include' ? condition === false : name.value === 'skip' && condition === true
  })
}

/** The first field that the scopes do not allow; null when all are allowed. */
export function findDenied(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  scopes: readonly string[],
  api: 'admin' | 'storefront',
): { readonly field: string; readonly scope: string } | null {
  const info = new TypeInfo(schema)
  let denied: { readonly field: string; readonly scope: string } | null = null
  visit(
    document,
    visitWithTypeInfo(info, {
      Field(node) {
        if (isLeftOut(node, variables)) return false
        const scope = scopeOf(`${info.getParentType()?.name}.${node.name.value}`, api)
        if (scope !== null && missingScopes(scopes, [scope]).length > 0)
          denied ??= { field: node.name.value, scope }
        return undefined
      },
    }),
  )
  return denied
}

/**
 * What an operation costs by Shopify's published rules: one point for an object, ten for a mutation, and for a
 * connection two and what each of its items costs.
 */
export function costOf(operation: OperationDefinitionNode, variables: Record<string, unknown>): number {
  const sizeOf = (node: { readonly arguments?: readonly { name: { value: string }; value: object }[] }) => {
    const given = node.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')?.value
    if (given === undefined) return null
    const value = given as { kind: string; value?: string; name?: { value: string } }
    return Number(value.kind === Kind.VARIABLE ? variables[value.name?.value ?? ''] : value.value)
  }
  const costOfSet = (set: SelectionSetNode | undefined): number =>
    (set?.selections ?? []).reduce((sum, selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return sum + costOfSet(selection.selectionSet)
      if (selection.kind !== Kind.FIELD || !selection.selectionSet || isLeftOut(selection, variables))
        return sum
      const inside = costOfSet(selection.selectionSet)
      const size = sizeOf(selection)
      return sum + (size === null ? 1 + inside : 2 + size * Math.max(1, inside))
    }, 0)
  return operation.operation === 'mutation' ? 10 : Math.max(1, costOfSet(operation.selectionSet))
}

const MAX_COST = 1000

/** The points of a token, which Shopify restores by the second. */
export function createThrottle(options: { maximum: number; restorePerSecond: number; now: () => number }) {
  const { maximum, restorePerSecond, now } = options
  let available = maximum
  let at = now()
  return {
    /** Spends points. @returns null when there are enough, otherwise the code of the error */
    spend(cost: number): 'THROTTLED' | 'MAX_COST_EXCEEDED' | null {
      if (cost > MAX_COST) return 'MAX_COST_EXCEEDED'
      available = Math.min(maximum, available + ((now() - at) / 1000) * restorePerSecond)
      at = now()
      if (cost > available) return 'THROTTLED'
      available -= cost
      return null
    },
    extensionOf: (cost: number) => ({
      cost: {
        requestedQueryCost: cost,
        actualQueryCost: cost,
        throttleStatus: {
          maximumAvailable: maximum,
          currentlyAvailable: Math.floor(available),
          restoreRate: restorePerSecond,
        },
      },
    }),
  }
}
