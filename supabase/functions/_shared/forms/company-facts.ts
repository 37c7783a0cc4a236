import { DEFAULT_MARKET, MARKET_IDS, MARKETS, type Market, type MarketFacts } from '../markets/markets.ts'

type Figure = {
  readonly kind: 'number' | 'days'
  readonly value: string
  readonly least: number
  readonly most: number
}

function number(value: number, least: number, most: number) {
  return { kind: 'number', value: String(value), least, most } as const satisfies Figure
}

/** A number of days, or the fewest and the most: `2–3`. */
function days(value: string) {
  return { kind: 'days', value, least: 1, most: 60 } as const satisfies Figure
}

/**
 * The figures in texts that the owner may change: what is said until then, and between what each may be. Texts have them in
 * the plural, so none is 1. The law sets the least days to return something, and the most to refund it. Spec: 9
 */
export const FIGURES = {
  vol1Copies: number(200, 2, 99_999),
  ashbornCopies: number(80, 2, 99_999),
  sunfireCopies: number(35, 2, 99_999),
  emberCopies: number(80, 2, 99_999),
  vol1DispatchDays: days('2–3'),
  /** Days after the order of Vol. II without a wrapping, once its month has passed. */
  vol2Days: number(30, 2, 365),
  /** Days after the magic words were said, once the month of Vol. II has passed. */
  giftDays: number(30, 2, 365),
  /** Days after the order of an envelope, once the announced days have passed. */
  envelopeDays: number(30, 2, 365),
  wandDispatchDays: days('2–3'),
  merchDays: number(30, 2, 365),
  /** Of the store's own country; without a value, as its row of the table of markets says. */
  deliveryDays: days(''),
  farDeliveryDays: days(''),
  returnDays: number(14, 14, 365),
  wandReturnDays: number(30, 14, 365),
  vol1ReportDays: number(7, 2, 365),
  refundDays: number(14, 2, 14),
  replyHours: number(24, 2, 168),
  privacyMinimumAge: number(16, 13, 21),
  foundedYear: number(2025, 1900, 2100),
} as const satisfies Record<string, Figure>

export type FigureFact = keyof typeof FIGURES
export const FIGURE_FACTS = Object.keys(FIGURES) as FigureFact[]

/** Each figure's own, made of its row. */
export function ofFigures<T>(make: (figure: Figure, name: FigureFact) => T): Readonly<Record<FigureFact, T>> {
  const entries = FIGURE_FACTS.map((name) => [name, make(FIGURES[name], name)])
  return Object.fromEntries(entries) as Record<FigureFact, T>
}

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
  ...ofFigures(({ kind }) => kind),
} as const

export type CompanyFact = keyof typeof COMPANY_KINDS
export type CompanyKind = (typeof COMPANY_KINDS)[CompanyFact]

/** The names of all facts. */
export const COMPANY_FACTS = Object.keys(COMPANY_KINDS) as CompanyFact[]

/** Of a fact that is the same in all stores: the form asks for it once. */
const once = (store: MarketFacts) => store === MARKETS[DEFAULT_MARKET]

/** Facts that not every store has a field for. */
const ONLY_WHERE: Partial<Record<CompanyFact, (store: MarketFacts) => boolean>> = {
  euResponsiblePerson: ({ consumerRights }) => consumerRights === 'uk-eu',
  euRepresentative: ({ consumerRights }) => consumerRights === 'uk-eu',
  vol1Date: ({ sellsLimitedEdition }) => sellsLimitedEdition,
  farDeliveryDays: ({ zones }) => zones.length > 1,
  vol1Copies: once,
  ashbornCopies: once,
  sunfireCopies: once,
  emberCopies: once,
  vol1DispatchDays: once,
  vol1ReportDays: once,
  replyHours: once,
  privacyMinimumAge: once,
  foundedYear: once,
}

/** The stores that have a field for a fact. */
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
  number: (least: number, most: number) => `Please enter a whole number from ${least} to ${most}`,
  days: (most: number) => `Please enter days, as in 2-3 or 5, up to ${most}`,
  usFirst: 'Please fill in the field for both stores as well',
} as const
