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

/** Stores the message once, however often it is submitted. @returns the id of its row */
async function storeMessage(
  database: Database,
  submission: ContactSubmission,
  { market, idempotencyKey }: FormContext,
  at: string,
): Promise<string> {
  const { subscribeToMailingList: _, ...content } = submission
  // Identical messages of one person on one day are one message.
  const content_key = await sha256(JSON.stringify([...Object.values(content), at.slice(0, 10)]))
  const row = {
    ...snakeKeys(submission),
    ...{ market, content_key, idempotency_key: idempotencyKey || null, created_at: at },
  }
  const reply = await insertOnce(database, 'contact_messages', row, 'content_key').select('id')
  // A conflict on the other unique key: the same submission, repeated with changed text.
  const stored = reply.error?.code === UNIQUE_VIOLATION ? [] : rowsOf('store message', reply, idRows)
  const keys = { content_key, idempotency_key: idempotencyKey }
  for (const [column, key] of Object.entries(keys))
    if (stored.length === 0) {
      const found = await database.from('contact_messages').select('id').eq(column, key)
      stored.push(...rowsOf('find message', found, idRows))
    }
  const [message] = stored
  if (message === undefined) throw new Error('A message was refused as a repeat of one that does not exist')
  return message.id
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
    const at = new Date(environment.now()).toISOString()
    const id = await storeMessage(environment.database, submission, context, at)
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
