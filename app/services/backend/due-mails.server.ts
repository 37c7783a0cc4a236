import type { SupabaseClient } from '@supabase/supabase-js'
import { MAX_ATTEMPTS } from '../../../supabase/functions/_shared/outbox.ts'
import { idRows, rowsOf } from './client.server.ts'

/** Age at which a mail that its creator has not sent is due, ms; doubled after each attempt. */
const FIRST_DELAY_MS = 60_000

/**
 * A PostgREST `or` filter for mails that are due. Filtering after the query would let failed mails that are not due
 * use up its limit.
 */
function dueFilter(now: number): string {
  const dueByAttempts = Array.from({ length: MAX_ATTEMPTS }, (_, attempts) => {
    const createdBefore = new Date(now - FIRST_DELAY_MS * 2 ** attempts).toISOString()
    return `and(attempts.eq.${attempts},created_at.lte."${createdBefore}")`
  })
  return ['state.neq.failed', ...dueByAttempts].join(',')
}

/**
 * Ids of the mails that are due, oldest first: failed ones, and those whose process stopped before it sent them.
 * @throws UpstreamError
 */
export async function listDueMails(
  client: SupabaseClient,
  now: number,
  limit: number,
): Promise<readonly string[]> {
  const reply = await client
    .from('mail_outbox')
    .select('id')
    .in('state', ['waiting', 'failed'])
    .lt('attempts', MAX_ATTEMPTS)
    .lt('created_at', new Date(now - FIRST_DELAY_MS).toISOString())
    .or(dueFilter(now))
    .order('created_at')
    .limit(limit)
  return rowsOf('list waiting mails', reply, idRows).map(({ id }) => id)
}
