import type { CurrencyCode, Market } from '#app/models/market.ts'
import { PHOTO_TEXTS } from '#app/models/picture-texts.ts'
import { PICTURES } from '#app/models/pictures.ts'
import type { Image } from '#app/models/product.ts'
import { marketsOfTags } from '#app/models/product-kind.ts'
import {
  descriptionHtml,
  isGiftOrUpgrade,
  type ProductPicture,
  REQUIRED_PRODUCTS,
  type RequiredProduct,
} from '#app/models/store-products.ts'
import type { Database } from './database.ts'
import { currencyOf, inEachCurrency, numberOf, sellingMarket } from './regions.ts'

export type StoreVariant = {
  readonly id: string
  readonly title: string
  readonly options: readonly { readonly name: string; readonly value: string }[]
  /** Price in minor units. */
  readonly cents: Readonly<Record<CurrencyCode, number>>
  readonly soldOutIn: readonly Market[]
  readonly image: Image | null
}

export type StoreProduct = {
  readonly id: string
  readonly handle: string
  readonly title: string
  readonly descriptionHtml: string
  readonly productType: string
  readonly tags: readonly string[]
  readonly status: 'ACTIVE' | 'DRAFT' | 'ARCHIVED'
  readonly images: readonly Image[]
  readonly variants: readonly StoreVariant[]
}

export type FoundVariant = { readonly product: StoreProduct; readonly variant: StoreVariant }

export type Catalogue = ReturnType<typeof createCatalogue>

/**
 * The seeded products, overlaid with those that the Admin API has created or changed.
 * @param onChange called after each change
 */
export function createCatalogue(
  db: Database,
  seeds: readonly StoreProduct[],
  onChange: (id: string) => void,
) {
  const select = db.prepare('select id, record from products order by id')
  const upsert = db.prepare(
    'insert into products (id, record) values (?, ?) on conflict (id) do update set record = excluded.record',
  )

  function load() {
    /** Every product by its id; null for those that an earlier version has deleted. */
    const byId = new Map<string, StoreProduct | null>(seeds.map((product) => [product.id, product]))
    for (const { id, record } of select.all()) byId.set(String(id), JSON.parse(String(record)))
    const products = [...byId.values()]
      .filter((product) => product !== null)
      .sort((a, b) => numberOf(a.id) - numberOf(b.id))
    const variants = new Map<string, FoundVariant>(
      products.flatMap((product) => product.variants.map((variant) => [variant.id, { product, variant }])),
    )
    return { byId, products, variants }
  }

  let loaded = load()

  return {
    all: (): readonly StoreProduct[] => loaded.products,
    product: (id: string): StoreProduct | null => loaded.byId.get(id) ?? null,
    byHandle: (handle: string): StoreProduct | null =>
      loaded.products.find((product) => product.handle === handle) ?? null,
    variant: (id: string): FoundVariant | null => loaded.variants.get(id) ?? null,
    save(product: StoreProduct): void {
      upsert.run(product.id, JSON.stringify(product))
      loaded = load()
      onChange(product.id)
    },
  }
}

/**
 * Whether a variant is for sale in a country: published, sold in the country's market and not sold out there. Redeemed
 * gifts and their upgrades ship to the recipient from whichever store's product has them.
 */
export function isAvailable({ product, variant }: FoundVariant, country: string): boolean {
  const market = sellingMarket(country)
  const named = marketsOfTags(product.tags)
  return (
    market !== null &&
    product.status === 'ACTIVE' &&
    (named.length === 0 || named.includes(market) || isGiftOrUpgrade(product, variant)) &&
    !variant.soldOutIn.includes(market)
  )
}

/** The unit price in minor units of the country's currency. */
export function priceCents(variant: StoreVariant, country: string): number {
  return variant.cents[currencyOf(country)]
}

const PICTURE_SIZE = 1280
/** One variant is sold out in each market, so that this state is always on show. */
const SOLD_OUT: readonly { readonly handle: string; readonly title: string; readonly market: Market }[] = [
  { handle: 'vol-i-phoenix-edition', title: 'Sunfire - No Wand', market: 'uk' },
  { handle: 'magic-wand', title: 'Phoenix & Elm', market: 'us' },
]

function toImage(name: ProductPicture): Image {
  const url = `${PICTURES[name].base}-${PICTURE_SIZE}.jpg`
  return { url, altText: PHOTO_TEXTS[name], width: PICTURE_SIZE, height: PICTURE_SIZE }
}

function toVariant(
  required: RequiredProduct['variants'][number],
  { option, handle }: RequiredProduct,
  id: string,
): StoreVariant {
  const soldOut = SOLD_OUT.filter((entry) => entry.handle === handle && entry.title === required.title)
  return {
    id: `gid://shopify/ProductVariant/${id}`,
    title: required.title,
    options: [{ name: option, value: required.title }],
    cents: inEachCurrency(() => required.price * 100),
    soldOutIn: soldOut.map(({ market }) => market),
    image: required.picture ? toImage(required.picture) : null,
  }
}

function toProduct(required: RequiredProduct, index: number): StoreProduct {
  const number = String(index + 1).padStart(2, '0')
  return {
    id: `gid://shopify/Product/85100000000${number}`,
    handle: required.handle,
    title: required.title,
    descriptionHtml: descriptionHtml(required),
    productType: required.productType,
    tags: required.tags,
    status: 'ACTIVE',
    images: required.pictures.map(toImage),
    variants: required.variants.map((variant, place) =>
      toVariant(variant, required, `465100000${number}${String(place + 1).padStart(3, '0')}`),
    ),
  }
}

/**
 * The products of a new embedded store: those that the shop requires. Ids are derived from the places in that list and are
 * stored in carts, orders and gift codes. Product: 4 The embedded catalogue
 */
export const SEEDED_PRODUCTS: readonly StoreProduct[] = REQUIRED_PRODUCTS.map(toProduct)
