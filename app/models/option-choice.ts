import type { Market } from './market.ts'
import { memoizeBy } from './memoize.ts'
import { kindOf, type Product, purchasableVariants, type Variant } from './product.ts'
import { err, ok, type Result } from './result.ts'

export type OptionChoice = 'box-only' | 'classic-wand' | 'premium-wand'
export type Wrapping = 'gift-edition' | 'printable-only'
export type Edition = 'Ashborn' | 'Sunfire' | 'Ember'
export type WandStyle =
  | 'Dragon & Elder'
  | 'Dragon & Oak'
  | 'Dragon & Yew'
  | 'Unicorn & Chestnut'
  | 'Unicorn & Cherry'
  | 'Phoenix & Elm'

/** What a shopper has chosen on a product page; null where nothing (or nonsense) was. */
export type ProductChoice = {
  readonly option: OptionChoice
  readonly wand: WandStyle | null
  readonly edition: Edition | null
  readonly wrapping: Wrapping | null
}

/** The little that URLSearchParams and FormData have in common. */
export type Fields = {
  get(name: string): unknown
  getAll(name: string): readonly unknown[]
}

export const OPTION_CHOICES: readonly OptionChoice[] = ['box-only', 'classic-wand', 'premium-wand']
export const WRAPPINGS: readonly Wrapping[] = ['gift-edition', 'printable-only']
export const EDITIONS: readonly Edition[] = ['Ashborn', 'Sunfire', 'Ember']
export const CLASSIC_WAND: WandStyle = 'Dragon & Elder'
export const PREMIUM_WANDS: readonly WandStyle[] = [
  'Dragon & Oak',
  'Dragon & Yew',
  'Unicorn & Chestnut',
  'Unicorn & Cherry',
  'Phoenix & Elm',
]
export const WAND_STYLES: readonly WandStyle[] = [CLASSIC_WAND, ...PREMIUM_WANDS]
const DEFAULT_OPTION: OptionChoice = 'classic-wand'
export const DEFAULT_WRAPPING: Wrapping = 'gift-edition'

/** The card titles, to the letter. Spec: 2 Product detail */
export const OPTION_TITLES: Record<OptionChoice, string> = {
  'box-only': 'Wizard Box Only',
  'classic-wand': 'Complete Set (inc. Classic Wand)',
  'premium-wand': 'Complete Set (inc. Premium Wand)',
}

const UK_PREMIUM_ORDER: readonly WandStyle[] = [
  'Unicorn & Cherry',
  'Unicorn & Chestnut',
  'Dragon & Oak',
  'Dragon & Yew',
  'Phoenix & Elm',
]
const NO_WAND_STYLE = [
  'no wand',
  'upgrade',
  'bundle',
  'package',
  'gift',
  'box only',
  'standard',
  'ashborn',
  'sunfire',
  'ember',
]
const CLASSIC_TITLES = ['dragon and elder', 'classic', 'standard']

/** A page asks about the same few titles hundreds of times. */
const plainTitles = new Map<string, string>()
const MOST_TITLES = 1000

/** A title in lowercase, with "&" read as "and", so that both spellings of a wand meet. */
export function plainTitle(title: string): string {
  const known = plainTitles.get(title)
  if (known !== undefined) return known
  const plain = title
    .toLowerCase()
    .replace(/\s*&\s*/g, ' and ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plainTitles.size >= MOST_TITLES) plainTitles.clear()
  plainTitles.set(title, plain)
  return plain
}

function hasAny(title: string, words: readonly string[]): boolean {
  return words.some((word) => title.includes(word))
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/ & /g, '-')
}

function bySlug<T extends string>(names: readonly T[], value: unknown): T | null {
  if (typeof value !== 'string') return null
  const wanted = value.trim().toLowerCase()
  return names.find((name) => slugOf(name) === wanted || name.toLowerCase() === wanted) ?? null
}

/** The form and address value of a wand: `dragon-oak`. */
export function wandSlug(wand: WandStyle): string {
  return slugOf(wand)
}

/** The form and address value of an edition: `ashborn`. */
export function editionSlug(edition: Edition): string {
  return slugOf(edition)
}

/** A wand from its slug or name, else null. */
export function parseWandStyle(value: unknown): WandStyle | null {
  return bySlug(WAND_STYLES, value)
}

/** An edition from its slug or name, else null. */
export function parseEdition(value: unknown): Edition | null {
  return bySlug(EDITIONS, value)
}

/** An option from its value, else null. */
export function parseOption(value: unknown): OptionChoice | null {
  return bySlug(OPTION_CHOICES, value)
}

/** A wrapping from its value, else null. */
export function parseWrapping(value: unknown): Wrapping | null {
  return bySlug(WRAPPINGS, value)
}

/** True for the five styles that are not the classic one. */
export function isPremiumWand(wand: WandStyle): boolean {
  return wand !== CLASSIC_WAND
}

/** The premium styles in the order in which a store lists them. Spec: 3 Wand styles */
export function premiumWandsOf(market: Market): readonly WandStyle[] {
  return market === 'uk' ? UK_PREMIUM_ORDER : PREMIUM_WANDS
}

/** The wand style that a variant title names, in either spelling; null when it names none. */
export function wandOfTitle(title: string): WandStyle | null {
  const text = plainTitle(title)
  return WAND_STYLES.find((wand) => text.includes(plainTitle(wand))) ?? null
}

