import {
  COMPANY_FACTS,
  type CompanyFact,
  isGiven,
  ofFigures,
  storesWith,
} from '#supabase/functions/_shared/forms/company-facts.ts'
import { byMarket, type Market, type Zone } from './market.ts'
import { BRAND } from './page-messages.ts'

/** A text for each store. */
type PerStore = Readonly<Record<Market, string>>

function inEach(text: string): PerStore {
  return byMarket(() => text)
}

function daysOfZone(fact: Zone['daysFact']): PerStore {
  return byMarket(({ zones }) => (zones.find(({ daysFact }) => daysFact === fact)?.days ?? []).join('–'))
}

/**
 * Facts about the company before the owner has given them in the owner’s room (`/admin/company`). An empty text means
 * "not given": pages omit it and say where to ask, and the owner’s room lists it. Spec: 2 Contact
 */
export const COMPANY = {
  legalEntity: inEach(''),
  legalAddress: inEach(''),
  companyNumber: inEach(''),
  vatNumber: inEach(''),
  makerName: inEach(''),
  makerAddress: inEach(''),
  makerEmail: inEach(''),
  returnAddress: inEach(''),
  contactEmail: inEach('hello@wizardbox.example'),
  pressEmail: inEach('press@wizardbox.example'),
  /** "the law of England and Wales" */
  governingLaw: inEach(''),
  /** Name, address and email of a responsible person for product safety. */
  euResponsiblePerson: inEach(''),
  /** Name and address, if the law requires one. */
  euRepresentative: inEach(''),
  storefrontHost: inEach(''),
  backendHost: inEach(''),
  mailService: inEach(''),
  webHost: inEach(''),
  geoService: inEach(''),
  /** For questions about the earlier company; linked by the contact page. */
  earlierBrandUrl: inEach('https://earlier-company.example'),
  /** In place of the offer that the banner shows by the calendar. */
  bannerText: inEach(''),
  /** The day from which Vol. I ships without delay. Spec: 9 Availability */
  vol1Date: byMarket(({ sellsLimitedEdition }) => (sellsLimitedEdition ? '2025-11-15' : '')),
  /** The month in which Vol. II ships; it is sold as a pre-order until its end. */
  vol2Month: inEach('2026-01'),
  /** The days on which Gift Edition Envelopes are posted. */
  envelopesFrom: inEach('2025-12-01'),
  envelopesUntil: inEach('2025-12-18'),
  ...ofFigures(({ value }) => inEach(value)),
  deliveryDays: daysOfZone('deliveryDays'),
  farDeliveryDays: daysOfZone('farDeliveryDays'),
} satisfies Record<CompanyFact, PerStore>

/** All facts about the company, in both stores. */
export type Company = Readonly<Record<CompanyFact, PerStore>>

/** The facts of one store. */
export type CompanyFacts = Readonly<Record<CompanyFact, string>>

/** The facts that the owner has given, the others as the defaults have them. */
export function companyWith(
  given: {
    readonly [fact in CompanyFact]?: Readonly<Partial<Record<Market, string>>>
  },
): Company {
  const withDefaults = COMPANY_FACTS.map((fact) => [
    fact,
    byMarket((_, market) => given[fact]?.[market] || COMPANY[fact][market]),
  ])
  return Object.fromEntries(withDefaults) as Company
}

/** The facts of the store of a market. */
export function companyOf(company: Company, market: Market): CompanyFacts {
  return Object.fromEntries(COMPANY_FACTS.map((fact) => [fact, company[fact][market]])) as CompanyFacts
}

/** Not every company has these, or needs them. */
const OPTIONAL: readonly CompanyFact[] = ['euRepresentative', 'geoService', 'bannerText']

/** The facts that are still missing in a store that needs them. */
export function missingCompanyFacts(company: Company): readonly CompanyFact[] {
  return COMPANY_FACTS.filter(
    (fact) => !OPTIONAL.includes(fact) && !storesWith(fact).every((market) => isGiven(company[fact][market])),
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
