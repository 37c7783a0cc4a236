import { sellerOf } from '#app/models/company.ts'
import type { PageFacts } from '../page-facts.ts'
import type { LegalSection } from './legal-types.ts'
import { deliveryTerms } from './terms-delivery.ts'
import { generalTerms } from './terms-rest.ts'
import { returnTerms } from './terms-returns.ts'
import { saleTerms } from './terms-selling.ts'

export const TERMS_HEAD = {
  title: 'Terms, Returns and Safety',
  text: 'These are the terms on which we sell. They hold our returns, refund and product-safety policy. Where the two stores differ, this page tells what holds in yours.',
  rights:
    'Nothing on this page takes away a right that the law gives you and that we may not exclude. If the law is kinder to you than we are, the law wins.',
} as const

/** The terms, returns, refund and product-safety policy of a store on a given day. Spec: 9 Policy */
export function termsSections(facts: PageFacts): LegalSection[] {
  return [...saleTerms(facts), ...deliveryTerms(facts), ...returnTerms(facts), ...generalTerms(facts)]
}

/** The lines of the model cancellation form that the law requires. */
export function cancellationFormLines(facts: PageFacts): string[] {
  return [
    `To ${sellerOf(facts)}, ${facts.contactEmail}:`,
    'I/We (*) hereby give notice that I/We (*) cancel/withdraw from (*) my/our (*) contract of sale of the following goods (*):',
    'Ordered on (*)/received on (*):',
    'Name of consumer(s):',
    'Address of consumer(s):',
    'Signature of consumer(s) (only if this form is notified on paper):',
    'Date:',
    '(*) Delete as appropriate.',
  ]
}
