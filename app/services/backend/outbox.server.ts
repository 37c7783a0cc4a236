import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createTransport } from 'nodemailer'
import { ORDER_WITHOUT_ADDRESS } from '#app/models/owner-messages.ts'
import { expectDone, hasRows, idRows, rowsOf } from '#supabase/functions/_shared/database.ts'
import { type SendMail, smtpSender, toMessage } from '#supabase/functions/_shared/mail/message.ts'
import type { MailData } from '#supabase/functions/_shared/mail/templates.ts'
import {
  type DeliveryResult,
  deleteUnsentGiftMails,
  deliverMail,
  giftMailKey,
  MAX_ATTEMPTS,
  type OutboxEnvironment,
  type QueuedMail,
  queueMail,
} from '#supabase/functions/_shared/outbox.ts'
import { splitName } from '#supabase/functions/_shared/text/text.ts'
import type { Log } from '../log/log.server.ts'
import { withDeadline } from '../upstream/upstream-error.server.ts'
import { type BackendAccess, isoNow } from './client.server.ts'
import { GIFT_CODES, type StoredGiftCode } from './gift-records.server.ts'

export type MailConfig = {
  /** `smtp://` or `smtps://` URL; null writes mails to files. */
  readonly smtpUrl: string | null
  readonly from: string
  /** Recipient of messages to the shop. */
  readonly to: string
  /** Folder for `.eml` files. */
  readonly outboxDir: string
}

/** Sends the shop's mails: over SMTP when configured, else each to an `.eml` file. */
export function mailSender({ smtpUrl, outboxDir, from }: MailConfig): SendMail {
  return smtpUrl === null ? fileSender(outboxDir, from) : smtpSender(smtpUrl, from)
}

/** Writes to a temporary file and renames it, so that neither a reader nor a crash can leave a partial mail. */
function fileSender(folder: string, from: string): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message } = await transport.sendMail(toMessage(mail, from))
    await mkdir(folder, { recursive: true })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
    const temporary = join(folder, `.${name}.part`)
    try {
      await writeFile(temporary, message as Buffer, { flag: 'wx', flush: true })
      await rename(temporary, join(folder, `${name}.eml`))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
}

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
/** Age at which a mail that its creator has not sent is due, ms; doubled after each attempt. */
const FIRST_DELAY_MS = 60_000
/** Mails of one round of the sender. */
const MAX_MAILS = 50
const OUTBOX = 'mail_outbox'
const CUT_SHORT = 'Sending was cut short; it may have gone out.'

