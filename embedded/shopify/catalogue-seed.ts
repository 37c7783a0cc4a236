import type { Market } from '#app/models/market.ts'
import { PICTURES } from '#app/models/pictures.ts'
import { descriptionHtml, REQUIRED_PRODUCTS, type RequiredProduct } from '#app/models/store-products.ts'
import type { ProductPicture } from '#app/models/store-variants.ts'
import type { StoreImage, StoreProduct, StoreVariant } from './catalogue.ts'
import { inEachCurrency } from './regions.ts'

/**
 * The catalogue of a new embedded store: the products that the shop requires. Ids are derived from the places in that
 * list and are stored in carts, orders and gift codes.
 */

const PICTURE_SIZE = 1280
/** One variant is sold out in each market, so that this state is always on show. */
const SOLD_OUT: readonly { readonly handle: string; readonly title: string; readonly market: Market }[] = [
  { handle: 'vol-i-phoenix-edition', title: 'Sunfire - No Wand', market: 'uk' },
  { handle: 'magic-wand', title: 'Phoenix & Elm', market: 'us' },
]

/** Every picture of a product once, in the order of the list. */
const SHOWN = [
  ...new Set(
    REQUIRED_PRODUCTS.flatMap(({ pictures, variants }) => [
      ...pictures,
      ...variants.flatMap(({ picture }) => picture ?? []),
    ]),
  ),
]

function toImage(name: ProductPicture): StoreImage {
  const number = String(SHOWN.indexOf(name) + 1).padStart(3, '0')
  const { base, alt } = PICTURES[name]
  return {
    id: `gid://shopify/ProductImage/38200000000${number}`,
    url: `${base}-${PICTURE_SIZE}.jpg`,
    altText: alt,
    width: PICTURE_SIZE,
    height: PICTURE_SIZE,
  }
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
    sku: `WB-${id.slice(-5)}`,
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
    optionNames: [required.option],
    images: required.pictures.map(toImage),
    variants: required.variants.map((variant, place) =>
      toVariant(variant, required, `465100000${number}${String(place + 1).padStart(3, '0')}`),
    ),
  }
}

/** The products of a new embedded store. Product: 4 The embedded catalogue */
export const SEEDED_PRODUCTS: readonly StoreProduct[] = REQUIRED_PRODUCTS.map(toProduct)

/** Units of the variants whose stock is tracked, by id. */
export const SEEDED_STOCK: Readonly<Record<string, number>> = Object.fromEntries(
  SEEDED_PRODUCTS.flatMap(({ variants }, index) =>
    variants.flatMap(({ id }, place) => {
      const stock = REQUIRED_PRODUCTS[index]?.variants[place]?.stock ?? null
      return stock === null ? [] : [[id, stock]]
    }),
  ),
)
