import type { SupabaseClient } from '@supabase/supabase-js'
import { ORDER_WITHOUT_ADDRESS } from '#app/models/owner-messages.ts'
import { type DeliveryResult, giftMailKey, MAX_ATTEMPTS } from '#supabase/functions/_shared/outbox.ts'
import { type BackendAccess, expectDone, hasRows, idRows, isoNow, rowsOf } from './client.server.ts'
import { GIFT_CODES, type StoredGiftCode } from './gift-records.server.ts'
import { type MailOptions, OUTBOX, type Outbox } from './outbox.server.ts'

/** How long after it was redeemed a gift is told of. */
const TOLD_MS = 3 * 24 * 3_600_000

/** The mails about gifts, in the outbox table. */
export function createGiftMails(
  client: SupabaseClient,
  access: BackendAccess,
  { queue, deliver, logUndelivered }: Outbox,
  { letterPath }: Pick<MailOptions, 'letterPath'>,
) {
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
   * Sends an unsent mail with the words of a gift to an address that the owner has entered, which becomes the purchaser's.
   * @returns `busy` when the mail does not wait any more, such as after a form that was sent twice
   * @throws UpstreamError
   */
  async function readdressGiftMail(
    mailId: string,
    gift: StoredGiftCode,
    email: string,
  ): Promise<DeliveryResult> {
    const created_at = isoNow(access)
    const again = { to_email: email, state: 'waiting', attempts: 0, last_error: null, created_at }
    const update = client.from(OUTBOX).update(again).eq('id', mailId)
    const reply = await update.in('state', ['waiting', 'failed']).select('id')
    if (!hasRows('readdress gift mail', reply)) return 'busy'
    const purchaser = await client.from(GIFT_CODES).update({ purchaser_email: email }).eq('id', gift.id)
    expectDone('set address of purchaser', purchaser)
    const result = await deliver(mailId)
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

  return {
    sendGiftMail,
    tellRedeemed,
    keepGiftWithoutAddress,
    readdressGiftMail,
    deleteUnsentGiftMails,
  }
}
