import { z } from 'zod'
import { type Database, settled } from '../_shared/database.ts'
import { DEFAULT_MARKET } from '../_shared/markets/markets.ts'
import { queueAndDeliver } from '../_shared/outbox.ts'
import { jsonResponse, serviceRoleHandler } from '../_shared/serve.ts'
import { joinList } from '../_shared/subscribers.ts'
import { emailField, marketField, nameField } from '../_shared/text/fields.ts'
import { sha256, wellFormed, withoutControls } from '../_shared/text/text.ts'

const SUBJECTS = [
  'Order Inquiry',
  'Product Question',
  'Return/Exchange',
  'Press Inquiry',
  'Media Collaboration',
  'Wholesale Inquiry',
  'Other',
] as const

const DEFAULT_WORDING = 'Subscribe to our Mailing List'
/** Identical messages from the same person within this time are one message. */
const REPEAT_MS = 24 * 60 * 60 * 1000

const body = z.object({
  fullName: nameField('Name is required', 100, 'Name must be less than 100 characters'),
  email: emailField,
  subject: z.enum(SUBJECTS, { error: 'Please select a subject' }),
  message: z
    .string({ error: 'Message is required' })
    .transform((text) => withoutControls(wellFormed(text)).trim())
    .pipe(z.string().min(1, 'Message is required').max(2000, 'Message must be less than 2000 characters')),
  subscribeToMailingList: z.boolean().default(false),
  market: marketField.default(DEFAULT_MARKET),
  consentWording: z.string().trim().min(1).max(2000).default(DEFAULT_WORDING),
  idempotencyKey: z.string().trim().max(128).default(''),
})

type Submission = z.output<typeof body>
type MessageQuery = ReturnType<ReturnType<Database['from']>['select']>

const idRows = z.array(z.object({ id: z.string() }))

/** Stores the message once, however often it is submitted. @returns the id of its row */
async function storeMessage(database: Database, submission: Submission, now: number): Promise<string> {
  const { fullName, email, subject, message } = submission
  const [today, yesterday] = await Promise.all([
    contentKey(submission, now),
    contentKey(submission, now - REPEAT_MS),
  ])
  const since = new Date(now - REPEAT_MS).toISOString()
  const earlier = await findMessage(database, (query) =>
    query.in('content_key', [today, yesterday]).gte('created_at', since),
  )
  if (earlier !== null) return earlier
  const reply = await database
    .from('contact_messages')
    .upsert(
      {
        full_name: fullName,
        email,
        subject,
        message,
        subscribe_to_mailing_list: submission.subscribeToMailingList,
        market: submission.market,
        content_key: today,
        idempotency_key: submission.idempotencyKey === '' ? null : submission.idempotencyKey,
        created_at: new Date(now).toISOString(),
      },
      { onConflict: 'content_key', ignoreDuplicates: true },
    )
    .select('id')
  // A conflict on the other unique key: the same submission, repeated with changed text.
  const stored = reply.error?.code === '23505' ? [] : idRows.parse(settled('store message', reply).data)
  const id =
    stored[0]?.id ??
    (await findMessage(database, (query) => query.eq('content_key', today))) ??
    (await findMessage(database, (query) => query.eq('idempotency_key', submission.idempotencyKey)))
  if (id === null) throw new Error('A message was refused as a repeat of one that does not exist')
  return id
}

function contentKey(submission: Submission, time: number): Promise<string> {
  const { fullName, email, subject, message } = submission
  return sha256(
    JSON.stringify([fullName, email, subject, message, new Date(time).toISOString().slice(0, 10)]),
  )
}

async function findMessage(
  database: Database,
  narrow: (query: MessageQuery) => MessageQuery,
): Promise<string | null> {
  const query = narrow(database.from('contact_messages').select('id'))
  return idRows.parse(settled('find message', await query.limit(1)).data)[0]?.id ?? null
}

/**
 * Stores a message of the contact form and mails it to the shop, with the visitor as reply address. A repeated or
 * identical submission succeeds without a second effect. Responds with `{}` or `{ error }`.
 * Spec: 7 Backend functions
 */
export const handler = serviceRoleHandler('contact-submission', body, async (submission, environment) => {
  const now = environment.now()
  const id = await storeMessage(environment.database, submission, now)
  const at = new Date(now).toISOString()
  const { fullName, email, subject, message, market, consentWording: wording } = submission
  if (submission.subscribeToMailingList)
    await joinList(environment, { email, fullName, market, source: 'Contact', wording, at })
  await queueAndDeliver(environment, {
    dedupeKey: `contact:${id}`,
    template: 'contact-to-shop',
    to: environment.mailTo,
    replyTo: email,
    market,
    data: { fullName, email, subject, message, wantsNews: submission.subscribeToMailingList, receivedAt: at },
  })
  return jsonResponse({})
})
