import {
  COMPANY_FACTS,
  type CompanyFact,
  FACTS,
  isGiven,
  startOf,
  storesWith,
} from '#supabase/functions/_shared/forms/company-facts.ts'
import { byMarket, type Market, type Zone } from './market.ts'
import { BRAND } from './page-messages.ts'

/** All facts about the company: a text for each store. */
export type Company = Readonly<Record<CompanyFact, Readonly<Record<Market, string>>>>

export type CompanyFacts = Readonly<Record<CompanyFact, string>>

/** The facts that the owner has given, the others as they are before that. */
export function companyWith(
  given: { readonly [fact in CompanyFact]?: Readonly<Partial<Record<Market, string>>> },
): Company {
  const facts = COMPANY_FACTS.map((fact) => [
    fact,
    byMarket((_, market) => given[fact]?.[market] || startOf(fact, market)),
  ])
  return Object.fromEntries(facts) as Company
}

/**
 * The facts before the owner has given any. An empty text means "not given": pages omit it and say where to ask, and the
 * admin lists it. Spec: 2 Contact
 */
export const COMPANY = companyWith({})

/** The facts of the store of a market. */
export function companyOf(company: Company, market: Market): CompanyFacts {
  return Object.fromEntries(COMPANY_FACTS.map((fact) => [fact, company[fact][market]])) as CompanyFacts
}

/** The facts that are still missing in a store that needs them. */
export function missingCompanyFacts(company: Company): readonly CompanyFact[] {
  return COMPANY_FACTS.filter(
    (fact) => !FACTS[fact].isOptional && !storesWith(fact).every((market) => isGiven(company[fact][market])),
  )
}

/** How long delivery takes in a zone, such as `2–3 business days`. */
export function deliveryTime({ daysFact, unit }: Zone, facts: CompanyFacts): string {
  return `${facts[daysFact]} ${unit}`
}

/** Joins the non-empty parts with commas. */
function joinGiven(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}

/** Name and address of the seller; the name of the shop if none is given. */
export function sellerOf(facts: CompanyFacts): string {
  return joinGiven(facts.legalEntity || BRAND, facts.legalAddress)
}

/** Name, address and email of the manufacturer; the shop itself if none is given. */
export function makerOf(facts: CompanyFacts): string {
  return joinGiven(facts.makerName || BRAND, facts.makerAddress, facts.makerEmail || facts.contactEmail)
}

/** The responsible person for product safety in the EU, or where to ask for it. */
export function euPersonOf(facts: CompanyFacts): string {
  return facts.euResponsiblePerson || `Ask us at ${facts.contactEmail}`
}

/** True when both name and address of the seller are given. */
export function isSellerGiven(facts: CompanyFacts): boolean {
  return facts.legalEntity !== '' && facts.legalAddress !== ''
}
