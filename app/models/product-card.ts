import { cutAtWord } from '#supabase/functions/_shared/text/text.ts'
import { bundleCardPrices } from './bundle.ts'
import type { Facts } from './facts.ts'
import type { Market } from './market.ts'
import { compareMoney, formatMoney, formatMoneyExact, type Money } from './money.ts'
import { exactVariant, singleWands, wandChoices } from './option-choice.ts'
import { fromPrice, isSoldOut, type Product, purchasableVariants } from './product.ts'
import { isPrintOnDemand, kindOf } from './product-kind.ts'
import { upgradePrices } from './redeem.ts'
import { CLASSIC_WAND } from './wands.ts'

/* What lists and texts show of products. */

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

/** Price facts with current catalogue prices, formatted. Missing ones fall back to the fact table. */
export type LivePrices = Partial<Facts>

/** The prices that a product has for texts, by the name of their fact; null where the store has none. */
function pricesOf(product: Product, market: Market): [keyof Facts, Money | null | undefined][] {
  const kind = kindOf(product)
  const classic = singleWands(product).find(({ wand }) => wand === CLASSIC_WAND)
  if (kind === 'wand') return [['classicWandPrice', classic?.variant.price]]
  if (kind !== 'vol-2') return []
  const { addWand, upgradePremium } = upgradePrices(product, 'No Wand', market)
  return [
    ['boxOnlyPrice', exactVariant(product, { option: 'box-only' })?.price],
    ['classicSetPrice', exactVariant(product, { option: 'classic-wand' })?.price],
    ['premiumSetPrice', wandChoices(product, market)[0]?.variant.price],
    ['premiumFromBoxPrice', upgradePremium],
    ['premiumFromClassicPrice', upgradePrices(product, 'Classic Wand', market).upgradePremium],
    ['addClassicPrice', addWand],
  ]
}

/** Formatted prices for texts. @param products any of the market; none in an outage. Product: 6 Prices of gifts */
export function livePrices(products: readonly Product[], market: Market): LivePrices {
  const prices = products.flatMap((product) => pricesOf(product, market))
  const texts = prices.flatMap(([name, price]) => {
    const format = name === 'addClassicPrice' ? formatMoneyExact : formatMoney
    return price ? [[name, format(price)]] : []
  })
  return Object.fromEntries(texts)
}
