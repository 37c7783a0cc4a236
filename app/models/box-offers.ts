import { MARKETS, type Market } from './market.ts'
import { memoizeBy } from './memoize.ts'
import type { Money } from './money.ts'
import {
  type BoxChoice,
  EDITIONS,
  type Edition,
  editionSlug,
  exactVariant,
  needsEdition,
  OPTION_CHOICES,
  type OptionChoice,
  wandChoices,
  wandSlug,
} from './option-choice.ts'
import { optionPrice } from './option-price.ts'
import type { Product } from './product.ts'
import type { WandStyle } from './wands.ts'

/**
 * Prices and availability of every choice on a volume's page. The page contains all of them, and CSS shows those of
 * the checked radio buttons, with or without JavaScript.
 */

/** The radio buttons that must be checked for an element to be shown; `none` means none of the group. */
export type ChoiceCondition = {
  readonly option?: OptionChoice
  /** Slug of an edition, or `none`. */
  readonly edition?: string
  /** Slug of a wand, or `none`. */
  readonly wand?: string
}

export type ConditionalPrice = { readonly when: ChoiceCondition; readonly price: Money }

const NONE = 'none'

type Volume = Pick<Product, 'title' | 'handle' | 'variants'>

/** The complete choices of an option: with each wand or edition, where one is required. */
function choicesOf(product: Volume, option: OptionChoice, market: Market): readonly BoxChoice[] {
  if (option === 'premium-wand') return wandChoices(product, market).map(({ wand }) => ({ option, wand }))
  return needsEdition(product, market) ? EDITIONS.map((edition) => ({ option, edition })) : [{ option }]
}

/** The radio buttons that represent a choice of wand or edition, or of none. */
function conditionOf({ option, wand, edition }: BoxChoice): ChoiceCondition {
  if (option === 'premium-wand') return { option, wand: wand ? wandSlug(wand) : NONE }
  return { option, edition: edition ? editionSlug(edition) : NONE }
}

/** The prices of an option: a single one if all wands and editions cost the same, else one for each. */
export function pricesOfOption(
  product: Volume,
  option: OptionChoice,
  market: Market,
): readonly ConditionalPrice[] {
  return memoizePrices(product, `${market} ${option}`, () => findPrices(product, option, market))
}

const memoizePrices = memoizeBy<readonly ConditionalPrice[]>()

function findPrices(product: Volume, option: OptionChoice, market: Market): readonly ConditionalPrice[] {
  const currency = MARKETS[market].currencyCode
  // As long as neither wand nor edition is chosen, and then.
  const prices = [{ option }, ...choicesOf(product, option, market)].map((choice) => ({
    when: conditionOf(choice),
    price: optionPrice(product, choice, currency),
  }))
  const [first] = prices
  const isSamePrice = prices.every(({ price }) => price.amount === first?.price.amount)
  return first && isSamePrice ? [{ when: { option }, price: first.price }] : prices
}

/** The prices of all options. */
export function pricesOf(product: Volume, market: Market): readonly ConditionalPrice[] {
  return memoizePrices(product, market, () =>
    OPTION_CHOICES.flatMap((option) => pricesOfOption(product, option, market)),
  )
}

/** What is sold out: whole options, the options of each edition, premium wands. */
export type SoldOut = {
  readonly options: readonly OptionChoice[]
  readonly editions: Readonly<Record<Edition, readonly OptionChoice[]>>
  readonly wands: readonly WandStyle[]
}

/** Lists what is sold out. A variant that the store does not have counts as sold out. */
export function soldOutOf(product: Volume, market: Market): SoldOut {
  return memoizeSoldOut(product, market, () => findSoldOut(product, market))
}

const memoizeSoldOut = memoizeBy<SoldOut>()

function findSoldOut(product: Volume, market: Market): SoldOut {
  const isGone = (choice: BoxChoice) => !exactVariant(product, choice)?.availableForSale
  const complete = OPTION_CHOICES.flatMap((option) => choicesOf(product, option, market))
  const soldOut = complete.filter(isGone)
  const optionsSoldOutIn = (edition: Edition) =>
    soldOut.filter((choice) => choice.edition === edition).map(({ option }) => option)
  return {
    options: OPTION_CHOICES.filter((option) => choicesOf(product, option, market).every(isGone)),
    editions: {
      Ashborn: optionsSoldOutIn('Ashborn'),
      Sunfire: optionsSoldOutIn('Sunfire'),
      Ember: optionsSoldOutIn('Ember'),
    },
    wands: soldOut.flatMap(({ wand }) => wand ?? []),
  }
}

/** Tells whether a choice is sold out. An incomplete one is sold out only if its whole option is. */
export function isChoiceSoldOut(soldOut: SoldOut, { option, wand, edition }: BoxChoice): boolean {
  if (soldOut.options.includes(option)) return true
  if (option === 'premium-wand') return Boolean(wand) && soldOut.wands.some((gone) => gone === wand)
  return Boolean(edition && soldOut.editions[edition].includes(option))
}
