import { type CartVariant, toCartVariant } from '../../models/cart.ts'
import { MARKETS, type Market } from '../../models/market.ts'
import { type Money, parseMoney } from '../../models/money.ts'
import type { Image, Product, Variant } from '../../models/product.ts'
import type { WireImage, WireOwnedVariant, WireProduct, WireVariant } from './wire.server.ts'

/** A product, and its variants in the cart's format, each with its own image. */
export type CataloguedProduct = { readonly product: Product; readonly cartVariants: readonly CartVariant[] }

type WireMoney = { readonly amount: string; readonly currencyCode: string } | null | undefined

/** Parses money; null where it is invalid or not in the market's currency. */
export function toMoney(wire: WireMoney, market: Market): Money | null {
  const money = parseMoney(wire?.amount, wire?.currencyCode)
  return money?.currencyCode === MARKETS[market].currencyCode ? money : null
}

/**
 * The currency of a product's prices where it is not the market's; null where it is, or where there are no prices. Such
 * prices are left out, so that every product of the market is without a price.
 */
export function foreignCurrency(wire: WireProduct, market: Market): string | null {
  const prices = [wire.priceRange?.minVariantPrice, ...wire.variants.map(({ price }) => price)]
  const foreign = prices.find((price) => price && price.currencyCode !== MARKETS[market].currencyCode)
  return foreign?.currencyCode ?? null
}

function toImage(wire: WireImage): Image {
  return {
    url: wire.url,
    altText: wire.altText ?? null,
    width: wire.width ?? null,
    height: wire.height ?? null,
  }
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

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: ' ',
}

/** Converts a description from HTML to plain text, with blank lines between paragraphs. */
export function toParagraphs(html: string): string {
  return html
    .replace(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, '')
    .split(/<\/(?:p|div|li|ul|ol|h[1-6])>|<br\s*\/?>\s*<br\s*\/?>/i)
    .map((part) =>
      part.replace(/<[^>]*>/g, ' ').replace(/&(#?\w+);/g, (whole, name) => ENTITIES[name] ?? whole),
    )
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n\n')
}

/** Converts a product of the storefront, with the prices of `market`. */
export function toProduct(wire: WireProduct, market: Market): Product {
  return {
    id: wire.id,
    handle: wire.handle,
    title: wire.title,
    description: wire.descriptionHtml ? toParagraphs(wire.descriptionHtml) : wire.description,
    tags: wire.tags,
    images: wire.images.map(toImage),
    options: wire.options.map(({ name, optionValues }) => ({
      name,
      values: optionValues.map((value) => value.name),
    })),
    variants: wire.variants.map((variant) => toVariant(variant, market)),
    minPrice: toMoney(wire.priceRange?.minVariantPrice, market),
  }
}

/** Converts a product of the storefront, with its variants in the cart's format. */
export function toCataloguedProduct(wire: WireProduct, market: Market): CataloguedProduct {
  const product = toProduct(wire, market)
  const cartVariants = wire.variants.map((entry) => {
    const variant = toCartVariant(product, toVariant(entry, market))
    return entry.image ? { ...variant, image: toImage(entry.image) } : variant
  })
  return { product, cartVariants }
}

/** Converts a variant that was requested by its id, with the product's data that the cart needs. */
export function toOwnedCartVariant(wire: WireOwnedVariant, market: Market): CartVariant {
  const image = wire.image ?? wire.product.featuredImage
  return {
    ...toVariant(wire, market),
    handle: wire.product.handle,
    productTitle: wire.product.title,
    productTags: wire.product.tags,
    image: image ? toImage(image) : null,
  }
}
