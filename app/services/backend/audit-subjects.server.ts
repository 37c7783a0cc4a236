import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { rowsOf } from './client.server.ts'

/** What somebody who knows a row would call it by; null where it has nothing of the kind. */
export type AuditSubject = {
  readonly id: string
  readonly orderName: string | null
  readonly title: string | null
  readonly name: string | null
  readonly email: string | null
  readonly recipientName: string | null
  readonly recipientEmail: string | null
}

const text = z.string().nullish().default(null)
const subjectRows = z.array(
  z.object({
    id: z.string(),
    orderName: text,
    title: text,
    name: text,
    email: text,
    recipientName: text,
    recipientEmail: text,
  }),
)

/** Where the subjects of each type are kept, and under which names. */
const SUBJECTS: Readonly<Record<string, { readonly table: string; readonly columns: string }>> = {
  'gift-code': {
    table: 'gift_redemption_codes',
    columns:
      'id, orderName:order_name, title:product_title, name:purchaser_name, email:purchaser_email, recipientName:recipient_name, recipientEmail:recipient_email',
  },
  message: { table: 'contact_messages', columns: 'id, name:full_name, title:subject' },
  'order-notice': { table: 'webhook_deliveries', columns: 'id, orderName:order_name, title:topic' },
  mail: { table: 'mail_outbox', columns: 'id, title:subject, email:to_email' },
  subscriber: { table: 'email_subscribers', columns: 'id, name:full_name, email' },
}

/** Whether what the trail calls so is kept as rows. */
export function isKeptSubject(type: string): boolean {
  return Object.hasOwn(SUBJECTS, type)
}

/**
 * The rows that entries of the audit trail are about, so far as they are still there: the trail itself keeps nobody's
 * data.
 * @throws UpstreamError
 */
export async function findAuditSubjects(
  client: SupabaseClient,
  type: string,
  ids: readonly string[],
): Promise<readonly AuditSubject[]> {
  const kept = SUBJECTS[type]
  // Others are nobody's, and PostgreSQL would refuse to compare them with one.
  const possible = [...new Set(ids)].filter((id) => z.guid().safeParse(id).success)
  if (kept === undefined || possible.length === 0) return []
  const reply = await client.from(kept.table).select(kept.columns).in('id', possible)
  return rowsOf(`find subjects, ${type}`, reply, subjectRows)
}
