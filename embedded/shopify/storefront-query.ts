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
      if (sortKey !== 'ID') throw notImplemented('Sorting products')
      const found = query ? catalogue.published().filter(tagFilter(query)) : catalogue.published()
      return toConnection(found, args, (product) => toNode(product, country))
    },
    product: ({ id }: { id?: string | null }, { country }: StorefrontContext) =>
      id == null ? null : toNode(catalogue.product(id), country),
    productByHandle: ({ handle }: { handle: string }, { country }: StorefrontContext) =>
      toNode(catalogue.byHandle(handle), country),
    nodes({ ids }: { ids: readonly string[] }, { country }: StorefrontContext) {
      checkInputSize('ids', ids)
      return ids.map((id) => node(id, country))
    },
    shop: () => shopNode(publicOrigin()),
  }
}

const TAG_TERM = /^tag:(?:'([^']*)'|"([^"]*)"|([^\s'"]+))$/

/**
 * Whether a product matches a search: by tags, in any case, joined by OR.
 * @throws GraphQLError for any other search
 */
function tagFilter(query: string): (product: StoreProduct) => boolean {
  const wanted = query.split(/\s+OR\s+/).map((term) => {
    const match = TAG_TERM.exec(term.trim())
    if (!match) throw notImplemented('Searching products but by tag')
    return (match[1] ?? match[2] ?? match[3] ?? '').toLowerCase()
  })
  return ({ tags }) => tags.some((tag) => wanted.includes(tag.trim().toLowerCase()))
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
