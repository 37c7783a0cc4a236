import { euPersonOf, makerOf } from '#app/content/company-words.ts'
import type { Product } from '../models/product.ts'
import { MUG_DESCRIPTION, TOTE_DESCRIPTION } from '../models/product-descriptions.ts'
import { isPrintOnDemand } from '../models/product-kind.ts'
import type { PageFacts } from './page-facts.ts'

type Row = readonly [label: string, text: string]

/** The texts that the page of every product has. Those of `shipping`, `dispatch` and `returns` may contain the markup of `RichText`. */
export type ProductCopy = {
  readonly title: string
  /** Below the title; empty for products without texts of our own. */
  readonly summary: string
  readonly description: readonly string[]
  readonly features: readonly string[]
  readonly details: readonly Row[]
  readonly warning: string
  readonly shipping: readonly string[]
  /** Next to the button: dispatch and delivery, then returns. */
  readonly dispatch: string
  readonly returns: string
  /** Heading of the choice between the variants of merch. */
  readonly choice?: string
}

export const EU_DUTIES =
  'Orders to the EU may meet customs duties. They are yours to pay and we cannot refund them.'

/** Whether the law gives a right to cancel, and wants a person in the EU named. */
export function hasLegalRights({ store }: PageFacts): boolean {
  return store.consumerRights === 'uk-eu'
}

/** The maker and the EU responsible person, as rows of Technical Details. */
export function makerRows(facts: PageFacts): Row[] {
  const maker = ['Maker', makerOf(facts)] as const
  return hasLegalRights(facts) ? [maker, ['EU responsible person', euPersonOf(facts)]] : [maker]
}

/** Ends a text on returns; empty where the law gives no right to cancel. */
export function legalRights(facts: PageFacts): string {
  return hasLegalRights(facts) ? ' [Your legal rights come first](/terms-and-conditions#cancel).' : ''
}

/** Customs and the right to cancel, for wands and merch; empty where the law gives none. */
export function customsAndRights(facts: PageFacts): readonly string[] {
  return hasLegalRights(facts)
    ? [
        'Customs duties on EU orders are yours to pay and are non-refundable. Your legal right to cancel stands beside our policy: see [Returns & Refunds](/terms-and-conditions#cancel).',
      ]
    : []
}

export function freeShipping(facts: PageFacts): string {
  return `Free shipping over ${facts.freeShippingOver}. Below that, the checkout shows the cost before you pay.`
}

/** @param magnet where it is, and that it is dangerous; @param keepAway what else wands are kept away from */
export function magnetWarning(facts: PageFacts, magnet: string, keepAway = ''): string {
  return `Not for children under ${facts.minimumAge}. ${magnet} If a magnet is swallowed, get medical help at once. Keep wands away from pacemakers and other medical implants${keepAway}.`
}

/* Merch, and what only the store knows. */

type OwnWords = Omit<ProductCopy, 'title' | 'shipping' | 'dispatch' | 'returns'>

const NO_MAGNET = 'Merch contains no magnet.'
const PRINTED_TO_ORDER = ['Made', 'Printed to order'] as const
const CARE = ['Care', 'Follow the maker’s label'] as const
const PRINTED = 'Printed after you order it'

const KNOWN: ReadonlyMap<string, OwnWords> = new Map<string, OwnWords>([
  [
    'keyhole-tote',
    {
      summary: 'A canvas tote with the keyhole on the front.',
      description: TOTE_DESCRIPTION,
      features: ['Keyhole mark and name on the front', 'Two shades: Natural and Midnight', PRINTED],
      details: [['Item', 'Canvas tote bag'], ['Shades', 'Natural, Midnight'], PRINTED_TO_ORDER, CARE],
      choice: 'Choose the shade',
      warning: NO_MAGNET,
    },
  ],
  [
    'magical-af-mug',
    {
      summary: 'A mug that says so.',
      description: MUG_DESCRIPTION,
      features: ['Magical AF on the side', '11 oz, about 325 ml', PRINTED],
      details: [['Item', 'Mug'], ['Capacity', '11 oz (about 325 ml)'], PRINTED_TO_ORDER, CARE],
      choice: 'Choose the size',
      warning: `${NO_MAGNET} A hot drink is still hot.`,
    },
  ],
])

/** The texts of a product that is neither box nor wand: our own for known ones, else what the store says of it. */
export function merchCopy(product: Product, facts: PageFacts): ProductCopy {
  const isPrinted = isPrintOnDemand(product.tags)
  const known = KNOWN.get(product.handle)
  const [option, ...others] = product.options
  const words = known ?? {
    summary: '',
    description: product.description === '' ? [] : [product.description],
    features: [],
    details: isPrinted ? [PRINTED_TO_ORDER] : [],
    choice: option && others.length === 0 ? `Choose the ${option.name.toLowerCase()}` : 'Choose yours',
    warning: '',
  }
  return {
    title: product.title,
    ...words,
    details: [...words.details, ...(known ? makerRows(facts) : [])],
    shipping: [
      ...(isPrinted ? [`Merch is printed after you order. It ships ${facts.merchShipsNow}.`] : []),
      `We ship to ${facts.region}.`,
      `Free shipping over ${facts.freeShippingOver}.`,
      `Return it within ${facts.returnDays} days of getting it, unused. Refunds are issued within ${facts.refundDays} days of receipt.`,
      ...customsAndRights(facts),
      ...(isPrinted ? ['Merch and a redeemed gift cannot share a cart. Check out one, then the other.'] : []),
    ],
    dispatch: isPrinted
      ? `**Ships ${facts.merchShipsNow}**, to ${facts.region}. It is printed after you order.`
      : `**Ships to ${facts.region}.**`,
    returns: `**Return it unused within ${facts.returnDays} days.** Refunds are issued within ${facts.refundDays} days of receipt.${legalRights(facts)}`,
  }
}
