import { z } from 'zod'
import { readCompany } from './company.ts'
import { type Database, expectDone, idRows, insertOnce, rowsOf } from './database.ts'
import type { FunctionEnvironment } from './environment.ts'
import { COMPANY } from './forms/company-facts.ts'
import { isUndeliverable } from './mail/message.ts'
import { type MailData, type MailTemplate, renderMail, storedMail, TEMPLATES } from './mail/templates.ts'
import type { Market } from './markets/markets.ts'
import { cutText } from './text/text.ts'

/** Lifetime of a claim, ms; after that, another sender may claim the mail. */
const LOCK_MS = 60_000
/** Time limit of sending a mail, ms: it ends before its claim, so that no second sender starts meanwhile. */
const SEND_MS = 45_000
/** Delay before the one retry of marking a mail as sent, ms. */
const MARK_RETRY_MS = 500
const OUTBOX = 'mail_outbox'
/**
 * Failed mails are retried with exponential backoff; the last retry is due 2^12 minutes (nearly three days) after the
 * mail was created. An attempt counts even if its process died.
 */
export const MAX_ATTEMPTS = 13

export type QueuedMail<T extends MailTemplate = MailTemplate> = {
  /** Only one mail is ever queued for a key. */
  readonly dedupeKey: string
  readonly template: T
  readonly to: string
  readonly replyTo?: string
  readonly market: Market
  readonly data: MailData[T]
}

export type OutboxEnvironment = Pick<FunctionEnvironment, 'database' | 'origin' | 'sendMail' | 'now' | 'log'>

/**
 * Adds a mail to the outbox.
 * @returns its id; null when a mail with its key was queued before
 * @throws UpstreamError
 */
export async function queueMail<T extends MailTemplate>(
  { database, now }: OutboxEnvironment,
  mail: QueuedMail<T>,
): Promise<string | null> {
  const row = {
    dedupe_key: mail.dedupeKey,
    template: mail.template,
    to_email: mail.to,
    reply_to: mail.replyTo ?? null,
    subject: TEMPLATES[mail.template].subject(mail.data),
    data: mail.data,
    market: mail.market,
    created_at: new Date(now()).toISOString(),
  }
  const inserted = await insertOnce(database, OUTBOX, row, 'dedupe_key').select('id')
  return rowsOf('queue mail', inserted, idRows)[0]?.id ?? null
}

/**
 * - `busy`: the mail is gone, sent, or claimed by another sender;
 * - `failed`: the reason is stored with the mail, and it is retried;
 * - `undeliverable`: the same, but it is not retried: its address does not exist, or it has failed for days.
 */
export type DeliveryResult = 'sent' | 'failed' | 'undeliverable' | 'busy' | 'not-configured'

/**
 * Sends a mail from the outbox. Only one of several callers sends it. A failure to send it is stored in the row, from
 * which it can be retried, and not thrown.
 * @throws UpstreamError when the row could not be claimed or updated
 */
