import {
  COMPANY,
  COMPANY_FACTS,
  type Company,
  type CompanyFact,
  type CompanyFacts,
  companyOf,
  companyWith,
  FACTS,
  isGiven,
  storesWith,
} from '#supabase/functions/_shared/forms/company-facts.ts'
import type { Zone } from './market.ts'
import { BRAND } from './market.ts'

export { COMPANY, type Company, type CompanyFacts, companyOf, companyWith }

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

export function isSellerGiven(facts: CompanyFacts): boolean {
  return facts.legalEntity !== '' && facts.legalAddress !== ''
}
