import { describeOrderReport, whyUndelivered } from '#app/models/owner-messages.ts'
import { letterPath } from '../letter/letters.server.ts'
import { recentRefusals } from '../orders/refusals.server.ts'
import type { Services } from '../request/services.server.ts'
import { nullOnOutage } from './list-view.server.ts'

/** The page links to the list for the rest. */
const MAX_PENDING_SHOWN = 25
const MAX_UNDELIVERED_MAILS = 50
const MAX_REPORTED = 20
/** Older orders have shipped. */
const REPORTED_MS = 14 * 24 * 3_600_000

/** Data of the first admin page. Each part, and each figure, is null or empty when it cannot be read. Spec: 4 Admin */
export async function readToday(services: Pick<Services, 'backend' | 'log' | 'letters' | 'now'>) {
  const { backend } = services
  const one = { page: 1, pageSize: 1 }
  const count = (list: () => Promise<{ readonly total: number }>) =>
    nullOnOutage(services, async () => (await list()).total)
  const figure = async (label: string, href: string, list: Parameters<typeof count>[0]) => {
    return { label, href, count: await count(list) }
  }
  // One Promise.all for everything: with separate awaits, an error in one would leave the others' rejections
  // unhandled.
  const [pending, undelivered, reported, pendingTotal, ...figures] = await Promise.all([
    nullOnOutage(services, () => backend.gifts.listPending(MAX_PENDING_SHOWN)),
    nullOnOutage(services, () => backend.listUndeliveredGifts(MAX_UNDELIVERED_MAILS)),
    nullOnOutage(services, () => readReportedOrders(services)),
    count(() => backend.listGiftCodes({ ...one, filter: 'setup-pending' })),
    figure('Codes open', '/admin/gift-codes?state=open', () =>
      backend.listGiftCodes({ ...one, filter: 'open' }),
    ),
    figure('Codes redeemed', '/admin/gift-codes?state=redeemed', () =>
      backend.listGiftCodes({ ...one, filter: 'redeemed' }),
    ),
    figure('Subscribers', '/admin/subscribers', () => backend.listSubscribers({ ...one, subscribed: true })),
    figure('On the waitlist', '/admin/waitlist', () => backend.listWaitlist(one)),
    figure('Messages to answer', '/admin/messages?state=waiting', () =>
      backend.listMessages({ ...one, unanswered: true }),
    ),
    figure('Order notices failed', '/admin/webhooks?state=failed', () =>
      backend.listWebhookDeliveries({ ...one, failed: true }),
    ),
    figure('Emails failed', '/admin/outbox?state=failed', () => backend.listOutbox({ ...one, failed: true })),
  ])
  return {
    /** Some of what follows is missing, as it cannot be read. */
    isIncomplete: [pending, undelivered, reported].includes(null),
    pending: pending ?? [],
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
    refusals: recentRefusals(services.now()),
    /** Orders that were reported lately, newest first. */
    reported: reported ?? [],
    figures,
  }
}

async function readReportedOrders({ backend, now }: Pick<Services, 'backend' | 'now'>) {
  const since = new Date(now() - REPORTED_MS).toISOString()
  const rows = await backend.listReportedOrders(since, MAX_REPORTED)
  return rows.map(({ orderId, orderName, reason, detail, createdAt }) => ({
    id: `${orderId} ${reason} ${detail}`,
    orderName,
    text: describeOrderReport(reason),
    createdAt,
  }))
}
