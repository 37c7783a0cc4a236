import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { ORDER_WITHOUT_ADDRESS } from '#app/models/owner-messages.ts'
import type { MailData } from '#supabase/functions/_shared/mail/mail.ts'
import {
  type DeliveryResult,
  deliverMail,
  failUnfinishedMails,
  giftMailKey,
  giftOfMailKey,
  MAX_ATTEMPTS,
  type OutboxEnvironment,
  type QueuedMail,
  queueMail,
} from '#supabase/functions/_shared/outbox.ts'
import { type MailConfig, mailSender } from '../mail/mailer.server.ts'
import { withDeadline } from '../upstream/deadline.server.ts'
import {
  type BackendAccess,
  expectDone,
  hasRows,
  idRows,
  isoNow,
  isUuid,
  rowsOf,
  rowsWith,
  timestamp,
  withUpstreamError,
} from './client.server.ts'
import { GIFT_CODES, giftCodeRows, type StoredGiftCode } from './gift-records.server.ts'

export type MailOptions = {
  readonly mail: MailConfig
  /** Scheme and host of the shop, for links in mails. */
  readonly origin: () => string
  /** Path of the printable letter with a gift's magic words; without it, mails link to the blank letter. */
  readonly letterPath?: (gift: Pick<StoredGiftCode, 'id' | 'market'>) => string
}

export type SecurityChange = MailData['security']['change']

/** How long the answer to a form waits for the mail about it. */
const SECURITY_MAIL_MS = 3_000
const OUTBOX = 'mail_outbox'

const giftMailRows = rowsWith({
  id: z.string(),
  dedupe_key: z.string(),
  attempts: z.number(),
  last_error: z.string().nullable(),
  created_at: timestamp,
})

const keyRows = z.array(z.object({ dedupe_key: z.string() }))

