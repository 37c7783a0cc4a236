import type { Facts } from './facts.ts'
import type { Market } from './market.ts'
import { formatMoney, formatMoneyExact, type Money } from './money.ts'
import { exactVariant, singleWands, wandChoices } from './option-choice.ts'
import type { Product } from './product.ts'
import { kindOf } from './product-kind.ts'
import { upgradePrices } from './redeem.ts'
import { CLASSIC_WAND } from './wands.ts'

/** Price facts with current catalogue prices, formatted. Missing ones fall back to the fact table. */
export type LivePrices = Partial<Facts>

/** Formats the prices and omits unknown ones. */
function formatKnown(prices: Readonly<Record<string, Money | null | undefined>>): LivePrices {
  const known = Object.entries(prices).flatMap(([name, price]) => (price ? [[name, formatMoney(price)]] : []))
  return Object.fromEntries(known)
}

function pricesOf(product: Product, market: Market): LivePrices {
  const kind = kindOf(product)
  if (kind === 'wand') {
    const classic = singleWands(product).find(({ wand }) => wand === CLASSIC_WAND)
    return formatKnown({ classicWandPrice: classic?.variant.price })
  }
  if (kind !== 'vol-2') return {}
  const fromBox = upgradePrices(product, 'No Wand', market)
  return {
    ...formatKnown({
      boxOnlyPrice: exactVariant(product, { option: 'box-only' })?.price,
      classicSetPrice: exactVariant(product, { option: 'classic-wand' })?.price,
      premiumSetPrice: wandChoices(product, market)[0]?.variant.price,
      premiumFromBoxPrice: fromBox.upgradePremium,
      premiumFromClassicPrice: upgradePrices(product, 'Classic Wand', market).upgradePremium,
    }),
    addClassicPrice: formatMoneyExact(fromBox.addWand),
  }
}

/** Formatted prices for texts. @param products any of the market; none in an outage. Product: 6 Prices of gifts */
export function livePrices(products: readonly Product[], market: Market): LivePrices {
  return Object.assign({}, ...products.map((product) => pricesOf(product, market)))
}
