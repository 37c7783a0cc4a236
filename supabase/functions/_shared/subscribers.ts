import { z } from 'zod'
import { type Database, settled } from './database.ts'
import { type MailEnvironment, queueAndDeliver } from './outbox.ts'
import { splitName } from './text.ts'

const subscriberRow = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().nullable(),
  unsubscribe_token: z.string().nullable(),
  unsubscribed_at: z.string().nullable(),
})

type SubscriberRow = z.infer<typeof subscriberRow>

const COLUMNS = 'id, email, first_name, unsubscribe_token, unsubscribed_at'

/** A key for the way out of the list that nobody can guess. */
function newToken(): string {
  return crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '').slice(0, 12)
}

type NewSubscriber = {
  readonly email: string
  readonly fullName: string
  readonly source: string
  readonly market: 'us' | 'uk'
  /** ISO 8601. */
  readonly at: string
}

/**
 * Adds somebody to the list unless they are on it, and mails them a welcome with the way out: once, and once more each
 * time they come back, since anybody can type anybody's address.
 */
export async function joinList(
  database: Database,
  environment: MailEnvironment,
  person: NewSubscriber,
): Promise<void> {
  const { subscriber, leftAt } = await addToList(database, person)
  await queueAndDeliver(database, environment, {
    dedupeKey: ['welcome', person.email, leftAt].filter(Boolean).join(':'),
    template: 'welcome',
    to: person.email,
    replyTo: null,
    market: person.market,
    data: {
      firstName: subscriber.first_name ?? '',
      email: person.email,
      unsubscribeToken: subscriber.unsubscribe_token ?? '',
    },
  })
}

/**
 * Whoever is on the list already keeps the name and source they came with; whoever had left is on it again.
 * @returns the subscriber, and when they had left
 */
async function addToList(
  database: Database,
  person: NewSubscriber,
): Promise<{ readonly subscriber: SubscriberRow; readonly leftAt: string | null }> {
  const { firstName, lastName } = splitName(person.fullName)
  const added = settled(
    'add subscriber',
    await database
      .from('email_subscribers')
      .upsert(
        {
          email: person.email,
          first_name: firstName,
          last_name: lastName,
          full_name: person.fullName,
          source: person.source,
          market: person.market,
          unsubscribe_token: newToken(),
          created_at: person.at,
          updated_at: person.at,
        },
        { onConflict: 'email', ignoreDuplicates: true },
      )
      .select(COLUMNS),
  )
  const fresh = subscriberRow.array().parse(added.data)[0]
  if (fresh) return { subscriber: fresh, leftAt: null }
  const known = settled(
    'read subscriber',
    await database.from('email_subscribers').select(COLUMNS).eq('email', person.email).single(),
  )
  const subscriber = subscriberRow.parse(known.data)
  const isOnList = subscriber.unsubscribed_at === null && subscriber.unsubscribe_token !== null
  return {
    subscriber: isOnList ? subscriber : await returnToList(database, subscriber, person.at),
    leftAt: subscriber.unsubscribed_at,
  }
}

async function returnToList(
  database: Database,
  subscriber: SubscriberRow,
  at: string,
): Promise<SubscriberRow> {
  const changes = {
    unsubscribed_at: null,
    unsubscribe_token: subscriber.unsubscribe_token ?? newToken(),
    updated_at: at,
  }
  settled(
    'return subscriber',
    await database.from('email_subscribers').update(changes).eq('id', subscriber.id).select('id'),
  )
  return { ...subscriber, ...changes }
}
