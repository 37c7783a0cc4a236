import type { SupabaseClient } from '@supabase/supabase-js'
import type { OutboxEnvironment } from '#supabase/functions/_shared/outbox.ts'
import { silentLog } from '../support/silent-log.ts'

/** A mail that has been in the outbox for that long. */
export const leftMail = (name: string, minutes: number, more: object = {}) => ({
  dedupe_key: name,
  template: 'welcome',
  to_email: `${name}@example.com`,
  subject: 'x',
  data: { firstName: 'Ada', email: `${name}@example.com`, unsubscribeToken: 'a'.repeat(44) },
  market: 'uk',
  state: 'waiting',
  attempts: 0,
  created_at: new Date(Date.now() - minutes * 60_000).toISOString(),
  ...more,
})

/** Adds mails to the outbox. @returns their ids */
export async function leaveMails(service: SupabaseClient, count: number): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, number) => leftMail(`slow${number}`, 0))
  const { data } = await service.from('mail_outbox').insert(rows).select('id')
  return (data ?? []).map(({ id }) => String(id))
}

/** What a sender needs, with what takes the mails. */
export const senderWith = (
  database: SupabaseClient,
  sendMail: OutboxEnvironment['sendMail'],
): OutboxEnvironment => ({
  database,
  origin: () => 'https://shop.test',
  now: Date.now,
  log: silentLog,
  sendMail,
})
