import { z } from 'zod'
import { COMPANY_LABELS, missingCompanyLabels } from '#app/models/company.ts'
import { parseEmail } from '#app/models/email-address.ts'
import { MARKET_IDS } from '#app/models/market.ts'
import type { ListName, TableRow } from '#app/models/owner-lists.ts'
import { giftMailSent, OWNER_NOTICES } from '#app/models/owner-messages.ts'
import { announcedDatesOver, shippingOf } from '#app/models/shipping-dates.ts'
import { MAX_ATTEMPTS } from '#supabase/functions/_shared/outbox.ts'
import type { RowFilter } from '../backend/lists.server.ts'
import { letterPath } from '../letter/letters.server.ts'
import { recentRefusals } from '../orders/refusals.server.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminForm, done, failed, failedOnOutage } from './admin-outcome.server.ts'
import { LISTS, link, under, when } from './lists.server.ts'
import { listForm, nullOnOutage, readRows, tableRow } from './read-list.server.ts'

/** Rows of each alert at most; there is a link to the list for the rest. */
const MAX_SHOWN = 25
/** Older orders have shipped. The list of orders has them all. */
const REPORTED_MS = 14 * 24 * 3_600_000

type AlertTexts = { readonly id: string; readonly title: string; readonly about?: string }
/** Something that waits for the owner: a table with a form in each row. */
type Alert = AlertTexts & {
  readonly rows: readonly TableRow[]
  readonly more?: { readonly href: string; readonly label: string }
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

const addressOf = (list: ListName, state: string) => `/admin/${list}${state ? `?state=${state}` : ''}`

/** Data of the first admin page. Each part, and each figure, is null or empty when it cannot be read. Spec: 4 Admin */
export async function readToday(services: TodayServices) {
  const { backend, retention, now } = services
  const orNull = <T>(work: () => Promise<T>) => nullOnOutage(services, work)
  // One Promise.all for everything: with separate awaits, an error in one would leave the others' rejections
  // unhandled.
  const [alerts, figures, company] = await Promise.all([
    Promise.all(ALERTS.map((read) => orNull(async () => read(services)))),
    Promise.all(
      FIGURES.map(async ([label, list, state = '']) => ({
        label,
        href: addressOf(list, state),
        count: await orNull(() => backend.countRows(LISTS[list].table, LISTS[list].filters[state])),
      })),
    ),
    orNull(async () => (await backend.readCompany()).company),
  ])
  const datesOver = MARKET_IDS.flatMap((market) =>
    company ? announcedDatesOver(shippingOf(company, market, now())) : [],
  )
  return {
    /** Some of what follows is missing, as it cannot be read. */
    isIncomplete: alerts.includes(null),
    alerts: alerts.filter((alert) => alert !== null && alert.rows.length > 0) as readonly Alert[],
    figures,
    retention: retention.last(),
    missing: company ? missingCompanyLabels(company) : [],
    datesOver: [...new Set(datesOver)].map((fact) => COMPANY_LABELS[fact]),
  }
}

const ALERTS: readonly ((services: TodayServices) => Alert | Promise<Alert>)[] = [
  ({ now }) =>
    refusedWebhooks('signature', now(), {
      id: 'refused-signature',
      title: 'Webhooks are being refused: is WEBHOOK_SECRET right?',
      about:
        'Something posts webhooks with a signature that does not fit. If that is your store, its secret has probably changed: put the new one first in WEBHOOK_SECRET, and the old one behind a comma. Until then its orders are read every ten minutes only.',
    }),
  ({ now }) =>
    refusedWebhooks('body', now(), {
      id: 'refused-body',
      title: 'Webhooks arrive that the shop cannot read',
      about:
        'They are signed by your store, but not in the form that Shopify documents. Is its webhook API version right?',
    }),
  brokenServices,
  (services) =>
    rowsOfList(services, ['orders', 'open', 'make-gifts'], ['Order', 'State', 'Last read'], {
      texts: { id: 'to-settle', title: 'Orders to look at before they ship' },
      where: (rows) =>
        rows.neq('reports', '').gte('done_at', new Date(services.now() - REPORTED_MS).toISOString()),
    }),
  remadeWebhooks,
  undeliveredGifts,
  // Spec: 4 Admin
  (services) =>
    rowsOfList(
      services,
      ['gift-codes', 'setup-pending', 'complete'],
      ['Magic words', 'Gift', 'Store', 'Created'],
      {
        texts: {
          id: 'pending',
          title: 'Gift codes to finish',
          about:
            'These gifts have a discount code, and their setup in the storefront is still to be checked.',
        },
      },
    ),
  (services) =>
    rowsOfList(services, ['outbox', 'failed', 'send'], ['To', 'Subject', 'Written', 'State'], {
      texts: {
        id: 'failed-mails',
        title: 'Emails that were not delivered',
        about: 'The shop tries again for nearly three days, unless the address does not exist.',
      },
      where: (rows) => rows.eq('state', 'failed').neq('template', 'gift-code'),
    }),
]

/** An alert with the first rows of a list, of which it shows some columns and one action. */
async function rowsOfList(
  services: TodayServices,
  [list, state, action]: readonly [list: ListName, state: string, action: string],
  columns: readonly string[],
  { texts, where }: { readonly texts: AlertTexts; readonly where?: RowFilter['where'] },
): Promise<Alert> {
  const query = { ...LISTS[list].filters[state], ...(where && { where }), limit: MAX_SHOWN + 1 }
  const rows = await readRows(services, LISTS[list], query)
  const more = { href: addressOf(list, state), label: `All in ${LISTS[list].title}` }
  return {
    ...texts,
    rows: rows.slice(0, MAX_SHOWN).map(({ id, cells, actions }) => ({
      id,
      cells: Object.fromEntries(columns.map((column) => [column, cells[column] ?? []])),
      actions: actions.filter(({ intent }) => intent === action),
    })),
    ...(rows.length > MAX_SHOWN && { more }),
  }
}

/** Webhooks that were refused during the last day. */
function refusedWebhooks(reason: 'signature' | 'body', now: number, texts: AlertTexts): Alert {
  const counts = recentRefusals(now).filter((one) => one.reason === reason)
  const rows = counts.map(({ refused, lastAt }) =>
    tableRow(reason, {
      Refused: refused === 1 ? 'Once' : `${refused} times`,
      Last: when(new Date(lastAt).toISOString()),
    }),
  )
  return { ...texts, rows }
}

/** What the last check-up in the background found that has to be mended. */
function brokenServices({ doctor }: TodayServices): Alert {
  return {
    id: 'broken',
    title: 'Something does not work',
    about: 'The shop looks every hour whether everything that it needs is there.',
    rows: doctor.broken().map(({ service, what, found, mend, since }) =>
      tableRow(`${service} ${what} ${found}`, {
        What: `${service}, ${what}`,
        Found: [found, mend !== null && under(mend)],
        Since: when(new Date(since).toISOString()),
      }),
    ),
    more: { href: '/admin/check-up', label: 'Check everything now' },
  }
}

/** Webhooks that the store no longer sent and that the shop has made again lately. */
async function remadeWebhooks({ backend, now }: TodayServices): Promise<Alert> {
  const remade = await backend.orders.remadeWebhooks()
  const isRecent = remade !== null && now() - Date.parse(remade.at) < REPORTED_MS
  return {
    id: 'remade',
    title: 'The store had stopped telling us of orders',
    about: 'These webhooks were missing and have been made again, and what happened meanwhile was read.',
    rows: isRecent ? [tableRow('remade', { Webhooks: remade.topics.join(', '), Made: when(remade.at) })] : [],
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
      const why = attempts < MAX_ATTEMPTS ? `${reason} The shop goes on trying by itself.` : reason
      const letter = letterPath(gift.market, letters.tokenFor(gift.id))
      const cells = {
        Order: `Order ${order}`,
        Gift: gift.productTitle,
        Why: [why, link('Print the letter', letter)],
        Since: when(createdAt),
      }
      const field = { name: 'email', label: `Email for order ${order}` } as const
      return tableRow(gift.id, cells, [{ intent: 'send-gift', label: 'Send the words', field }])
    }),
    more: { href: '/admin/outbox?state=failed', label: 'All emails that failed' },
  }
}

