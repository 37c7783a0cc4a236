import type { Company } from '#app/models/company.ts'
import { labelOf, missingCompanyLabels } from '#app/models/company-form.ts'
import { listNames } from '#app/models/doctor.ts'
import { parseEmail } from '#app/models/email-address.ts'
import { MARKET_IDS } from '#app/models/market.ts'
import type { ListName, TableRow } from '#app/models/owner-lists.ts'
import { giftMailSent, OWNER_TOASTS, WEBHOOK_TROUBLES } from '#app/models/owner-messages.ts'
import { announcedDatesOver, shippingOf } from '#app/models/shipping-dates.ts'
import { MAX_ATTEMPTS } from '#supabase/functions/_shared/outbox.ts'
import { letterPath } from '../letter/letters.server.ts'
import { recentRefusals } from '../orders/doorbell.server.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminForm, failed, nullOnOutage } from './admin-outcome.server.ts'
import { type List, listForm, readRows, tableRow } from './list.server.ts'
import { LISTS, link, sentOr, strong, under, when } from './lists.server.ts'

/** Rows of each alert at most; the list has the rest. */
const MAX_SHOWN = 25
/** Older orders have shipped. The list of orders has them all. */
const REPORTED_MS = 14 * 24 * 3_600_000

/** Something that waits for the owner: a table with forms in its rows. */
type Alert = {
  readonly id: string
  readonly title: string
  readonly about?: string
  readonly rows: readonly TableRow[]
  readonly more: { readonly href: string; readonly label: string }
}

type TodayServices = Pick<Services, 'backend' | 'doctor' | 'letters' | 'log' | 'now' | 'retention'>

/** Counts of lists, or of one of their filters. */
const FIGURES: readonly (readonly [label: string, list: ListName, state?: string])[] = [
  ['Codes not redeemed', 'gift-codes', 'open'],
  ['Codes redeemed', 'gift-codes', 'redeemed'],
  ['Subscribers', 'subscribers', 'subscribed'],
  ['On the waitlist', 'waitlist'],
  ['Messages to answer', 'messages', 'waiting'],
  ['Unsettled orders', 'orders', 'open'],
  ['Emails failed', 'outbox', 'failed'],
]

/** A filter of a list of which the first page shows some columns, as long as there are such rows. */
type ListAlert = Omit<Alert, 'rows' | 'more'> & {
  readonly list: ListName
  readonly state: string
  readonly columns: readonly string[]
  /** In place of the filter's own rows. @param now ms since the epoch */
  readonly only?: (now: number) => string
}

const LIST_ALERTS: readonly ListAlert[] = [
  {
    id: 'to-settle',
    title: 'Orders to look at before they ship',
    list: 'orders',
    state: 'open',
    columns: ['Order', 'State', 'Last read'],
    only: (now) => `and(reports.neq."",done_at.gte."${new Date(now - REPORTED_MS).toISOString()}")`,
  },
  // Spec: 4 Admin
  {
    id: 'pending',
    title: 'Gift codes to finish',
    about: 'These gifts have a discount code, and their setup in the storefront is still to be checked.',
    list: 'gift-codes',
    state: 'setup-pending',
    columns: ['Magic words', 'Gift', 'Store', 'Created'],
  },
  {
    id: 'failed-mails',
    title: 'Emails that were not delivered',
    about: 'The shop tries again for nearly three days, unless the address does not exist.',
    list: 'outbox',
    state: 'failed',
    columns: ['To', 'Subject', 'Written', 'State'],
    only: () => 'and(state.eq.failed,template.neq.gift-code)',
  },
]

const addressOf = (list: ListName, state: string) => `/admin/${list}${state ? `?state=${state}` : ''}`

/** Data of the first admin page. Each part, and each figure, is null or empty when it cannot be read. Spec: 4 Admin */
export async function readToday(services: TodayServices) {
  const { backend, retention, now } = services
  const orNull = <T>(work: () => Promise<T>) => nullOnOutage(services, work)
  // One Promise.all for everything: with separate awaits, an error in one would leave the others' rejections
  // unhandled.
  const [alerts, figures, company] = await Promise.all([
    Promise.all([
      whatDoesNotWork(services),
      orNull(() => undeliveredGifts(services)),
      ...LIST_ALERTS.map((alert) => orNull(() => rowsOfList(services, alert))),
    ]),
    Promise.all(
      FIGURES.map(async ([label, list, state = '']) => ({
        label,
        href: addressOf(list, state),
        count: await orNull(() => backend.countRows(LISTS[list].table, LISTS[list].filters?.[state])),
      })),
    ),
    orNull(async () => (await backend.readCompany()).company),
  ])
  return {
    /** Some of what follows is missing, as it cannot be read. */
    isIncomplete: alerts.includes(null),
    alerts: [
      ...alerts.filter((alert) => alert !== null),
      ...(company ? factsToLookAt(company, now()) : []),
    ].filter(({ rows }) => rows.length > 0),
    figures,
    retention: retention.last(),
  }
}

