import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { MARKET_IDS } from '#app/models/market.ts'
import { monthsBefore, RETENTION, type RetentionStep } from '#app/models/retention.ts'
import type { CompanyVersion } from '#supabase/functions/_shared/company.ts'
import { expectDone, idRows, rowsOf } from '#supabase/functions/_shared/database.ts'
import { hasVol2Shipped, shippingOf } from '#supabase/functions/_shared/mail/shipping.ts'
import { giftMailKey } from '#supabase/functions/_shared/outbox.ts'
import type { Log } from '../log/log.server.ts'
import { GIFT_CODES, NO_RECIPIENT } from './gift-records.server.ts'

const NO_PURCHASER = { purchaser_name: null, purchaser_email: null }
const NOBODY = { ...NO_PURCHASER, ...NO_RECIPIENT }
const HAS_PEOPLE = Object.keys(NOBODY)
  .map((column) => `${column}.not.is.null`)
  .join()

/**
 * Where addresses of people are kept, and what a row becomes without them; none: it is deleted. Mails first: what is erased
 * must not be sent any more.
 */
const PLACES: readonly {
  readonly what: string
  readonly table: string
  readonly columns: Readonly<Record<string, object | null>>
}[] = [
  { what: 'Emails', table: 'mail_outbox', columns: { to_email: null, reply_to: null } },
  { what: 'Mailing list', table: 'email_subscribers', columns: { email: null } },
  { what: 'Waitlist', table: 'waitlist', columns: { email: null } },
  { what: 'Messages', table: 'contact_messages', columns: { email: null } },
  { what: 'Held back', table: 'held_posts', columns: { email: null } },
  { what: 'What they agreed to', table: 'consents', columns: { email: null } },
  {
    what: 'Gifts',
    table: GIFT_CODES,
    columns: { purchaser_email: NO_PURCHASER, recipient_email: NO_RECIPIENT },
  },
]

const anyRows = z.array(z.looseObject({ id: z.string() }))
type AnyRow = z.output<typeof anyRows>[number]

const BATCH = 100

/** Finds and erases people. Every call throws UpstreamError. */
export function createPersons(client: SupabaseClient) {
  /** The rows with that address in a column, in capitals or not, however few rows the backend gives at once. */
  async function rowsAt(table: string, column: string, email: string): Promise<readonly AnyRow[]> {
    // Wildcards match more than they should: what they found is compared.
    const pattern = email.replace(/[%_*\\]/g, '_')
    const found: AnyRow[] = []
    for (let last = ''; ; ) {
      const query = client.from(table).select('*').ilike(column, pattern).order('id').limit(BATCH)
      const reply = await (last === '' ? query : query.gt('id', last))
      const rows = rowsOf(`find person in ${table}`, reply, anyRows)
      found.push(...rows.filter((row) => String(row[column]).toLowerCase() === email.toLowerCase()))
      last = rows.at(-1)?.id ?? ''
      if (last === '') return found
    }
  }

  async function erase(table: string, rows: readonly { readonly id: string }[], blank: object | null) {
    for (let start = 0; start < rows.length; start += BATCH) {
      const ids = rows.slice(start, start + BATCH).map(({ id }) => id)
      const statement = blank === null ? client.from(table).delete() : client.from(table).update(blank)
      expectDone(`erase from ${table}`, await statement.in('id', ids))
    }
  }

  /** Forgets who bought and who received gifts, and the mails with their words. They stay redeemable, or spent. */
  async function forgetPeopleOfGifts(gifts: readonly { readonly id: string }[]): Promise<void> {
    for (const { id } of gifts) {
      const mails = client.from('mail_outbox').delete()
      expectDone('delete gift mails', await mails.like('dedupe_key', `${giftMailKey(id)}%`))
    }
    await erase(GIFT_CODES, gifts, NOBODY)
  }

  /** Carries out one step of the retention. @param before ISO 8601 @returns the number of rows */
  async function retain({ table, since, only }: RetentionStep, before: string): Promise<number> {
    const isGift = table === GIFT_CODES
    const condition = isGift ? HAS_PEOPLE : only
    for (let count = 0; ; ) {
      const old = client.from(table).select('id').lt(since, before).limit(BATCH)
      const reply = await (condition === undefined ? old : old.or(condition))
      const rows = rowsOf(`find old rows of ${table}`, reply, idRows)
      if (rows.length === 0) return count
      await (isGift ? forgetPeopleOfGifts(rows) : erase(table, rows, null))
      count += rows.length
    }
  }

  return {
    retain,
    /** All that is held of an address, by place; places without anything are left out. */
    async findPerson(email: string) {
      const held = await Promise.all(
        PLACES.map(async ({ what, table, columns }) => {
          const found = Object.keys(columns).map((column) => rowsAt(table, column, email))
          // A gift may be from and to the same person.
          const rows = new Map((await Promise.all(found)).flat().map((row) => [row.id, row]))
          return { what, rows: [...rows.values()].map(({ search_text, ...row }) => row) }
        }),
      )
      return held.filter(({ rows }) => rows.length > 0)
    },
    /**
     * Erases an address everywhere; gifts lose the person and keep working. Can be repeated: one that has failed in the
     * middle goes on where it was.
     */
    async erasePerson(email: string): Promise<void> {
      for (const { table, columns } of PLACES)
        for (const [column, blank] of Object.entries(columns))
          await erase(table, await rowsAt(table, column, email), blank)
    },
    /** Forgets all people whom the store has named. Messages and lists are the shop's own, and stay. */
    async eraseStoreCustomers(): Promise<void> {
      await retain({ table: GIFT_CODES, since: 'created_at', months: 0 }, '9999-12-31')
    },
  }
}

const DAY_MS = 24 * 3_600_000

/** Deletes every day, and soon after the start, what the privacy policy does not let the shop keep any longer. */
export function createRetention(
  backend: Pick<ReturnType<typeof createPersons>, 'retain'> & { readCompany(): Promise<CompanyVersion> },
  log: Log,
  now: () => number,
) {
  async function isDue({ afterVol2, months }: RetentionStep): Promise<boolean> {
    if (!afterVol2) return true
    const { company } = await backend.readCompany()
    const then = monthsBefore(now(), months).getTime()
    return MARKET_IDS.every((market) => hasVol2Shipped(shippingOf(company, market, then)))
  }

  async function run(): Promise<void> {
    let removed = 0
    try {
      for (const step of RETENTION.flatMap(({ steps = [] }) => steps))
        if (await isDue(step))
          removed += await backend.retain(step, monthsBefore(now(), step.months).toISOString())
      if (removed > 0) log.info({ removed }, 'what is kept no longer was removed')
    } catch (error) {
      log.error({ err: error }, 'what is kept no longer was not removed')
    }
  }

  return {
    run,
    /** @returns stops it */
    start(): () => void {
      const [first, daily] = [setTimeout(run, 60_000).unref(), setInterval(run, DAY_MS).unref()]
      return () => {
        clearTimeout(first)
        clearInterval(daily)
      }
    },
  }
}
