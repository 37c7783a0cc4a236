import { z } from 'zod'
import { type Database, expectDone, insertOnce, rowsOf, snakeKeys, UpstreamError } from './database.ts'
import type { FunctionEnvironment } from './environment.ts'
import type { Market } from './markets/markets.ts'
import { queueAndDeliver } from './outbox.ts'
import { mailboxKey, mailboxPattern, sha256, splitName } from './text/text.ts'

const subscribers = z.array(
  z.object({
    id: z.string(),
    email: z.string(),
    first_name: z.string().nullable(),
    unsubscribe_token: z.string().nullable(),
    rejoin_token: z.string().nullable(),
    unsubscribed_at: z.string().nullable(),
  }),
)
type Subscriber = z.output<typeof subscribers>[number]

const TABLE = 'email_subscribers'

/** An unguessable token for a link in a mail. */
function newToken(): string {
  return crypto.randomUUID().replaceAll('-', '') + crypto.randomUUID().replaceAll('-', '').slice(0, 12)
}

/** What somebody has agreed to, and when, in ISO 8601. */
type Agreed = Record<'email' | 'source' | 'wording' | 'at', string> & { readonly market: Market }
type Consent = Agreed & { readonly purpose: 'mailing-list' | 'waitlist' | 'gift-redemption' }
type NewSubscriber = Agreed & { readonly fullName: string }

/** Records a consent with its wording and time. The same wording on the same day is stored once. @throws UpstreamError */
export async function recordConsent(database: Database, consent: Consent): Promise<void> {
  const { email, purpose, source, wording, market, at } = consent
  const parts = [email, purpose, source, wording, market, at.slice(0, 'yyyy-mm-dd'.length)]
  const dedupe_key = await sha256(JSON.stringify(parts))
  const row = { dedupe_key, email, purpose, source, wording, market, created_at: at }
  expectDone('record consent', await insertOnce(database, 'consents', row, 'dedupe_key'))
}

/**
 * Records the consent of a person, adds them to the mailing list unless they are on it, and sends one welcome mail with the
 * unsubscribe link. Who has left the list is asked by mail first, once a day, since anyone can enter any address.
 * @throws UpstreamError
 */
export async function joinList(environment: FunctionEnvironment, person: NewSubscriber): Promise<void> {
  const { database } = environment
  const { email, source, wording, market, at } = person
  const subscriber = await addToList(database, person)
  const { id, unsubscribed_at: leftAt } = subscriber
  const data = { firstName: subscriber.first_name ?? '', email }
  if (leftAt !== null)
    return queueAndDeliver(environment, {
      ...{ to: email, market, template: 'rejoin', dedupeKey: `rejoin:${id}:${leftAt}:${at.slice(0, 10)}` },
      data: { ...data, rejoinToken: await tokenOf(database, subscriber, 'rejoin_token') },
    })
  await recordConsent(database, { email, purpose: 'mailing-list', source, wording, market, at })
  return queueAndDeliver(environment, {
    ...{ to: email, market, template: 'welcome', dedupeKey: `welcome:${id}` },
    data: { ...data, unsubscribeToken: await tokenOf(database, subscriber, 'unsubscribe_token') },
  })
}

/**
 * Takes back on the list whoever confirms it by the token of the mail that asks, and records the consent.
 * @returns whether the token is one of such a mail, sent since its person left
 * @throws UpstreamError
 */
export async function rejoinList(
  database: Database,
  token: string,
  consent: Pick<NewSubscriber, 'market' | 'wording' | 'at'>,
): Promise<boolean> {
  const change = { unsubscribed_at: null, updated_at: consent.at }
  const back = await database.from(TABLE).update(change).eq('rejoin_token', token).select('*')
  const [person] = rowsOf('rejoin list', back, subscribers)
  if (person === undefined) return false
  const { email } = person
  await recordConsent(database, { email, purpose: 'mailing-list', source: 'Confirmed by email', ...consent })
  return true
}

/** Who has this address, or has left the list by another spelling of it. */
async function findPerson(database: Database, email: string): Promise<Subscriber | undefined> {
  const people = () => database.from(TABLE).select('*')
  const [known] = rowsOf('find subscriber', await people().eq('email', email), subscribers)
  if (known) return known
  // The pattern of a short name is that of many others.
  const left = people().like('email', mailboxPattern(email)).not('unsubscribed_at', 'is', null)
  const rows = rowsOf('find subscriber', await left.limit(100), subscribers)
  return rows.find((row) => mailboxKey(row.email) === mailboxKey(email))
}

/** Existing subscribers, and those who have left, keep their name and source. */
async function addToList(database: Database, person: NewSubscriber): Promise<Subscriber> {
  const known = await findPerson(database, person.email)
  if (known) return known
  const { email, fullName, source, market, at } = person
  const row = {
    ...snakeKeys({ email, fullName, ...splitName(fullName), source, market }),
    unsubscribe_token: newToken(),
    created_at: at,
    updated_at: at,
  }
  const added = await insertOnce(database, TABLE, row, 'email').select('*')
  const [created] = rowsOf('add subscriber', added, subscribers)
  const subscriber = created ?? (await findPerson(database, email))
  if (subscriber === undefined) throw new UpstreamError('read subscriber', null)
  return subscriber
}

/** The token of a subscriber for one purpose, made where there is none. Of two at once both use the first. */
async function tokenOf(
  database: Database,
  subscriber: Subscriber,
  column: 'unsubscribe_token' | 'rejoin_token',
): Promise<string> {
  const known = subscriber[column]
  if (known !== null) return known
  const update = database
    .from(TABLE)
    .update({ [column]: newToken() })
    .eq('id', subscriber.id)
  expectDone('make token', await update.is(column, null))
  return z.string().parse((await findPerson(database, subscriber.email))?.[column])
}
