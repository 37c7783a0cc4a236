import { z } from 'zod'
import { recordConsent } from './consent.ts'
import { type Database, settled } from './database.ts'
import type { FunctionEnvironment } from './environment.ts'
import type { Market } from './markets/markets.ts'
import { queueAndDeliver } from './outbox.ts'
import { mailboxKey, mailboxPattern } from './text/mailbox.ts'
import { splitName } from './text/text.ts'

const subscriberRow = z.object({
  id: z.string(),
  email: z.string(),
  first_name: z.string().nullable(),
  unsubscribe_token: z.string().nullable(),
  rejoin_token: z.string().nullable(),
  unsubscribed_at: z.string().nullable(),
})

type SubscriberRow = z.infer<typeof subscriberRow>

const COLUMNS = 'id, email, first_name, unsubscribe_token, rejoin_token, unsubscribed_at'

/** An unguessable token for a link in a mail. */
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
  const mail = { to: email, replyTo: null, market }
  const data = { firstName: subscriber.first_name ?? '', email }
  if (leftAt === null)
    return queueAndDeliver(environment, {
      ...{ ...mail, dedupeKey: `welcome:${subscriber.id}`, template: 'welcome' },
      data: { ...data, unsubscribeToken: await tokenOf(database, subscriber, 'unsubscribe_token') },
    })
  return queueAndDeliver(environment, {
    ...{ ...mail, dedupeKey: `rejoin:${subscriber.id}:${leftAt}:${at.slice(0, 10)}`, template: 'rejoin' },
    data: { ...data, rejoinToken: await tokenOf(database, subscriber, 'rejoin_token') },
  })
}

/**
 * Takes back on the list whoever confirms it by the token of the mail that asks, and records the consent.
 * @returns whether the token is one of such a mail, sent since its person left
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
    .eq('rejoin_token', token)
    .select(COLUMNS)
  const [person] = subscriberRow.array().parse(settled('rejoin list', back).data)
  if (person === undefined) return false
  const { email } = person
  await recordConsent(database, { email, purpose: 'mailing-list', source: 'Confirmed by email', ...consent })
  return true
}

/** Who has this address, or has left the list by another spelling of it. */
async function findPerson(database: Database, email: string): Promise<SubscriberRow | undefined> {
  const alike = database.from('email_subscribers').select(COLUMNS).like('email', mailboxPattern(email))
  const rows = subscriberRow.array().parse(settled('find subscriber', await alike.limit(100)).data)
  const same = rows.filter((row) => mailboxKey(row.email) === mailboxKey(email))
  return same.find((row) => row.email === email) ?? same.find((row) => row.unsubscribed_at !== null)
}

/**
 * Existing subscribers, and those who have left, keep their name and source.
 * @returns the subscriber
 */
async function addToList(database: Database, person: NewSubscriber): Promise<SubscriberRow> {
  const known = await findPerson(database, person.email)
  if (known) return known
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
  return subscriberRow.parse(existing.data)
}

/** The token of a subscriber for one purpose, made where there is none. Of two at once both use the first. */
async function tokenOf(
  database: Database,
  subscriber: SubscriberRow,
  column: 'unsubscribe_token' | 'rejoin_token',
): Promise<string> {
  const known = subscriber[column]
  if (known !== null) return known
  const ofSubscriber = { id: subscriber.id }
  settled(
    'make token',
    await database
      .from('email_subscribers')
      .update({ [column]: newToken() })
      .match(ofSubscriber)
      .is(column, null)
      .select('id'),
  )
  const reply = await database.from('email_subscribers').select(COLUMNS).match(ofSubscriber).single()
  return z.string().parse(subscriberRow.parse(settled('read token', reply).data)[column])
}
