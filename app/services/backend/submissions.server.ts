import type { SupabaseClient } from '@supabase/supabase-js'
import { type BackendAccess, expectDone, idRows, isoNow, rowsOf } from './client.server.ts'

/** Idempotency keys of forms whose own tables have no natural key. */
export function createSubmissions(client: SupabaseClient, access: BackendAccess) {
  return {
    /**
     * Claims a form's idempotency key. @returns true for the first claim only
     * @throws UpstreamError
     */
    async claimSubmission(form: string, key: string): Promise<boolean> {
      const reply = await client
        .from('form_submissions')
        .upsert(
          { form, submission_key: key.slice(0, 128), created_at: isoNow(access) },
          { onConflict: 'form,submission_key', ignoreDuplicates: true },
        )
        .select('id')
      return rowsOf('claim submission', reply, idRows).length === 1
    },

    /** Gives a claim back when the work it stood for failed, so that the same post can be tried again. */
    async releaseSubmission(form: string, key: string): Promise<void> {
      const reply = await client
        .from('form_submissions')
        .delete()
        .eq('form', form)
        .eq('submission_key', key.slice(0, 128))
        .select('id')
      expectDone('release submission', reply)
    },
  }
}
