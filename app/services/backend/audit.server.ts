import { isDeepStrictEqual } from 'node:util'
import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { type AuditAction, subjectTypeOf } from '#app/models/owner-messages.ts'
import { type BackendAccess, expectDone, isoNow, rowsOf } from './client.server.ts'

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
/** Columns that identify the subject of an audit entry to the owner; null where the subject has no such column. */
export type AuditSubject = z.output<typeof subjectRows>[number]

const SUBJECT_TABLES: Readonly<Record<string, { readonly table: string; readonly columns: string }>> = {
  'gift-code': {
    table: 'gift_redemption_codes',
    columns:
      'id, orderName:order_name, title:product_title, name:purchaser_name, email:purchaser_email, recipientName:recipient_name, recipientEmail:recipient_email',
  },
  message: { table: 'contact_messages', columns: 'id, name:full_name, title:subject' },
  'order-notice': { table: 'webhook_deliveries', columns: 'id, orderName:order_name, title:topic' },
  mail: { table: 'mail_outbox', columns: 'id, title:subject, email:to_email' },
}

/** Whether subjects of that type are rows of a table. */
export function isStoredSubject(type: string): boolean {
  return Object.hasOwn(SUBJECT_TABLES, type)
}

/**
 * An action, its actor and the id of its subject, if that has one. `detail` must not contain magic words or full email
 * addresses.
 */
export type AuditEntry = {
  readonly actor: { readonly id: string; readonly email: string }
  readonly action: AuditAction
  readonly subjectId?: string
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

const detailRows = z.array(z.object({ detail: z.unknown() }))

/** The trail of what the owner has done and of what the shop reports to them. Every call throws UpstreamError. */
export function createAudit(client: SupabaseClient, access: BackendAccess) {
  /** Writes one entry. @throws UpstreamError, so that an action that can't be recorded is not done */
  async function recordAudit(entry: AuditEntry): Promise<void> {
    const reply = await client.from('audit_trail').insert({
      actor_id: entry.actor.id,
      actor_email: entry.actor.email,
      action: entry.action,
      subject_type: subjectTypeOf(entry.action),
      subject_id: entry.subjectId ?? null,
      detail: entry.detail ?? null,
      created_at: isoNow(access),
    })
    expectDone('record audit', reply)
  }

  /** Whether the trail has an equal entry, by any actor at any time. @throws UpstreamError */
  async function isAudited(entry: Required<Omit<AuditEntry, 'actor'>>): Promise<boolean> {
    const { action, subjectId, detail } = entry
    const reply = await client
      .from('audit_trail')
      .select('detail')
      .eq('action', action)
      .eq('subject_id', subjectId)
    const rows = rowsOf('find audit entry', reply, detailRows)
    return rows.some((row) => isDeepStrictEqual(row.detail, detail))
  }

  return {
    recordAudit,
    isAudited,
    /**
     * Reports what the owner has to settle, in the trail and as an error in the log. An equal report of a retry is not
     * repeated. The entry is written last, so that a retry after a failure reports it.
     * @throws UpstreamError
     */
    async reportOnce(entry: Required<AuditEntry>, fields: object, message: string): Promise<void> {
      if (await isAudited(entry)) return
      access.log.error(fields, message)
      await recordAudit(entry)
    },
    /**
     * Looks up the subjects of audit entries, without deleted ones. The trail itself stores ids only, no personal data.
     * @throws UpstreamError
     */
    async findAuditSubjects(type: string, ids: readonly string[]): Promise<readonly AuditSubject[]> {
      const source = SUBJECT_TABLES[type]
      // PostgreSQL refuses to compare a uuid column with anything else.
      const uuids = [...new Set(ids)].filter((id) => z.guid().safeParse(id).success)
      if (source === undefined || uuids.length === 0) return []
      const reply = await client.from(source.table).select(source.columns).in('id', uuids)
      return rowsOf(`find subjects, ${type}`, reply, subjectRows)
    },
  }
}
