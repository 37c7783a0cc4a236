import { describeOrderReport, whyUndelivered } from '../../models/owner-messages.ts'
import { letterPath } from '../letter/letters.server.ts'
import { ORDER_REPORTER } from '../orders/report-order.server.ts'
import type { Services } from '../request/services.server.ts'
import { nullOnOutage } from './list-view.server.ts'

/** The page links to the list for the rest. */
const MAX_PENDING_SHOWN = 25
const MAX_UNDELIVERED_MAILS = 50
const MAX_REPORTED = 20
/** Older orders have shipped. The audit trail has them all. */
const REPORTED_MS = 14 * 24 * 3_600_000

/** Data of the first admin page. Each part, and each figure, is null or empty when it cannot be read. Spec: 4 Admin */
export async function readToday(services: Pick<Services, 'backend' | 'log' | 'letters' | 'now'>) {
  const { backend } = services
  const count = (list: (query: { page: number; pageSize: number }) => Promise<{ total: number }>) =>
    nullOnOutage(services, async () => (await list({ page: 1, pageSize: 1 })).total)
  // One Promise.all for everything: with separate awaits, an error in one would leave the others' rejections
  // unhandled.
  const [
    pending,
    undelivered,
    refusals,
    reported,
    pendingTotal,
    open,
    redeemed,
    subscribers,
    waitlist,
    messages,
    orders,
    outbox,
  ] = await Promise.all([
    nullOnOutage(services, () => backend.gifts.listPending(MAX_PENDING_SHOWN)),
    nullOnOutage(services, () => backend.listUndeliveredGifts(MAX_UNDELIVERED_MAILS)),
    nullOnOutage(services, () => backend.listRefusedWebhooks()),
    nullOnOutage(services, () => readReportedOrders(services)),
    count((query) => backend.listGiftCodes({ ...query, filter: 'setup-pending' })),
    count((query) => backend.listGiftCodes({ ...query, filter: 'open' })),
    count((query) => backend.listGiftCodes({ ...query, filter: 'redeemed' })),
    count((query) => backend.listSubscribers({ ...query, subscribed: true })),
    count((query) => backend.listWaitlist(query)),
    count((query) => backend.listMessages({ ...query, unanswered: true })),
    count((query) => backend.listWebhookDeliveries({ ...query, failed: true })),
    count((query) => backend.listOutbox({ ...query, failed: true })),
  ])
  return {
    pending,
    pendingTotal: pendingTotal ?? 0,
    /** Gifts whose words have reached nobody. */
    undelivered: (undelivered ?? []).map(({ gift, mail }) => ({
      giftId: gift.id,
      mailId: mail.id,
      orderName: gift.orderName ?? '',
      giftTitle: gift.productTitle,
      reason: whyUndelivered(mail),
      letter: letterPath(gift.market, services.letters.tokenFor(gift.id)),
      createdAt: mail.createdAt,
    })),
    refusals: refusals ?? [],
    /** Orders that were reported lately, newest first. */
    reported: reported ?? [],
    figures: [
      { label: 'Codes open', count: open, href: '/admin/gift-codes?state=open' },
      { label: 'Codes redeemed', count: redeemed, href: '/admin/gift-codes?state=redeemed' },
      { label: 'Subscribers', count: subscribers, href: '/admin/subscribers' },
      { label: 'On the waitlist', count: waitlist, href: '/admin/waitlist' },
      { label: 'Messages to answer', count: messages, href: '/admin/messages?state=waiting' },
      { label: 'Order notices failed', count: orders, href: '/admin/webhooks?state=failed' },
      { label: 'Emails failed', count: outbox, href: '/admin/outbox?state=failed' },
    ],
  }
}

async function readReportedOrders({ backend, now }: Pick<Services, 'backend' | 'now'>) {
  const { rows } = await backend.listAudit({ page: 1, pageSize: MAX_REPORTED, search: ORDER_REPORTER })
  return rows.flatMap(({ id, action, subjectId, detail, createdAt }) => {
    const text = describeOrderReport(action)
    if (text === null || now() - Date.parse(createdAt) > REPORTED_MS) return []
    return [{ id, orderName: String(detail?.order ?? subjectId), text, createdAt }]
  })
}
