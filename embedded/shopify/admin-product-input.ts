import type { Catalogue, StoreImage, StoreProduct, StoreVariant } from './catalogue.ts'
import { pricesOf, toCents } from './regions.ts'

/** Converts inputs of the Admin API into catalogue entries. */

export type VariantInput = {
  readonly optionValues: readonly { readonly optionName?: string | null; readonly name?: string | null }[]
  readonly price?: string | number | null
  readonly sku?: string | null
  readonly file?: FileInput | null
  readonly inventoryItem?: { readonly tracked?: boolean | null } | null
  readonly inventoryQuantities?: readonly { readonly quantity: number }[] | null
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

const HANDLE = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u
/** What an input is built with. */
type Building = {
  readonly catalogue: Catalogue
  /** A global id that nothing has had. */
  readonly newId: (type: 'Product' | 'ProductVariant' | 'ProductImage') => string
}

/** An image by its URL. One that is in the catalogue keeps its id and size. */
function toImage(file: FileInput, { catalogue, newId }: Building): StoreImage | null {
  if (!file.originalSource) return null
  const known = catalogue
    .all()
    .flatMap(({ images }) => images)
    .find(({ url }) => url === file.originalSource)
  const size = {
    id: known?.id ?? newId('ProductImage'),
    width: known?.width ?? null,
    height: known?.height ?? null,
  }
  return { ...size, url: file.originalSource, altText: file.alt || known?.altText || null }
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
  building: Building,
): StoreProduct | string {
  const title = input.title ?? before?.title ?? ''
  const handle = input.handle ?? before?.handle ?? ''
  if (title.trim() === '') return "Title can't be blank"
  if (title.length > 255 || handle.length > 255 || !HANDLE.test(handle)) return 'Title or handle is invalid'
  const owner = building.catalogue.byHandle(handle)
  if (owner !== null && owner.id !== before?.id)
    return `Handle '${handle}' already in use. Please provide a new handle.`
  const images = input.files?.flatMap((file) => toImage(file, building) ?? [])
  const product = {
    id: before?.id ?? building.newId('Product'),
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
  const variants = toVariants(input.variants, product, building)
  return typeof variants === 'string' ? variants : { ...product, variants }
}

/** New variants of a product, in the order of the input. @returns an error message when it is invalid */
function toVariants(
  inputs: readonly VariantInput[],
  { optionNames }: Pick<StoreProduct, 'optionNames'>,
  building: Building,
): StoreVariant[] | string {
  const variants: StoreVariant[] = []
  for (const { optionValues, price, sku, file } of inputs) {
    const given = new Map(optionValues.map(({ optionName, name }) => [optionName ?? '', name ?? '']))
    const unknown = [...given.keys()].find((name) => !optionNames.includes(name))
    if (unknown !== undefined) return `Option does not exist: ${unknown}`
    const options = optionNames.map((name) => ({ name, value: given.get(name) ?? '' }))
    if (options.some(({ value }) => value === '')) return 'Every option needs a value'
    const cents = toCents(String(price ?? 0))
    if (cents === null) return 'Price is invalid'
    variants.push({
      id: building.newId('ProductVariant'),
      title: options.map(({ value }) => value).join(' / '),
      options,
      cents: pricesOf(cents),
      soldOutIn: [],
      image: file ? toImage(file, building) : null,
      sku: sku ?? '',
    })
  }
  const titles = variants.map(({ title }) => title)
  return new Set(titles).size === titles.length ? variants : 'Two variants have the same options'
}
