import { GraphQLError } from 'graphql'
import type { StoreProduct } from './catalogue.ts'

/**
 * The supported terms of Shopify's search syntax: `tag:`, `handle:`, `title:`, `product_type:`, `status:`, `id:` and
 * plain words, each optionally negated with `-` or `NOT`, joined by `AND` or white space.
 */
const TERM = /(-|NOT\s+)?(?:([\w.]+):)?(?:'([^']*)'|"([^"]*)"|([^\s()]+)|([()]))/g

const FIELDS: Readonly<Record<string, (product: StoreProduct) => readonly string[]>> = {
  tag: (product) => product.tags,
  handle: (product) => [product.handle],
  title: (product) => [product.title],
  product_type: (product) => [product.productType],
  status: (product) => [product.status],
  id: (product) => [product.id.slice(product.id.lastIndexOf('/') + 1)],
}

function hasTerm(product: StoreProduct, field: string | undefined, value: string): boolean {
  const wanted = value.toLowerCase()
  if (field === undefined)
    return [product.title, product.productType, ...product.tags].join(' ').toLowerCase().includes(wanted)
  const texts = FIELDS[field]?.(product) ?? []
  return texts.some((text) => {
    const plain = text.toLowerCase()
    if (field === 'title') return plain.includes(wanted.replace(/\*$/, ''))
    return wanted.endsWith('*') ? plain.startsWith(wanted.slice(0, -1)) : plain === wanted
  })
}

/** Limited, as each term is matched against every product. */
const MAX_QUERY_LENGTH = 1_000

/** Unsupported syntax is an error, as an empty result would look like an empty catalogue. */
function notImplemented(term: string): GraphQLError {
  return new GraphQLError(`${term} is not available in searches of the embedded store`, {
    extensions: { code: 'NOT_IMPLEMENTED' },
  })
}

/**
 * Products that match every term of a search; an empty search matches all.
 * @throws GraphQLError for search syntax that is not supported, such as `OR`, parentheses and other fields
 */
export function searchProducts(
  products: readonly StoreProduct[],
  query: string | null | undefined,
): StoreProduct[] {
  if ((query?.length ?? 0) > MAX_QUERY_LENGTH) throw new GraphQLError('The search is too long')
  const terms = parseTerms(query ?? '')
  return products.filter((product) =>
    terms.every(({ isWanted, field, value }) => hasTerm(product, field, value) === isWanted),
  )
}

function parseTerms(query: string) {
  return [...query.matchAll(TERM)].flatMap(([term, not, name, single, double, bare, bracket]) => {
    if (term === 'AND') return []
    if (bracket !== undefined || term === 'OR') throw notImplemented(term)
    const field = name?.toLowerCase()
    if (field !== undefined && !Object.hasOwn(FIELDS, field)) throw notImplemented(`${name}:`)
    return [{ isWanted: not === undefined, field, value: single ?? double ?? bare ?? '' }]
  })
}
