import * as z from 'zod/mini'
import { DEFAULT_MARKET, MARKET_IDS, type Market } from '../markets/markets.ts'
import { parseUrl } from '../text/text.ts'
import {
  COMPANY_FACTS,
  type CompanyFact,
  companyFieldName,
  FACTS,
  type Fact,
  isGiven,
  startOf,
  storesWith,
} from './company-facts.ts'
import { EMAIL_ADDRESS } from './fields.ts'

/** Longest text of a fact, as the database and the footer of a mail take it. */
export const COMPANY_LIMIT = 300
/** Longest text of the banner: two lines on a phone. */
const BANNER_LIMIT = 110

export const COMPANY_MESSAGES = {
  tooLong: `Please use at most ${COMPANY_LIMIT} characters`,
  bannerTooLong: `Please use at most ${BANNER_LIMIT} characters`,
  marks: 'Please leave out the signs [ ] { } < > * | and `',
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

/** Joins lines and drops characters that nobody can see. */
function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
}

/** A check of a text that is given. */
function ifGiven(isRight: (text: string) => boolean, error: string) {
  return z.refine<string>((text) => text === '' || isRight(text), { error, abort: true })
}

/** `2–3` of `2 - 3` and `2 to 3`. */
const oneDash = z.overwrite<string>((text) => text.replace(/^(\d+) ?(?:[-–—]|to) ?(\d+)$/, '$1–$2'))

/** Whole numbers between the least and the most, of two the smaller one first. Texts say "5 days", so that 1 is too few. */
function figure(pattern: RegExp, least: number, most: number, error: string) {
  const isRight = (text: string) => {
    const [first = 0, last = first] = text.split('–').map(Number)
    const isRising = text.includes('–') ? first < last : first > 1
    return pattern.test(text) && isRising && first >= least && last <= most
  }
  return [oneDash, ifGiven(isRight, error)]
}

/** What a text of a kind must be, where it is given. */
const CHECKS: Readonly<Record<Fact['kind'], (least: number, most: number) => ReturnType<typeof figure>>> = {
  text: () => [],
  banner: () => [ifGiven(({ length }) => length <= BANNER_LIMIT, COMPANY_MESSAGES.bannerTooLong)],
  email: () => [
    ifGiven((text) => EMAIL_ADDRESS.test(text), COMPANY_MESSAGES.email),
    ifGiven(isGiven, COMPANY_MESSAGES.example),
  ],
  url: () => [
    // A bracket would end the link in a text.
    ifGiven((text) => /^https:\/\/[^\s()]+$/i.test(text) && parseUrl(text) !== null, COMPANY_MESSAGES.url),
    ifGiven((text) => isGiven(new URL(text).hostname), COMPANY_MESSAGES.example),
  ],
  date: () => [ifGiven(isDay, COMPANY_MESSAGES.date)],
  month: () => [ifGiven((month) => isDay(`${month}-01`), COMPANY_MESSAGES.month)],
  number: (least, most) => figure(/^[1-9]\d*$/, least, most, COMPANY_MESSAGES.number(least, most)),
  days: (least, most) => figure(/^[1-9]\d*(?:–[1-9]\d*)?$/, least, most, COMPANY_MESSAGES.days(most)),
}

/** A day of the calendar in this century: the day of a year typed wrong would be past, or never come. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^20\d\d-\d\d-\d\d$/.test(text) && new Date(time || 0).toISOString().startsWith(text)
}

const textField = ({ kind, least, most }: Fact) =>
  z.string().check(
    z.overwrite(tidy),
    z.maxLength(COMPANY_LIMIT, { error: COMPANY_MESSAGES.tooLong, abort: true }),
    // The long texts of the pages have these as markup.
    z.regex(/^[^[\]{}<>*|`]*$/, { error: COMPANY_MESSAGES.marks, abort: true }),
    ...CHECKS[kind](least, most),
  )

const fields = COMPANY_FACTS.flatMap((fact) =>
  storesWith(fact).map(
    (market) => [companyFieldName(fact, market), z._default(textField(FACTS[fact]), '')] as const,
  ),
)

/**
 * The facts about the company, by the field's name. An empty field is a fact that is not given; one of the UK and EU
 * store that is empty has the text for both. A figure has a start in each store.
 */
export const companyForm = z
  .object({ version: z._default(z.string(), ''), ...Object.fromEntries(fields) })
  .check(({ value, issues }) => {
    const texts: Readonly<Record<string, string>> = value
    const refuse = (field: string, message: string) =>
      issues.push({ code: 'custom', path: [field], message, input: '' })
    for (const fact of COMPANY_FACTS) {
      // Of a figure each store has a start of its own.
      const isFigure = ['number', 'days'].includes(FACTS[fact].kind)
      const [main, ...others] = storesWith(fact)
      const isOnlyOthers = !texts[fact] && others.some((market) => texts[companyFieldName(fact, market)])
      if (main === DEFAULT_MARKET && !isFigure && isOnlyOthers) refuse(fact, COMPANY_MESSAGES.usFirst)
    }
    const day = (fact: CompanyFact, market: Market) =>
      texts[companyFieldName(fact, market)] || texts[fact] || startOf(fact, market)
    const wrong = MARKET_IDS.find((market) => day('envelopesUntil', market) < day('envelopesFrom', market))
    if (wrong) refuse(companyFieldName('envelopesUntil', wrong), COMPANY_MESSAGES.endsEarly)
  })
