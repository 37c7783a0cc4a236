import { GraphQLError } from 'graphql'
import type { Catalogue, StoreProduct } from './catalogue.ts'
import { type ConnectionArgs, checkInputSize, toConnection } from './connection.ts'
import { notImplemented } from './graphql-server.ts'
import { toProductNode, toVariantNode } from './product-nodes.ts'
import { COUNTRIES } from './regions.ts'

/** The context of the resolvers: the buyer's country. */
export type StorefrontContext = { readonly country: string }

type ProductsArgs = ConnectionArgs & { readonly query?: string | null; readonly sortKey: string }

type StorefrontQueryOptions = { readonly catalogue: Catalogue; readonly publicOrigin: () => string }

/** The query fields of the Storefront API that concern the catalogue. */
export function createStorefrontQuery({ catalogue, publicOrigin }: StorefrontQueryOptions) {
  const toNode = (product: StoreProduct | null, country: string) =>
    product?.status === 'ACTIVE' ? toProductNode(product, country) : null

  function node(id: string, country: string) {
    if (id.startsWith('gid://shopify/Product/')) return toNode(catalogue.product(id), country)
    if (!id.startsWith('gid://shopify/ProductVariant/')) throw new GraphQLError(`Invalid global id '${id}'`)
    const found = catalogue.variant(id)
    return found?.product.status === 'ACTIVE' ? toVariantNode(found, country) : null
  }

  return {
    products({ query, sortKey, ...args }: ProductsArgs, { country }: StorefrontContext) {
      if (query || sortKey !== 'ID') throw notImplemented('Searching and sorting products')
      return toConnection(catalogue.published(), args, (product) => toNode(product, country))
    },
    productByHandle: ({ handle }: { handle: string }, { country }: StorefrontContext) =>
      toNode(catalogue.byHandle(handle), country),
    nodes({ ids }: { ids: readonly string[] }, { country }: StorefrontContext) {
      checkInputSize('ids', ids)
      return ids.map((id) => node(id, country))
    },
    shop: () => shopNode(publicOrigin()),
  }
}

function shopNode(origin: string) {
  const { host, protocol } = new URL(origin)
  return {
    __typename: 'Shop',
    id: 'gid://shopify/Shop/85100000000',
    name: 'Wizard Box',
    shipsToCountries: COUNTRIES.map(({ code }) => code),
    primaryDomain: { host, sslEnabled: protocol === 'https:', url: origin },
  }
}
