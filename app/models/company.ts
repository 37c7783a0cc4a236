type PerStore = readonly [us: string, uk: string]

function both(text: string): PerStore {
  return [text, text]
}

/**
 * Facts about the company, to be filled in by the owner before the shop opens. An empty text means "not given": pages
 * omit it and say where to ask, and the admin area lists it. Spec: 2 Contact
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
} satisfies Record<string, PerStore>

type CompanyFact = keyof typeof COMPANY

/** The label of each fact for the owner; null when it is optional. */
const LABELS: Record<CompanyFact, string | null> = {
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
  euRepresentative: null,
  storefrontHost: 'Name of the storefront host',
  backendHost: 'Name of the backend host',
  mailService: 'Name of the mail service',
  webHost: 'Name of the web host',
  geoService: null,
  earlierBrandUrl: 'Website of the earlier company',
}

/** The United States store needs none of these. */
const UK_ONLY: readonly string[] = ['euResponsiblePerson', 'euRepresentative']

function isGiven(text: string): boolean {
  return text !== '' && !text.endsWith('.example')
}

/** Labels of the facts that are still missing; `.example` addresses count as missing. */
export function missingCompanyFacts(): string[] {
  return Object.entries(COMPANY).flatMap(([name, [us, uk]]) => {
    const label = LABELS[name as CompanyFact]
    if (label === null || (isGiven(uk) && (isGiven(us) || UK_ONLY.includes(name)))) return []
    return [label]
  })
}

/** The facts of one store. */
type CompanyFacts = Readonly<Record<CompanyFact, string>>

/** Joins the non-empty parts with commas. */
function joinGiven(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}

/** Name and address of the seller; the name of the shop if none is given. */
export function sellerOf(facts: CompanyFacts): string {
  return joinGiven(facts.legalEntity || 'Wizard Box', facts.legalAddress)
}

/** Name, address and email of the manufacturer; the shop itself if none is given. */
export function makerOf(facts: CompanyFacts): string {
  return joinGiven(
    facts.makerName || 'Wizard Box',
    facts.makerAddress,
    facts.makerEmail || facts.contactEmail,
  )
}

/** The responsible person for product safety in the EU, or where to ask for it. */
export function euPersonOf(facts: CompanyFacts): string {
  return facts.euResponsiblePerson || `Ask us at ${facts.contactEmail}`
}

/** True when both name and address of the seller are given. */
export function isSellerGiven(facts: CompanyFacts): boolean {
  return facts.legalEntity !== '' && facts.legalAddress !== ''
}

/** The facts used in the mails of a store. */
type MailFacts = Pick<CompanyFacts, 'legalEntity' | 'legalAddress'> & { readonly contactEmail: string | null }

/**
 * The company facts for the mails of each store. `contactEmail` is the reply address. It is null, and replies go to
 * the sender, when it is not given, or is an `.example` address although the sender is a real one.
 * @param from the configured sender
 */
export function mailCompanies(from: string): Readonly<Record<'us' | 'uk', MailFacts>> {
  const isTrial = /\.example>?$/.test(from)
  const inStore = (store: 0 | 1) => {
    const email = COMPANY.contactEmail[store]
    return {
      legalEntity: COMPANY.legalEntity[store],
      legalAddress: COMPANY.legalAddress[store],
      contactEmail: isGiven(email) || (isTrial && email !== '') ? email : null,
    }
  }
  return { us: inStore(0), uk: inStore(1) }
}
