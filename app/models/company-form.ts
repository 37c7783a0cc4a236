import * as z from 'zod/mini'
import {
  COMPANY_FACTS,
  COMPANY_LABELS,
  type Company,
  type CompanyFact,
  companyWith,
  isGiven,
  storesWith,
} from './company.ts'
import { EMAIL_ADDRESS } from './email-address.ts'
import { byMarket, DEFAULT_MARKET, MARKET_IDS, MARKETS, type Market } from './market.ts'

/** Longest text of a fact, as the database and the footer of a mail take it. */
export const COMPANY_LIMIT = 300
/** Longest text of the banner: two lines on a phone. */
const BANNER_LIMIT = 110

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

type Kind = 'text' | 'email' | 'url' | 'banner' | 'date' | 'month'

const KINDS: Partial<Record<CompanyFact, Kind>> = {
  makerEmail: 'email',
  contactEmail: 'email',
  pressEmail: 'email',
  earlierBrandUrl: 'url',
  bannerText: 'banner',
  vol1Date: 'date',
  vol2Month: 'month',
  envelopesFrom: 'date',
  envelopesUntil: 'date',
}

const HINTS: Partial<Record<CompanyFact, string>> = {
  legalAddress: 'In one line, as it should stand below mails.',
  governingLaw: 'As in: the law of England and Wales.',
  euResponsiblePerson: 'For product safety: name, address and email, in one line.',
  euRepresentative: 'For data protection: name and address, only if the law requires one.',
  storefrontHost: 'Whom the privacy policy names: Shopify, and its company in your country.',
  geoService: 'Only if the shop asks one (GEO_API_URL).',
  bannerText: 'At the top of every page. While it is empty, the offer of the season is there.',
  vol1Date: 'Year, month, day. After it, the shop says “within 2–3 business days”.',
  vol2Month: 'Year and month. It is a pre-order until that month is over; then it ships within 30 days.',
  envelopesUntil: 'After it, the shop says “within 30 days of your order”.',
}

/** A field of the form: its name, and which texts of which fact it has. */
export type CompanyField = {
  readonly name: string
  readonly label: string
  readonly hint: string | null
  readonly kind: Kind
  readonly fact: CompanyFact
  /** False for the text of another store beside the one for all. */
  readonly isMain: boolean
}

/** The name of the field with a fact of a store: the fact's own for the first store, where that has it. */
function fieldName(fact: CompanyFact, market: Market): string {
  return market === DEFAULT_MARKET ? fact : `${fact}-${market}`
}

function fieldsOf(fact: CompanyFact): readonly CompanyField[] {
  const [label, hint] = [COMPANY_LABELS[fact], HINTS[fact] ?? null]
  const stores = storesWith(fact)
  const hasMain = stores.includes(DEFAULT_MARKET)
  return stores.map((market) => {
    const isMain = market === DEFAULT_MARKET || !hasMain
    const store = MARKETS[market].titleName.replace('&', 'and')
    return {
      fact,
      kind: KINDS[fact] ?? 'text',
      name: fieldName(fact, market),
      isMain,
      label: isMain ? label : `${label} in the ${store} store, if another`,
      hint: isMain ? hint : null,
    }
  })
}

/** The parts of the form, in the order of the page. */
const PARTS: readonly (readonly [title: string, facts: readonly CompanyFact[]])[] = [
  ['Who you are', ['legalEntity', 'legalAddress', 'companyNumber', 'vatNumber', 'governingLaw']],
  ['Where people write to', ['contactEmail', 'pressEmail', 'returnAddress', 'earlierBrandUrl']],
  ['The maker', ['makerName', 'makerAddress', 'makerEmail']],
  ['In the EU', ['euResponsiblePerson', 'euRepresentative']],
  ['When things ship', ['vol1Date', 'vol2Month', 'envelopesFrom', 'envelopesUntil']],
  ['On every page', ['bannerText']],
  ['Who works with the data', ['storefrontHost', 'backendHost', 'mailService', 'webHost', 'geoService']],
]

/** The parts of the form with their fields. A fact that differs between the stores has two. */
export const COMPANY_FORM: readonly { readonly title: string; readonly fields: readonly CompanyField[] }[] =
  PARTS.map(([title, facts]) => ({ title, fields: facts.flatMap(fieldsOf) }))

/** The text of each field, by its name. */
export type CompanyTexts = Readonly<Record<string, string>>

/** Joins lines and drops characters that nobody can see. */
function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
}

