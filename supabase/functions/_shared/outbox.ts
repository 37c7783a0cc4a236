import { z } from 'zod'
import { type Database, settled } from './database.ts'
import type { FunctionEnvironment } from './environment.ts'
import { type MailData, type MailTemplate, MOST_AT_ONCE } from './mail/mail.ts'
import { renderMail, subjectOf } from './mail/render.ts'
import { cut } from './text.ts'

/** Another sender may take a mail over when the first has been silent this long. */
const LOCK_MS = 60_000
/** A database that could not write down that a mail went out is asked once more after this long. */
const MARK_AGAIN_MS = 500

export type QueuedMail<T extends MailTemplate = MailTemplate> = {
  /** The same key never makes a second mail. */
  readonly dedupeKey: string
  readonly template: T
  readonly to: string
  readonly replyTo: string | null
  readonly market: 'us' | 'uk'
  readonly data: MailData[T]
}

export type OutboxEnvironment = Pick<FunctionEnvironment, 'origin' | 'companies' | 'sendMail' | 'now' | 'log'>

/** What mails that are sent after the answer need. */
export type MailEnvironment = OutboxEnvironment & Pick<FunctionEnvironment, 'waitUntil'>

/** Writes a mail into the outbox. @returns its id, or null when that mail was written before */
export async function queueMail<T extends MailTemplate>(
  database: Database,
  environment: OutboxEnvironment,
  mail: QueuedMail<T>,
): Promise<string | null> {
  const written = settled(
    'queue mail',
    await database
      .from('mail_outbox')
      .upsert(
        {
          dedupe_key: mail.dedupeKey,
          template: mail.template,
          to_email: mail.to,
          reply_to: mail.replyTo,
          subject: subjectOf(mail.template, mail.data),
          data: mail.data,
          market: mail.market,
          created_at: new Date(environment.now()).toISOString(),
        },
        { onConflict: 'dedupe_key', ignoreDuplicates: true },
      )
      .select('id'),
  )
  return z.array(z.object({ id: z.string() })).parse(written.data)[0]?.id ?? null
}

const outboxRow = z.object({
  id: z.string(),
  template: z.enum(['welcome', 'gift-code', 'contact-to-shop']),
  to_email: z.string(),
  reply_to: z.string().nullable(),
  market: z.enum(['us', 'uk']),
  data: z.unknown(),
})
/** What is read before a mail can be called failed: one that this version cannot read must not hold up the others. */
const claimedRow = z.looseObject({ attempts: z.number() })

export type Delivery = 'sent' | 'failed' | 'busy' | 'not-configured'

type Send = NonNullable<OutboxEnvironment['sendMail']>
type Turns = <T>(work: () => Promise<T>) => Promise<T>

const turns = new WeakMap<Send, Turns>()

/** Has work wait while as much is under way as a sender takes at once. */
function turnsOf(sendMail: Send): Turns {
  const known = turns.get(sendMail)
  if (known) return known
  let free = MOST_AT_ONCE
  const waiting: (() => void)[] = []
  const made: Turns = async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
  turns.set(sendMail, made)
  return made
}

/**
 * Sends one mail of the outbox. Only one of several callers sends it; that it could not be sent is kept on the row, where
 * it can be tried again, and never thrown.
 * @throws DatabaseError when the row could not be taken or marked
 */
export async function deliverMail(
  database: Database,
  environment: OutboxEnvironment,
  id: string,
): Promise<Delivery> {
  const { sendMail } = environment
  if (sendMail === null) return 'not-configured'
  // Taken only when it is its turn: behind slow ones its lock would run out, and another sender send it as well.
  return turnsOf(sendMail)(() => takeAndSend(database, environment, sendMail, id))
}

async function takeAndSend(
  database: Database,
  environment: OutboxEnvironment,
  sendMail: Send,
  id: string,
): Promise<Delivery> {
  const { origin, now, companies } = environment
  const claimed = await claim(database, now(), id)
  if (claimed === null) return 'busy'
  const attempts = claimed.attempts + 1
  try {
    await sendMail(renderMail(outboxRow.parse(claimed), { origin: origin(), now: now(), companies }))
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    environment.log.warn({ operation: 'send mail', mailId: id, reason }, 'mail not sent')
    await finish(database, id, { state: 'failed', last_error: readable(error), attempts })
    return 'failed'
  }
  const sentAt = new Date(environment.now()).toISOString()
  const mark = () => finish(database, id, { state: 'sent', sent_at: sentAt, last_error: null, attempts })
  // It went out: called failed, it would go out again.
  await mark().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, MARK_AGAIN_MS))
    await mark()
  })
  return 'sent'
}

/** Takes a mail for sending in one statement, so that two senders can't both have it. */
async function claim(database: Database, now: number, id: string) {
  const lock = { state: 'sending', locked_until: new Date(now + LOCK_MS).toISOString() }
  const free = `state.in.(waiting,failed),and(state.eq.sending,locked_until.lt."${new Date(now).toISOString()}")`
  const taken = settled(
    'claim mail',
    await database.from('mail_outbox').update(lock).eq('id', id).or(free).select('*'),
  )
  return claimedRow.array().parse(taken.data)[0] ?? null
}

async function finish(
  database: Database,
  id: string,
  changes: Record<string, string | number | null>,
): Promise<void> {
  settled(
    'finish mail',
    await database
      .from('mail_outbox')
      .update({ ...changes, locked_until: null })
      .eq('id', id)
      .select('id'),
  )
}

/** What a person needs to mend it, without addresses. */
function readable(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return cut(message.replace(/\S+@\S+/g, '[address]'), 300)
}

/**
 * Queues a mail and sends it after the answer. Neither a slow nor a broken mail service delays or fails the
 * work that asked for it, and how long the answer takes doesn't tell whether a mail was written.
 */
export async function queueAndDeliver<T extends MailTemplate>(
  database: Database,
  environment: MailEnvironment,
  mail: QueuedMail<T>,
): Promise<void> {
  const id = await queueMail(database, environment, mail)
  if (id === null) return
  environment.waitUntil(
    deliverMail(database, environment, id).catch((error) => {
      environment.log.error({ err: error, mailId: id }, 'outbox failed')
    }),
  )
}
