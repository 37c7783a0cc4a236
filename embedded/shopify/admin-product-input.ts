import type { Catalogue, StoreImage, StoreProduct, StoreVariant } from './catalogue.ts'
import { numberOf, pricesOf, toCents } from './regions.ts'

/** Converts inputs of the Admin API into catalogue entries. */

export type VariantInput = {
  readonly optionValues: readonly { readonly optionName?: string | null; readonly name?: string | null }[]
  readonly price?: string | number | null
  readonly sku?: string | null
  readonly file?: FileInput | null
  readonly inventoryItem?: { readonly tracked?: boolean | null } | null
  readonly inventoryQuantities?:
    | readonly { readonly quantity?: number; readonly availableQuantity?: number }[]
    | null
}
type FileInput = { readonly originalSource?: string | null; readonly alt?: string | null }

export type ProductInput = {
  readonly id?: string | null
  readonly title?: string | null
  readonly handle?: string | null
  readonly descriptionHtml?: string | null
  readonly productType?: string | null
  readonly status?: StoreProduct['status'] | null
  readonly tags?: readonly string[] | null
  readonly productOptions?: readonly { readonly name?: string | null }[] | null
  readonly variants?: readonly VariantInput[] | null
  readonly files?: readonly FileInput[] | null
  readonly metafields?: readonly { readonly value: string }[] | null
}

/** First ids of products created by the Admin API. Each product has a range of 1000 variant ids. */
const CREATED = { product: 8520000000000, variant: 46520000000000 } as const
/** First ids of the seeded catalogue. */
const SEEDED = { product: 8510000000000, variant: 46510000000000 } as const
const HANDLE = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u

/** An id that no product has had, deleted ones included. */
function nextProductId(catalogue: Catalogue): string {
  const highest = Math.max(CREATED.product, ...catalogue.everyId().map(numberOf))
  return `gid://shopify/Product/${highest + 1}`
}

/** The id number of a product's next variant. */
function nextVariantNumber(product: Pick<StoreProduct, 'id' | 'variants'>): number {
  const number = numberOf(product.id)
  const { product: first, variant } = number > CREATED.product ? CREATED : SEEDED
  const lowest = variant + (number - first) * 1000 + 1
  return Math.max(lowest, ...product.variants.map(({ id }) => numberOf(id) + 1))
}

/** An image by its URL. One that is in the catalogue keeps its id and size. */
function toImage(file: FileInput, catalogue: Catalogue, number: number): StoreImage | null {
  if (!file.originalSource) return null
  const known = catalogue
    .all()
    .flatMap(({ images }) => images)
    .find(({ url }) => url === file.originalSource)
  const fresh = { id: `gid://shopify/ProductImage/${38300000000000 + number}`, width: null, height: null }
  return { ...(known ?? fresh), url: file.originalSource, altText: file.alt || known?.altText || null }
}

/**
 * A product from an input: a new one, or one that keeps what the input leaves out. Variants of the input replace those
 * before, and their prices are converted until a price list fixes them.
 * @param before null for a new product
 * @param at ISO 8601
 * @returns an error message when the input is invalid
 */
export function buildProduct(
  input: ProductInput,
  before: StoreProduct | null,
  at: string,
  catalogue: Catalogue,
): StoreProduct | string {
  const title = input.title ?? before?.title ?? ''
  const handle = input.handle ?? before?.handle ?? ''
  if (title.trim() === '') return "Title can't be blank"
  if (title.length > 255 || handle.length > 255 || !HANDLE.test(handle)) return 'Title or handle is invalid'
  const owner = catalogue.byHandle(handle)
  if (owner !== null && owner.id !== before?.id)
    return `Handle '${handle}' already in use. Please provide a new handle.`
  const id = before?.id ?? nextProductId(catalogue)
  const number = Number(id.slice(-6))
  const images = input.files?.flatMap((file, place) => toImage(file, catalogue, number * 100 + place) ?? [])
  const product = {
    id,
    handle,
    title,
    descriptionHtml: input.descriptionHtml ?? before?.descriptionHtml ?? '',
    productType: input.productType ?? before?.productType ?? '',
    tags: input.tags ?? before?.tags ?? [],
    status: input.status ?? before?.status ?? 'ACTIVE',
    optionNames: input.productOptions?.flatMap(({ name }) => name ?? []) ?? before?.optionNames ?? [],
    images: images ?? before?.images ?? [],
    variants: before?.variants ?? [],
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  }
  if (!input.variants) return product
  const variants = toVariants(input.variants, product, catalogue)
  return typeof variants === 'string' ? variants : { ...product, variants }
}

/** New variants of a product, in the order of the input. @returns an error message when it is invalid */
export function toVariants(
  inputs: readonly VariantInput[],
  product: StoreProduct,
  catalogue: Catalogue,
): StoreVariant[] | string {
  const first = nextVariantNumber(product)
  const variants: StoreVariant[] = []
  for (const { optionValues, price, sku, file } of inputs) {
    const given = new Map(optionValues.map(({ optionName, name }) => [optionName ?? '', name ?? '']))
    const unknown = [...given.keys()].find((name) => !product.optionNames.includes(name))
    if (unknown !== undefined) return `Option does not exist: ${unknown}`
    const options = product.optionNames.map((name) => ({ name, value: given.get(name) ?? '' }))
    if (options.some(({ value }) => value === '')) return 'Every option needs a value'
    const cents = toCents(String(price ?? 0))
    if (cents === null) return 'Price is invalid'
    variants.push({
      id: `gid://shopify/ProductVariant/${first + variants.length}`,
      title: options.map(({ value }) => value).join(' / '),
      options,
      cents: pricesOf(cents),
      soldOutIn: [],
      image: file ? toImage(file, catalogue, first + variants.length) : null,
      sku: sku ?? '',
    })
  }
  const titles = variants.map(({ title }) => title)
  return new Set(titles).size === titles.length ? variants : 'Two variants have the same options'
}
