import { DEFAULT_MARKET, MARKET_IDS, MARKETS, type Market, type MarketFacts } from '../markets/markets.ts'

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

/** Facts that not every store has. */
const ONLY_WHERE: Partial<Record<CompanyFact, (store: MarketFacts) => boolean>> = {
  euResponsiblePerson: ({ consumerRights }) => consumerRights === 'uk-eu',
  euRepresentative: ({ consumerRights }) => consumerRights === 'uk-eu',
  vol1Date: ({ sellsLimitedEdition }) => sellsLimitedEdition,
}

/** The stores that have a fact. */
export function storesWith(fact: CompanyFact): readonly Market[] {
  return MARKET_IDS.filter((market) => ONLY_WHERE[fact]?.(MARKETS[market]) ?? true)
}

/** The name of the field with a fact of a store: the fact's own for the first store, where that has it. */
export function companyFieldName(fact: CompanyFact, market: Market): string {
  return market === DEFAULT_MARKET ? fact : `${fact}-${market}`
}

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
  date: 'Please enter a date, as in 2027-03-14',
  month: 'Please enter a month, as in 2027-03',
  endsEarly: 'Please choose a last day that is not before the first one',
  usFirst: 'Please fill in the field for both stores as well',
} as const
