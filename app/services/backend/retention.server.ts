import { MARKET_IDS } from '#app/models/market.ts'
import { monthsBefore, RETENTION, type RetentionStep } from '#app/models/retention.ts'
import { hasVol2Shipped, shippingOf } from '#app/models/shipping-dates.ts'
import type { Log } from '../log/log.server.ts'
import type { Backend } from './backend.server.ts'

const DAY_MS = 24 * 3_600_000

/** What the last run did. `at`: ISO 8601; `removed`: rows; null where it has failed. */
type RetentionReport = { readonly at: string; readonly removed: number | null }

/** Deletes every day, and soon after the start, what the privacy policy does not let the shop keep any longer. */
export function createRetention(backend: Backend, log: Log, now: () => number) {
  let last: RetentionReport | null = null

  async function isDue({ afterVol2, months }: RetentionStep): Promise<boolean> {
    if (!afterVol2) return true
    const { company } = await backend.readCompany()
    const then = monthsBefore(now(), months).getTime()
    return MARKET_IDS.every((market) => hasVol2Shipped(shippingOf(company, market, then)))
  }

  async function run(): Promise<void> {
    const at = new Date(now()).toISOString()
    let removed = 0
    try {
      for (const step of RETENTION.flatMap(({ steps = [] }) => steps))
        if (await isDue(step))
          removed += await backend.retain(step, monthsBefore(now(), step.months).toISOString())
      last = { at, removed }
      if (removed > 0) log.info({ removed }, 'what is kept no longer was removed')
    } catch (error) {
      last = { at, removed: null }
      log.error({ err: error }, 'what is kept no longer was not removed')
    }
  }

  return {
    run,
    last: () => last,
    /** @returns stops it */
    start(): () => void {
      const [first, daily] = [setTimeout(run, 60_000).unref(), setInterval(run, DAY_MS).unref()]
      return () => {
        clearTimeout(first)
        clearInterval(daily)
      }
    },
  }
}
