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
import { CLASSIC_WAND, type WandStyle } from './wands.ts'

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

/** What is chosen besides the option: the wand of a premium set, or the edition of any other, by its slug or `none`. */
type Part = { readonly wand?: string; readonly edition?: string }
type PartChoice = { readonly slug: string | null; readonly wand?: WandStyle; readonly edition?: Edition }

/**
 * Prices and availability of every choice on a volume's page. The page contains all of them, and CSS shows those of
 * the checked radio buttons, with or without JavaScript.
 */
export const boxOffers = memoizeBy((product: Volume, market: Market) => {
  const editions = needsEdition(product, market)
    ? EDITIONS.map((edition): PartChoice => ({ slug: editionSlug(edition), edition }))
    : [{ slug: null }]
  const wands = wandChoices(product, market).map(({ wand }): PartChoice => ({ slug: wandSlug(wand), wand }))
  return OPTION_CHOICES.map((option) => {
    const isPremium = option === 'premium-wand'
    const choices = isPremium ? wands : editions
    const gone = choices.filter((choice) => !exactVariant(product, { option, ...choice })?.availableForSale)
    const prices = [{ slug: null }, ...choices].map((choice) => {
      const slug = choice.slug ?? 'none'
      const when: Part = isPremium ? { wand: slug } : { edition: slug }
      return { when, price: optionPrice(product, { option, ...choice }, market) }
    })
    const isSamePrice = prices.every(({ price }) => price.amount === prices[0]?.price.amount)
    return {
      option,
      /** One if all its wands or editions cost the same; else one for each, by its slug, and one for `none` of them. */
      prices: isSamePrice ? prices.slice(0, 1).map(({ price }) => ({ when: {} as Part, price })) : prices,
      /** Slugs of its wands or editions that are sold out, or that the store does not have. */
      soldOut: gone.flatMap(({ slug }) => slug ?? []),
      /** Nothing of it is left. */
      isSoldOut: gone.length === choices.length,
    }
  })
})

/** What the page of a volume shows of an option, whichever wand or edition is chosen with it. */
export type OptionOffer = Readonly<ReturnType<typeof boxOffers>[number]>
