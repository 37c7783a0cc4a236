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

export { COMPANY, type Company, type CompanyFacts, companyOf, companyWith }

/** The facts that are still missing in a store that needs them. */
export function missingCompanyFacts(company: Company): readonly CompanyFact[] {
  return COMPANY_FACTS.filter(
    (fact) => !FACTS[fact].isOptional && !storesWith(fact).every((market) => isGiven(company[fact][market])),
  )
}