/** Sends the mails of the shop from the outbox table. */
export function createOutbox(
  client: SupabaseClient,
  access: BackendAccess,
  { mail, origin, letterPath }: MailOptions,
) {
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
      const [gift] = giftId === null ? [] : await findGifts([giftId])
      if (gift) logUndelivered(gift, 'refused')
    } catch (error) {
      access.log.error({ err: error, mailId: id }, 'undelivered gift not found')
    }
  }

  function logUndelivered(gift: StoredGiftCode, reason: 'no-address' | 'refused'): void {
    access.log.error({ giftCodeId: gift.id, orderId: gift.orderId, reason }, 'gift not delivered')
  }

  async function findGifts(ids: readonly string[]): Promise<readonly StoredGiftCode[]> {
    if (ids.length === 0) return []
    const reply = await client
      .from(GIFT_CODES)
      .select('*')
      .in('id', [...ids])
    return rowsOf('find gifts of mails', reply, giftCodeRows)
  }

  /** Which of several gifts of its order it is, for the subject; undefined for the only one. @throws UpstreamError */
  async function placeOf({ id, orderId }: StoredGiftCode) {
    if (orderId === null) return undefined
    const gifts = client.from(GIFT_CODES).select('id').eq('order_id', orderId).is('revoked_at', null)
    const reply = await gifts.order('order_line_id').order('order_line_unit')
    const ids = rowsOf('list gifts of order', reply, idRows)
    const number = ids.findIndex((other) => other.id === id) + 1
    return ids.length > 1 && number > 0 ? { number, of: ids.length } : undefined
  }

  async function toGiftMail(gift: StoredGiftCode, to: string, resend?: string) {
    const place = await placeOf(gift)
    return {
      dedupeKey: giftMailKey(gift.id, resend),
      template: 'gift-code',
      to,
      replyTo: null,
      market: gift.market,
      data: {
        firstName: gift.purchaserName?.trim().split(/\s+/)[0] ?? '',
        words: gift.code,
        giftTitle: gift.productTitle,
        wrapping: gift.wrapping === 'printable-only' ? 'printable-only' : 'gift-edition',
        ...(gift.chosenWand !== null && { wand: gift.chosenWand }),
        ...(place && { place }),
        orderName: gift.orderName ?? '',
        ...(letterPath && { letterPath: letterPath(gift) }),
      },
    } as const
  }

  const queue = (mail: QueuedMail) => withUpstreamError('queue gift mail', () => queueMail(environment, mail))

  /**
   * Mails the magic words of a gift to its purchaser, once.
   * @param resend key of a further mail, which is sent once for each key
   * @returns `no-address` when the order has no email address, `repeated` when the mail was queued before
   * @throws UpstreamError when the mail could not be queued. What fails after that is tried again from the outbox
   */
  async function sendGiftMail(
    gift: StoredGiftCode,
    resend?: string,
  ): Promise<DeliveryResult | 'no-address' | 'repeated'> {
    const { purchaserEmail } = gift
    if (purchaserEmail === null || purchaserEmail === '') return 'no-address'
    const id = await queue(await toGiftMail(gift, purchaserEmail, resend))
    if (id === null) return 'repeated'
    try {
      const result = await deliver(id)
      // An earlier one that is still retried would tell the words again.
      if (result === 'sent') await deleteUnsentGiftMails(gift.id)
      return result
    } catch (error) {
      access.log.error({ err: error, giftCodeId: gift.id }, 'gift mail left for later')
      return 'failed'
    }
  }

  /**
   * Tells the giver that the words were said, and whoever said them that the gift is ordered: each once for an order.
   * Who says the own words is told once. Says nothing days later, when the outbox no longer knows what was told.
   * @throws UpstreamError when a mail could not be queued. What fails after that is tried again from the outbox
   */
  async function tellRedeemed(gift: StoredGiftCode): Promise<void> {
    const { id, redeemedAt, redeemedOrderId, purchaserEmail, recipientEmail } = gift
    if (redeemedAt === null || access.now() - Date.parse(redeemedAt) > TOLD_MS) return
    const told = [
      { to: 'recipient', email: recipientEmail, name: gift.recipientName, order: gift.redeemedOrderName },
      { to: 'giver', email: purchaserEmail, name: gift.purchaserName, order: gift.orderName },
    ] as const
    for (const { to, email, name, order } of told) {
      if (!email || (to === 'giver' && email === recipientEmail)) continue
      const firstName = name?.trim().split(/\s+/)[0] ?? ''
      const data = { to, firstName, giftTitle: gift.productTitle, orderName: order ?? '' }
      const dedupeKey = `redeemed:${id}:${redeemedOrderId}:${to}`
      const mailId = await queue({
        dedupeKey,
        template: 'gift-redeemed',
        to: email,
        replyTo: null,
        market: gift.market,
        data,
      })
      if (mailId !== null) await deliver(mailId)
    }
  }

  /**
   * Keeps the mail of a paid gift that has no address in the outbox, where the owner can give it one. Idempotent.
   * @throws UpstreamError
   */
  async function keepGiftWithoutAddress(gift: StoredGiftCode): Promise<void> {
    const id = await queue(await toGiftMail(gift, ''))
    if (id === null) return
    const failed = { state: 'failed', attempts: MAX_ATTEMPTS, last_error: ORDER_WITHOUT_ADDRESS }
    const reply = await client.from(OUTBOX).update(failed).eq('id', id).eq('to_email', '')
    expectDone('keep gift mail', reply)
    logUndelivered(gift, 'no-address')
  }

  /**
   * Gifts that can be redeemed and of which no mail was accepted, though one has failed; newest first.
   * @param limit maximum number of mails that are looked at
   * @returns each with its mail
   * @throws UpstreamError
   */
  async function listUndeliveredGifts(limit: number) {
    const reply = await client
      .from(OUTBOX)
      .select('id, dedupe_key, attempts, last_error, created_at')
      .eq('template', 'gift-code')
      .eq('state', 'failed')
      .order('created_at', { ascending: false })
      .limit(limit)
    const mails = rowsOf('list undelivered gifts', reply, giftMailRows)
    const ids = new Set(mails.flatMap(({ dedupeKey }) => giftOfMailKey(dedupeKey) ?? []))
    const gifts = new Map((await findGifts([...ids])).map((gift) => [gift.id, gift]))
    return mails.flatMap(({ dedupeKey, ...mail }) => {
      const gift = gifts.get(giftOfMailKey(dedupeKey) ?? '')
      // The first of several mails for a gift is the latest.
      if (gift) gifts.delete(gift.id)
      if (!gift || gift.redeemed || gift.revokedAt !== null || gift.deliveredAt !== null) return []
      return [{ gift, mail }]
    })
  }

  /**
   * Sends the words of a gift to an address that the owner has entered, which becomes the purchaser's.
   * @returns `busy` when no mail of the gift waits for one, such as after a form that was sent twice
   * @throws UpstreamError
   */
  async function readdressGiftMail(gift: StoredGiftCode, email: string): Promise<DeliveryResult> {
    const unsent = client
      .from(OUTBOX)
      .select('id')
      .like('dedupe_key', `${giftMailKey(gift.id)}%`)
    const found = await unsent
      .in('state', ['waiting', 'failed'])
      .order('created_at', { ascending: false })
      .limit(1)
    const [mail] = rowsOf('find gift mail', found, idRows)
    if (!mail) return 'busy'
    const created_at = isoNow(access)
    const again = { to_email: email, state: 'waiting', attempts: 0, last_error: null, created_at }
    const update = client.from(OUTBOX).update(again).eq('id', mail.id)
    const reply = await update.in('state', ['waiting', 'failed']).select('id')
    if (!hasRows('readdress gift mail', reply)) return 'busy'
    const purchaser = await client.from(GIFT_CODES).update({ purchaser_email: email }).eq('id', gift.id)
    expectDone('set address of purchaser', purchaser)
    const result = await deliver(mail.id)
    if (result === 'sent') await deleteUnsentGiftMails(gift.id)
    return result
  }

  /** Deletes the mails of a gift that have not been sent. @throws UpstreamError */
  async function deleteUnsentGiftMails(giftId: string): Promise<void> {
    const reply = await client
      .from(OUTBOX)
      .delete()
      .like('dedupe_key', `${giftMailKey(giftId)}%`)
      .neq('state', 'sent')
    expectDone('delete gift mails', reply)
  }

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
    sendGiftMail,
    tellRedeemed,
    keepGiftWithoutAddress,
    listUndeliveredGifts,
    readdressGiftMail,
    deleteUnsentGiftMails,
    sendTestMail,
    sendSecurityMail,
    sendOutboxMail,
    sendWaitingMails,
  }
}

/** How long after it was redeemed a gift is told of. */
const TOLD_MS = 3 * 24 * 3_600_000

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
