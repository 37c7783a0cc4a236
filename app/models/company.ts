type PerStore = readonly [us: string, uk: string]

function both(text: string): PerStore {
  return [text, text]
}

/**
 * What only the owner can say about the company, and nobody may invent: fill these in before the shop opens. An empty
 * text is "not given": the pages then leave it out and say where to ask, and the owner's room lists it. Spec: 2 Contact
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
  /** Name and address, if the law asks for one. */
  euRepresentative: ['', ''],
  storefrontHost: both(''),
  backendHost: both(''),
  mailService: both(''),
  webHost: both(''),
  geoService: both(''),
  /** Where questions about the earlier company belong; the contact page leads there. */
  earlierBrandUrl: both('https://earlier-company.example'),
} satisfies Record<string, PerStore>

type CompanyFact = keyof typeof COMPANY

/** What each one is, for the owner; null where the shop does without. */
const QUESTIONS: Record<CompanyFact, string | null> = {
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

/** What the owner has still to fill in, in words; example addresses count as not given. */
export function missingCompanyFacts(): string[] {
  return Object.entries(COMPANY).flatMap(([name, [us, uk]]) => {
    const question = QUESTIONS[name as CompanyFact]
    if (question === null || (isGiven(uk) && (isGiven(us) || UK_ONLY.includes(name)))) return []
    return [question]
  })
}

type Told = Readonly<Record<CompanyFact, string>>

/** The parts that are given, with commas. */
function joined(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(', ')
}

/** Who sells: name and address as far as they are given, else the name of the shop. */
export function sellerOf(facts: Told): string {
  return joined(facts.legalEntity || 'Wizard Box', facts.legalAddress)
}

/** Who makes the boxes and wands, and where they are reached; the shop itself where no other maker is given. */
export function makerOf(facts: Told): string {
  return joined(facts.makerName || 'Wizard Box', facts.makerAddress, facts.makerEmail || facts.contactEmail)
}

/** Who answers in the EU for the safety of what is sold, or where to ask for it. */
export function euPersonOf(facts: Told): string {
  return facts.euResponsiblePerson || `Ask us at ${facts.contactEmail}`
}

/** True when a visitor can read here whom the contract is with. */
export function isSellerGiven(facts: Told): boolean {
  return facts.legalEntity !== '' && facts.legalAddress !== ''
}

/** What the mails of a store say of the company. */
type MailFacts = Pick<Told, 'legalEntity' | 'legalAddress'> & { readonly contactEmail: string | null }

/**
 * Who the mails of each store are from, and where answers to them go. An example address takes no answers: where mails
 * come from a real one, answers go there instead.
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
