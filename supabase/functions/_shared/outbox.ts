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
const OUTBOX = 'mail_outbox'
/** What the owner reads of a mail whose sender died. */
const UNFINISHED = 'Sending was cut short; it may have gone out.'

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
      .from(OUTBOX)
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
  try {
    await sendMail(renderMail(outboxRow.parse(claimed), { origin: origin(), now: now(), companies }))
  } catch (error) {
    const reason = error instanceof Error ? error.name : 'unknown'
    environment.log.warn({ operation: 'send mail', mailId: id, reason }, 'mail not sent')
    await markFailed(database, id, claimed.attempts, readable(error))
    return 'failed'
  }
  const sentAt = new Date(environment.now()).toISOString()
  const mark = () => markSent(database, id, sentAt)
  // It went out: called failed, it would go out again.
  await mark().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, MARK_AGAIN_MS))
    await mark()
  })
  return 'sent'
}

/**
 * Takes a mail for sending: one conditional update, so that two senders can't both have it. `attempts` is the fencing
 * token that tells a claim from the next, and counts the try when it begins, for a process may not survive it.
 * @returns null when it is gone, sent, or another sender's
 */
async function claim(database: Database, now: number, id: string) {
  const found = settled('read mail', await database.from(OUTBOX).select('attempts').eq('id', id))
  const [known] = claimedRow.array().parse(found.data)
  if (known === undefined) return null
  const { attempts } = known
  const taken = settled(
    'claim mail',
    await database
      .from(OUTBOX)
      .update({
        state: 'sending',
        attempts: attempts + 1,
        locked_until: new Date(now + LOCK_MS).toISOString(),
      })
      .eq('id', id)
      .eq('attempts', attempts)
      .or(`state.in.(waiting,failed),and(state.eq.sending,locked_until.lt."${new Date(now).toISOString()}")`)
      .select('*'),
  )
  return claimedRow.array().parse(taken.data)[0] ?? null
}

/** Says that a mail went out, by whichever sender: it did, though the claim has expired or another has failed since. */
async function markSent(database: Database, id: string, sentAt: string): Promise<void> {
  settled(
    'mark mail as sent',
    await database
      .from(OUTBOX)
      .update({ state: 'sent', sent_at: sentAt, last_error: null, locked_until: null })
      .eq('id', id)
      .in('state', ['sending', 'failed'])
      .select('id'),
  )
}

/** Says why a mail could not be sent. Changes nothing when another sender has taken it over since, or has sent it. */
async function markFailed(database: Database, id: string, attempts: number, reason: string): Promise<void> {
  settled(
    'mark mail as failed',
    await database
      .from(OUTBOX)
      .update({ state: 'failed', last_error: reason, locked_until: null })
      .eq('id', id)
      .eq('state', 'sending')
      .eq('attempts', attempts)
      .select('id'),
  )
}

/**
 * Calls failed what senders left half-sent when they died, so that it waits as long as any failed mail before the next
 * try, and is given up after as many.
 * @throws DatabaseError
 */
export async function failUnfinishedMails(database: Database, now: number): Promise<void> {
  settled(
    'fail unfinished mails',
    await database
      .from(OUTBOX)
      .update({ state: 'failed', last_error: UNFINISHED, locked_until: null })
      .eq('state', 'sending')
      .lt('locked_until', new Date(now).toISOString())
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
