import { memoizeBy } from '#app/models/memoize.ts'
import type { RefusalReason } from '../backend/webhook-refusals.server.ts'
import { settleWithin } from '../upstream/settle-within.server.ts'
import type { OrderServices } from './report-order.server.ts'

/** Refused webhooks of this process by reason, for the metrics. */
export const refusedWebhooks = new Map<RefusalReason, number>()

/** Anybody can post a wrong signature, so that neither the log nor the database may grow with every one. */
const REPORT_INTERVAL_MS = 60_000
/** How long a response waits for the report to be stored. */
const STORE_DEADLINE_MS = 1_000

type Unreported = { count: number; lastReport: number }
type Shop = Pick<OrderServices, 'backend' | 'log' | 'now'>

const unreportedOf = memoizeBy<Unreported>()

/**
 * Counts a refused webhook, and reports it at most once a minute: in the log, and for the owner's first page. Never
 * throws.
 * @param reason `signature`: probably a wrong secret; `body`: signed, but not readable
 */
export async function reportRefusedWebhook(shop: Shop, reason: RefusalReason): Promise<void> {
  refusedWebhooks.set(reason, (refusedWebhooks.get(reason) ?? 0) + 1)
  const none = () => ({ count: 0, lastReport: Number.NEGATIVE_INFINITY })
  const unreported = unreportedOf(shop.backend, reason, none)
  unreported.count += 1
  const now = shop.now()
  if (now - unreported.lastReport < REPORT_INTERVAL_MS) return
  const { count } = unreported
  Object.assign(unreported, { count: 0, lastReport: now })
  shop.log.warn({ reason, count }, 'webhooks refused')
  const stored = shop.backend.countRefusedWebhooks(reason, count).catch((error: unknown) => {
    shop.log.warn({ err: error }, 'refused webhooks not counted')
  })
  await settleWithin(stored, STORE_DEADLINE_MS, () => undefined)
}
