import * as z from 'zod/mini'
import { DEFAULT_MARKET } from '../markets/markets.ts'
import { parseUrl } from '../text/text.ts'
import {
  BANNER_LIMIT,
  COMPANY_FACTS,
  COMPANY_KINDS,
  COMPANY_LIMIT,
  COMPANY_MESSAGES,
  type CompanyKind,
  companyFieldName,
  isGiven,
  storesWith,
} from './company-facts.ts'
import { EMAIL_ADDRESS } from './fields.ts'

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

const CHECKS: Readonly<Record<CompanyKind, readonly ReturnType<typeof ifGiven>[]>> = {
  text: [],
  banner: [ifGiven(({ length }) => length <= BANNER_LIMIT, COMPANY_MESSAGES.bannerTooLong)],
  email: [
    ifGiven((text) => EMAIL_ADDRESS.test(text), COMPANY_MESSAGES.email),
    ifGiven(isGiven, COMPANY_MESSAGES.example),
  ],
  url: [
    // A bracket would end the link in a text.
    ifGiven((text) => /^https:\/\/[^\s()]+$/i.test(text) && parseUrl(text) !== null, COMPANY_MESSAGES.url),
    ifGiven((text) => isGiven(new URL(text).hostname), COMPANY_MESSAGES.example),
  ],
  date: [ifGiven(isDay, COMPANY_MESSAGES.date)],
  month: [ifGiven((month) => isDay(`${month}-01`), COMPANY_MESSAGES.month)],
}

/** A day of the calendar in this century: the day of a year typed wrong would be past, or never come. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`)
  return /^20\d\d-\d\d-\d\d$/.test(text) && new Date(time || 0).toISOString().startsWith(text)
}

function textField(kind: CompanyKind) {
  const text = z.string().check(
    z.overwrite(tidy),
    z.maxLength(COMPANY_LIMIT, { error: COMPANY_MESSAGES.tooLong, abort: true }),
    // The long texts of the pages have these as markup.
    z.regex(/^[^[\]{}<>*`]*$/, { error: COMPANY_MESSAGES.marks, abort: true }),
    ...CHECKS[kind],
  )
  return z._default(text, '')
}

const fields = COMPANY_FACTS.flatMap((fact) =>
  storesWith(fact).map((market) => [companyFieldName(fact, market), textField(COMPANY_KINDS[fact])] as const),
)

/**
 * The facts about the company, by the field's name. An empty field is a fact that is not given; one of the UK and EU
 * store that is empty has the text for both. Decision record: 055
 */
export const companyForm = z
  .object({ version: z._default(z.string(), ''), ...Object.fromEntries(fields) })
  .check(({ value, issues }) => {
    const texts: Readonly<Record<string, string>> = value
    for (const fact of COMPANY_FACTS) {
      const [main, ...others] = storesWith(fact)
      if (
        main === DEFAULT_MARKET &&
        !texts[fact] &&
        others.some((market) => texts[companyFieldName(fact, market)])
      )
        issues.push({ code: 'custom', path: [fact], message: COMPANY_MESSAGES.usFirst, input: '' })
    }
  })
