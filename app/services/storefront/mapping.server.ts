import { type CartVariant, toCartVariant } from '#app/models/cart.ts'
import { MARKETS, type Market } from '#app/models/market.ts'
import { type Money, parseMoney } from '#app/models/money.ts'
import type { Product, Variant } from '#app/models/product.ts'
import { currentTitle, kindOf } from '#app/models/product-kind.ts'
import type { WireOwnedVariant, WireProduct, WireVariant } from './operations.server.ts'

/** A product, and its variants in the cart's format, each with its own image. */
export type CataloguedProduct = { readonly product: Product; readonly cartVariants: readonly CartVariant[] }

/** A product of the storefront with the variants of all pages. */
export type WholeProduct = Omit<WireProduct, 'variants'> & { readonly variants: readonly WireVariant[] }

type WireMoney = { readonly amount: string; readonly currencyCode: string } | null | undefined

/** Parses money; null where it is invalid or not in the market's currency. */
export function toMoney(wire: WireMoney, market: Market): Money | null {
  const money = parseMoney(wire?.amount, wire?.currencyCode)
  return money?.currencyCode === MARKETS[market].currencyCode ? money : null
}

function toVariant(wire: WireVariant, market: Market): Variant {
  return {
    id: wire.id,
    title: wire.title,
    price: toMoney(wire.price, market),
    availableForSale: wire.availableForSale,
    selectedOptions: wire.selectedOptions,
  }
}

/** Pictures of a product that we have designed the page of. Spec: 3 Entities */
const MAX_OWN_IMAGES = 5

/** A store at the time of reading: `hasVol2Shipped` as in `mail/shipping.ts`. */
export type MarketNow = { readonly market: Market; readonly hasVol2Shipped: boolean }

/** Converts a product of the storefront, with the prices of its market. */
export function toProduct(wire: WholeProduct, { market, hasVol2Shipped }: MarketNow): Product {
  // Each picture once: a second one with the same address could not be told apart.
  const images = [...new Map(wire.images.map((image) => [image.url, image])).values()]
  return {
    id: wire.id,
    handle: wire.handle,
    title: currentTitle(wire, hasVol2Shipped),
    description: wire.description,
    tags: wire.tags,
    images: kindOf(wire) === 'other' ? images : images.slice(0, MAX_OWN_IMAGES),
    options: wire.options.map(({ name, optionValues }) => ({
      name,
      values: optionValues.map((value) => value.name),
    })),
    variants: wire.variants.map((variant) => toVariant(variant, market)),
  }
}

/** Converts a product of the storefront, with its variants in the cart's format. */
export function toCataloguedProduct(wire: WholeProduct, now: MarketNow): CataloguedProduct {
  const product = toProduct(wire, now)
  const cartVariants = wire.variants.map((entry) => {
    const variant = toCartVariant(product, toVariant(entry, now.market))
    return entry.image ? { ...variant, image: entry.image } : variant
  })
  return { product, cartVariants }
}

/** Converts a variant that was requested by its id, with the product's data that the cart needs. */
export function toOwnedCartVariant(wire: WireOwnedVariant, now: MarketNow): CartVariant {
  return {
    ...toVariant(wire, now.market),
    handle: wire.product.handle,
    productTitle: currentTitle(wire.product, now.hasVol2Shipped),
    productTags: wire.product.tags,
    image: wire.image ?? wire.product.featuredImage ?? null,
  }
}
