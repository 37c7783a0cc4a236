import { cutAtWord } from '#supabase/functions/_shared/text/text.ts'
import { bundleCardPrices } from './bundle.ts'
import type { Market } from './market.ts'
import { compareMoney, type Money } from './money.ts'
import {
  fromPrice,
  type Image,
  isSoldOut,
  type Product,
  type ProductKind,
  purchasableVariants,
} from './product.ts'
import { isPrintOnDemand, kindOf } from './product-kind.ts'

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

function cardPrice(product: Product, market: Market): CardPrice | null {
  if (kindOf(product) === 'bundle') {
    const { from, was } = bundleCardPrices(product, market)
    return { money: from, isFrom: true, was }
  }
  const money = fromPrice(product)
  if (money === null) return null
  const isFrom = purchasableVariants(product).some(({ price }) => price && compareMoney(price, money) > 0)
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
    isSoldOut: isSoldOut(product),
    description: cutAtWord(product.description, MAX_DESCRIPTION_LENGTH),
  }
}
