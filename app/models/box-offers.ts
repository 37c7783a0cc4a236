import { LIST_PRICES, LIST_VALUES } from './list-prices.ts'
import { MARKETS, type Market } from './market.ts'
import { memoizeBy } from './memoize.ts'
import { addMoney, type CurrencyCode, type Money, moneyOf, subtractMoney, toMinorUnits } from './money.ts'
import {
  type BoxChoice,
  EDITIONS,
  type Edition,
  editionSlug,
  exactVariant,
  isClassicTitle,
  isWandDropdownTitle,
  needsEdition,
  OPTION_CHOICES,
  type OptionChoice,
  singleWands,
  variantsOfOption,
  wandChoices,
  wandSlug,
} from './option-choice.ts'
import type { Product, Variant } from './product.ts'
import { CLASSIC_WAND } from './wands.ts'

type Named = Pick<Product, 'title' | 'variants'>
type Volume = Named & Pick<Product, 'handle'>

/** The variant of a choice; the first of its option while none of its editions is chosen. */
function variantOrFirst(product: Named, choice: BoxChoice): Variant | null {
  const exact = exactVariant(product, choice)
  if (exact || choice.option === 'premium-wand') return exact
  return variantsOfOption(product, choice.option)[0] ?? null
}

/**
 * The price of a choice, before a premium wand is chosen that of the first one; the fallback is 59, 85 or 95.
 * Spec: 4 Product option choice, 9 Other prices
 */
export function optionPrice(product: Named, choice: BoxChoice, currency: CurrencyCode): Money {
  const price = variantOrFirst(product, choice)?.price
  if (price) return price
  if (choice.option === 'box-only') return moneyOf(LIST_PRICES.boxOnly, currency)
  if (choice.option === 'classic-wand') return moneyOf(LIST_VALUES.classicSetCard, currency)
  const premium = product.variants.find(
    (variant) => isWandDropdownTitle(variant.title) && !isClassicTitle(variant.title) && variant.price,
  )
  return premium?.price ?? moneyOf(LIST_VALUES.premiumSetCard, currency)
}

/**
 * How much the classic set costs less than box and classic wand bought separately, at live prices.
 * Null if nothing is saved; 5 when a price is missing. Product: 6 Save 5
 */
export function classicSetSaving(
  box: Named,
  wands: Pick<Product, 'variants'> | null,
  edition: Edition | null,
  currency: CurrencyCode,
): Money | null {
  const priceOf = (option: OptionChoice) => variantOrFirst(box, { option, edition })?.price
  const wand = wands && singleWands(wands).find((single) => single.wand === CLASSIC_WAND)?.variant.price
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

/** The radio buttons that must be checked for an element to be shown; `none` means none of the group. */
export type ChoiceCondition = {
  readonly option?: OptionChoice
  /** Slug of an edition, or `none`. */
  readonly edition?: string
  /** Slug of a wand, or `none`. */
  readonly wand?: string
}

export type ConditionalPrice = { readonly when: ChoiceCondition; readonly price: Money }

/**
 * Prices and availability of every choice on a volume's page. The page contains all of them, and CSS shows those of
 * the checked radio buttons, with or without JavaScript.
 */
export type BoxOffers = {
  /** One for each option if all its wands and editions cost the same, else one for each of them, and for none. */
  readonly prices: readonly ConditionalPrice[]
  /** Options of which nothing is left. */
  readonly soldOutOptions: readonly OptionChoice[]
  /** Complete choices that are sold out, or that the store does not have. */
  readonly soldOut: readonly BoxChoice[]
}

const memoizeOffers = memoizeBy<BoxOffers>()

export function boxOffers(product: Volume, market: Market): BoxOffers {
  return memoizeOffers(product, market, () => {
    const offers = OPTION_CHOICES.map((option) => offersOf(product, option, market))
    return {
      prices: offers.flatMap(({ prices }) => prices),
      soldOutOptions: OPTION_CHOICES.filter((_, at) => offers[at]?.isSoldOut),
      soldOut: offers.flatMap(({ soldOut }) => soldOut),
    }
  })
}

function offersOf(product: Volume, option: OptionChoice, market: Market) {
  const choices = choicesOf(product, option, market)
  const soldOut = choices.filter((choice) => !exactVariant(product, choice)?.availableForSale)
  // As long as neither wand nor edition is chosen, and then.
  const prices = [{ option }, ...choices].map((choice) => ({
    when: conditionOf(choice),
    price: optionPrice(product, choice, MARKETS[market].currencyCode),
  }))
  const isSamePrice = new Set(prices.map(({ price }) => price.amount)).size === 1
  return {
    prices: isSamePrice ? prices.slice(0, 1).map(({ price }) => ({ when: { option }, price })) : prices,
    soldOut,
    isSoldOut: soldOut.length === choices.length,
  }
}

/** The complete choices of an option: with each wand or edition, where one is required. */
function choicesOf(product: Volume, option: OptionChoice, market: Market): readonly BoxChoice[] {
  if (option === 'premium-wand') return wandChoices(product, market).map(({ wand }) => ({ option, wand }))
  return needsEdition(product, market) ? EDITIONS.map((edition) => ({ option, edition })) : [{ option }]
}

function conditionOf({ option, wand, edition }: BoxChoice): ChoiceCondition {
  if (option === 'premium-wand') return { option, wand: wand ? wandSlug(wand) : 'none' }
  return { option, edition: edition ? editionSlug(edition) : 'none' }
}

/** Tells whether a choice is sold out. An incomplete one is sold out only if its whole option is. */
export function isChoiceSoldOut({ soldOut, soldOutOptions }: BoxOffers, choice: BoxChoice): boolean {
  const { option, wand, edition } = choice
  if (soldOutOptions.includes(option)) return true
  return soldOut.some(
    (gone) =>
      gone.option === option && (option === 'premium-wand' ? gone.wand === wand : gone.edition === edition),
  )
}