const addressed = z.object({ intent: z.literal('send-gift'), id: z.string(), email: z.string() })

/** Sends the words of a gift that reached nobody to an address that the owner has entered. */
const sendGift: AdminForm = async (services, fields) => {
  const parsed = addressed.safeParse(fields)
  if (!parsed.success) return null
  const email = parseEmail(parsed.data.email.trim().toLowerCase())
  if (email === null) return failed(422, OWNER_NOTICES.notAnAddress)
  const { backend } = services
  return failedOnOutage(services, OWNER_NOTICES.mailFailed, async () => {
    const gift = await backend.gifts.get(parsed.data.id)
    if (gift === null) return failed(404, OWNER_NOTICES.gone)
    if (gift.redeemed || gift.revokedAt !== null) return failed(409, OWNER_NOTICES.giftNotOpen)
    const state = await backend.readdressGiftMail(gift, email)
    // A form that was sent twice: the first one has taken the mail.
    if (state === 'busy') return failed(409, OWNER_NOTICES.mailTaken)
    return state === 'sent' ? done(giftMailSent(email)) : failed(502, OWNER_NOTICES.mailFailed)
  })
}

/** Handles the forms of the first page. */
export const handleTodayForm: AdminForm = async (...posted) =>
  (await sendGift(...posted)) ??
  (await listForm(LISTS['gift-codes'])(...posted)) ??
  (await listForm(LISTS.orders)(...posted)) ??
  listForm(LISTS.outbox)(...posted)