export async function deliverMail(environment: OutboxEnvironment, id: string): Promise<DeliveryResult> {
  const { database, origin, now, log, sendMail } = environment
  if (sendMail === null) return 'not-configured'
  const claimed = await claim(database, now(), id)
  if (claimed === null) return 'busy'
  const giftCodeId = giftOfMailKey(claimed.dedupe_key)
  try {
    // A mail does not wait for the facts in it.
    const { company } = await readCompany(database).catch(() => ({ company: COMPANY }))
    const mail = renderMail(storedMail.parse(claimed), { origin: origin(), now: now(), company })
    await sendMail(mail, AbortSignal.timeout(SEND_MS))
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    log.warn({ operation: 'send mail', mailId: id, reason }, 'mail not sent')
    const message = error instanceof Error ? error.message : String(error)
    const failed = {
      state: 'failed',
      // For the owner, without addresses.
      last_error: cutText(message.replace(/\S+@\S+/g, '[address]'), 300),
      locked_until: null,
      ...(isUndeliverable(error) && { attempts: Math.max(claimed.attempts, MAX_ATTEMPTS) }),
    }
    // No effect if another sender has claimed or sent it meanwhile.
    const update = database.from(OUTBOX).update(failed).eq('id', id).eq('attempts', claimed.attempts)
    expectDone('mark mail as failed', await update.eq('state', 'sending'))
    if (!isUndeliverable(error) && claimed.attempts < MAX_ATTEMPTS) return 'failed'
    // Its owner sees that on the first page too.
    if (giftCodeId !== null) log.error({ giftCodeId, reason: 'refused' }, 'gift not delivered')
    return 'undeliverable'
  }
  const sentAt = new Date(now()).toISOString()
  /** Even if its claim has expired or another sender has failed meanwhile. */
  const markSent = async () => {
    const sent = { state: 'sent', sent_at: sentAt, last_error: null, locked_until: null }
    const update = database.from(OUTBOX).update(sent).eq('id', id)
    expectDone('mark mail as sent', await update.in('state', ['sending', 'failed']))
  }
  // It must not be marked as failed, or it would be sent twice.
  await markSent().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, MARK_RETRY_MS))
    await markSent()
  })
  if (giftCodeId === null) return 'sent'
  try {
    // A gift is delivered once a mail with its words was accepted, and not before. Others would only tell them again.
    const gift = database.from('gift_redemption_codes').update({ delivered_at: sentAt }).eq('id', giftCodeId)
    expectDone('mark gift as delivered', await gift.is('delivered_at', null))
    await deleteUnsentGiftMails(database, giftCodeId)
  } catch (error) {
    log.error({ err: error, mailId: id }, 'delivery of a gift not noted')
  }
  return 'sent'
}

const GIFT_KEY = /^gift:([0-9a-f-]{36})(?::|$)/

/** The key of the mail that tells the words of a gift. @param resend key of a further one */
export const giftMailKey = (giftId: string, resend?: string) =>
  resend === undefined ? `gift:${giftId}` : `gift:${giftId}:${resend}`

/** The gift whose words a mail tells; null for other mails. */
export function giftOfMailKey(dedupeKey: string): string | null {
  return GIFT_KEY.exec(dedupeKey)?.[1] ?? null
}

/** Deletes the mails with the words of a gift that have not been sent. @throws UpstreamError */
export async function deleteUnsentGiftMails(database: Database, giftId: string): Promise<void> {
  const mails = database
    .from(OUTBOX)
    .delete()
    .like('dedupe_key', `${giftMailKey(giftId)}%`)
  expectDone('delete gift mails', await mails.neq('state', 'sent'))
}

/** Only what marking a mail as failed needs: a mail that this version cannot parse must not block the others. */
const claimedRows = z.array(z.looseObject({ attempts: z.number(), dedupe_key: z.string() }))

/**
 * Claims a mail with one conditional update, so that only one sender gets it. `attempts` is the fencing token. It is
 * increased before the mail is sent, so that attempts whose process dies count too.
 * @returns null when it is gone, sent, or claimed by another sender
 */
async function claim(database: Database, now: number, id: string) {
  const [known] = rowsOf('read mail', await database.from(OUTBOX).select('*').eq('id', id), claimedRows)
  if (known === undefined) return null
  const { attempts } = known
  const locked_until = new Date(now + LOCK_MS).toISOString()
  const updated = await database
    .from(OUTBOX)
    .update({ state: 'sending', attempts: attempts + 1, locked_until })
    .eq('id', id)
    .eq('attempts', attempts)
    .or(`state.in.(waiting,failed),and(state.eq.sending,locked_until.lt."${new Date(now).toISOString()}")`)
    .select('*')
  return rowsOf('claim mail', updated, claimedRows)[0] ?? null
}

/**
 * Queues a mail and sends it after the response, so that a slow or broken mail service neither delays nor fails the
 * request, and the response time does not reveal whether a mail was sent.
 * @throws UpstreamError when the mail could not be queued
 */
export async function queueAndDeliver<T extends MailTemplate>(
  environment: FunctionEnvironment,
  mail: QueuedMail<T>,
): Promise<void> {
  const id = await queueMail(environment, mail)
  if (id === null) return
  environment.waitUntil(
    deliverMail(environment, id).catch((error) => {
      environment.log.error({ err: error, mailId: id }, 'outbox failed')
    }),
  )
}
