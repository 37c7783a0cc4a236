import {
  byMarket,
  DEFAULT_MARKET,
  MARKET_IDS,
  MARKETS,
  type Market,
  type MarketFacts,
  type Zone,
} from '../markets/markets.ts'

type Fact = {
  readonly kind: 'text' | 'email' | 'url' | 'banner' | 'date' | 'month' | 'number' | 'days'
  /** What a store says until the owner has given it; empty when nobody knows it. */
  readonly start: string | ((store: MarketFacts) => string)
  /** Of a figure: between what it may be. */
  readonly least: number
  readonly most: number
  /** The stores that have a field for it; all when absent. */
  readonly stores?: (store: MarketFacts) => boolean
  /** Not every company has it, or needs it. */
  readonly isOptional?: true
}

function fact(kind: Fact['kind'], start: Fact['start'] = '', more: Partial<Fact> = {}): Fact {
  return { kind, start, least: 0, most: 0, ...more }
}
const text = (more: Partial<Fact> = {}) => fact('text', '', more)
const number = (start: number, least: number, most: number, more: Partial<Fact> = {}) =>
  fact('number', String(start), { ...more, least, most })
/** A number of days, or the fewest and the most: `2–3`. */
const days = (start: Fact['start'], more: Partial<Fact> = {}) =>
  fact('days', start, { ...more, least: 1, most: 60 })
/** Days of delivery, as the row of a zone says in the table of markets. */
const daysTo = (fact: Zone['daysFact']) => (store: MarketFacts) =>
  (store.zones.find(({ daysFact }) => daysFact === fact)?.days ?? []).join('–')

/** Of a fact that is the same in all stores: the form asks for it once. */
const ONCE = { stores: (store: MarketFacts) => store === MARKETS[DEFAULT_MARKET] }
const IN_EU = { stores: ({ consumerRights }: MarketFacts) => consumerRights === 'uk-eu' }
const LIMITED = { stores: ({ sellsLimitedEdition }: MarketFacts) => sellsLimitedEdition }
const FAR = { stores: ({ zones }: MarketFacts) => zones.length > 1 }

/**
 * The facts about the company that the owner edits at `/admin/company`. Texts have the figures in the plural, so none is 1. The
 * law sets the least days to return something, and the most to refund it. Spec: 2 Contact, 9
 */
export const FACTS = {
  legalEntity: text(),
  legalAddress: text(),
  companyNumber: text(),
  vatNumber: text(),
  makerName: text(),
  makerAddress: text(),
  makerEmail: fact('email'),
  returnAddress: text(),
  contactEmail: fact('email', 'hello@wizardbox.example'),
  pressEmail: fact('email', 'press@wizardbox.example'),
  /** "the law of England and Wales" */
  governingLaw: text(),
  /** Name, address and email of a responsible person for product safety. */
  euResponsiblePerson: text(IN_EU),
  /** Name and address, if the law requires one. */
  euRepresentative: text({ ...IN_EU, isOptional: true }),
  storefrontHost: text(),
  backendHost: text(),
  mailService: text(),
  webHost: text(),
  geoService: text({ isOptional: true }),
  /** For questions about the earlier company; linked by the contact page. */
  earlierBrandUrl: fact('url', 'https://earlier-company.example'),
  /** In place of the offer that the banner shows by the calendar. */
  bannerText: fact('banner', '', { isOptional: true }),
  /** The day from which Vol. I ships without delay. Spec: 9 Availability */
  vol1Date: fact('date', (store) => (store.sellsLimitedEdition ? '2025-11-15' : ''), LIMITED),
  /** The month in which Vol. II ships; it is sold as a pre-order until its end. */
  vol2Month: fact('month', '2026-01'),
  /** The days on which Gift Edition Envelopes are posted. */
  envelopesFrom: fact('date', '2025-12-01'),
  envelopesUntil: fact('date', '2025-12-18'),
  vol1Copies: number(200, 2, 99_999, ONCE),
  ashbornCopies: number(80, 2, 99_999, ONCE),
  sunfireCopies: number(35, 2, 99_999, ONCE),
  emberCopies: number(80, 2, 99_999, ONCE),
  vol1DispatchDays: days('2–3', ONCE),
  /** Days after the order of Vol. II without a wrapping, once its month has passed. */
  vol2Days: number(30, 2, 365),
  /** Days after the magic words were said, once the month of Vol. II has passed. */
  giftDays: number(30, 2, 365),
  /** Days after the order of an envelope, once the announced days have passed. */
  envelopeDays: number(30, 2, 365),
  wandDispatchDays: days('2–3'),
  merchDays: number(30, 2, 365),
  deliveryDays: days(daysTo('deliveryDays')),
  farDeliveryDays: days(daysTo('farDeliveryDays'), FAR),
  returnDays: number(14, 14, 365),
  wandReturnDays: number(30, 14, 365),
  vol1ReportDays: number(7, 2, 365, ONCE),
  refundDays: number(14, 2, 14),
  replyHours: number(24, 2, 168, ONCE),
  privacyMinimumAge: number(16, 13, 21, ONCE),
  foundedYear: number(2025, 1900, 2100, ONCE),
} satisfies Record<string, Fact>

export type CompanyFact = keyof typeof FACTS
export type CompanyKind = Fact['kind']

export const COMPANY_FACTS = Object.keys(FACTS) as CompanyFact[]

/** What a store says of a fact until the owner has given it. */
export function startOf(name: CompanyFact, market: Market = DEFAULT_MARKET): string {
  const { start } = FACTS[name]
  return typeof start === 'string' ? start : start(MARKETS[market])
}

/** Whether a fact is a figure, of which each store has a start of its own. */
export function isFigure(name: CompanyFact): boolean {
  return ['number', 'days'].includes(FACTS[name].kind)
}

/** The stores that have a field for a fact. */
export function storesWith(fact: CompanyFact): readonly Market[] {
  return MARKET_IDS.filter((market) => FACTS[fact].stores?.(MARKETS[market]) ?? true)
}

/** The name of the field with a fact of a store: the fact's own for the first store, where that has it. */
export function companyFieldName(fact: CompanyFact, market: Market): string {
  return market === DEFAULT_MARKET ? fact : `${fact}-${market}`
}

/** True for a real text: an address that ends in `.example` counts as missing. */
export function isGiven(text: string): boolean {
  return text !== '' && !text.endsWith('.example')
}

/** All facts about the company: a text for each store. */
export type Company = Readonly<Record<CompanyFact, Readonly<Record<Market, string>>>>

export type CompanyFacts = Readonly<Record<CompanyFact, string>>

/** The facts that the owner has given, the others as they are before that. */
export function companyWith(
  given: { readonly [fact in CompanyFact]?: Readonly<Partial<Record<Market, string>>> },
): Company {
  const facts = COMPANY_FACTS.map((fact) => [
    fact,
    byMarket((_, market) => given[fact]?.[market] || startOf(fact, market)),
  ])
  return Object.fromEntries(facts) as Company
}

/**
 * The facts before the owner has given any. An empty text means "not given": pages omit it and say where to ask, and the
 * admin lists it. Spec: 2 Contact
 */
export const COMPANY = companyWith({})

export function companyOf(company: Company, market: Market): CompanyFacts {
  return Object.fromEntries(COMPANY_FACTS.map((fact) => [fact, company[fact][market]])) as CompanyFacts
}
