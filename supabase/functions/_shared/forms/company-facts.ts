import {
  byMarket,
  DEFAULT_MARKET,
  MARKET_IDS,
  MARKETS,
  type Market,
  type MarketFacts,
  type Zone,
} from '../markets/markets.ts'

export type Fact = {
  readonly kind: 'text' | 'banner' | 'email' | 'url' | 'date' | 'month' | 'number' | 'days'
  /** What the owner's form calls it, and what else the owner should know of it. */
  readonly label: string
  readonly hint: string
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
type More = Partial<Fact>

function fact(kind: Fact['kind'], label: string, more: More = {}): Fact {
  return { kind, label, hint: '', start: '', least: 0, most: 0, ...more }
}
const text = (label: string, more?: More) => fact('text', label, more)
const number = (label: string, start: number, least: number, most: number, more?: More) =>
  fact('number', label, { ...more, start: String(start), least, most })
/** A number of days, or the fewest and the most: `2–3`. */
const days = (label: string, start: Fact['start'], more?: More) =>
  fact('days', label, { ...more, start, least: 1, most: 60 })
/** Days of delivery, as the row of a zone says in the table of markets. */
const daysTo = (fact: Zone['daysFact']) => (store: MarketFacts) =>
  (store.zones.find(({ daysFact }) => daysFact === fact)?.days ?? []).join('–')

/** Of a fact that is the same in all stores: the form asks for it once. */
const ONCE = { stores: (store: MarketFacts) => store === MARKETS[DEFAULT_MARKET] }
const IN_EU = { stores: ({ consumerRights }: MarketFacts) => consumerRights === 'uk-eu' }
const LIMITED = { stores: ({ sellsLimitedEdition }: MarketFacts) => sellsLimitedEdition }
const FAR = { stores: ({ zones }: MarketFacts) => zones.length > 1 }

/**
 * The facts about the company that the owner edits at `/admin/company`, by the part of the form. Texts have the figures in the
 * plural, so none is 1. The law sets the least days to return something, and the most to refund it. Spec: 2 Contact, 9
 */
export const COMPANY_PARTS = {
  'Who you are': {
    legalEntity: text('Name of the company'),
    legalAddress: text('Address of the company', { hint: 'In one line, as it should stand below mails.' }),
    companyNumber: text('Company number'),
    vatNumber: text('Tax or VAT number'),
    governingLaw: text('Law that governs the terms', { hint: 'As in: the law of England and Wales.' }),
    foundedYear: number('Year of foundation', 2025, 1900, 2100, ONCE),
  },
  'Where people write to': {
    contactEmail: fact('email', 'Email for shoppers', { start: 'hello@wizardbox.example' }),
    pressEmail: fact('email', 'Email for the press', { start: 'press@wizardbox.example' }),
    returnAddress: text('Address for returns'),
    /** For questions about the earlier company; linked by the contact page. */
    earlierBrandUrl: fact('url', 'Website of the earlier company', {
      start: 'https://earlier-company.example',
    }),
  },
  'The maker': {
    makerName: text('Name of the maker'),
    makerAddress: text('Address of the maker'),
    makerEmail: fact('email', 'Email of the maker'),
  },
  'In the EU': {
    euResponsiblePerson: text('Responsible person in the EU', {
      ...IN_EU,
      hint: 'For product safety: name, address and email, in one line.',
    }),
    euRepresentative: text('Representative in the EU', {
      ...IN_EU,
      isOptional: true,
      hint: 'For data protection: name and address, only if the law requires one.',
    }),
  },
  'When things ship': {
    vol1Date: fact('date', 'Vol. I ships from', {
      ...LIMITED,
      start: ({ sellsLimitedEdition }) => (sellsLimitedEdition ? '2025-11-15' : ''),
      hint: 'Year, month, day. After it, the shop says the business days below.',
    }),
    vol2Month: fact('month', 'Month in which Vol. II ships', {
      start: '2026-01',
      hint: 'Year and month. It is a pre-order until that month is over; then it ships within the days below.',
    }),
    envelopesFrom: fact('date', 'First day on which gift envelopes are posted', { start: '2025-12-01' }),
    envelopesUntil: fact('date', 'Last day on which gift envelopes are posted', {
      start: '2025-12-18',
      hint: 'After it, the shop says the days below.',
    }),
  },
  'How many days that takes': {
    vol1DispatchDays: days('Business days until Vol. I ships', '2–3', {
      ...ONCE,
      hint: 'A number of days, or two, as in 2-3. While a figure is empty, it is the one of the start.',
    }),
    wandDispatchDays: days('Business days until wands ship', '2–3'),
    giftDays: number('Days until a redeemed gift ships', 30, 2, 365, { hint: 'From the magic words on.' }),
    vol2Days: number('Days until Vol. II without a wrapping ships', 30, 2, 365, {
      hint: 'From the order on, as with envelopes and merch.',
    }),
    envelopeDays: number('Days until a gift envelope is posted', 30, 2, 365),
    merchDays: number('Days until merch ships', 30, 2, 365),
    deliveryDays: days('Days of delivery', daysTo('deliveryDays')),
    farDeliveryDays: days('Days of delivery in Europe', daysTo('farDeliveryDays'), FAR),
  },
  'Returns and answers': {
    returnDays: number('Days to return most items', 14, 14, 365, {
      hint: 'The terms tell the right to cancel in 14 days apart.',
    }),
    wandReturnDays: number('Days to return wands', 30, 14, 365),
    vol1ReportDays: number('Days to report damage of Vol. I', 7, 2, 365, ONCE),
    refundDays: number('Days until a refund', 14, 2, 14, {
      hint: 'From receipt on. The law allows at most 14.',
    }),
    replyHours: number('Hours until a reply', 24, 2, 168, ONCE),
  },
  'How many copies': {
    vol1Copies: number('Copies of Vol. I', 200, 2, 99_999, {
      ...ONCE,
      hint: 'In banner, pages and emails. The stock is counted by the store.',
    }),
    ashbornCopies: number('Copies of Ashborn', 80, 2, 99_999, ONCE),
    sunfireCopies: number('Copies of Sunfire', 35, 2, 99_999, ONCE),
    emberCopies: number('Copies of Ember', 80, 2, 99_999, ONCE),
  },
  'On every page': {
    bannerText: fact('banner', 'Text of the banner', {
      isOptional: true,
      hint: 'At the top of every page. While it is empty, the offer of the season is there.',
    }),
  },
  'Who works with the data': {
    storefrontHost: text('Name of the storefront host', {
      hint: 'Whom the privacy policy names: Shopify, and its company in your country.',
    }),
    backendHost: text('Name of the backend host'),
    mailService: text('Name of the mail service'),
    webHost: text('Name of the web host'),
    geoService: text('Name of the service that finds a visitor’s country', {
      isOptional: true,
      hint: 'Only if the shop asks one (GEO_API_URL).',
    }),
    privacyMinimumAge: number('Least age of those whose data we keep', 16, 13, 21, ONCE),
  },
}

type Parts = typeof COMPANY_PARTS
export type CompanyFact = { [Part in keyof Parts]: keyof Parts[Part] }[keyof Parts]

/** All facts, whatever their part. */
export const FACTS: Readonly<Record<CompanyFact, Fact>> = Object.assign({}, ...Object.values(COMPANY_PARTS))
export const COMPANY_FACTS = Object.keys(FACTS) as CompanyFact[]

/** What a store says of a fact until the owner has given it. */
export function startOf(name: CompanyFact, market: Market = DEFAULT_MARKET): string {
  const { start } = FACTS[name]
  return typeof start === 'string' ? start : start(MARKETS[market])
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
