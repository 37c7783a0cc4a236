import {
  type Database,
  idRows,
  insertOnce,
  rowsOf,
  snakeKeys,
  UNIQUE_VIOLATION,
} from '../_shared/database.ts'
import type { FormContext } from '../_shared/forms/context.ts'
import { type ContactSubmission, contactForm } from '../_shared/forms/schemas.ts'
import { queueAndDeliver } from '../_shared/outbox.ts'
import { jsonResponse, serveFunction } from '../_shared/serve.ts'
import { joinList } from '../_shared/subscribers.ts'
import { sha256 } from '../_shared/text/text.ts'

const DEFAULT_WORDING = 'Subscribe to our Mailing List'
/** Identical messages from the same person within this time are one message. */
const REPEAT_MS = 24 * 60 * 60 * 1000

type MessageQuery = ReturnType<ReturnType<Database['from']>['select']>

/** Stores the message once, however often it is submitted. @returns the id of its row */
async function storeMessage(
  database: Database,
  submission: ContactSubmission,
  { market, idempotencyKey }: FormContext,
  now: number,
): Promise<string> {
  const [today, yesterday] = await Promise.all([
    contentKey(submission, now),
    contentKey(submission, now - REPEAT_MS),
  ])
  const since = new Date(now - REPEAT_MS).toISOString()
  const earlier = await findMessage(database, (query) =>
    query.in('content_key', [today, yesterday]).gte('created_at', since),
  )
  if (earlier !== null) return earlier
  const row = {
    ...snakeKeys(submission),
    market,
    content_key: today,
    idempotency_key: idempotencyKey || null,
    created_at: new Date(now).toISOString(),
  }
  const reply = await insertOnce(database, 'contact_messages', row, 'content_key').select('id')
  // A conflict on the other unique key: the same submission, repeated with changed text.
  const stored = reply.error?.code === UNIQUE_VIOLATION ? [] : rowsOf('store message', reply, idRows)
  const id =
    stored[0]?.id ??
    (await findMessage(database, (query) => query.eq('content_key', today))) ??
    (await findMessage(database, (query) => query.eq('idempotency_key', idempotencyKey)))
  if (id === null) throw new Error('A message was refused as a repeat of one that does not exist')
  return id
}

function contentKey(submission: ContactSubmission, time: number): Promise<string> {
  const { subscribeToMailingList: _, ...content } = submission
  return sha256(JSON.stringify([...Object.values(content), new Date(time).toISOString().slice(0, 10)]))
}

async function findMessage(
  database: Database,
  narrow: (query: MessageQuery) => MessageQuery,
): Promise<string | null> {
  const query = narrow(database.from('contact_messages').select('id'))
  return rowsOf('find message', await query.limit(1), idRows)[0]?.id ?? null
}

/**
 * Stores a message of the contact form and mails it to the shop, with the visitor as reply address. A repeated or
 * identical submission succeeds without a second effect. Responds with `{}` or `{ error }`.
 * Spec: 7 Backend functions
 */
export const handler = serveFunction(
  'contact-submission',
  contactForm,
  async (submission, environment, context) => {
    const now = environment.now()
    const id = await storeMessage(environment.database, submission, context, now)
    const at = new Date(now).toISOString()
    const { market } = context
    const { subscribeToMailingList: wantsNews, ...texts } = submission
    if (wantsNews) {
      const wording = context.wording || DEFAULT_WORDING
      await joinList(environment, { ...texts, market, source: 'Contact', wording, at })
    }
    await queueAndDeliver(environment, {
      dedupeKey: `contact:${id}`,
      template: 'contact-to-shop',
      to: environment.mailTo,
      replyTo: texts.email,
      market,
      data: { ...texts, wantsNews, receivedAt: at },
    })
    return jsonResponse({})
  },
)
