import { MARKETS, type Market } from './market.ts'
import { memoizeBy } from './memoize.ts'
import type { Money } from './money.ts'
import {
  EDITIONS,
  type Edition,
  editionSlug,
  exactVariant,
  needsEdition,
  OPTION_CHOICES,
  type OptionChoice,
  type ProductChoice,
  type WandStyle,
  wandChoices,
  wandSlug,
} from './option-choice.ts'
import { optionPrice } from './option-price.ts'
import type { Product } from './product.ts'

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

/** A choice of wand or edition within an option, and the radio buttons that represent it. */
type Alternative = {
  readonly when: ChoiceCondition
  readonly choice: ProductChoice
  /** False while no wand or edition is chosen. */
  readonly isComplete: boolean
}

/** All choices of wand or edition within an option, including none where one is required. */
function alternativesOf(product: Volume, option: OptionChoice, market: Market): Alternative[] {
  const optionAlone: ProductChoice = { option, wand: null, edition: null, wrapping: null }
  if (option === 'premium-wand') {
    const wands = wandChoices(product, market).map(({ wand }) => ({
      when: { option, wand: wandSlug(wand) },
      choice: { ...optionAlone, wand },
      isComplete: true,
    }))
    return [{ when: { option, wand: NONE }, choice: optionAlone, isComplete: false }, ...wands]
  }
  if (!needsEdition(product, market)) return [{ when: { option }, choice: optionAlone, isComplete: true }]
  const editions = EDITIONS.map((edition) => ({
    when: { option, edition: editionSlug(edition) },
    choice: { ...optionAlone, edition },
    isComplete: true,
  }))
  return [{ when: { option, edition: NONE }, choice: optionAlone, isComplete: false }, ...editions]
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
  const prices = alternativesOf(product, option, market).map(({ when, choice }) => ({
    when,
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

function isVariantSoldOut(product: Volume, choice: ProductChoice): boolean {
  return !exactVariant(product, choice)?.availableForSale
}

/** Lists what is sold out. A variant that the store does not have counts as sold out. */
export function soldOutOf(product: Volume, market: Market): SoldOut {
  return memoizeSoldOut(product, market, () => findSoldOut(product, market))
}

const memoizeSoldOut = memoizeBy<SoldOut>()

function findSoldOut(product: Volume, market: Market): SoldOut {
  const completeVariants = (option: OptionChoice) => {
    const complete = alternativesOf(product, option, market).filter(({ isComplete }) => isComplete)
    const soldOut = complete.filter(({ choice }) => isVariantSoldOut(product, choice))
    return { count: complete.length, soldOut }
  }
  const byOption = OPTION_CHOICES.map((option) => ({ option, ...completeVariants(option) }))
  const optionsSoldOutIn = (edition: Edition) =>
    byOption
      .filter(({ soldOut }) => soldOut.some(({ choice }) => choice.edition === edition))
      .map(({ option }) => option)
  return {
    options: byOption.filter(({ count, soldOut }) => soldOut.length === count).map(({ option }) => option),
    editions: {
      Ashborn: optionsSoldOutIn('Ashborn'),
      Sunfire: optionsSoldOutIn('Sunfire'),
      Ember: optionsSoldOutIn('Ember'),
    },
    wands: byOption.flatMap(({ soldOut }) => soldOut.flatMap(({ choice }) => choice.wand ?? [])),
  }
}

/** Tells whether a choice is sold out. An incomplete one is sold out only if its whole option is. */
export function isChoiceSoldOut(soldOut: SoldOut, choice: ProductChoice): boolean {
  if (soldOut.options.includes(choice.option)) return true
  if (choice.option === 'premium-wand') return choice.wand !== null && soldOut.wands.includes(choice.wand)
  return choice.edition !== null && soldOut.editions[choice.edition].includes(choice.option)
}
