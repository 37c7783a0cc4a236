import { MARKETS, type Market } from './market.ts'
import { memoizeBy } from './memoize.ts'
import {
  type Product,
  purchasableVariants,
  type TitledVariants,
  type Variant,
  type Variants,
} from './product.ts'
import { type Evidence, kindOf } from './product-kind.ts'
import { err, ok, type Result } from './result.ts'
import { CLASSIC_WAND, PREMIUM_WANDS, plainTitle, WAND_STYLES, type WandStyle, wandOfTitle } from './wands.ts'

export const OPTION_CHOICES = ['box-only', 'classic-wand', 'premium-wand'] as const
/** How Vol. II is sold: as a gift in one of two wrappings, or without, for the buyer. */
export const WRAPPINGS = ['gift-edition', 'printable-only', 'no-wrapping'] as const
export const EDITIONS = ['Ashborn', 'Sunfire', 'Ember'] as const
export type OptionChoice = (typeof OPTION_CHOICES)[number]
export type Wrapping = (typeof WRAPPINGS)[number]
/** A wrapping whose box waits for the magic words. */
export type GiftWrapping = Exclude<Wrapping, 'no-wrapping'>
export type Edition = (typeof EDITIONS)[number]

/** What decides on the variant of a box. A wand or an edition that is not there is not chosen. */
export type BoxChoice = {
  readonly option: OptionChoice
  readonly wand?: WandStyle | null
  readonly edition?: Edition | null
}

export type ProductChoice = Required<BoxChoice> & { readonly wrapping: Wrapping }

export type BoxChoiceError = 'edition-required' | 'option-required' | 'wand-required'

export type Fields = {
  get(name: string): unknown
  getAll(name: string): readonly unknown[]
}

const DEFAULT_OPTION: OptionChoice = 'classic-wand'
export const DEFAULT_WRAPPING: Wrapping = 'gift-edition'

/** The card titles; the texts are fixed by the spec. Spec: 2 Product detail */
export const OPTION_TITLES: Record<OptionChoice, string> = {
  'box-only': 'Wizard Box Only',
  'classic-wand': 'Complete Set (inc. Classic Wand)',
  'premium-wand': 'Complete Set (inc. Premium Wand)',
}

/** Titles with one of these words are not a single wand style. */
const NOT_A_WAND = [
  'no wand',
  'upgrade',
  'bundle',
  'package',
  'gift',
  'box only',
  'standard',
  ...EDITIONS.map((edition) => edition.toLowerCase()),
]
const hasAny = (text: string, words: readonly string[]) => words.some((word) => text.includes(word))
const CLASSIC_TITLES = ['dragon and elder', 'classic', 'standard']

/** The form and query value of an edition or a wand: `ashborn`, `dragon-oak`. */
function slugOf(name: string): string {
  return name.toLowerCase().replace(/ & /g, '-')
}
export const wandSlug: (wand: WandStyle) => string = slugOf
export const editionSlug: (edition: Edition) => string = slugOf

/** The picture of Vol. I in an edition, without background. */
export function editionPicture(edition: Edition) {
  return `box-vol1-${edition.toLowerCase() as Lowercase<Edition>}` as const
}

function parserOf<T extends string>(names: readonly T[]) {
  return (value: unknown): T | null => {
    const wanted = typeof value === 'string' ? value.trim().toLowerCase() : null
    return names.find((name) => slugOf(name) === wanted || name.toLowerCase() === wanted) ?? null
  }
}

/* Each parses a slug or name; null for anything else. */
export const parseWandStyle = parserOf(WAND_STYLES)
export const parseEdition = parserOf(EDITIONS)
export const parseOption = parserOf(OPTION_CHOICES)
export const parseWrapping = parserOf(WRAPPINGS)

/** True for all styles except the classic one. */
export function isPremiumWand(wand: WandStyle): boolean {
  return wand !== CLASSIC_WAND
}

/** The premium styles in the order of the store. Spec: 3 Wand styles */
export function premiumWandsOf(market: Market): readonly WandStyle[] {
  const first = MARKETS[market].firstWands.flatMap(
    (name) => PREMIUM_WANDS.find((wand) => wand === name) ?? [],
  )
  return [...new Set([...first, ...PREMIUM_WANDS])]
}

function editionOfTitle(title: string): Edition | null {
  const text = plainTitle(title)
  return EDITIONS.find((edition) => text.includes(plainTitle(edition))) ?? null
}

/** True for the box without a wand. Spec: 3 Variant title conventions */
export function isBoxOnlyTitle(title: string): boolean {
  return plainTitle(title).includes('no wand')
}

/** True for the set with the classic wand. Spec: 3 Variant title conventions */
export function isClassicTitle(title: string): boolean {
  return hasAny(plainTitle(title), CLASSIC_TITLES) && !isBoxOnlyTitle(title)
}

