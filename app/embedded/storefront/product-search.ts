import type { StoreProduct } from './catalogue.ts'

/** Terms of Shopify's search syntax that this store knows: `tag:`, `handle:`, `title:`, `status:`, `id:` and free words. */
const TERM = /(-?)(?:(\w+):)?(?:'([^']*)'|"([^"]*)"|([^\s()]+))/g

function textsOf(product: StoreProduct, field: string): readonly string[] | null {
  switch (field) {
    case 'tag':
      return product.tags
    case 'handle':
      return [product.handle]
    case 'title':
      return [product.title]
    case 'product_type':
      return [product.productType]
    case 'status':
      return [product.status]
    case 'id':
      return [product.id.slice(product.id.lastIndexOf('/') + 1)]
    default:
      return null
  }
}

function hasTerm(product: StoreProduct, field: string | undefined, value: string): boolean {
  const wanted = value.toLowerCase()
  if (field === undefined)
    return [product.title, product.productType, ...product.tags].join(' ').toLowerCase().includes(wanted)
  const texts = textsOf(product, field.toLowerCase())
  if (texts === null) return false
  return texts.some((text) => {
    const plain = text.toLowerCase()
    if (field === 'title') return plain.includes(wanted.replace(/\*$/, ''))
    return wanted.endsWith('*') ? plain.startsWith(wanted.slice(0, -1)) : plain === wanted
  })
}

/** Products that meet every term of a search; a blank one meets all. `OR` and brackets are not known here. */
export function searchProducts(
  products: readonly StoreProduct[],
  query: string | null | undefined,
): StoreProduct[] {
  const terms = [...(query ?? '').matchAll(TERM)].filter((match) => match[0] !== 'AND')
  return products.filter((product) =>
    terms.every(([, not, field, single, double, bare]) => {
      const met = hasTerm(product, field, single ?? double ?? bare ?? '')
      return not === '-' ? !met : met
    }),
  )
}
