import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { byMarket, MARKET_IDS, type Market } from '../markets/markets.ts'
import { oneLine } from './mail.ts'
import { bareAddress } from './message.ts'
import { ANNOUNCED, type Announced } from './shop.ts'

/** The sending company in a store's mails, and what it has announced. */
export type MailCompany = Announced & {
  /** Empty if not given, then omitted. */
  readonly legalEntity: string
  readonly legalAddress: string
  /** Reply address; null to reply to the sender. */
  readonly contactEmail: string | null
}

export type MailCompanies = Readonly<Record<Market, MailCompany>>

/** The legally required sender in the footer of a mail: name and address. Empty if neither is given. */
export function senderLine({ legalEntity, legalAddress }: MailCompany): string {
  const given = [legalEntity, legalAddress].map((text) => oneLine(text, 300).replace(/\.$/, ''))
  const parts = given.filter((text) => text !== '')
  return parts.length === 0 ? '' : `${['Wizard Box', ...parts].join(', ')}.`
}

/** Until the owner has given the facts. */
export const UNKNOWN_COMPANY: MailCompany = {
  legalEntity: '',
  legalAddress: '',
  contactEmail: null,
  ...ANNOUNCED,
}

/** The facts of mails. */
const NAMES = [
  'legalEntity',
  'legalAddress',
  'contactEmail',
  'vol2Month',
  'envelopesFrom',
  'envelopesUntil',
  'giftDays',
  'envelopeDays',
  'vol1Copies',
  'replyHours',
] as const satisfies (keyof MailCompany)[]

const factRows = z.array(z.object({ name: z.string(), market: z.string(), text: z.string() }))

/**
 * The companies as the owner has given them in the shop, without what is not given, or cannot be read: a mail does not
 * wait for its footer.
 */
export async function storedCompanies(database: SupabaseClient): Promise<MailCompanies> {
  const { data } = await database
    .from('company_texts')
    .select('name, market, text')
    .in('name', NAMES)
    .order('version', { ascending: false })
    .limit(NAMES.length * MARKET_IDS.length)
  const parsed = factRows.safeParse(data)
  // The newest last, which stays.
  const rows = new Map(
    parsed.success ? parsed.data.reverse().map((row) => [`${row.name} ${row.market}`, row.text]) : [],
  )
  return byMarket((_, market) => {
    const given = NAMES.map((name) => [name, rows.get(`${name} ${market}`) || UNKNOWN_COMPANY[name]])
    const company = Object.fromEntries(given) as MailCompany
    const contactEmail = bareAddress(company.contactEmail ?? '')
    // Nobody reads the address of an example.
    return { ...company, contactEmail: /^$|\.example$/.test(contactEmail) ? null : contactEmail }
  })
}
