import { cutAtWord } from '#supabase/functions/_shared/text/text.ts'
import { bundleCardPrices } from './bundle.ts'
import type { Market } from './market.ts'
import { compareMoney } from './money.ts'
import { fromPrice, isSoldOut, type Product, purchasableVariants } from './product.ts'
import { isPrintOnDemand, kindOf } from './product-kind.ts'

const MAX_DESCRIPTION_LENGTH = 140

/** Null when no variant has a price. `isFrom`: other variants cost more; `was`: without the discount of a set. */
function cardPrice(product: Product, market: Market) {
  if (kindOf(product) === 'bundle') {
    const { from, was } = bundleCardPrices(product, market)
    return { money: from, isFrom: true, was }
  }
  const money = fromPrice(product)
  if (money === null) return null
  const isFrom = purchasableVariants(product).some(({ price }) => price && compareMoney(price, money) > 0)
  return { money, isFrom, was: null }
}

/** What a list shows of a product. A long description is truncated at a word. Spec: 2 Collection, Product card */
export function toProductCard(product: Product, market: Market) {
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

export type ProductCard = Readonly<ReturnType<typeof toProductCard>>
