import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { RetentionStep } from '#app/models/retention.ts'
import { giftMailKey } from '#supabase/functions/_shared/outbox.ts'
import { expectDone, idRows, rowsOf } from './client.server.ts'
import { GIFT_CODES } from './gift-records.server.ts'

/** Where addresses of people are kept. Mails first: what is erased must not be sent any more. */
const PLACES = [
  { what: 'Emails', table: 'mail_outbox', columns: ['to_email', 'reply_to'] },
  { what: 'Mailing list', table: 'email_subscribers', columns: ['email'] },
  { what: 'Waitlist', table: 'waitlist', columns: ['email'] },
  { what: 'Messages', table: 'contact_messages', columns: ['email'] },
  { what: 'Held back', table: 'held_posts', columns: ['email'] },
  { what: 'What they agreed to', table: 'consents', columns: ['email'] },
  { what: 'Gifts', table: GIFT_CODES, columns: ['purchaser_email', 'recipient_email'] },
] as const
type Place = (typeof PLACES)[number]

const NO_PURCHASER = { purchaser_name: null, purchaser_email: null }
const NO_RECIPIENT = {
  recipient_email: null,
  recipient_name: null,
  recipient_first_name: null,
  recipient_last_name: null,
}

const anyRows = z.array(z.looseObject({ id: z.string() }))
type AnyRow = z.output<typeof anyRows>[number]

/** What is held of a person in one place. */
export type HeldRows = { readonly what: string; readonly rows: readonly Readonly<Record<string, unknown>>[] }

const BATCH = 100

/** Finds and erases people. Every call throws UpstreamError. */
export function createPersons(client: SupabaseClient) {
  /** The rows of a place with that address, in capitals or not, however few rows the backend gives at once. */
  async function rowsAt({ table, columns }: Place, email: string): Promise<readonly AnyRow[]> {
    // Wildcards match more than they should: what they found is compared.
    const pattern = email.replace(/[%_*\\]/g, '_')
    const found = new Map<string, AnyRow>()
    for (const column of columns)
      for (let last = ''; ; ) {
        const query = client.from(table).select('*').ilike(column, pattern).order('id').limit(BATCH)
        const rows = rowsOf(
          `find person in ${table}`,
          await (last === '' ? query : query.gt('id', last)),
          anyRows,
        )
        for (const row of rows) if (isSame(row[column], email)) found.set(row.id, row)
        last = rows.at(-1)?.id ?? ''
        if (last === '') break
      }
    return [...found.values()]
  }

  async function eraseAt(place: Place, email: string): Promise<void> {
    const rows = await rowsAt(place, email)
    const { table } = place
    if (table === GIFT_CODES) {
      for (const { id, ...gift } of rows)
        await forgetPeople([id], {
          ...(isSame(gift.purchaser_email, email) && NO_PURCHASER),
          ...(isSame(gift.recipient_email, email) && NO_RECIPIENT),
        })
      return
    }
    for (let start = 0; start < rows.length; start += BATCH) {
      const ids = rows.slice(start, start + BATCH).map(({ id }) => id)
      expectDone(`erase from ${table}`, await client.from(table).delete().in('id', ids))
    }
  }

  async function forgetPeople(
    ids: readonly string[],
    columns: Readonly<Record<string, null>>,
  ): Promise<void> {
    const reply = await client
      .from(GIFT_CODES)
      .update(columns)
      .in('id', [...ids])
    expectDone('forget people of gifts', reply)
  }

  /** Forgets who bought and who received gifts, and the mails with their words. They stay redeemable, or spent. */
  async function forgetPeopleOfGifts(ids: readonly string[]): Promise<void> {
    for (const id of ids)
      expectDone(
        'delete gift mails',
        await client
          .from('mail_outbox')
          .delete()
          .like('dedupe_key', `${giftMailKey(id)}%`),
      )
    await forgetPeople(ids, { ...NO_PURCHASER, ...NO_RECIPIENT })
  }

  const HAS_PEOPLE = Object.keys({ ...NO_PURCHASER, ...NO_RECIPIENT })
    .map((column) => `${column}.not.is.null`)
    .join()

  return {
    /** All that is held of an address, by place; places without anything are left out. */
    async findPerson(email: string): Promise<readonly HeldRows[]> {
      const held = await Promise.all(
        PLACES.map(async (place) => ({ what: place.what, rows: await rowsAt(place, email) })),
      )
      return held
        .filter(({ rows }) => rows.length > 0)
        .map(({ what, rows }) => ({ what, rows: rows.map(({ search_text, ...row }) => row) }))
    },
    /**
     * Erases an address everywhere; gifts lose the person and keep working. Can be repeated: one that has failed in the
     * middle goes on where it was.
     */
    async erasePerson(email: string): Promise<void> {
      for (const place of PLACES) await eraseAt(place, email)
    },
    /** Forgets all people whom the store has named. Messages and lists are the shop's own, and stay. */
    async eraseStoreCustomers(): Promise<void> {
      for (;;) {
        const found = await client.from(GIFT_CODES).select('id').or(HAS_PEOPLE).limit(BATCH)
        const gifts = rowsOf('find gifts with people', found, idRows)
        if (gifts.length === 0) return
        await forgetPeopleOfGifts(gifts.map(({ id }) => id))
      }
    },
    /** Carries out one step of the retention. @param before ISO 8601 @returns the number of rows */
    async retain(
      { table, since, action, without, exceptTemplate }: RetentionStep,
      before: string,
    ): Promise<number> {
      for (let count = 0; ; ) {
        let query = client.from(table).select('id').lt(since, before)
        if (without !== undefined) query = query.is(without, null)
        if (exceptTemplate !== undefined) query = query.neq('template', exceptTemplate)
        if (action === 'forget people') query = query.or(HAS_PEOPLE)
        const ids = rowsOf(`find old rows of ${table}`, await query.limit(BATCH), idRows).map(({ id }) => id)
        if (ids.length === 0) return count
        if (action === 'forget people') await forgetPeopleOfGifts(ids)
        else expectDone(`delete old rows of ${table}`, await client.from(table).delete().in('id', ids))
        count += ids.length
      }
    },
  }
}

function isSame(stored: unknown, email: string): boolean {
  return typeof stored === 'string' && stored.toLowerCase() === email.toLowerCase()
}
