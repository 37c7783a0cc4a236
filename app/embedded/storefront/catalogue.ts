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
  /** Grows with every save, whichever process it is made by. */
  version(): number
}

export type Catalogue = ReturnType<typeof createCatalogue>

type Loaded = {
  readonly version: number
  readonly byId: ReadonlyMap<string, StoreProduct>
  readonly everyId: readonly string[]
  readonly variants: ReadonlyMap<string, FoundVariant>
}

/** The seeded products, overlaid by what the Admin API has made or changed since, in this process or another one. */
export function createCatalogue(seeds: readonly StoreProduct[], shelf: ProductShelf) {
  function load(): Loaded {
    // Asked first: what is saved meanwhile is loaded once more.
    const version = shelf.version()
    const all = new Map<string, StoreProduct | null>(seeds.map((product) => [product.id, product]))
    for (const [id, product] of shelf.load()) all.set(id, product)
    const byId = new Map([...all].flatMap(([id, product]) => (product ? [[id, product] as const] : [])))
    return { version, byId, everyId: [...all.keys()], variants: indexVariants(byId.values()) }
  }

  let loaded = load()
  let isAsked = false
  /** Asks the shelf once in each turn of the event loop: a cart comes here with every one of its lines. */
  const current = (): Loaded => {
    if (isAsked) return loaded
    isAsked = true
    setImmediate(() => {
      isAsked = false
    })
    if (shelf.version() !== loaded.version) loaded = load()
    return loaded
  }
  const save = (id: string, product: StoreProduct | null) => {
    shelf.save(id, product)
    isAsked = false
  }
  const all = () => [...current().byId.values()]

  return {
    /** Every product, oldest first. */
    all,
    /** What the storefront shows. */
    published: (): StoreProduct[] => all().filter((product) => product.status === 'ACTIVE'),
    /** Ids of all products, deleted ones too. */
    everyId: (): string[] => [...current().everyId],
    product: (id: string): StoreProduct | null => current().byId.get(id) ?? null,
    byHandle: (handle: string): StoreProduct | null =>
      all().find((product) => product.handle === handle) ?? null,
    variant: (id: string): FoundVariant | null => current().variants.get(id) ?? null,
    /** Grows with every change. */
    version: (): number => current().version,
    save: (product: StoreProduct): void => save(product.id, product),
    remove: (id: string): void => save(id, null),
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
