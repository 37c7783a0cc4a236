import { z } from 'zod'
import { type Database, settled } from './database.ts'
import { splitName } from './text.ts'

const subscriberRow = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().nullable(),
  unsubscribe_token: z.string().nullable(),
  unsubscribed_at: z.string().nullable(),
})

export type SubscriberRow = z.infer<typeof subscriberRow>

const COLUMNS = 'id, email, first_name, unsubscribe_token, unsubscribed_at'

/** A key for the way out of the list that nobody can guess. */
function newToken(): string {
  return crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '').slice(0, 12)
}

/**
 * Adds somebody to the list unless they are on it. Whoever is on it already keeps the name and source they
 * came with, since anybody can type anybody's address; whoever had left is on it again.
 */
export async function joinList(
  database: Database,
  person: { email: string; fullName: string; source: string; market: string; at: string },
): Promise<SubscriberRow> {
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
  if (fresh) return fresh
  const known = settled(
    'read subscriber',
    await database.from('email_subscribers').select(COLUMNS).eq('email', person.email).single(),
  )
  const subscriber = subscriberRow.parse(known.data)
  return subscriber.unsubscribed_at === null && subscriber.unsubscribe_token !== null
    ? subscriber
    : returnToList(database, subscriber, person.at)
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
