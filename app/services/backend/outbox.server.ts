import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { MailCompanies } from '../../../supabase/functions/_shared/mail/company.ts'
import {
  type DeliveryResult,
  deliverMail,
  failUnfinishedMails,
  MAX_ATTEMPTS,
  type OutboxEnvironment,
  queueMail,
} from '../../../supabase/functions/_shared/outbox.ts'
import type { Mailer } from '../mail/mailer.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'
import { type BackendAccess, expectDone, idRows, rowsOf } from './client.server.ts'
import type { StoredGiftCode } from './gift-code-rows.server.ts'

export type MailAccess = {
  readonly mailer: Mailer
  /** The senders, by market. */
  readonly companies: MailCompanies
  /** Origin of the shop, for links in mails. */
  readonly origin: () => string
  /** Path of the printable letter with a gift's magic words; without it, mails link to the blank letter. */
  readonly letterPath?: ((gift: StoredGiftCode) => string) | undefined
}

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

/** Sends the mails of the shop from the outbox table. */
export function createOutbox(client: SupabaseClient, access: BackendAccess, mail: MailAccess) {
  const environment: OutboxEnvironment = {
    origin: mail.origin,
    companies: mail.companies,
    sendMail: mail.mailer.send,
    now: access.now,
    log: access.log,
  }

  /**
   * Mails the magic words of a gift to its purchaser, once.
   * @param resend key of a further mail, which is sent once for each key
   * @returns `no-address` when the order has no email address, `repeated` when the mail was queued before
   * @throws UpstreamError when the mail could not be queued or its state could not be stored
   */
  async function sendGiftMail(
    gift: StoredGiftCode,
    resend?: string,
  ): Promise<DeliveryResult | 'no-address' | 'repeated'> {
    if (gift.purchaserEmail === null || gift.purchaserEmail === '') return 'no-address'
    const id = await withUpstreamError('queue gift mail', () =>
      queueMail(client, environment, {
        dedupeKey: resend === undefined ? `gift:${gift.id}` : `gift:${gift.id}:${resend}`,
        template: 'gift-code',
        to: gift.purchaserEmail ?? '',
        replyTo: null,
        market: gift.market,
        data: {
          firstName: gift.purchaserName?.trim().split(/\s+/)[0] ?? '',
          words: gift.code,
          giftTitle: gift.productTitle,
          wrapping: gift.wrapping === 'printable-only' ? 'printable-only' : 'gift-edition',
          orderName: gift.orderName ?? '',
          ...(mail.letterPath && { letterPath: mail.letterPath(gift) }),
        },
      }),
    )
    return id === null
      ? 'repeated'
      : withUpstreamError('deliver gift mail', () => deliverMail(client, environment, id))
  }

  /** Deletes the mails of a gift that have not been sent. @throws UpstreamError */
  async function deleteUnsentGiftMails(giftId: string): Promise<void> {
    const reply = await client
      .from('mail_outbox')
      .delete()
      .like('dedupe_key', `gift:${giftId}%`)
      .neq('state', 'sent')
      .select('id')
    expectDone('delete gift mails', reply)
  }

  /**
   * Sends a waiting or failed mail now. An id that is not a UUID counts as `busy`.
   * @throws UpstreamError
   */
  async function sendOutboxMail(id: string): Promise<DeliveryResult> {
    if (!z.uuid().safeParse(id).success) return 'busy'
    return withUpstreamError('deliver mail', () => deliverMail(client, environment, id))
  }

  /**
   * Sends the mails that are due, oldest first: failed ones, and those whose process stopped before it sent them.
   * @param limit maximum number of mails
   * @param stopped when aborted, no further mail is started
   * @returns the number of mails sent
   * @throws UpstreamError
   */
  async function sendWaitingMails(limit = 50, stopped?: AbortSignal): Promise<number> {
    const now = access.now()
    await withUpstreamError('fail unfinished mails', () => failUnfinishedMails(client, now))
    const reply = await client
      .from('mail_outbox')
      .select('id')
      .in('state', ['waiting', 'failed'])
      .lt('attempts', MAX_ATTEMPTS)
      .lt('created_at', new Date(now - FIRST_DELAY_MS).toISOString())
      .or(dueFilter(now))
      .order('created_at')
      .limit(limit)
    let sent = 0
    for (const { id } of rowsOf('list waiting mails', reply, idRows))
      if (!stopped?.aborted && (await sendOutboxMail(id)) === 'sent') sent++
    return sent
  }

  return { sendGiftMail, deleteUnsentGiftMails, sendOutboxMail, sendWaitingMails }
}

/** Rethrows any error as an `UpstreamError`. */
async function withUpstreamError<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new UpstreamError(operation, null, { cause })
  }
}
