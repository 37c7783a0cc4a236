import type { Market } from '#app/models/market.ts'
import { PICTURES } from '#app/models/pictures.ts'
import type { Image } from '#app/models/product.ts'
import {
  descriptionHtml,
  type ProductPicture,
  REQUIRED_PRODUCTS,
  type RequiredProduct,
} from '#app/models/store-products.ts'
import type { StoreProduct, StoreVariant } from './catalogue.ts'
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

function toImage(name: ProductPicture): Image {
  const { base, alt } = PICTURES[name]
  return { url: `${base}-${PICTURE_SIZE}.jpg`, altText: alt, width: PICTURE_SIZE, height: PICTURE_SIZE }
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

/** The products of a new embedded store. Product: 4 The embedded catalogue */
export const SEEDED_PRODUCTS: readonly StoreProduct[] = REQUIRED_PRODUCTS.map(toProduct)
