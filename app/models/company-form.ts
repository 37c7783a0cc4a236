import {
  COMPANY_FACTS,
  COMPANY_KINDS,
  COMPANY_MESSAGES,
  type CompanyFact,
  type CompanyKind,
  isGiven,
  UK_ONLY,
} from '#supabase/functions/_shared/forms/company-facts.ts'
import { COMPANY_LABELS, type Company, companyWith, type PerStore } from './company.ts'

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
  readonly kind: CompanyKind
  readonly fact: CompanyFact
  /** False for the text of the UK and EU store beside the one for both. */
  readonly isMain: boolean
}

function fieldsOf(fact: CompanyFact): readonly CompanyField[] {
  const common = { fact, kind: COMPANY_KINDS[fact] }
  const [label, hint] = [COMPANY_LABELS[fact], HINTS[fact] ?? null]
  if (UK_ONLY.includes(fact)) return [{ ...common, name: `${fact}-uk`, isMain: true, label, hint }]
  return [
    { ...common, name: fact, isMain: true, label, hint },
    {
      ...common,
      name: `${fact}-uk`,
      isMain: false,
      label: `${label} in the UK and EU store, if another`,
      hint: null,
    },
  ]
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

/** The facts as [us, uk] of valid texts of the form, or the messages by field about what does not fit together. */
export function companyOfTexts(
  texts: CompanyTexts,
): { readonly value: Company } | { readonly error: Readonly<Record<string, string>> } {
  const facts = COMPANY_FACTS.map((fact): readonly [CompanyFact, PerStore] => {
    const us = texts[fact] ?? ''
    return [fact, [us, texts[`${fact}-uk`] || us]]
  })
  const value = Object.fromEntries(facts) as Company
  const error = wrongPeriods(value)
  return Object.keys(error).length > 0 ? { error } : { value }
}

/** Messages by field about days of envelopes that end before they begin. */
function wrongPeriods(given: Company): Readonly<Record<string, string>> {
  const { envelopesFrom, envelopesUntil } = companyWith(given)
  const isWrong = (store: 0 | 1) => envelopesUntil[store] < envelopesFrom[store]
  if (isWrong(0)) return { envelopesUntil: COMPANY_MESSAGES.endsEarly }
  return isWrong(1) ? { 'envelopesUntil-uk': COMPANY_MESSAGES.endsEarly } : {}
}

/** What the form shows of the facts: those that are given, and for the UK and EU store where they differ. */
export function companyTexts(company: Company): CompanyTexts {
  const shown = (text: string) => (isGiven(text) ? text : '')
  const texts = COMPANY_FORM.flatMap((part) => part.fields).map(({ name, fact }) => {
    const [us, uk] = company[fact]
    if (name === fact) return [name, shown(us)]
    return [name, uk === us ? '' : shown(uk)]
  })
  return Object.fromEntries(texts)
}

/** What was saved elsewhere meanwhile, by the field whose text is another. @param typed as the schema has tidied it */
export function savedMeanwhile(typed: CompanyTexts, saved: Company): Readonly<Record<string, string>> {
  const others = Object.entries(companyTexts(saved)).filter(([name, text]) => text !== (typed[name] ?? ''))
  return Object.fromEntries(
    others.map(([name, text]) => [name, text === '' ? COMPANY_MESSAGES.emptied : `Saved meanwhile: ${text}`]),
  )
}

/** Whether two states of the facts say the same. */
export function isSameCompany(one: Company, other: Company): boolean {
  return COMPANY_FACTS.every((fact) => one[fact].join('\n') === other[fact].join('\n'))
}
