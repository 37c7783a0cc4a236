import { LIST_PRICES, LIST_VALUES } from './list-prices.ts'
import { addMoney, type CurrencyCode, type Money, moneyOf, subtractMoney, toMinorUnits } from './money.ts'
import {
  type BoxChoice,
  type Edition,
  exactVariant,
  type OptionChoice,
  singleWands,
  variantsOfOption,
} from './option-choice.ts'
import { hasAny, isGiftVariant, type Product, type Variant } from './product.ts'
import { CLASSIC_WAND, plainTitle } from './wands.ts'

const NO_DEFAULT_PRICE = ['no wand', 'dragon and elder', 'standard', 'classic', 'upgrade']

/**
 * The price of the premium set before a wand is chosen; 95 when no variant has a price.
 * Spec: 4 Product option choice
 */
function defaultWandPrice(product: Pick<Product, 'title' | 'variants'>, currency: CurrencyCode): Money {
  const premium = product.variants.find(
    (v) =>
      !hasAny(plainTitle(v.title), NO_DEFAULT_PRICE) && !isGiftVariant(product.title, v.title) && v.price,
  )
  return premium?.price ?? moneyOf(LIST_VALUES.premiumSetCard, currency)
}

/** The price of an option card: the live one, or the fallback of 59, 85 or 95. Spec: 9 Other prices */
export function optionPrice(
  product: Pick<Product, 'title' | 'variants'>,
  choice: BoxChoice,
  currency: CurrencyCode,
): Money {
  const price = variantOrFirst(product, choice)?.price
  if (price) return price
  if (choice.option === 'premium-wand') return defaultWandPrice(product, currency)
  return moneyOf(choice.option === 'box-only' ? LIST_PRICES.boxOnly : LIST_VALUES.classicSetCard, currency)
}

/** The variant of a choice; the first of its option while none of its editions is chosen. */
function variantOrFirst(product: Pick<Product, 'title' | 'variants'>, choice: BoxChoice): Variant | null {
  const exact = exactVariant(product, choice)
  if (exact || choice.option === 'premium-wand') return exact
  return variantsOfOption(product, choice.option)[0] ?? null
}

/**
 * How much the classic set costs less than box and classic wand bought separately, at live prices.
 * Null if nothing is saved; 5 when a price is missing. Product: 6 Save 5
 */
export function classicSetSaving(
  box: Pick<Product, 'title' | 'variants'>,
  wands: Pick<Product, 'variants'> | null,
  edition: Edition | null,
  currency: CurrencyCode,
): Money | null {
  const priceOf = (option: OptionChoice) => variantOrFirst(box, { option, edition })?.price
  const wand = wands ? singleWands(wands).find((w) => w.wand === CLASSIC_WAND)?.variant.price : null
  const [boxOnly, set] = [priceOf('box-only'), priceOf('classic-wand')]
  if (!boxOnly || !set || !wand) return moneyOf(LIST_VALUES.setSaving, currency)
  const saving = subtractMoney(addMoney(boxOnly, wand), set)
  return toMinorUnits(saving) > 0 ? saving : null
}

/**
 * The struck-through price of a box with the Gift Edition Envelope: its price plus 25.
 * Spec: 9 Gift Edition Envelope
 */
export function worthWithEnvelope(price: Money): Money {
  return addMoney(price, moneyOf(LIST_VALUES.envelope, price.currencyCode))
}
