import type { ReadableRows } from '../backend/client.server.ts'
import type { PendingGiftCode } from '../backend/gift-code-rows.server.ts'
import type { Services } from '../compose.server.ts'
import { orNull } from './list-view.server.ts'

/** A number on the first page; null when it can't be counted just now. */
type Figure = { readonly label: string; readonly count: number | null; readonly href: string }

export type Today = {
  /** Gift codes that wait for the owner, newest first; null when the backend is out of reach. */
  readonly pending: ReadableRows<PendingGiftCode> | null
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
  // Asked at once, and awaited together: one that fails unexpectedly leaves no other one unheard.
  const [pending, pendingTotal, open, redeemed, subscribers, waitlist, messages, orders, outbox] =
    await Promise.all([
      orNull(services, () => backend.listPendingGiftCodes(PENDING_SHOWN)),
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
