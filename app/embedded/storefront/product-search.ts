import { GraphQLError } from 'graphql'
import type { StoreProduct } from './catalogue.ts'

/**
 * Terms of Shopify's search syntax that this store knows: `tag:`, `handle:`, `title:`, `product_type:`, `status:`, `id:`
 * and free words, each with `-` or `NOT` in front, joined by `AND` or nothing.
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

/** Each word is looked for in each product. */
const LONGEST = 1_000

/** An empty answer to a search that was not understood would look like an empty shelf. */
function notKnown(term: string): GraphQLError {
  return new GraphQLError(`${term} is not available in searches of the embedded store`, {
    extensions: { code: 'NOT_IMPLEMENTED' },
  })
}

/**
 * Products that meet every term of a search; a blank one meets all.
 * @throws GraphQLError for what of Shopify's search syntax is not known here, such as `OR`, brackets and other fields
 */
export function searchProducts(
  products: readonly StoreProduct[],
  query: string | null | undefined,
): StoreProduct[] {
  if ((query?.length ?? 0) > LONGEST) throw new GraphQLError('The search is too long')
  const terms = termsOf(query ?? '')
  return products.filter((product) =>
    terms.every(({ isWanted, field, value }) => hasTerm(product, field, value) === isWanted),
  )
}

function termsOf(query: string) {
  return [...query.matchAll(TERM)].flatMap(([term, not, name, single, double, bare, bracket]) => {
    if (term === 'AND') return []
    if (bracket !== undefined || term === 'OR') throw notKnown(term)
    const field = name?.toLowerCase()
    if (field !== undefined && !Object.hasOwn(FIELDS, field)) throw notKnown(`${name}:`)
    return [{ isWanted: not === undefined, field, value: single ?? double ?? bare ?? '' }]
  })
}
