import {
  COMPANY_FACTS,
  COMPANY_PARTS,
  type Company,
  type CompanyFact,
  companyFieldName,
  FACTS,
  isGiven,
  storesWith,
} from '#supabase/functions/_shared/forms/company-facts.ts'
import { byMarket, DEFAULT_MARKET, MARKETS } from './market.ts'

/** The facts that are still missing in a store that needs them. */
export function missingCompanyFacts(company: Company): readonly CompanyFact[] {
  return COMPANY_FACTS.filter(
    (fact) => !FACTS[fact].isOptional && !storesWith(fact).every((market) => isGiven(company[fact][market])),
  )
}

/** The fields of a fact: each with the texts of a store. */
function fieldsOf(fact: CompanyFact) {
  const { kind, label, hint } = FACTS[fact]
  const stores = storesWith(fact)
  const hasMain = stores.includes(DEFAULT_MARKET)
  return stores.map((market) => {
    const isMain = market === DEFAULT_MARKET || !hasMain
    const store = MARKETS[market].titleName.replace('&', 'and')
    return {
      fact,
      kind,
      name: companyFieldName(fact, market),
      /** False for the text of another store beside the one for all. */
      isMain,
      /** Whether it begins a row, with that of another store beside it. */
      startsRow: isMain && stores.length > 1,
      label: isMain ? label : `${label} in the ${store} store, if another`,
      hint: isMain ? hint : '',
    }
  })
}

/** The parts of the form with their fields. A fact that differs between the stores has two. */
export const COMPANY_FORM = Object.entries(COMPANY_PARTS).map(([title, facts]) => ({
  title,
  fields: Object.keys(facts).flatMap((fact) => fieldsOf(fact as CompanyFact)),
}))

export function missingCompanyLabels(company: Company): readonly string[] {
  return missingCompanyFacts(company).map((fact) => FACTS[fact].label)
}

export type CompanyTexts = Readonly<Record<string, string>>

/** The facts of each store of valid texts of the form. */
export function companyOfTexts(texts: CompanyTexts): Company {
  const facts = COMPANY_FACTS.map((fact) => {
    const main = texts[fact] ?? ''
    return [fact, byMarket((_, market) => texts[companyFieldName(fact, market)] || main)]
  })
  return Object.fromEntries(facts) as Company
}

/** What the form shows of the facts: those that are given, and for the UK and EU store where they differ. */
export function companyTexts(company: Company): CompanyTexts {
  const shown = (text: string) => (isGiven(text) ? text : '')
  const texts = COMPANY_FACTS.flatMap((fact) =>
    storesWith(fact).map((market) => {
      const [main, own] = [company[fact][DEFAULT_MARKET], company[fact][market]]
      return [companyFieldName(fact, market), market !== DEFAULT_MARKET && own === main ? '' : shown(own)]
    }),
  )
  return Object.fromEntries(texts)
}
