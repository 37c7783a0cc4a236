import { GraphQLError } from 'graphql'
import { type Catalogue, priceCents, type StoreProduct } from './catalogue.ts'
import { type ConnectionArgs, checkInputSize, toConnection } from './connection.ts'
import { createProductNodes, type ProductNodes } from './product-nodes.ts'
import { searchProducts } from './product-search.ts'
import { countriesOf } from './regions.ts'

/** The context of the resolvers: the buyer's country. */
export type StorefrontContext = { readonly country: string }

type ProductsArgs = ConnectionArgs & { readonly query?: string | null; readonly sortKey: string }

type StorefrontQueryOptions = { readonly catalogue: Catalogue; readonly publicOrigin: () => string }

const COMPARATORS: Record<string, (country: string) => (a: StoreProduct, b: StoreProduct) => number> = {
  TITLE: () => (a, b) => a.title.localeCompare(b.title, 'en'),
  VENDOR: () => () => 0,
  PRODUCT_TYPE: () => (a, b) => a.productType.localeCompare(b.productType, 'en'),
  CREATED_AT: () => (a, b) => a.createdAt.localeCompare(b.createdAt),
  UPDATED_AT: () => (a, b) => a.updatedAt.localeCompare(b.updatedAt),
  PRICE: (country) => (a, b) => lowestCents(a, country) - lowestCents(b, country),
  BEST_SELLING: () => () => 0,
  RELEVANCE: () => () => 0,
  ID: () => (a, b) => a.id.localeCompare(b.id),
}

function lowestCents(product: StoreProduct, country: string): number {
  return Math.min(...product.variants.map((variant) => priceCents(variant, country)))
}

/** The nodes of each country, created on first use. */
export function createNodesByCountry(catalogue: Catalogue): (country: string) => ProductNodes {
  const byCountry = new Map<string, ProductNodes>()
  return (country) => {
    const existing = byCountry.get(country)
    if (existing) return existing
    const nodes = createProductNodes(catalogue, country)
    byCountry.set(country, nodes)
    return nodes
  }
}

/** The query fields of the Storefront API that concern the catalogue. */
export function createStorefrontQuery(
  { catalogue, publicOrigin }: StorefrontQueryOptions,
  nodesOf: (country: string) => ProductNodes,
) {
  const toNode = (product: StoreProduct | null, { country }: StorefrontContext) =>
    product?.status === 'ACTIVE' ? nodesOf(country).toProductNode(product) : null

  function node({ id }: { id: string }, context: StorefrontContext) {
    if (id.startsWith('gid://shopify/Product/')) return toNode(catalogue.product(id), context)
    if (!id.startsWith('gid://shopify/ProductVariant/')) throw new GraphQLError(`Invalid global id '${id}'`)
    const found = catalogue.variant(id)
    return found?.product.status === 'ACTIVE' ? nodesOf(context.country).toVariantNode(found) : null
  }

  return {
    products(args: ProductsArgs, context: StorefrontContext) {
      const sort = COMPARATORS[args.sortKey]?.(context.country) ?? (() => 0)
      const found = searchProducts(catalogue.published(), args.query).sort(sort)
      return toConnection(found, args, (product) => toNode(product, context))
    },
    product(args: { id?: string | null; handle?: string | null }, context: StorefrontContext) {
      if (args.id != null) return toNode(catalogue.product(args.id), context)
      return args.handle == null ? null : toNode(catalogue.byHandle(args.handle), context)
    },
    productByHandle: ({ handle }: { handle: string }, context: StorefrontContext) =>
      toNode(catalogue.byHandle(handle), context),
    node,
    nodes({ ids }: { ids: readonly string[] }, context: StorefrontContext) {
      checkInputSize('ids', ids)
      return ids.map((id) => node({ id }, context))
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
    description: null,
    moneyFormat: `$${'{{amount}}'}`,
    shipsToCountries: [...countriesOf('US'), ...countriesOf('UK')],
    primaryDomain: { host, sslEnabled: protocol === 'https:', url: origin },
  }
}
