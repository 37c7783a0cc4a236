/** What each fact about the company is, whose text the owner types. */
export const COMPANY_KINDS = {
  legalEntity: 'text',
  legalAddress: 'text',
  companyNumber: 'text',
  vatNumber: 'text',
  makerName: 'text',
  makerAddress: 'text',
  makerEmail: 'email',
  returnAddress: 'text',
  contactEmail: 'email',
  pressEmail: 'email',
  governingLaw: 'text',
  euResponsiblePerson: 'text',
  euRepresentative: 'text',
  storefrontHost: 'text',
  backendHost: 'text',
  mailService: 'text',
  webHost: 'text',
  geoService: 'text',
  earlierBrandUrl: 'url',
  bannerText: 'banner',
  vol1Date: 'date',
  vol2Month: 'month',
  envelopesFrom: 'date',
  envelopesUntil: 'date',
} as const

export type CompanyFact = keyof typeof COMPANY_KINDS
export type CompanyKind = (typeof COMPANY_KINDS)[CompanyFact]

/** The names of all facts. */
export const COMPANY_FACTS = Object.keys(COMPANY_KINDS) as CompanyFact[]

/** The United States store needs none of these. */
export const UK_ONLY: readonly CompanyFact[] = ['euResponsiblePerson', 'euRepresentative', 'vol1Date']

/** True for a real text: an address that ends in `.example` counts as missing. */
export function isGiven(text: string): boolean {
  return text !== '' && !text.endsWith('.example')
}

/** Longest text of a fact, as the database and the footer of a mail take it. */
export const COMPANY_LIMIT = 300
/** Longest text of the banner: two lines on a phone. */
export const BANNER_LIMIT = 110

/** Messages about a fact that cannot be saved. */
export const COMPANY_MESSAGES = {
  tooLong: `Please use at most ${COMPANY_LIMIT} characters`,
  bannerTooLong: `Please use at most ${BANNER_LIMIT} characters`,
  marks: 'Please leave out the signs [ ] { } < > * and `',
  email: 'Please enter a valid email address',
  url: 'Please enter a whole address that begins with https://',
  example: 'Addresses that end in .example belong to nobody',
  emptied: 'Saved meanwhile: nothing',
  date: 'Please enter a date, as in 2027-03-14',
  month: 'Please enter a month, as in 2027-03',
  endsEarly: 'Please choose a last day that is not before the first one',
  usFirst: 'Please fill in the field for both stores as well',
} as const