/** Facts about the company that are missing, and announced dates that have passed. @param now ms since the epoch */
function factsToLookAt(company: Company, now: number): readonly Alert[] {
  const over = MARKET_IDS.flatMap((market) => announcedDatesOver(shippingOf(company, market, now)))
  const rowOf = (labels: readonly string[]) =>
    labels.length > 0 ? [tableRow('facts', { Facts: listNames(labels) })] : []
  return [
    {
      id: 'dates',
      title: 'Dates that have passed',
      about: 'You announced these dates, and they are over. The pages say a number of days in their place.',
      rows: rowOf([...new Set(over)].map(labelOf)),
      more: { href: '/admin/company', label: 'Change them' },
    },
    {
      id: 'missing',
      title: 'Before the doors open',
      about:
        'Only you know these, and the law wants most of them shown. Until they are filled in, the pages leave them out and tell shoppers to write to us.',
      rows: rowOf(missingCompanyLabels(company)),
      more: { href: '/admin/company', label: 'Fill them in' },
    },
  ]
}

async function rowsOfList({ backend, now }: TodayServices, alert: ListAlert): Promise<Alert> {
  const { list: name, state, columns, only, ...texts } = alert
  const list = LISTS[name]
  const query = { only: only?.(now()) ?? list.filters?.[state]?.only, limit: MAX_SHOWN }
  const rows = (await readRows(backend, list, query)).map(({ id, cells, actions }) => ({
    id,
    cells: Object.fromEntries(columns.map((column) => [column, cells[column] ?? []])),
    // Those without a question.
    actions: actions.filter(({ ask }) => ask === undefined),
  }))
  return { ...texts, rows, more: { href: addressOf(name, state), label: `All in ${list.title}` } }
}

/**
 * What the last check-up in the background found that has to be mended, webhooks that were refused during the last day, and
 * those that the store no longer sent and that the shop has made again lately.
 */
async function whatDoesNotWork(services: TodayServices): Promise<Alert> {
  const { backend, doctor, now } = services
  const row = (title: string, found: string, mend: string | null, at: string | number) =>
    tableRow(title + found, {
      What: [strong(title), mend !== null && under(mend)],
      Found: found,
      When: when(new Date(at).toISOString()),
    })
  const refused = recentRefusals(now()).map(({ reason, refused, lastAt }) => {
    const { title, mend } = WEBHOOK_TROUBLES[reason]
    return row(title, refused === 1 ? 'Refused once' : `Refused ${refused} times`, mend, lastAt)
  })
  const broken = doctor
    .broken()
    .map(({ service, what, found, mend, since }) => row(`${service}, ${what}`, found, mend, since))
  // What this process knows itself is told in any case.
  const remade = await nullOnOutage(services, backend.orders.remadeWebhooks)
  const isRecent = remade !== null && now() - Date.parse(remade.at) < REPORTED_MS
  const { title, mend } = WEBHOOK_TROUBLES.remade
  const made = isRecent ? [row(title, remade.topics.join(', '), mend, remade.at)] : []
  return {
    id: 'broken',
    title: 'Something does not work',
    about: 'The shop looks every hour whether everything that it needs is there.',
    rows: [...refused, ...broken, ...made],
    more: { href: '/admin/check-up', label: 'Check everything now' },
  }
}

/** Gifts that were paid and whose words have reached nobody. */
async function undeliveredGifts({ backend, letters }: TodayServices): Promise<Alert> {
  const undelivered = await backend.listUndeliveredGifts(2 * MAX_SHOWN)
  return {
    id: 'undelivered',
    title: 'Gifts that have not arrived',
    about:
      'These gifts are paid, and nobody has their magic words yet. Enter an address to send them to, or print the letter and post it.',
    rows: undelivered.map(({ gift, mail: { attempts, lastError, createdAt } }) => {
      const order = gift.orderName ?? 'not known'
      const reason = (lastError ?? 'Nobody can say why.').replace(/[.\s]*$/, '.')
      const cells = {
        Order: `Order ${order}`,
        Gift: gift.productTitle,
        Why: [
          attempts < MAX_ATTEMPTS ? `${reason} The shop goes on trying by itself.` : reason,
          link('Print the letter', letterPath(gift.market, letters.tokenFor(gift.id))),
        ],
        Since: when(createdAt),
      }
      const field = { name: 'email', label: `Email for order ${order}` } as const
      return tableRow(gift.id, cells, [{ intent: 'send-gift', label: 'Send the words', field }])
    }),
    more: { href: '/admin/outbox?state=failed', label: 'All emails that failed' },
  }
}

/** What the first page can do with a gift that reached nobody: send its words to an address that the owner has entered. */
const UNDELIVERED: Pick<List<'giftCodes'>, 'table' | 'failure' | 'actions'> = {
  table: 'giftCodes',
  failure: OWNER_TOASTS.mailFailed,
  actions: {
    'send-gift': {
      label: 'Send the words',
      run: async ({ backend }, gift, posted) => {
        const email = parseEmail(posted.email.trim().toLowerCase())
        if (email === null) return failed(422, OWNER_TOASTS.notAnAddress)
        if (gift.redeemed || gift.revokedAt !== null) return failed(409, OWNER_TOASTS.giftNotOpen)
        const state = await backend.readdressGiftMail(gift, email)
        // A form that was sent twice: the first one has taken the mail.
        if (state === 'busy') return failed(409, OWNER_TOASTS.mailTaken)
        return sentOr(state, giftMailSent(email))
      },
    },
  },
}

/** Handles the forms of the first page: of gifts that have not arrived, and of its lists. */
export const handleTodayForm: AdminForm = async (...posted) => {
  for (const list of [UNDELIVERED as List, ...LIST_ALERTS.map(({ list }) => LISTS[list])]) {
    const outcome = await listForm(list)(...posted)
    if (outcome !== null) return outcome
  }
  return null
}
