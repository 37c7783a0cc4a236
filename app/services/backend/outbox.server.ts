import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { MailData } from '#supabase/functions/_shared/mail/mail.ts'
import {
  type DeliveryResult,
  deliverMail,
  failUnfinishedMails,
  giftOfMailKey,
  MAX_ATTEMPTS,
  type OutboxEnvironment,
  type QueuedMail,
  queueMail,
} from '#supabase/functions/_shared/outbox.ts'
import { type MailConfig, mailSender } from '../mail/mailer.server.ts'
import { withDeadline } from '../upstream/upstream-error.server.ts'
import { type BackendAccess, idRows, isUuid, rowsOf, withUpstreamError } from './client.server.ts'
import { GIFT_CODES, giftCodeRows, type StoredGiftCode } from './gift-records.server.ts'

export type MailOptions = {
  readonly mail: MailConfig
  /** Scheme and host of the shop, for links in mails. */
  readonly origin: () => string
  /** Path of the printable letter with a gift's magic words; without it, mails link to the blank letter. */
  readonly letterPath?: (gift: Pick<StoredGiftCode, 'id' | 'market'>) => string
}

export type Outbox = ReturnType<typeof createOutbox>

export type SecurityChange = MailData['security']['change']

/** How long the answer to a form waits for the mail about it. */
const SECURITY_MAIL_MS = 3_000
export const OUTBOX = 'mail_outbox'

const keyRows = z.array(z.object({ dedupe_key: z.string() }))

/** Sends the mails of the shop from the outbox table. */
export function createOutbox(client: SupabaseClient, access: BackendAccess, { mail, origin }: MailOptions) {
  const environment: OutboxEnvironment = {
    database: client,
    origin,
    sendMail: mailSender(mail),
    now: access.now,
    log: access.log,
  }

  /** Sends a mail now. One with magic words that reached nobody is an error in the log, and on the owner's first page. */
  async function deliver(id: string): Promise<DeliveryResult> {
    const result = await withUpstreamError('deliver mail', () => deliverMail(environment, id))
    if (result === 'undeliverable') await logUndeliverable(id)
    return result
  }

  async function logUndeliverable(id: string): Promise<void> {
    try {
      const reply = await client.from(OUTBOX).select('dedupe_key').eq('id', id)
      const [row] = rowsOf('find undeliverable mail', reply, keyRows)
      const giftId = row ? giftOfMailKey(row.dedupe_key) : null
      if (giftId === null) return
      const found = await client.from(GIFT_CODES).select('*').eq('id', giftId)
      for (const gift of rowsOf('find gift of mail', found, giftCodeRows)) logUndelivered(gift, 'refused')
    } catch (error) {
      access.log.error({ err: error, mailId: id }, 'undelivered gift not found')
    }
  }

  function logUndelivered(gift: StoredGiftCode, reason: 'no-address' | 'refused'): void {
    access.log.error({ giftCodeId: gift.id, orderId: gift.orderId, reason }, 'gift not delivered')
  }

  const queue = (mail: QueuedMail) => withUpstreamError('queue gift mail', () => queueMail(environment, mail))

  /** Mails the owner, so that they see that mail arrives. @throws UpstreamError when it could not be queued */
  async function sendTestMail(to: string): Promise<DeliveryResult> {
    const dedupeKey = `test:${crypto.randomUUID()}`
    const id = await queue({ dedupeKey, template: 'test', to, replyTo: null, market: 'uk', data: {} })
    return id === null ? 'busy' : deliver(id)
  }

  /** Mails the owner about a change of the sign-in. @throws UpstreamError when it could not be queued or sent */
  async function sendSecurityMail(to: string, change: SecurityChange): Promise<void> {
    const dedupeKey = `security:${crypto.randomUUID()}`
    const mail = {
      dedupeKey,
      template: 'security',
      to,
      replyTo: null,
      market: 'uk',
      data: { change },
    } as const
    const id = await queue(mail)
    if (id !== null) await withDeadline(deliver(id), SECURITY_MAIL_MS, () => undefined)
  }

  /**
   * Sends a waiting or failed mail now. An id that is not a UUID counts as `busy`.
   * @throws UpstreamError
   */
  async function sendOutboxMail(id: string): Promise<DeliveryResult> {
    return isUuid(id) ? deliver(id) : 'busy'
  }

  /**
   * Sends the mails that are due, oldest first: failed ones, and those whose process stopped before it sent them.
   * @param stopped when aborted, no further mail is started
   * @returns the number of mails sent
   * @throws UpstreamError
   */
  async function sendWaitingMails(stopped?: AbortSignal): Promise<number> {
    const now = access.now()
    await withUpstreamError('fail unfinished mails', () => failUnfinishedMails(environment))
    let sent = 0
    for (const id of await listDueMails(client, now))
      if (!stopped?.aborted && (await sendOutboxMail(id)) === 'sent') sent++
    return sent
  }
  return {
    queue,
    deliver,
    logUndelivered,
    sendTestMail,
    sendSecurityMail,
    sendOutboxMail,
    sendWaitingMails,
  }
}

/** Age at which a mail that its creator has not sent is due, ms; doubled after each attempt. */
const FIRST_DELAY_MS = 60_000
/** Mails of one round. */
const MAX_MAILS = 50

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
async function listDueMails(client: SupabaseClient, now: number): Promise<readonly string[]> {
  const reply = await client
    .from(OUTBOX)
    .select('id')
    .in('state', ['waiting', 'failed'])
    .lt('attempts', MAX_ATTEMPTS)
    .lt('created_at', new Date(now - FIRST_DELAY_MS).toISOString())
    .or(dueFilter(now))
    .order('created_at')
    .limit(MAX_MAILS)
  return rowsOf('list waiting mails', reply, idRows).map(({ id }) => id)
}
