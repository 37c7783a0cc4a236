import { isDeepStrictEqual } from 'node:util'
import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { AuditAction } from '../../models/owner-messages.ts'
import { findAuditSubjects } from './audit-subjects.server.ts'
import { type BackendAccess, expectDone, isoNow, rowsOf } from './client.server.ts'

/** An action, its actor and its subject. `detail` must not contain magic words or full email addresses. */
export type AuditEntry = {
  readonly actor: { readonly id: string; readonly email: string }
  readonly action: AuditAction
  readonly subjectType: string
  readonly subjectId: string | null
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

const detailRows = z.array(z.object({ detail: z.unknown() }))

/** The audit trail of the admin area. */
export function createAudit(client: SupabaseClient, access: BackendAccess) {
  return {
    /** Writes one entry. @throws UpstreamError, so that an action that can't be recorded is not done */
    async recordAudit(entry: AuditEntry): Promise<void> {
      const reply = await client.from('audit_trail').insert({
        actor_id: entry.actor.id,
        actor_email: entry.actor.email,
        action: entry.action,
        subject_type: entry.subjectType,
        subject_id: entry.subjectId,
        detail: entry.detail ?? null,
        created_at: isoNow(access),
      })
      expectDone('record audit', reply)
    },
    /** Whether the trail has an equal entry, by any actor at any time. @throws UpstreamError */
    async isAudited({ action, subjectType, subjectId, detail }: Omit<AuditEntry, 'actor'>): Promise<boolean> {
      const found = client
        .from('audit_trail')
        .select('detail')
        .eq('action', action)
        .eq('subject_type', subjectType)
      const reply = await (subjectId === null
        ? found.is('subject_id', null)
        : found.eq('subject_id', subjectId))
      const rows = rowsOf('find audit entry', reply, detailRows)
      return rows.some((row) => isDeepStrictEqual(row.detail, detail ?? null))
    },
    findAuditSubjects: (type: string, ids: readonly string[]) => findAuditSubjects(client, type, ids),
  }
}
