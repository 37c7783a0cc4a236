import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { MailCompanies } from '../../../supabase/functions/_shared/mail/company.ts'
import {
  type Delivery,
  deliverMail,
  failUnfinishedMails,
  type OutboxEnvironment,
  queueMail,
} from '../../../supabase/functions/_shared/outbox.ts'
import type { Mailer } from '../mail/mailer.server.ts'
import { UpstreamError } from '../upstream-error.server.ts'
import { type BackendAccess, idRows, rowsOf } from './client.server.ts'
import type { StoredGiftCode } from './gift-code-rows.server.ts'

export type MailAccess = {
  readonly mailer: Mailer
  /** Who the mails are from. */
  readonly companies: MailCompanies
  /** Scheme and host of the shop, for links in mails. */
  readonly origin: () => string
  /** Path of the printable letter that has a gift's words; without it mails lead to the empty one. */
  readonly letterPath?: ((gift: StoredGiftCode) => string) | undefined
}

/**
 * A mail that failed is tried again after twice the time each; the last try is after 2^12 minutes, nearly three days.
 * A try that its process did not survive counts like any other.
 */
const MOST_ATTEMPTS = 13

/** A mail is left to whoever wrote it for this long, milliseconds; after a failure, for twice as long each time. */
const FIRST_ROUND_MS = 60_000

/**
 * The filter that says it to the database. Asked for all and sorted out here, failed mails that have to wait would take
 * the places of later ones.
 */
function dueAt(now: number): string {
  const failed = Array.from({ length: MOST_ATTEMPTS }, (_, attempts) => {
    const before = new Date(now - FIRST_ROUND_MS * 2 ** attempts).toISOString()
    return `and(attempts.eq.${attempts},created_at.lte."${before}")`
  })
  return ['state.neq.failed', ...failed].join(',')
}

/** Mails that the shop itself writes, and the outbox they wait in. */
export function createOutbox(client: SupabaseClient, access: BackendAccess, mail: MailAccess) {
  const environment: OutboxEnvironment = {
    origin: mail.origin,
    companies: mail.companies,
    sendMail: mail.mailer.send,
    now: access.now,
    log: access.log,
  }

  /**
   * Mails the magic words to whoever bought them. The first time is once for ever; `resend` names a further
   * time, which the same name doesn't repeat.
   * @returns what became of it; `no-address` when the order had none
   * @throws UpstreamError when the mail could not even be written down
   */
  async function sendGiftMail(
    gift: StoredGiftCode,
    resend?: string,
  ): Promise<Delivery | 'no-address' | 'repeated'> {
    if (gift.purchaserEmail === null || gift.purchaserEmail === '') return 'no-address'
    const id = await guarded('queue gift mail', () =>
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
    return id === null ? 'repeated' : guarded('deliver gift mail', () => deliverMail(client, environment, id))
  }

  /** Sends one waiting or failed mail now. */
  async function sendOutboxMail(id: string): Promise<Delivery> {
    if (!z.uuid().safeParse(id).success) return 'busy'
    return guarded('deliver mail', () => deliverMail(client, environment, id))
  }

  /**
   * Sends what still waits and is due, oldest first: mails of a process that was stopped in between, and those that
   * failed.
   * @param stopped begins no further mail once it is aborted
   * @returns how many went out
   */
  async function sendWaitingMails(limit = 50, stopped?: AbortSignal): Promise<number> {
    const now = access.now()
    await guarded('fail unfinished mails', () => failUnfinishedMails(client, now))
    const reply = await client
      .from('mail_outbox')
      .select('id')
      .in('state', ['waiting', 'failed'])
      .lt('attempts', MOST_ATTEMPTS)
      .lt('created_at', new Date(now - FIRST_ROUND_MS).toISOString())
      .or(dueAt(now))
      .order('created_at')
      .limit(limit)
    let sent = 0
    for (const { id } of rowsOf('list waiting mails', reply, idRows))
      if (!stopped?.aborted && (await sendOutboxMail(id)) === 'sent') sent++
    return sent
  }

  return { sendGiftMail, sendOutboxMail, sendWaitingMails }
}

async function guarded<T>(operation: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new UpstreamError(operation, null, { cause })
  }
}
