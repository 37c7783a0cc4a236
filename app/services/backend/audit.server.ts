import type { SupabaseClient } from '@supabase/supabase-js'
import type { AuditAction } from '../../models/owner-messages.ts'
import { findAuditSubjects } from './audit-subjects.server.ts'
import { type BackendAccess, expectDone, isoNow } from './client.server.ts'

/** Who did what to what. `detail` must carry no magic words and no full addresses. */
export type AuditEntry = {
  readonly actor: { readonly id: string; readonly email: string }
  readonly action: AuditAction
  readonly subjectType: string
  readonly subjectId: string | null
  readonly detail?: Readonly<Record<string, string | number | boolean | null>>
}

/** The audit trail of the owner's room. */
export function createAudit(client: SupabaseClient, access: BackendAccess) {
  return {
    /** Writes one entry. @throws UpstreamError, so that nothing is done that can't be written down */
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
    findAuditSubjects: (type: string, ids: readonly string[]) => findAuditSubjects(client, type, ids),
  }
}
