import { type Currency, currencyOf, type Region, regionOf } from './regions.ts'

export type StoreImage = {
  readonly id: string
  readonly url: string
  readonly altText: string | null
  readonly width: number | null
  readonly height: number | null
}

export type StoreVariant = {
  readonly id: string
  readonly title: string
  readonly options: readonly { readonly name: string; readonly value: string }[]
  readonly cents: Readonly<Record<Currency, number>>
  readonly soldOutIn: readonly Region[]
  readonly image: StoreImage | null
  readonly sku: string
}

export type StoreProduct = {
  readonly id: string
  readonly handle: string
  readonly title: string
  readonly descriptionHtml: string
  readonly productType: string
  readonly tags: readonly string[]
  readonly status: 'ACTIVE' | 'DRAFT' | 'ARCHIVED'
  readonly optionNames: readonly string[]
  readonly images: readonly StoreImage[]
  readonly variants: readonly StoreVariant[]
  readonly createdAt: string
  readonly updatedAt: string
}

export type FoundVariant = { readonly product: StoreProduct; readonly variant: StoreVariant }

/** Where products changed by the Admin API are kept. */
export type ProductShelf = {
  /** Products by id; null stands for one that was deleted. */
  load(): ReadonlyMap<string, StoreProduct | null>
  save(id: string, product: StoreProduct | null): void
}

export type Catalogue = ReturnType<typeof createCatalogue>

/** The seeded products, overlaid by what the Admin API has made or changed since. */
export function createCatalogue(seeds: readonly StoreProduct[], shelf: ProductShelf) {
  const byId = new Map(seeds.map((product) => [product.id, product]))
  const everyId = new Set(byId.keys())
  for (const [id, product] of shelf.load()) put(id, product)
  let variants = indexVariants(byId.values())
  let version = 0

  function put(id: string, product: StoreProduct | null): void {
    everyId.add(id)
    if (product === null) byId.delete(id)
    else byId.set(id, product)
  }

  function change(id: string, product: StoreProduct | null): void {
    shelf.save(id, product)
    put(id, product)
    variants = indexVariants(byId.values())
    version += 1
  }

  return {
    /** Every product, oldest first. */
    all: (): StoreProduct[] => [...byId.values()],
    /** What the storefront shows. */
    published: (): StoreProduct[] => [...byId.values()].filter((product) => product.status === 'ACTIVE'),
    /** Ids of all products, deleted ones too. */
    everyId: (): string[] => [...everyId],
    product: (id: string): StoreProduct | null => byId.get(id) ?? null,
    byHandle: (handle: string): StoreProduct | null =>
      [...byId.values()].find((product) => product.handle === handle) ?? null,
    variant: (id: string): FoundVariant | null => variants.get(id) ?? null,
    /** Grows with every change. */
    version: () => version,
    save: (product: StoreProduct): void => change(product.id, product),
    remove: (id: string): void => change(id, null),
  }
}

function indexVariants(products: Iterable<StoreProduct>): Map<string, FoundVariant> {
  const index = new Map<string, FoundVariant>()
  for (const product of products)
    for (const variant of product.variants) index.set(variant.id, { product, variant })
  return index
}

/** Regions named by the product's market tags; a product without such a tag is sold everywhere. */
function soldIn(product: StoreProduct, region: Region): boolean {
  const named = product.tags.flatMap(
    (tag) => /^market:\s*(us|uk)$/i.exec(tag.trim())?.[1]?.toUpperCase() ?? [],
  )
  return named.length === 0 || named.includes(region)
}

/** May a buyer in that country have it: the store sells there, the product belongs there, and it is not sold out. */
export function isAvailable({ product, variant }: FoundVariant, country: string): boolean {
  const region = regionOf(country)
  return (
    region !== null &&
    product.status === 'ACTIVE' &&
    soldIn(product, region) &&
    !variant.soldOutIn.includes(region)
  )
}

/** The price of one, in minor units of the country's currency. */
export function priceCents(variant: StoreVariant, country: string): number {
  return variant.cents[currencyOf(country)]
}

/** Text of a description as the API gives it: no tags, one line. */
export function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