/** The mails of the shop, from the outbox table. Every call throws UpstreamError. */
export function createOutbox(client: SupabaseClient, access: BackendAccess, options: MailOptions) {
  const { mail, origin, letterPath } = options
  const { log, now } = access
  const environment: OutboxEnvironment = {
    database: client,
    origin,
    sendMail: mailSender(mail),
    now,
    log,
  }
  const queue = (queued: QueuedMail) => queueMail(environment, queued)

  const deliver = (id: string) => deliverMail(environment, id)

  /** Mails the owner. @throws UpstreamError when it could not be queued or sent */
  async function mailOwner<T extends 'test' | 'security'>(to: string, template: T, data: MailData[T]) {
    const dedupeKey = `${template}:${crypto.randomUUID()}`
    const id = await queue({ dedupeKey, template, to, market: 'uk', data })
    return id === null ? 'busy' : deliver(id)
  }

  return {
    deleteUnsentGiftMails: (giftId: string) => deleteUnsentGiftMails(client, giftId),

    /**
     * Mails the magic words of a gift to its purchaser, once. Without an address the mail is kept as failed, so that the
     * owner can give it one.
     * @param resend key of a further mail, which is sent once for each key
     * @returns `repeated` when the mail was queued before
     * @throws UpstreamError when the mail could not be queued. What fails after that is tried again from the outbox
     */
    async sendGiftMail(
      gift: StoredGiftCode,
      resend?: string,
    ): Promise<DeliveryResult | 'no-address' | 'repeated'> {
      const to = gift.purchaserEmail ?? ''
      const id = await queue({
        ...{ dedupeKey: giftMailKey(gift.id, resend), template: 'gift-code', to, market: gift.market },
        data: {
          firstName: splitName(gift.purchaserName ?? '').firstName,
          words: gift.code,
          giftTitle: gift.productTitle,
          wrapping: gift.wrapping === 'printable-only' ? 'printable-only' : 'gift-edition',
          ...(gift.chosenWand !== null && { wand: gift.chosenWand }),
          orderName: gift.orderName ?? '',
          ...(letterPath && { letterPath: letterPath(gift) }),
        },
      })
      if (id === null) return 'repeated'
      if (to === '') {
        const failed = { state: 'failed', attempts: MAX_ATTEMPTS, last_error: ORDER_WITHOUT_ADDRESS }
        expectDone('keep gift mail', await client.from(OUTBOX).update(failed).eq('id', id).eq('to_email', ''))
        log.error({ giftCodeId: gift.id, reason: 'no-address' }, 'gift not delivered')
        return 'no-address'
      }
      return deliver(id).catch((error: unknown) => {
        log.error({ err: error, giftCodeId: gift.id }, 'gift mail left for later')
        return 'failed'
      })
    },

    /**
     * Sends an unsent mail with the words of a gift to an address that the owner has entered, which becomes the purchaser's.
     * @returns `busy` when the mail does not wait any more, such as after a form that was sent twice
     */
    async readdressGiftMail(mailId: string, gift: StoredGiftCode, email: string): Promise<DeliveryResult> {
      const created_at = isoNow(access)
      const again = { to_email: email, state: 'waiting', attempts: 0, last_error: null, created_at }
      const update = client.from(OUTBOX).update(again).eq('id', mailId)
      const reply = await update.in('state', ['waiting', 'failed']).select('id')
      if (!hasRows('readdress gift mail', reply)) return 'busy'
      const purchaser = client.from(GIFT_CODES).update({ purchaser_email: email }).eq('id', gift.id)
      expectDone('set address of purchaser', await purchaser)
      return deliver(mailId)
    },

    /** Mails the owner, so that they see that mail arrives. */
    sendTestMail: (to: string): Promise<DeliveryResult> => mailOwner(to, 'test', {}),

    async sendSecurityMail(to: string, change: SecurityChange): Promise<void> {
      await withDeadline(mailOwner(to, 'security', { change }), SECURITY_MAIL_MS, () => undefined)
    },

    sendOutboxMail: deliver,

    /**
     * Sends the mails that are due, oldest first: failed ones, and those whose process stopped before it sent them.
     * @param stopped when aborted, no further mail is started
     * @returns the number of mails sent
     */
    async sendWaitingMails(stopped?: AbortSignal): Promise<number> {
      // Those whose sender died: the pauses and the most attempts apply to them too.
      const failed = { state: 'failed', last_error: CUT_SHORT, locked_until: null }
      const unfinished = client.from(OUTBOX).update(failed).eq('state', 'sending')
      expectDone('fail unfinished mails', await unfinished.lt('locked_until', isoNow(access)))
      const isoAgo = (ms: number) => new Date(now() - ms).toISOString()
      // In the query: mails that failed and are not due would use up its limit.
      const due = Array.from({ length: MAX_ATTEMPTS }, (_, attempts) => {
        const createdBefore = isoAgo(FIRST_DELAY_MS * 2 ** attempts)
        return `and(attempts.eq.${attempts},created_at.lte."${createdBefore}")`
      })
      const reply = await client
        .from(OUTBOX)
        .select('id')
        .in('state', ['waiting', 'failed'])
        .lt('attempts', MAX_ATTEMPTS)
        .lt('created_at', isoAgo(FIRST_DELAY_MS))
        .or(['state.neq.failed', ...due].join())
        .order('created_at')
        .limit(MAX_MAILS)
      let sent = 0
      for (const { id } of rowsOf('list waiting mails', reply, idRows))
        if (!stopped?.aborted && (await deliver(id)) === 'sent') sent++
      return sent
    },
  }
}

const ROUND_MS = 60_000

/** Sends, once a minute, the mails that failed or that a killed process left in the outbox. Rounds do not overlap. */
export function startMailSender(outbox: Pick<Outbox, 'sendWaitingMails'>, log: Log) {
  const stopped = new AbortController()
  let round: Promise<unknown> | null = null
  const timer = setInterval(() => {
    round ??= outbox
      .sendWaitingMails(stopped.signal)
      .catch((error: unknown) => log.warn({ err: error }, 'waiting mails not sent'))
      .finally(() => {
        round = null
      })
  }, ROUND_MS).unref()
  return {
    /** Resolves when the mail that is being sent is sent, and marked as sent. */
    async stop(): Promise<void> {
      clearInterval(timer)
      stopped.abort()
      await round
    },
  }
}
