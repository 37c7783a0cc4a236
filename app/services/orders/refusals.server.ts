import type { Log } from '../log/log.server.ts'

/** `signature`: probably a wrong secret; `body`: signed, but not readable. */
export type RefusalReason = 'signature' | 'body'

/** Webhooks that this process refused for one reason. Times in ms since the epoch. */
type Refusals = {
  readonly reason: RefusalReason
  readonly refused: number
  readonly lastAt: number
  readonly loggedAt: number
}

/** Refused webhooks of this process, by reason. */
export const refusedWebhooks = new Map<RefusalReason, Refusals>()

/** How long a refusal is shown to the owner. */
const RECENT_MS = 24 * 3_600_000
/** Anybody can post a wrong signature, so that the log may not grow with every one. */
const LOG_INTERVAL_MS = 60_000

/** Counts a refused webhook for the metrics and the owner's first page, and logs it at most once a minute. */
export function countRefusedWebhook(
  { log, now }: { readonly log: Pick<Log, 'warn'>; readonly now: () => number },
  reason: RefusalReason,
): void {
  const lastAt = now()
  const known = refusedWebhooks.get(reason)
  const refused = (known?.refused ?? 0) + 1
  const isLogged = known === undefined || lastAt - known.loggedAt >= LOG_INTERVAL_MS
  refusedWebhooks.set(reason, { reason, refused, lastAt, loggedAt: isLogged ? lastAt : known.loggedAt })
  if (isLogged) log.warn({ reason, refused }, 'webhooks refused')
}

/** What was refused during the last day. @param now ms since the epoch */
export function recentRefusals(now: number): readonly Refusals[] {
  return [...refusedWebhooks.values()].filter(({ lastAt }) => now - lastAt < RECENT_MS)
}
