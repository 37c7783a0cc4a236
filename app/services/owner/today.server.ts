import type { PendingGiftCode } from '../backend/gift-code-rows.server.ts'
import type { Services } from '../compose.server.ts'
import { orNull } from './list-view.server.ts'

/** A number on the first page; null when it can't be counted just now. */
type Figure = { readonly label: string; readonly count: number | null; readonly href: string }

export type Today = {
  /** Gift codes that wait for the owner, newest first; null when the backend is out of reach. */
  readonly pending: readonly PendingGiftCode[] | null
  readonly pendingTotal: number
  readonly figures: readonly Figure[]
}

/** As many as one can finish in a morning; the rest is a page of the list. */
const PENDING_SHOWN = 25

/** What the owner sees first. Each part fails alone. Spec: 4 Admin */
export async function readToday(services: Pick<Services, 'backend' | 'log'>): Promise<Today> {
  const { backend } = services
  const count = (list: (query: { page: number; pageSize: number }) => Promise<{ total: number }>) =>
    orNull(services, async () => (await list({ page: 1, pageSize: 1 })).total)
  const counted = {
    pending: count((query) => backend.listGiftCodes({ ...query, filter: 'setup-pending' })),
    open: count((query) => backend.listGiftCodes({ ...query, filter: 'open' })),
    redeemed: count((query) => backend.listGiftCodes({ ...query, filter: 'redeemed' })),
    subscribers: count((query) => backend.listSubscribers(query)),
    waitlist: count((query) => backend.listWaitlist(query)),
    messages: count((query) => backend.listMessages({ ...query, unanswered: true })),
    orders: count((query) => backend.listWebhookDeliveries({ ...query, failed: true })),
    outbox: count((query) => backend.listOutbox({ ...query, failed: true })),
  }
  return {
    pending: await orNull(services, () => backend.listPendingGiftCodes(PENDING_SHOWN)),
    pendingTotal: (await counted.pending) ?? 0,
    figures: [
      { label: 'Codes open', count: await counted.open, href: '/admin/gift-codes?state=open' },
      { label: 'Codes redeemed', count: await counted.redeemed, href: '/admin/gift-codes?state=redeemed' },
      { label: 'Subscribers', count: await counted.subscribers, href: '/admin/subscribers' },
      { label: 'On the waitlist', count: await counted.waitlist, href: '/admin/waitlist' },
      { label: 'Messages to answer', count: await counted.messages, href: '/admin/messages?state=waiting' },
      { label: 'Order notices failed', count: await counted.orders, href: '/admin/webhooks?state=failed' },
      { label: 'Emails failed', count: await counted.outbox, href: '/admin/outbox?state=failed' },
    ],
  }
}
