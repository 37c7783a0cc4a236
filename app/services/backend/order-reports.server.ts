import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { ORDER_REPORTS, type OrderReport } from '#app/models/owner-messages.ts'
import { type BackendAccess, isoNow, rowsOf, rowsWith, timestamp } from './client.server.ts'

const TABLE = 'order_reports'

const reportRows = rowsWith({
  order_id: z.string(),
  reason: z.string(),
  detail: z.string(),
  order_name: z.string(),
  created_at: timestamp,
})

type NewReport = {
  readonly orderId: string
  readonly orderName: string
  readonly reason: OrderReport
  readonly detail: Readonly<Record<string, string | number>>
}

/** Orders that the shop leaves to its owner. Every call throws UpstreamError. */
export function createOrderReports(client: SupabaseClient, access: BackendAccess) {
  return {
    /** Reports an order to the owner and in the log. The same report is made once, whatever is repeated. */
    async reportOrder({ orderId, orderName, reason, detail }: NewReport): Promise<void> {
      const row = {
        order_id: orderId,
        order_name: orderName,
        reason,
        detail: JSON.stringify(detail),
        created_at: isoNow(access),
      }
      const added = await client
        .from(TABLE)
        .upsert(row, { onConflict: 'order_id,reason,detail', ignoreDuplicates: true })
        .select('*')
      const isNew = rowsOf('report order', added, reportRows).length > 0
      if (isNew) access.log.error({ orderId, reason, ...detail }, ORDER_REPORTS[reason].log)
    },
    /** The orders reported since a time (ISO 8601), newest first. */
    async listReportedOrders(since: string, limit: number) {
      const reply = await client
        .from(TABLE)
        .select('*')
        .gte('created_at', since)
        .order('created_at', { ascending: false })
        .limit(limit)
      return rowsOf('list reported orders', reply, reportRows)
    },
  }
}
