import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type BackendAccess, expectDone, isoNow, rowsOf, rowsWith, timestamp } from './client.server.ts'

export type RefusalReason = WebhookRefusals['reason']

const TABLE = 'webhook_refusals'
/** Refusals that have ended for so long are no longer shown, and the count begins again. */
export const REFUSALS_RECENT_MS = 24 * 3_600_000

const refusalRows = rowsWith({
  reason: z.enum(['signature', 'body']),
  refused: z.number(),
  first_at: timestamp,
  last_at: timestamp,
})

/** Webhooks that were refused for one reason since `firstAt`. */
export type WebhookRefusals = z.output<typeof refusalRows>[number]

/** Webhooks that were refused, for the owner. Every call throws UpstreamError. */
export function createWebhookRefusals(client: SupabaseClient, access: BackendAccess) {
  const isRecent = ({ lastAt }: WebhookRefusals) => access.now() - Date.parse(lastAt) < REFUSALS_RECENT_MS

  async function listAll(): Promise<readonly WebhookRefusals[]> {
    return rowsOf('list refused webhooks', await client.from(TABLE).select('*').order('reason'), refusalRows)
  }

  /** Adds to the count of a reason. Concurrent additions may lose some: that there are refusals is what counts. */
  async function countRefusedWebhooks(reason: RefusalReason, count: number): Promise<void> {
    const now = isoNow(access)
    const known = (await listAll()).find((row) => row.reason === reason && isRecent(row))
    const row = {
      reason,
      refused: (known?.refused ?? 0) + count,
      first_at: known?.firstAt ?? now,
      last_at: now,
    }
    expectDone('count refused webhooks', await client.from(TABLE).upsert(row, { onConflict: 'reason' }))
  }

  return {
    countRefusedWebhooks,
    /** What was refused during the last day. */
    listRefusedWebhooks: async () => (await listAll()).filter(isRecent),
  }
}
