import {
  COMPANY_FACTS,
  COMPANY_KINDS,
  COMPANY_MESSAGES,
  type CompanyFact,
  type CompanyKind,
  companyFieldName,
  isGiven,
  storesWith,
} from '#supabase/functions/_shared/forms/company-facts.ts'
import { COMPANY_LABELS, type Company, companyWith } from './company.ts'
import { byMarket, DEFAULT_MARKET, MARKET_IDS, MARKETS } from './market.ts'

const HINTS: Partial<Record<CompanyFact, string>> = {
  legalAddress: 'In one line, as it should stand below mails.',
  governingLaw: 'As in: the law of England and Wales.',
  euResponsiblePerson: 'For product safety: name, address and email, in one line.',
  euRepresentative: 'For data protection: name and address, only if the law requires one.',
  storefrontHost: 'Whom the privacy policy names: Shopify, and its company in your country.',
  geoService: 'Only if the shop asks one (GEO_API_URL).',
  bannerText: 'At the top of every page. While it is empty, the offer of the season is there.',
  vol1Date: 'Year, month, day. After it, the shop says the business days below.',
  vol2Month:
    'Year and month. It is a pre-order until that month is over; then it ships within the days below.',
  envelopesUntil: 'After it, the shop says the days below.',
  vol1DispatchDays:
    'A number of days, or two, as in 2-3. While a figure is empty, it is the one of the start.',
  giftDays: 'From the magic words on.',
  vol2Days: 'From the order on, as with envelopes and merch.',
  returnDays: 'The terms tell the right to cancel in 14 days apart.',
  refundDays: 'From receipt on. The law allows at most 14.',
  vol1Copies: 'In banner, pages and emails. The stock is counted by the store.',
}

/** A field of the form: its name, and which texts of which fact it has. */
export type CompanyField = {
  readonly name: string
  readonly label: string
  readonly hint: string | null
  readonly kind: CompanyKind
  readonly fact: CompanyFact
  /** False for the text of another store beside the one for all. */
  readonly isMain: boolean
  /** Whether it begins a row, with that of another store beside it. */
  readonly startsRow: boolean
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
      kind: COMPANY_KINDS[fact],
      name: companyFieldName(fact, market),
      isMain,
      startsRow: isMain && stores.length > 1,
      label: isMain ? label : `${label} in the ${store} store, if another`,
      hint: isMain ? hint : null,
    }
  })
}

/** The parts of the form, in the order of the page. */
const PARTS: readonly (readonly [title: string, facts: readonly CompanyFact[]])[] = [
  [
    'Who you are',
    ['legalEntity', 'legalAddress', 'companyNumber', 'vatNumber', 'governingLaw', 'foundedYear'],
  ],
  ['Where people write to', ['contactEmail', 'pressEmail', 'returnAddress', 'earlierBrandUrl']],
  ['The maker', ['makerName', 'makerAddress', 'makerEmail']],
  ['In the EU', ['euResponsiblePerson', 'euRepresentative']],
  ['When things ship', ['vol1Date', 'vol2Month', 'envelopesFrom', 'envelopesUntil']],
  [
    'How many days that takes',
    [
      'vol1DispatchDays',
      'wandDispatchDays',
      'giftDays',
      'vol2Days',
      'envelopeDays',
      'merchDays',
      'deliveryDays',
      'farDeliveryDays',
    ],
  ],
  ['Returns and answers', ['returnDays', 'wandReturnDays', 'vol1ReportDays', 'refundDays', 'replyHours']],
  ['How many copies', ['vol1Copies', 'ashbornCopies', 'sunfireCopies', 'emberCopies']],
  ['On every page', ['bannerText']],
  [
    'Who works with the data',
    ['storefrontHost', 'backendHost', 'mailService', 'webHost', 'geoService', 'privacyMinimumAge'],
  ],
]

/** The parts of the form with their fields. A fact that differs between the stores has two. */
export const COMPANY_FORM: readonly { readonly title: string; readonly fields: readonly CompanyField[] }[] =
  PARTS.map(([title, facts]) => ({ title, fields: facts.flatMap(fieldsOf) }))

/** The text of each field, by its name. */
export type CompanyTexts = Readonly<Record<string, string>>

/** The facts of each store of valid texts of the form, or the messages by field about what does not fit together. */
export function companyOfTexts(
  texts: CompanyTexts,
): { readonly value: Company } | { readonly error: Readonly<Record<string, string[]>> } {
  const facts = COMPANY_FACTS.map((fact) => {
    const main = texts[fact] ?? ''
    return [fact, byMarket((_, market) => texts[companyFieldName(fact, market)] || main)]
  })
  const value = Object.fromEntries(facts) as Company
  const error = wrongPeriods(value)
  return Object.keys(error).length > 0 ? { error } : { value }
}

/** Messages by field about days of envelopes that end before they begin. */
function wrongPeriods(given: Company): Readonly<Record<string, string[]>> {
  const { envelopesFrom, envelopesUntil } = companyWith(given)
  const wrong = MARKET_IDS.find((market) => envelopesUntil[market] < envelopesFrom[market])
  return wrong ? { [companyFieldName('envelopesUntil', wrong)]: [COMPANY_MESSAGES.endsEarly] } : {}
}

/** What the form shows of the facts: those that are given, and for the UK and EU store where they differ. */
export function companyTexts(company: Company): CompanyTexts {
  const shown = (text: string) => (isGiven(text) ? text : '')
  const texts = COMPANY_FACTS.flatMap((fact) =>
    storesWith(fact).map((market) => {
      const [main, own] = [company[fact][DEFAULT_MARKET], company[fact][market]]
      return [companyFieldName(fact, market), market !== DEFAULT_MARKET && own === main ? '' : shown(own)]
    }),
  )
  return Object.fromEntries(texts)
}

/** Whether two states of the facts say the same. */
export function isSameCompany(one: Company, other: Company): boolean {
  return COMPANY_FACTS.every((fact) =>
    MARKET_IDS.every((market) => one[fact][market] === other[fact][market]),
  )
}
