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

/** Slug of a wand or an edition, or `none`. */
type Part = { readonly wand?: string; readonly edition?: string }
const ANY: Part = {}

/**
 * Prices and availability of every choice on a volume's page. The page contains all of them, and CSS shows those of
 * the checked radio buttons, with or without JavaScript.
 */
export const boxOffers = memoizeBy((product: Volume, market: Market) =>
  OPTION_CHOICES.map((option) => {
    const choices = choicesOf(product, option, market)
    const gone = choices.filter((choice) => !exactVariant(product, choice)?.availableForSale)
    const prices = [{ option }, ...choices].map((choice) => {
      const when: Part = { [partOf(option)]: slugOf(choice) ?? 'none' }
      return { when, price: optionPrice(product, choice, market) }
    })
    const isSamePrice = prices.every(({ price }) => price.amount === prices[0]?.price.amount)
    return {
      option,
      /** One if all its wands or editions cost the same; else one for each, by its slug, and one for `none` of them. */
      prices: isSamePrice ? prices.slice(0, 1).map(({ price }) => ({ when: ANY, price })) : prices,
      /** Slugs of its wands or editions that are sold out, or that the store does not have. */
      soldOut: gone.flatMap((choice) => slugOf(choice) ?? []),
      /** Nothing of it is left. */
      isSoldOut: gone.length === choices.length,
    }
  }),
)

/** What the page of a volume shows of an option, whichever wand or edition is chosen with it. */
export type OptionOffer = Readonly<ReturnType<typeof boxOffers>[number]>

/** What is chosen besides the option: the wand of a premium set, or the edition of any other. */
function partOf(option: OptionChoice): 'wand' | 'edition' {
  return option === 'premium-wand' ? 'wand' : 'edition'
}

function slugOf({ option, wand, edition }: BoxChoice): string | null {
  if (partOf(option) === 'wand') return wand ? wandSlug(wand) : null
  return edition ? editionSlug(edition) : null
}

/** The complete choices of an option: with each wand or edition, where one is required. */
function choicesOf(product: Volume, option: OptionChoice, market: Market): readonly BoxChoice[] {
  if (option === 'premium-wand') return wandChoices(product, market).map(({ wand }) => ({ option, wand }))
  return needsEdition(product, market) ? EDITIONS.map((edition) => ({ option, edition })) : [{ option }]
}
