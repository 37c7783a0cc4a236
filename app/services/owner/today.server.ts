import { z } from 'zod'
import { parseEmail } from '#app/models/email-address.ts'
import type { TableRow } from '#app/models/owner-lists.ts'
import { giftMailSent, ORDER_REPORTS, OWNER_NOTICES, whyUndelivered } from '#app/models/owner-messages.ts'
import { MAX_ATTEMPTS } from '#supabase/functions/_shared/outbox.ts'
import { ONLY_OPEN, ONLY_PENDING } from '../backend/gift-records.server.ts'
import { letterPath } from '../letter/letters.server.ts'
import { recentRefusals } from '../orders/refusals.server.ts'
import type { Services } from '../request/services.server.ts'
import { type AdminForm, done, failed, failedOnOutage } from './admin-outcome.server.ts'
import { type Cell, code, link, partsOf, under, when } from './cells.server.ts'
import { LISTS } from './lists.server.ts'
import { listForm, nullOnOutage } from './read-list.server.ts'

/** Rows of each alert at most; there is a link to the list for the rest. */
const MAX_SHOWN = 25
const MAX_UNDELIVERED_MAILS = 50
/** Older orders have shipped. The list of orders has them all. */
const REPORTED_MS = 14 * 24 * 3_600_000

/** Something that waits for the owner: a table with a form in each row. */
type TodayAlert = {
  readonly id: string
  readonly title: string
  readonly about: string
  readonly rows: readonly TableRow[]
  readonly more: { readonly href: string; readonly label: string } | null
}

/** Why a mail was not delivered, and whether the shop goes on trying. */
const why = ({ attempts, lastError }: { readonly attempts: number; readonly lastError: string | null }) =>
  whyUndelivered({ isRetried: attempts < MAX_ATTEMPTS, lastError })

type TodayServices = Pick<Services, 'backend' | 'doctor' | 'letters' | 'log' | 'now' | 'retention'>

/** Data of the first admin page. Each part, and each figure, is null or empty when it cannot be read. Spec: 4 Admin */
export async function readToday(services: TodayServices) {
  const { backend, retention, now } = services
  const count = (...query: Parameters<typeof backend.countRows>) =>
    nullOnOutage(services, () => backend.countRows(...query))
  const figure = async (label: string, href: string, ...query: Parameters<typeof count>) => {
    return { label, href, count: await count(...query) }
  }
  const { failed: onlyFailed } = LISTS.outbox.filters
  // One Promise.all for everything: with separate awaits, an error in one would leave the others' rejections
  // unhandled.
  const [alerts, ...figures] = await Promise.all([
    Promise.all(
      [brokenServices, reportedOrders, remadeWebhooks, undeliveredGifts, pendingGifts, failedMails].map(
        (read) => nullOnOutage(services, () => read(services)),
      ),
    ),
    figure('Codes open', '/admin/gift-codes?state=open', 'giftCodes', ONLY_OPEN),
    figure('Codes redeemed', '/admin/gift-codes?state=redeemed', 'giftCodes', {
      where: (rows) => rows.eq('redeemed', true),
    }),
    figure(
      'Subscribers',
      '/admin/subscribers?state=subscribed',
      'subscribers',
      LISTS.subscribers.filters.subscribed,
    ),
    figure('On the waitlist', '/admin/waitlist', 'waitlist'),
    figure('Messages to answer', '/admin/messages?state=waiting', 'messages', LISTS.messages.filters.waiting),
    figure('Unsettled orders', '/admin/orders?state=open', 'orders', LISTS.orders.filters.open),
    figure('Emails failed', '/admin/outbox?state=failed', 'mails', onlyFailed),
  ])
  return {
    /** Some of what follows is missing, as it cannot be read. */
    isIncomplete: alerts.includes(null),
    alerts: alerts.filter((alert) => alert !== null && alert.rows.length > 0) as readonly TodayAlert[],
    refusals: recentRefusals(now()),
    figures,
    retention: retention.last(),
  }
}

const tableRow = (
  id: string,
  cells: Readonly<Record<string, Cell>>,
  ...actions: TableRow['actions']
): TableRow => ({
  id,
  cells: Object.fromEntries(Object.entries(cells).map(([column, cell]) => [column, partsOf(cell)])),
  actions,
})