/** The edition named by a variant title, else null. */
function editionOfTitle(title: string): Edition | null {
  const text = plainTitle(title)
  return EDITIONS.find((edition) => text.includes(plainTitle(edition))) ?? null
}

/** True for the box without a wand. Spec: 3 Variant title conventions */
export function isBoxOnlyTitle(title: string): boolean {
  return plainTitle(title).includes('no wand')
}

/** True for the classic wand set. Spec: 3 Variant title conventions */
export function isClassicTitle(title: string): boolean {
  return hasAny(plainTitle(title), CLASSIC_TITLES) && !isBoxOnlyTitle(title)
}

/** True for a variant that the wand dropdown of a box offers. Spec: 4 Product option choice */
export function isWandDropdownTitle(title: string): boolean {
  const text = plainTitle(title)
  return !hasAny(text, NO_WAND_STYLE) && !(text.includes('dragon') && text.includes('elder'))
}

/** The premium wands a box can be had with, in the market's order, each with its variant. */
export function wandChoices(product: Pick<Product, 'variants'>, market: Market): readonly WandVariant[] {
  return rememberWands(product.variants, market, () => {
    const offered = product.variants.filter((variant) => isWandDropdownTitle(variant.title))
    return withVariants(premiumWandsOf(market), offered)
  })
}

type WandVariant = { readonly wand: WandStyle; readonly variant: Variant }
const rememberWands = memoizeBy<readonly WandVariant[]>()

function withVariants(wands: readonly WandStyle[], offered: readonly Variant[]): readonly WandVariant[] {
  return wands.flatMap((wand) => {
    const variant = offered.find((v) => wandOfTitle(v.title) === wand)
    return variant ? [{ wand, variant }] : []
  })
}

/** The single wands of the wand product, classic first; the dropdown's rules, but Dragon & Elder stays in. */
export function singleWands(product: Pick<Product, 'variants'>): readonly WandVariant[] {
  return rememberWands(product.variants, 'single', () => {
    const offered = product.variants.filter((variant) => !hasAny(plainTitle(variant.title), NO_WAND_STYLE))
    return withVariants(WAND_STYLES, offered)
  })
}

/** The variant found by title for exactly that option, wand and edition, or null. Spec: 4 Product option choice */
export function exactVariant(
  product: Pick<Product, 'title' | 'variants'>,
  choice: ProductChoice,
  market: Market,
): Variant | null {
  if (choice.option === 'premium-wand') {
    const matches = wandChoices(product, market)
    return matches.find((match) => match.wand === choice.wand)?.variant ?? null
  }
  const wanted = choice.option === 'box-only' ? isBoxOnlyTitle : isClassicTitle
  const candidates = purchasableVariants(product).filter((variant) => wanted(variant.title))
  const ofEdition = candidates.find((v) => editionOfTitle(v.title) === choice.edition)
  if (ofEdition) return ofEdition
  // A variant without an edition in its title serves every edition; one of another edition serves none.
  return candidates.find((v) => editionOfTitle(v.title) === null) ?? null
}

/** True when an edition must be chosen: Vol. I in the UK store. Spec: 5 Cart add */
export function needsEdition(product: Pick<Product, 'title' | 'handle'>, market: Market): boolean {
  return market === 'uk' && kindOf(product) === 'vol-1'
}

/** True when the product is sold with a gift wrapping: Vol. II. */
export function needsWrapping(product: Pick<Product, 'title' | 'handle'>): boolean {
  return kindOf(product) === 'vol-2'
}

/**
 * The variant that a choice may put in the cart. It never falls back to another option: nobody is to be sold a
 * set for a box. `edition-required` and `option-required` are the refusals.
 * Spec: 5 Cart add
 */
export function chooseVariant(
  product: Pick<Product, 'title' | 'handle' | 'variants'>,
  choice: ProductChoice,
  market: Market,
): Result<Variant, 'edition-required' | 'option-required'> {
  if (needsEdition(product, market) && choice.edition === null) return err('edition-required')
  const variant = exactVariant(product, choice, market)
  return variant ? ok(variant) : err('option-required')
}

/** The edition of a line: the title's own wins over a posted one. */
export function editionOfChoice(variant: Pick<Variant, 'title'>, chosen: Edition | null): Edition | null {
  return editionOfTitle(variant.title) ?? chosen
}

/** Reads a choice from an address or a form. Junk counts as nothing chosen. */
export function parseProductChoice(fields: Fields): ProductChoice {
  return {
    option: parseOption(fields.get('option')) ?? DEFAULT_OPTION,
    wand: parseWandStyle(fields.get('wand')),
    edition: parseEdition(fields.get('edition')),
    wrapping: parseWrapping(fields.get('wrapping')),
  }
}

/** The form fields of a choice, each with the value that means it; null for what is not chosen. */
export function fieldsOfChoice(choice: ProductChoice) {
  return {
    option: choice.option,
    wand: choice.wand && wandSlug(choice.wand),
    edition: choice.edition && editionSlug(choice.edition),
    wrapping: choice.wrapping,
  }
}

/** The query of a choice, without "?": only what differs from the default. Empty for the default choice. */
export function formatProductChoice(choice: ProductChoice): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(fieldsOfChoice(choice)))
    if (value && value !== DEFAULT_OPTION) query.set(name, value)
  return query.toString()
}
