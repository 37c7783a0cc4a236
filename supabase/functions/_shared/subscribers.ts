import { z } from 'zod'
import { recordConsent } from './consent.ts'
import { type Database, settled } from './database.ts'
import type { FunctionEnvironment } from './environment.ts'
import type { Market } from './markets/markets.ts'
import { queueAndDeliver } from './outbox.ts'
import { splitName } from './text/text.ts'

const subscriberRow = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().nullable(),
  unsubscribe_token: z.string().nullable(),
  unsubscribed_at: z.string().nullable(),
})

type SubscriberRow = z.infer<typeof subscriberRow>

const COLUMNS = 'id, email, first_name, unsubscribe_token, unsubscribed_at'

/** An unguessable token for the unsubscribe link. */
function newToken(): string {
  return crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '').slice(0, 12)
}

type NewSubscriber = {
  readonly email: string
  readonly fullName: string
  readonly source: string
  readonly market: Market
  /** What the person agreed to. */
  readonly wording: string
  /** ISO 8601. */
  readonly at: string
}

/**
 * Records the consent of a person, adds them to the mailing list unless they are on it, and sends one welcome mail with the
 * unsubscribe link. Who has left the list is asked by mail first, once a day, since anyone can enter any address.
 * @throws DatabaseError
 */
export async function joinList(environment: FunctionEnvironment, person: NewSubscriber): Promise<void> {
  const { database } = environment
  const { email, source, wording, market, at } = person
  const subscriber = await addToList(database, person)
  const leftAt = subscriber.unsubscribed_at
  if (leftAt === null)
    await recordConsent(database, { email, purpose: 'mailing-list', source, wording, market, at })
  await queueAndDeliver(environment, {
    ...(leftAt === null
      ? { dedupeKey: `welcome:${subscriber.id}`, template: 'welcome' }
      : { dedupeKey: `rejoin:${subscriber.id}:${leftAt}:${at.slice(0, 10)}`, template: 'rejoin' }),
    to: email,
    replyTo: null,
    market,
    data: {
      firstName: subscriber.first_name ?? '',
      email,
      unsubscribeToken: subscriber.unsubscribe_token ?? '',
    },
  })
}

/**
 * Takes back on the list whoever confirms it by the token of a mail, and records the consent.
 * @returns whether the token is one of a person who had left
 * @throws DatabaseError
 */
export async function rejoinList(
  database: Database,
  token: string,
  consent: Pick<NewSubscriber, 'market' | 'wording' | 'at'>,
): Promise<boolean> {
  const back = await database
    .from('email_subscribers')
    .update({ unsubscribed_at: null, updated_at: consent.at })
    .eq('unsubscribe_token', token)
    .not('unsubscribed_at', 'is', null)
    .select(COLUMNS)
  const [person] = subscriberRow.array().parse(settled('rejoin list', back).data)
  if (person === undefined) return false
  const { email } = person
  await recordConsent(database, { email, purpose: 'mailing-list', source: 'Confirmed by email', ...consent })
  return true
}

/**
 * Existing subscribers, and those who have left, keep their name and source.
 * @returns the subscriber, with an unsubscribe token
 */
async function addToList(database: Database, person: NewSubscriber): Promise<SubscriberRow> {
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
  const [created] = subscriberRow.array().parse(added.data)
  if (created) return created
  const existing = settled(
    'read subscriber',
    await database.from('email_subscribers').select(COLUMNS).eq('email', person.email).single(),
  )
  const subscriber = subscriberRow.parse(existing.data)
  if (subscriber.unsubscribe_token !== null) return subscriber
  const token = { unsubscribe_token: newToken() }
  await updateSubscriber(database, subscriber.id, { ...token, updated_at: person.at })
  return { ...subscriber, ...token }
}

async function updateSubscriber(
  database: Database,
  id: string,
  changes: Partial<SubscriberRow> & { readonly updated_at: string },
): Promise<void> {
  settled(
    'update subscriber',
    await database.from('email_subscribers').update(changes).eq('id', id).select('id'),
  )
}