/** What the last check-up in the background found that has to be mended. */
async function brokenServices({ doctor }: TodayServices): Promise<TodayAlert> {
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

/** Gift codes whose setup is to be confirmed, newest first. Spec: 4 Admin */
async function pendingGifts({ backend }: TodayServices): Promise<TodayAlert> {
  const gifts = await backend.listRows('giftCodes', { ...ONLY_PENDING, limit: MAX_SHOWN + 1 })
  return {
    id: 'pending',
    title: 'Gift codes to finish',
    about: 'These gifts have a discount code, and their setup in the storefront is still to be checked.',
    rows: gifts.slice(0, MAX_SHOWN).map((gift) =>
      tableRow(
        gift.id,
        {
          'Magic words': code(gift.code),
          Gift: `${gift.productTitle}, ${gift.market.toUpperCase()}`,
          Created: when(gift.createdAt),
        },
        { intent: 'complete', label: 'Mark Complete' },
      ),
    ),
    more:
      gifts.length > MAX_SHOWN
        ? { href: '/admin/gift-codes?state=setup-pending', label: 'All gift codes to finish' }
        : null,
  }
}

/** Gifts that were paid and whose words have reached nobody. */
async function undeliveredGifts({ backend, letters }: TodayServices): Promise<TodayAlert> {
  const undelivered = await backend.listUndeliveredGifts(MAX_UNDELIVERED_MAILS)
  return {
    id: 'undelivered',
    title: 'Gifts that have not arrived',
    about:
      'These gifts are paid, and nobody has their magic words yet. Enter an address to send them to, or print the letter and post it.',
    rows: undelivered.map(({ gift, mail }) =>
      tableRow(
        gift.id,
        {
          Order: `Order ${gift.orderName ?? 'not known'}`,
          Gift: gift.productTitle,
          Why: [why(mail), link('Print the letter', letterPath(gift.market, letters.tokenFor(gift.id)))],
          Since: when(mail.createdAt),
        },
        {
          intent: 'send-gift',
          label: 'Send the words',
          emailLabel: `Email for order ${gift.orderName ?? 'not known'}`,
        },
      ),
    ),
    more: { href: '/admin/outbox?state=failed', label: 'All emails that failed' },
  }
}

/** Orders that were reported lately and that the shop leaves to its owner. */
async function reportedOrders({ backend, now }: TodayServices): Promise<TodayAlert> {
  const orders = await backend.orders.listReported(now() - REPORTED_MS, MAX_SHOWN)
  return {
    id: 'to-settle',
    title: 'Orders to look at before they ship',
    about: '',
    rows: orders.map(({ id, orderId, orderName, reports, doneAt }) =>
      tableRow(id, {
        Order: `Order ${orderName ?? orderId}`,
        Why: reports.map((report) => ORDER_REPORTS[report]).join(' '),
        Reported: when(doneAt),
      }),
    ),
    more: { href: '/admin/orders?state=open', label: 'All orders to look at' },
  }
}

/** Webhooks that the store no longer sent and that the shop has made again lately. */
async function remadeWebhooks({ backend, now }: TodayServices): Promise<TodayAlert> {
  const remade = await backend.orders.remadeWebhooks()
  const isRecent = remade !== null && now() - Date.parse(remade.at) < REPORTED_MS
  return {
    id: 'remade',
    title: 'The store had stopped telling us of orders',
    about: 'These webhooks were missing and have been made again, and what happened meanwhile was read.',
    rows: isRecent ? [tableRow('remade', { Webhooks: remade.topics.join(', '), Made: when(remade.at) })] : [],
    more: null,
  }
}

/** Mails of other kinds that have failed, with their reasons. */
async function failedMails({ backend }: TodayServices): Promise<TodayAlert> {
  const mails = await backend.listRows('mails', {
    where: (rows) => rows.eq('state', 'failed').neq('template', 'gift-code'),
    limit: MAX_SHOWN,
  })
  return {
    id: 'failed-mails',
    title: 'Emails that were not delivered',
    about: 'The shop tries again for nearly three days, unless the address does not exist.',
    rows: mails.map((mail) =>
      tableRow(
        mail.id,
        {
          To: mail.toEmail,
          Subject: mail.subject,
          Why: why(mail),
          Written: when(mail.createdAt),
        },
        { intent: 'send', label: 'Send now' },
      ),
    ),
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
  listForm(LISTS.outbox)(...posted)
