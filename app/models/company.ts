import {
  COMPANY_FACTS,
  type CompanyFact,
  isGiven,
  UK_ONLY,
} from '#supabase/functions/_shared/forms/company-facts.ts'
import type { Market } from './market.ts'
import { BRAND } from './page-messages.ts'

/** A text for each store. */
export type PerStore = readonly [us: string, uk: string]

function both(text: string): PerStore {
  return [text, text]
}

/**
 * Facts about the company before the owner has given them in the owner’s room (`/admin/company`). An empty text means
 * "not given": pages omit it and say where to ask, and the owner’s room lists it. Spec: 2 Contact
 */
export const COMPANY = {
  legalEntity: both(''),
  legalAddress: both(''),
  companyNumber: both(''),
  vatNumber: both(''),
  makerName: both(''),
  makerAddress: both(''),
  makerEmail: both(''),
  returnAddress: both(''),
  contactEmail: both('hello@wizardbox.example'),
  pressEmail: both('press@wizardbox.example'),
  /** "the law of England and Wales" */
  governingLaw: both(''),
  /** Name, address and email of a responsible person for product safety. */
  euResponsiblePerson: ['', ''],
  /** Name and address, if the law requires one. */
  euRepresentative: ['', ''],
  storefrontHost: both(''),
  backendHost: both(''),
  mailService: both(''),
  webHost: both(''),
  geoService: both(''),
  /** For questions about the earlier company; linked by the contact page. */
  earlierBrandUrl: both('https://earlier-company.example'),
  /** In place of the offer that the banner shows by the calendar. */
  bannerText: both(''),
  /** The day from which Vol. I ships without delay. Spec: 9 Availability */
  vol1Date: ['', '2025-11-15'],
  /** The month in which Vol. II ships; it is sold as a pre-order until its end. */
  vol2Month: both('2026-01'),
  /** The days on which Gift Edition Envelopes are posted. */
  envelopesFrom: both('2025-12-01'),
  envelopesUntil: both('2025-12-18'),
} satisfies Record<CompanyFact, PerStore>

/** All facts about the company, in both stores. */
export type Company = Readonly<Record<CompanyFact, PerStore>>

/** The facts of one store. */
export type CompanyFacts = Readonly<Record<CompanyFact, string>>

/** The facts that the owner has given, the others as the defaults have them. Decision record: 055 */
export function companyWith(given: Partial<Company>): Company {
  const withDefaults = COMPANY_FACTS.map((fact) => {
    const [us, uk] = given[fact] ?? ['', '']
    return [fact, [us || COMPANY[fact][0], uk || COMPANY[fact][1]]]
  })
  return Object.fromEntries(withDefaults) as Company
}

/** The facts of the store of a market. */
export function companyOf(company: Company, market: Market): CompanyFacts {
  const store = market === 'us' ? 0 : 1
  return Object.fromEntries(COMPANY_FACTS.map((fact) => [fact, company[fact][store]])) as CompanyFacts
}

/** The label of each fact for the owner. */
export const COMPANY_LABELS: Readonly<Record<CompanyFact, string>> = {
  legalEntity: 'Name of the company',
  legalAddress: 'Address of the company',
  companyNumber: 'Company number',
  vatNumber: 'Tax or VAT number',
  makerName: 'Name of the maker',
  makerAddress: 'Address of the maker',
  makerEmail: 'Email of the maker',
  returnAddress: 'Address for returns',
  contactEmail: 'Email for shoppers',
  pressEmail: 'Email for the press',
  governingLaw: 'Law that governs the terms',
  euResponsiblePerson: 'Responsible person in the EU',
  euRepresentative: 'Representative in the EU',
  storefrontHost: 'Name of the storefront host',
  backendHost: 'Name of the backend host',
  mailService: 'Name of the mail service',
  webHost: 'Name of the web host',
  geoService: 'Name of the service that finds a visitor’s country',
  earlierBrandUrl: 'Website of the earlier company',
  bannerText: 'Text of the banner',
  vol1Date: 'Vol. I ships from',
  vol2Month: 'Month in which Vol. II ships',
  envelopesFrom: 'First day on which gift envelopes are posted',
  envelopesUntil: 'Last day on which gift envelopes are posted',
}

/** Not every company has these, or needs them. */
const OPTIONAL: readonly CompanyFact[] = ['euRepresentative', 'geoService', 'bannerText']

/** The facts that are still missing in a store that needs them. */
export function missingCompanyFacts(company: Company): readonly CompanyFact[] {
  return COMPANY_FACTS.filter((fact) => {
    const [us, uk] = company[fact]
    return !OPTIONAL.includes(fact) && !(isGiven(uk) && (isGiven(us) || UK_ONLY.includes(fact)))
  })
}

/** Labels of the facts that are still missing. */
export function missingCompanyLabels(company: Company): readonly string[] {
  return missingCompanyFacts(company).map((fact) => COMPANY_LABELS[fact])
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
