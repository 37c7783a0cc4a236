/** How long what is kept, as the privacy policy says and the shop carries out every day. */

/** Rows of a table are deleted, or lose the people in them, so many months after the time in `since`. */
export type RetentionStep = {
  readonly table: 'waitlist' | 'contact_messages' | 'held_posts' | 'mail_outbox' | 'gift_redemption_codes'
  readonly since: 'created_at' | 'answered_at' | 'sent_at' | 'redeemed_at' | 'revoked_at'
  readonly months: number
  readonly action: 'delete' | 'forget people'
  /** Only rows in which that column is empty. */
  readonly without?: 'answered_at'
  /** Only rows of other templates: the mail of a gift goes with the people of the gift. */
  readonly exceptTemplate?: 'gift-code'
  /** Only once Vol. II has shipped, as many months ago. */
  readonly afterVol2?: true
}

type RetentionRule = {
  readonly data: string
  readonly kept: string
  /** None where the period has no end, or is over by itself. */
  readonly steps: readonly RetentionStep[]
}

const WAITLIST = 12
const PEOPLE = 24

/** The rows of the table in the privacy policy, with what is done about each. */
export const RETENTION: readonly RetentionRule[] = [
  {
    data: 'Mailing list',
    kept: 'Until you leave it. Afterwards we keep your address on a do-not-write list, so that we do not write again by mistake.',
    steps: [],
  },
  {
    data: 'Waitlist',
    kept: `Until Vol. II has shipped and ${WAITLIST} months after that`,
    steps: [{ table: 'waitlist', since: 'created_at', months: WAITLIST, action: 'delete', afterVol2: true }],
  },
  {
    data: 'Contact messages',
    kept: `${PEOPLE} months after our last answer, or after they came where none was given`,
    steps: [
      { table: 'contact_messages', since: 'answered_at', months: PEOPLE, action: 'delete' },
      {
        table: 'contact_messages',
        since: 'created_at',
        months: PEOPLE,
        action: 'delete',
        without: 'answered_at',
      },
      { table: 'held_posts', since: 'created_at', months: PEOPLE, action: 'delete' },
    ],
  },
  {
    data: 'Emails that we sent',
    kept: `${PEOPLE} months; those with the magic words of a gift as long as the gift`,
    steps: [
      {
        table: 'mail_outbox',
        since: 'sent_at',
        months: PEOPLE,
        action: 'delete',
        exceptTemplate: 'gift-code',
      },
    ],
  },
  { data: 'Orders and invoices', kept: 'As long as tax and accounting law requires', steps: [] },
  {
    data: 'Gift codes, with purchaser and recipient',
    kept: `Until redeemed and ${PEOPLE} months after that; then the spent code without names and addresses`,
    steps: [
      { table: 'gift_redemption_codes', since: 'redeemed_at', months: PEOPLE, action: 'forget people' },
      { table: 'gift_redemption_codes', since: 'revoked_at', months: PEOPLE, action: 'forget people' },
    ],
  },
  { data: 'Counts of tries by network address', kept: 'At most 24 hours', steps: [] },
]

/** The same day so many months earlier, or the last one of its month. @param now ms since the epoch */
export function monthsBefore(now: number, months: number): Date {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months)
  // A day that the month does not have has become one of the next month.
  if (date.getUTCDate() !== day) date.setUTCDate(0)
  return date
}
