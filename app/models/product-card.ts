import { collectorsCardPrices } from './bundle.ts'
import { cutAtWord } from './cut-text.ts'
import { MARKETS, type Market } from './market.ts'
import { compareMoney, type Money } from './money.ts'
import {
  fromPrice,
  type Image,
  isPrintOnDemand,
  isSoldOut,
  kindOf,
  type Product,
  type ProductKind,
  purchasableVariants,
} from './product.ts'

export type ProductCard = {
  readonly handle: string
  readonly title: string
  readonly kind: ProductKind
  readonly isMerch: boolean
  readonly image: Image | null
  /** Null when no variant has a price. */
  readonly price: CardPrice | null
  readonly isSoldOut: boolean
  readonly description: string
}

export type CardPrice = {
  readonly money: Money
  /** True when other variants cost more. */
  readonly isFrom: boolean
  readonly was: Money | null
}

const MAX_DESCRIPTION_LENGTH = 140

function hasSeveralPrices(product: Product, lowest: Money): boolean {
  return purchasableVariants(product).some(({ price }) => price !== null && compareMoney(price, lowest) > 0)
}

function cardPrice(product: Product, market: Market): CardPrice | null {
  if (kindOf(product) === 'collectors-set') {
    const { from, was } = collectorsCardPrices(product, MARKETS[market].currencyCode)
    return { money: from, isFrom: true, was }
  }
  // Lists have the first variants of a product only. Those of a box include gifts, which have prices of their own.
  const [low, high] = kindOf(product) === 'other' ? [product.minPrice, product.maxPrice] : [null, null]
  const money = low ?? fromPrice(product)
  if (money === null) return null
  const isFrom = low && high ? compareMoney(high, low) > 0 : hasSeveralPrices(product, money)
  return { money, isFrom, was: null }
}

/**
 * Builds the card of a product. A long description is truncated at a word.
 * Spec: 2 Collection, Product card
 */
export function toProductCard(product: Product, market: Market): ProductCard {
  return {
    handle: product.handle,
    title: product.title,
    kind: kindOf(product),
    isMerch: isPrintOnDemand(product.tags),
    image: product.images[0] ?? null,
    price: cardPrice(product, market),
    isSoldOut:
      kindOf(product) === 'other' && product.isAvailable !== null ? !product.isAvailable : isSoldOut(product),
    description: cutAtWord(product.description, MAX_DESCRIPTION_LENGTH),
  }
}
