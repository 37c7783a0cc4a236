import { euPersonOf, makerOf } from '#app/content/company-words.ts'
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
  return hasLegalRights(facts) ? ' [Your legal rights come first](/terms-and-conditions#withdrawal).' : ''
}

/** Customs and the right to cancel, for wands and merch; empty where the law gives none. */
export function customsAndRights(facts: PageFacts): readonly string[] {
  return hasLegalRights(facts)
    ? [
        'Customs duties on EU orders are yours to pay and are non-refundable. Your legal right to cancel stands beside our policy: see [Returns & Refunds](/terms-and-conditions#withdrawal).',
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
