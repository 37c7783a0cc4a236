import type { Facts } from './facts.ts'
import { MARKETS, type Market } from './market.ts'
import { formatMoney, formatMoneyExact, type Money } from './money.ts'
import { exactVariant, type OptionChoice, singleWands, wandChoices } from './option-choice.ts'
import { kindOf, type Product } from './product.ts'
import { upgradePrices } from './redeem.ts'
import { CLASSIC_WAND } from './wands.ts'

/** Price facts with current catalogue prices, formatted. Missing ones fall back to the fact table. */
export type LivePrices = Partial<Facts>

/** Formats the prices and omits unknown ones. */
function formatKnown(prices: Record<string, Money | null | undefined>): LivePrices {
  const entries = Object.entries(prices).flatMap(([name, price]) =>
    price ? [[name, formatMoney(price)]] : [],
  )
  return Object.fromEntries(entries)
}

function vol2Prices(product: Product, market: Market): LivePrices {
  const priceOf = (option: OptionChoice) => exactVariant(product, { option })?.price ?? null
  const prices = {
    boxOnly: priceOf('box-only'),
    classicSet: priceOf('classic-wand'),
    premiumSet: wandChoices(product, market)[0]?.variant.price ?? null,
  }
  const { currencyCode } = MARKETS[market]
  const fromBox = upgradePrices(product, 'No Wand', currencyCode)
  return {
    ...formatKnown({
      boxOnlyPrice: prices.boxOnly,
      classicSetPrice: prices.classicSet,
      premiumSetPrice: prices.premiumSet,
      premiumFromBoxPrice: fromBox.upgradePremium,
      premiumFromClassicPrice: upgradePrices(product, 'Classic Wand', currencyCode).upgradePremium,
    }),
    addClassicPrice: formatMoneyExact(fromBox.addWand),
  }
}

function wandPrices(product: Product): LivePrices {
  const classic = singleWands(product).find(({ wand }) => wand === CLASSIC_WAND)
  return formatKnown({ classicWandPrice: classic?.variant.price })
}

/** Formatted prices for texts. @param products any of the market; none in an outage. Product: 6 Prices of gifts */
export function livePrices(products: readonly Product[], market: Market): LivePrices {
  return Object.assign({}, ...products.map((product) => pricesOf(product, market)))
}

function pricesOf(product: Product, market: Market): LivePrices {
  switch (kindOf(product)) {
    case 'vol-2':
      return vol2Prices(product, market)
    case 'wand':
      return wandPrices(product)
    default:
      return {}
  }
}
