import {
  type DocumentNode,
  type FieldNode,
  type GraphQLDirective,
  GraphQLIncludeDirective,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  type InlineFragmentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { missingScopes } from '#app/models/store-requirements.ts'
import type { ShopifyApi } from '#app/services/storefront/shopify-api.server.ts'

/** Which scope Shopify asks for, by the fields that the shop uses. Others need none, or that of the field around them. */
const FIELD_SCOPES: Readonly<Record<ShopifyApi, Readonly<Record<string, string>>>> = {
  storefront: {
    'QueryRoot.products': 'unauthenticated_read_product_listings',
    'QueryRoot.product': 'unauthenticated_read_product_listings',
    'QueryRoot.productByHandle': 'unauthenticated_read_product_listings',
    'QueryRoot.nodes': 'unauthenticated_read_product_listings',
    'Product.tags': 'unauthenticated_read_product_tags',
    'QueryRoot.cart': 'unauthenticated_read_checkouts',
  },
  admin: {
    'QueryRoot.products': 'read_products',
    'QueryRoot.product': 'read_products',
    'QueryRoot.productByIdentifier': 'read_products',
    'QueryRoot.priceList': 'read_products',
    'QueryRoot.publications': 'read_publications',
    'AppInstallation.publication': 'read_publications',
    'Product.resourcePublicationsV2': 'read_publications',
    'QueryRoot.market': 'read_markets',
    'QueryRoot.markets': 'read_markets',
    'QueryRoot.deliveryProfile': 'read_shipping',
    'QueryRoot.deliveryProfiles': 'read_shipping',
    'ProductVariant.deliveryProfile': 'read_shipping',
    'QueryRoot.locationsAvailableForDeliveryProfilesConnection': 'read_locations',
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
  },
}

function scopeOf(field: string, api: ShopifyApi): string | null {
  if (/^Mutation\.cart/.test(field)) return 'unauthenticated_write_checkouts'
  if (/^Mutation\.discount/.test(field)) return 'write_discounts'
  if (/^Mutation\.product/.test(field)) return 'write_products'
  return FIELD_SCOPES[api][field] ?? null
}

/** Whether a directive of the field or fragment leaves it out. */
function isLeftOut(node: FieldNode | InlineFragmentNode, variables: Record<string, unknown>): boolean {
  const conditionOf = (directive: GraphQLDirective) => getDirectiveValues(directive, node, variables)?.if
  return conditionOf(GraphQLSkipDirective) === true || conditionOf(GraphQLIncludeDirective) === false
}

/** The first field that the scopes do not allow; null when all are allowed. */
export function findDenied(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Record<string, unknown>,
  scopes: readonly string[],
  api: ShopifyApi,
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
  const sizeOf = (node: FieldNode) => {
    const size = node.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')
    return size === undefined ? null : Number(valueFromASTUntyped(size.value, variables))
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
