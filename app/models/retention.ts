/** How long what is kept, as the privacy policy says and the shop carries out every day. */

/**
 * Rows of a table are deleted so many months after the time in `since`; gift codes lose the people in them. `only`: rows that
 * fulfil a condition, as PostgREST writes it; `afterVol2`: once Vol. II has shipped, as many months ago.
 */
export type RetentionStep = {
  readonly table: 'waitlist' | 'contact_messages' | 'held_posts' | 'mail_outbox' | 'gift_redemption_codes'
  readonly since: 'created_at' | 'answered_at' | 'sent_at' | 'redeemed_at' | 'revoked_at'
  readonly months: number
  readonly only?: string
  readonly afterVol2?: true
}

const WAITLIST = 12
const PEOPLE = 24

/** The rows of the table in the privacy policy. Without steps the period has no end, or is over by itself. */
export const RETENTION: readonly {
  readonly data: string
  readonly kept: string
  readonly steps?: readonly RetentionStep[]
}[] = [
  {
    data: 'Mailing list',
    kept: 'Until you leave it. Afterwards we keep your address on a do-not-write list, so that we do not write again by mistake.',
  },
  {
    data: 'Waitlist',
    kept: `Until Vol. II has shipped and ${WAITLIST} months after that`,
    steps: [{ table: 'waitlist', since: 'created_at', months: WAITLIST, afterVol2: true }],
  },
  {
    data: 'Contact messages',
    kept: `${PEOPLE} months after our last answer, or after they came where none was given`,
    steps: [
      { table: 'contact_messages', since: 'answered_at', months: PEOPLE },
      { table: 'contact_messages', since: 'created_at', months: PEOPLE, only: 'answered_at.is.null' },
      { table: 'held_posts', since: 'created_at', months: PEOPLE },
    ],
  },
  {
    data: 'Emails that we sent',
    kept: `${PEOPLE} months; those with the magic words of a gift as long as the gift`,
    steps: [{ table: 'mail_outbox', since: 'sent_at', months: PEOPLE, only: 'template.neq.gift-code' }],
  },
  { data: 'Orders and invoices', kept: 'As long as tax and accounting law requires' },
  {
    data: 'Gift codes, with purchaser and recipient',
    kept: `Until redeemed and ${PEOPLE} months after that; then the spent code without names and addresses`,
    steps: [
      { table: 'gift_redemption_codes', since: 'redeemed_at', months: PEOPLE },
      { table: 'gift_redemption_codes', since: 'revoked_at', months: PEOPLE },
    ],
  },
  { data: 'Counts of tries by network address', kept: 'At most 24 hours' },
]

/** The same day so many months earlier. @param now ms since the epoch */
export function monthsBefore(now: number, months: number): Date {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date
}
