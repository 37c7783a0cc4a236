import type { Catalogue, StoreImage, StoreProduct, StoreVariant } from './catalogue.ts'
import { numberOf, toCents } from './regions.ts'

/** Converts inputs of the Admin API into catalogue entries. */

export type VariantInput = {
  readonly id?: string | null
  readonly optionValues?:
    | readonly { readonly optionName?: string | null; readonly name?: string | null }[]
    | null
  readonly price?: string | number | null
  readonly sku?: string | null
  readonly file?: FileInput | null
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
}

/** First ids of products created by the Admin API. Each product has a range of 1000 variant ids. */
const CREATED = { product: 8520000000000, variant: 46520000000000 } as const
/** First ids of the seeded catalogue. */
const SEEDED = { product: 8510000000000, variant: 46510000000000 } as const
const HANDLE = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u
const DEFAULT_OPTION = { name: 'Title', value: 'Default Title' }

/** An id that no product has had, deleted ones included. */
export function nextProductId(catalogue: Catalogue): string {
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

/** A handle derived from a title, with a suffix such as `-1` when it is taken, as at Shopify. */
export function toHandle(title: string, catalogue: Catalogue): string {
  const base =
    title
      .toLowerCase()
      .replace(/[’']/g, '')
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'product'
  for (let number = 0; ; number += 1) {
    const handle = number === 0 ? base : `${base}-${number}`
    if (catalogue.byHandle(handle) === null) return handle
  }
}

/** Validates a product's title and handle. @returns an error message, or null */
export function productProblem(
  { title, handle }: { readonly title: string; readonly handle: string },
  before: StoreProduct | null,
  catalogue: Catalogue,
): string | null {
  if (title.trim() === '') return "Title can't be blank"
  if (title.length > 255 || handle.length > 255 || !HANDLE.test(handle)) return 'Title or handle is invalid'
  const owner = catalogue.byHandle(handle)
  if (owner !== null && owner.id !== before?.id)
    return `Handle '${handle}' already in use. Please provide a new handle.`
  return null
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

type ProductBasis = { readonly id: string; readonly at: string; readonly catalogue: Catalogue }

/** A product from an input, with the variants it had before. */
export function describeProduct(
  input: ProductInput & { readonly title: string; readonly handle: string },
  before: StoreProduct | null,
  { id, at, catalogue }: ProductBasis,
): StoreProduct {
  const number = Number(id.slice(-6))
  const images = input.files?.flatMap((file, place) => toImage(file, catalogue, number * 100 + place) ?? [])
  const names = input.productOptions?.flatMap(({ name }) => name ?? [])
  return {
    id,
    handle: input.handle,
    title: input.title,
    descriptionHtml: input.descriptionHtml ?? before?.descriptionHtml ?? '',
    productType: input.productType ?? before?.productType ?? '',
    tags: input.tags ?? before?.tags ?? [],
    status: input.status ?? before?.status ?? 'ACTIVE',
    optionNames: names?.length ? names : (before?.optionNames ?? [DEFAULT_OPTION.name]),
    images: images ?? before?.images ?? [],
    variants: before?.variants ?? [],
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  }
}

function optionsOf(input: VariantInput, names: readonly string[]): StoreVariant['options'] | string {
  const given = new Map(
    (input.optionValues ?? []).map(({ optionName, name }) => [optionName ?? names[0] ?? '', name ?? '']),
  )
  const options = names.map((name) => ({ name, value: given.get(name) ?? '' }))
  const unknown = [...given.keys()].find((name) => !names.includes(name))
  if (unknown !== undefined) return `Option does not exist: ${unknown}`
  return options.some(({ value }) => value === '') ? 'Every option needs a value' : options
}

function defaultVariant(id: string): StoreVariant {
  return {
    id,
    title: DEFAULT_OPTION.value,
    options: [DEFAULT_OPTION],
    cents: { USD: 0, GBP: 0 },
    soldOutIn: [],
    image: null,
    sku: '',
  }
}

/**
 * The variants of an input, in its order. Existing variants, named by id, keep the values that the input leaves out.
 * A price applies to both currencies until a price list overrides it.
 * @returns an error message when the input is invalid
 */
export function toVariants(
  input: Pick<ProductInput, 'variants'>,
  product: StoreProduct,
  catalogue: Catalogue,
): StoreVariant[] | string {
  let number = nextVariantNumber(product)
  if (!input.variants)
    return product.variants.length > 0
      ? [...product.variants]
      : [defaultVariant(`gid://shopify/ProductVariant/${number}`)]
  const variants: StoreVariant[] = []
  for (const wanted of input.variants) {
    const before = product.variants.find(({ id }) => id === wanted.id)
    if (wanted.id != null && !before) return `Product variant does not exist: ${wanted.id}`
    const options = wanted.optionValues || !before ? optionsOf(wanted, product.optionNames) : before.options
    if (typeof options === 'string') return options
    const price = wanted.price == null ? null : toCents(String(wanted.price))
    if (wanted.price != null && price === null) return 'Price is invalid'
    variants.push({
      id: before?.id ?? `gid://shopify/ProductVariant/${number++}`,
      title: options.map(({ value }) => value).join(' / '),
      options,
      cents: price === null ? (before?.cents ?? { USD: 0, GBP: 0 }) : { USD: price, GBP: price },
      soldOutIn: before?.soldOutIn ?? [],
      image: wanted.file ? toImage(wanted.file, catalogue, number) : (before?.image ?? null),
      sku: wanted.sku ?? before?.sku ?? '',
    })
  }
  const titles = variants.map(({ title }) => title)
  return new Set(titles).size === titles.length ? variants : 'Two variants have the same options'
}

export function withFreshIds(product: StoreProduct, catalogue: Catalogue): StoreProduct {
  const id = nextProductId(catalogue)
  const first = nextVariantNumber({ id, variants: [] })
  const variants = product.variants.map((variant, place) => ({
    ...variant,
    id: `gid://shopify/ProductVariant/${first + place}`,
  }))
  return { ...product, id, variants }
}