const text = z.string().check(
  z.maxLength(COMPANY_LIMIT, { error: COMPANY_MESSAGES.tooLong, abort: true }),
  // The long texts of the pages have these as markup.
  z.regex(/^[^[\]{}<>*`]*$/, { error: COMPANY_MESSAGES.marks, abort: true }),
)

const SCHEMAS: Record<Kind, z.ZodMiniType<string>> = {
  text,
  banner: text.check(z.maxLength(BANNER_LIMIT, COMPANY_MESSAGES.bannerTooLong)),
  email: text.check(
    z.regex(EMAIL_ADDRESS, { error: COMPANY_MESSAGES.email, abort: true }),
    z.refine(isGiven, COMPANY_MESSAGES.example),
  ),
  url: text.check(
    z.refine(isHttps, { error: COMPANY_MESSAGES.url, abort: true }),
    z.refine(isRealUrl, COMPANY_MESSAGES.example),
  ),
  date: text.check(z.refine(isDay, COMPANY_MESSAGES.date)),
  month: text.check(z.refine((month) => isDay(`${month}-01`), COMPANY_MESSAGES.month)),
}

/** A day of the calendar in this century: the day of a year typed wrong would be past, or never come. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^20\d\d-\d\d-\d\d$/.test(text) && new Date(time || 0).toISOString().startsWith(text)
}

function isHttps(address: string): boolean {
  // A bracket would end the link in a text.
  if (!/^https:\/\/[^\s()]+$/i.test(address)) return false
  try {
    return new URL(address).hostname !== ''
  } catch {
    return false
  }
}

function isRealUrl(address: string): boolean {
  return isGiven(new URL(address).hostname)
}

/**
 * Validates the form. An empty field is a fact that is not given; a field of the UK and EU store that is empty has the text
 * for both. Fields that are not there are empty.
 * @returns the facts of each store, or the messages by field. Decision record: 055
 */
export function parseCompany(
  fields: CompanyTexts,
): { readonly value: Company } | { readonly error: Readonly<Record<string, string>> } {
  const texts = new Map<string, string>()
  const error: Record<string, string> = {}
  for (const { name, kind, fact, isMain } of COMPANY_FORM.flatMap((part) => part.fields)) {
    const typed = tidy(fields[name] ?? '')
    const parsed = typed === '' ? null : SCHEMAS[kind].safeParse(typed)
    if (parsed?.success === false) error[name] = parsed.error.issues[0]?.message ?? COMPANY_MESSAGES.marks
    if (!isMain && typed !== '' && !texts.get(fact)) error[fact] ??= COMPANY_MESSAGES.usFirst
    texts.set(name, typed)
  }
  const value = COMPANY_FACTS.map((fact) => {
    const main = texts.get(fact) ?? ''
    return [fact, byMarket((_, market) => texts.get(fieldName(fact, market)) || main)]
  })
  const company = Object.fromEntries(value) as Company
  if (Object.keys(error).length === 0) Object.assign(error, wrongPeriods(company))
  return Object.keys(error).length > 0 ? { error } : { value: company }
}

/** Messages by field about days of envelopes that end before they begin. */
function wrongPeriods(given: Company): Readonly<Record<string, string>> {
  const { envelopesFrom, envelopesUntil } = companyWith(given)
  const wrong = MARKET_IDS.find((market) => envelopesUntil[market] < envelopesFrom[market])
  return wrong ? { [fieldName('envelopesUntil', wrong)]: COMPANY_MESSAGES.endsEarly } : {}
}

/** What the form shows of the facts: those that are given, and for the UK and EU store where they differ. */
export function companyTexts(company: Company): CompanyTexts {
  const shown = (text: string) => (isGiven(text) ? text : '')
  const texts = COMPANY_FACTS.flatMap((fact) =>
    storesWith(fact).map((market) => {
      const [main, own] = [company[fact][DEFAULT_MARKET], company[fact][market]]
      return [fieldName(fact, market), market !== DEFAULT_MARKET && own === main ? '' : shown(own)]
    }),
  )
  return Object.fromEntries(texts)
}

/** What was saved elsewhere meanwhile, by the field whose text is another. */
export function savedMeanwhile(typed: CompanyTexts, saved: Company): Readonly<Record<string, string>> {
  const others = Object.entries(companyTexts(saved)).filter(
    ([name, text]) => text !== tidy(typed[name] ?? ''),
  )
  return Object.fromEntries(
    others.map(([name, text]) => [name, text === '' ? COMPANY_MESSAGES.emptied : `Saved meanwhile: ${text}`]),
  )
}

/** Whether two states of the facts say the same. */
export function isSameCompany(one: Company, other: Company): boolean {
  return COMPANY_FACTS.every((fact) =>
    MARKET_IDS.every((market) => one[fact][market] === other[fact][market]),
  )
}
