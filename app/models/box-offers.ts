import { LIST_PRICES, LIST_VALUES } from '#supabase/functions/_shared/markets/figures.ts'
import type { Market } from './market.ts'
import { memoizeBy } from './memoize.ts'
import { addMoney, listPrice, type Money, moneyOf, subtractMoney, toMinorUnits } from './money.ts'
import {
  type BoxChoice,
  EDITIONS,
  type Edition,
  editionSlug,
  exactVariant,
  needsEdition,
  OPTION_CHOICES,
  type OptionChoice,
  offersOf,
  singleWands,
  wandChoices,
  wandSlug,
} from './option-choice.ts'
import type { Product, TitledVariants, Variants } from './product.ts'
import { CLASSIC_WAND } from './wands.ts'

type Volume = TitledVariants & Pick<Product, 'handle'>

/** The price of a choice; of the first of its option while none of its wands or editions is chosen. */
function livePrice(product: TitledVariants, choice: BoxChoice): Money | null {
  const first = offersOf(product).find(({ option, variant }) => option === choice.option && variant.price)
  return exactVariant(product, choice)?.price ?? first?.variant.price ?? null
}

const LISTED: Readonly<Record<OptionChoice, number>> = {
  'box-only': LIST_PRICES.boxOnly,
  'classic-wand': LIST_VALUES.classicSetCard,
  'premium-wand': LIST_VALUES.premiumSetCard,
}

/** The price of a choice, with the fallback of 59, 85 or 95. Spec: 4 Product option choice, 9 Other prices */
export function optionPrice(product: TitledVariants, choice: BoxChoice, market: Market): Money {
  return livePrice(product, choice) ?? listPrice(LISTED[choice.option], market)
}

/**
 * How much the classic set costs less than box and classic wand bought separately, at live prices.
 * Null if nothing is saved; 5 when a price is missing. Product: 6 Save 5
 */
export function classicSetSaving(
  box: TitledVariants,
  wands: Variants | null,
  edition: Edition | null,
  market: Market,
): Money | null {
  const wand = wands && singleWands(wands).find((single) => single.wand === CLASSIC_WAND)?.variant.price
  const boxOnly = livePrice(box, { option: 'box-only', edition })
  const set = livePrice(box, { option: 'classic-wand', edition })
  if (!boxOnly || !set || !wand) return listPrice(LIST_VALUES.setSaving, market)
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
    const options = OPTION_CHOICES.map((option) => ({ option, choices: choicesOf(product, option, market) }))
    const isGone = (choice: BoxChoice) => !exactVariant(product, choice)?.availableForSale
    return {
      prices: options.flatMap(({ option, choices }) => pricesOf(product, [{ option }, ...choices], market)),
      soldOutOptions: options.flatMap(({ option, choices }) => (choices.every(isGone) ? option : [])),
      soldOut: options.flatMap(({ choices }) => choices.filter(isGone)),
    }
  })
}

/** The complete choices of an option: with each wand or edition, where one is required. */
function choicesOf(product: Volume, option: OptionChoice, market: Market): readonly BoxChoice[] {
  if (option === 'premium-wand') return wandChoices(product, market).map(({ wand }) => ({ option, wand }))
  return needsEdition(product, market) ? EDITIONS.map((edition) => ({ option, edition })) : [{ option }]
}

/** @param choices of one option: the incomplete one first */
function pricesOf(product: Volume, choices: readonly BoxChoice[], market: Market): ConditionalPrice[] {
  const prices = choices.map((choice) => optionPrice(product, choice, market))
  const isSamePrice = new Set(prices.map(({ amount }) => amount)).size === 1
  return prices.slice(0, isSamePrice ? 1 : undefined).map((price, at) => {
    const { option, wand, edition } = choices[at] as BoxChoice
    const part =
      option === 'premium-wand'
        ? { wand: wand ? wandSlug(wand) : 'none' }
        : { edition: edition ? editionSlug(edition) : 'none' }
    return { when: isSamePrice ? { option } : { option, ...part }, price }
  })
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