/** True for a variant of the wand dropdown of a box. Spec: 4 Product option choice */
export function isWandDropdownTitle(title: string): boolean {
  const text = plainTitle(title)
  return !hasAny(text, NOT_A_WAND) && !(text.includes('dragon') && text.includes('elder'))
}

/** The choice that the title of a volume's variant means; null for none. Spec: 3 Variant title conventions */
function choiceOfTitle(title: string): Required<BoxChoice> | null {
  const edition = editionOfTitle(title)
  if (isBoxOnlyTitle(title)) return { option: 'box-only', edition, wand: null }
  if (isClassicTitle(title)) return { option: 'classic-wand', edition, wand: null }
  return isWandDropdownTitle(title)
    ? { option: 'premium-wand', edition: null, wand: wandOfTitle(title) }
    : null
}

/** All that the store sells of a volume, in its order: the wand of a premium set is null if our list lacks it. */
export const offersOf = memoizeBy((product: TitledVariants) =>
  purchasableVariants(product).flatMap((variant) => {
    const choice = choiceOfTitle(variant.title)
    return choice ? [{ ...choice, variant }] : []
  }),
)

/** The premium wands available with a box, in the order of the market, with their variants. */
export function wandChoices(product: TitledVariants, market: Market) {
  return premiumWandsOf(market).flatMap((wand) => {
    const variant = exactVariant(product, { option: 'premium-wand', wand })
    return variant ? [{ wand, variant }] : []
  })
}

/** The wands of the wand product, classic first: as in the dropdown, but including Dragon & Elder. */
export const singleWands = memoizeBy(({ variants }: Variants) => {
  const offered = variants.filter((variant) => !hasAny(plainTitle(variant.title), NOT_A_WAND))
  return WAND_STYLES.flatMap((wand) => {
    const variant = offered.find(({ title }) => wandOfTitle(title) === wand)
    return variant ? [{ wand, variant }] : []
  })
})

/** Finds the variant of an option, wand and edition, or null. Spec: 4 Product option choice */
export function exactVariant(
  product: TitledVariants,
  { option, wand = null, edition = null }: BoxChoice,
): Variant | null {
  const isPremium = option === 'premium-wand'
  const offers = offersOf(product).filter(
    (offer) => offer.option === option && (!isPremium || (wand !== null && offer.wand === wand)),
  )
  // A variant without an edition in its title is valid for every edition.
  const found =
    offers.find((offer) => offer.edition === edition) ?? offers.find((offer) => offer.edition === null)
  return found?.variant ?? null
}

/** True for Vol. I where it is sold. Spec: 5 Cart add */
export function needsEdition(product: Evidence, market: Market): boolean {
  return MARKETS[market].sellsLimitedEdition && kindOf(product) === 'vol-1'
}

/** True for Vol. II, for which a wrapping is chosen, or none. */
export function needsWrapping(product: Evidence): boolean {
  return kindOf(product) === 'vol-2'
}

/**
 * The variant to add to the cart for a choice, without a fallback to another option.
 * Spec: 5 Cart add
 */
export function chooseVariant(
  product: TitledVariants & Pick<Product, 'handle'>,
  choice: BoxChoice,
  market: Market,
): Result<Variant, BoxChoiceError> {
  if (needsEdition(product, market) && !choice.edition) return err('edition-required')
  if (choice.option === 'premium-wand' && !choice.wand) return err('wand-required')
  const variant = exactVariant(product, choice)
  return variant ? ok(variant) : err('option-required')
}

/** The edition of a line: the one named by the variant title takes precedence over the submitted one. */
export function editionOfChoice(variant: Pick<Variant, 'title'>, chosen: Edition | null): Edition | null {
  return editionOfTitle(variant.title) ?? chosen
}

/** Parses a choice from a query or a form. Invalid values count as not chosen: option and wrapping have a default. */
export function parseProductChoice(fields: Fields): ProductChoice {
  return {
    option: parseOption(fields.get('option')) ?? DEFAULT_OPTION,
    wand: parseWandStyle(fields.get('wand')),
    edition: parseEdition(fields.get('edition')),
    wrapping: parseWrapping(fields.get('wrapping')) ?? DEFAULT_WRAPPING,
  }
}

/** The form fields of a choice; null for what is not chosen. */
export function fieldsOfChoice(choice: ProductChoice) {
  return {
    option: choice.option,
    wand: choice.wand && wandSlug(choice.wand),
    edition: choice.edition && editionSlug(choice.edition),
    wrapping: choice.wrapping,
  }
}

/** The query string of a choice, without "?"; only fields that differ from the default. */
export function formatProductChoice(choice: ProductChoice): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fieldsOfChoice(choice)))
    if (value && value !== DEFAULT_OPTION && value !== DEFAULT_WRAPPING) query.set(name, value)
  return query.toString()
}
