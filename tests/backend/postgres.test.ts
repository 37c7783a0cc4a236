import { readdirSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUPABASE_ROLES } from './supabase-roles.ts'

/** The migrations on real PostgreSQL, with the roles of a Supabase project. */

const FOLDER = new URL('../../supabase/migrations/', import.meta.url)
const PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'] as const

let database: PGlite
beforeAll(async () => {
  database = new PGlite()
  await database.exec(SUPABASE_ROLES)
  for (const file of readdirSync(FOLDER).sort())
    await database.exec(readFileSync(new URL(file, FOLDER), 'utf8'))
}, 120_000)
afterAll(() => database.close())

async function rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await database.query<Record<string, unknown>>(sql, values)).rows
}

async function tables(): Promise<string[]> {
  return (await rows(`select tablename from pg_tables where schemaname = 'public'`)).map((row) =>
    String(row.tablename),
  )
}

async function as(role: string, sql: string): Promise<string> {
  try {
    await database.exec(`begin; set local role ${role}; ${sql}; commit`)
    return 'done'
  } catch (error) {
    await database.exec('rollback')
    return error instanceof Error ? error.message : String(error)
  }
}

describe('every table', () => {
  it('has row-level security and no policy', async () => {
    const open = await rows(
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind = 'r' and not c.relrowsecurity`,
    )
    expect(open).toEqual([])
    expect(await rows('select * from pg_policies')).toEqual([])
    expect((await tables()).length).toBeGreaterThanOrEqual(8)
  })

  it.each(['anon', 'authenticated'])('gives %s no privilege', async (role) => {
    const given = await rows(
      `select t.tablename, p.privilege from pg_tables t, unnest($2::text[]) as p(privilege)
       where t.schemaname = 'public' and has_table_privilege($1, format('public.%I', t.tablename), p.privilege)`,
      [role, [...PRIVILEGES]],
    )
    expect(given).toEqual([])
  })

  it('rejects every statement of the anonymous role', async () => {
    for (const table of await tables())
      for (const statement of [
        `select * from ${table}`,
        `delete from ${table}`,
        `insert into ${table} default values`,
        `truncate ${table}`,
      ])
        expect(await as('anon', statement)).toMatch(/permission denied/)
  })

  it('is accessible to the service role', async () => {
    for (const table of await tables())
      expect(await as('service_role', `select * from ${table}`)).toBe('done')
  })
})

it('what a later migration creates is closed too, functions included', async () => {
  await database.exec(
    'create table public.later (a serial); create function public.later_function() returns int language sql as $$ select 1 $$;',
  )
  expect(await as('anon', 'select * from later')).toMatch(/permission denied/)
  for (const role of ['anon', 'authenticated'])
    expect(await as(role, `select nextval('later_a_seq')`)).toMatch(/permission denied/)
  expect(await as('anon', 'select later_function()')).toMatch(/permission denied/)
  expect(await as('authenticated', 'select later_function()')).toMatch(/permission denied/)
  await database.exec('drop table public.later; drop function public.later_function();')
})

const INSERT = `insert into gift_redemption_codes (code, product_title, product_variant_id, market, shopify_discount_code)
  values ($1, 'Gift', '1', 'us', $2)`
const REDEEM = `update gift_redemption_codes set redeemed = true, redeemed_at = now(), redeemed_order_id = $2
  where shopify_discount_code = $1 and redeemed = false and revoked_at is null returning id`

describe('constraints', () => {
  it('let one order redeem a gift', async () => {
    await rows(INSERT, ['one two three', 'GIFT-1'])
    const won = await Promise.all(
      Array.from({ length: 50 }, (_, at) => rows(REDEEM, ['GIFT-1', `order-${at}`])),
    )
    expect(won.filter((returned) => returned.length === 1)).toHaveLength(1)
  })

  it.each([
    [`insert into email_subscribers (email, source) values ('Upper@example.com', 'Footer')`, /email_lower/],
    [`insert into email_subscribers (email, source) values ('a@b.c', 'x'), ('a@b.c', 'x')`, /email_key/],
    [
      `insert into waitlist (email, name, first_name, last_name, full_name, source, website) values ('a@b.c','a','a','a','a','Other','x')`,
      /waitlist_source/,
    ],
    [
      `insert into contact_messages (full_name, email, subject, message, content_key) values ('a','b','Nonsense','c','d')`,
      /subject/,
    ],
    [
      `insert into gift_redemption_codes (code, product_title, product_variant_id, market) values ('A','a','a','us')`,
      /code_lower/,
    ],
    [
      `insert into gift_redemption_codes (code, product_title, product_variant_id, market) values ('a','a','a','fr')`,
      /market/,
    ],
    [
      `insert into gift_redemption_codes (code, product_title, product_variant_id, market, redeemed) values ('a','a','a','us',true)`,
      /redeemed_at/,
    ],
    [`insert into webhook_deliveries (webhook_id, topic) values ('1','t'), ('1','t')`, /webhook_id_key/],
    [
      `insert into webhook_deliveries (webhook_id, event_id, topic) values ('2','e','t'), ('3','e','t')`,
      /event_key/,
    ],
    [
      `insert into gift_discounts (code, gift_id) values ('GIFT-9', gen_random_uuid()), ('GIFT-9', gen_random_uuid())`,
      /gift_discounts_pkey/,
    ],
    [`insert into gift_discounts (code, gift_id) values ('gift-9', gen_random_uuid())`, /code_upper/],
    [
      `insert into gift_claims (gift_id, order_id, discount_code) select id, '1', 'D' from gift_redemption_codes union all select id, '1', 'E' from gift_redemption_codes`,
      /order_key/,
    ],
    [
      `insert into order_reversals (order_id, source) values ('1', 'cancelled'), ('1', 'cancelled')`,
      /reversals_key/,
    ],
  ])('reject %s', async (statement, constraint) => {
    await expect(database.exec(statement)).rejects.toThrow(constraint)
  })
})

it('a later start keeps the discounts and orders of gifts from before', async () => {
  const old = new PGlite()
  await old.exec(SUPABASE_ROLES)
  const files = readdirSync(FOLDER).sort()
  const at = files.findIndex((file) => file.includes('keep_what_orders_did'))
  for (const file of files.slice(0, at)) await old.exec(readFileSync(new URL(file, FOLDER), 'utf8'))
  await old.exec(`
    insert into gift_redemption_codes
      (code, product_title, product_variant_id, market, shopify_discount_code, redeemed, redeemed_at, redeemed_order_id)
    values ('a b c', 'Gift', '1', 'us', 'gift-old', true, now(), '77'), ('d e f', 'Gift', '1', 'us', 'null', false, null, null);
    insert into webhook_deliveries (webhook_id, topic, order_id)
    values ('1', 'orders/cancelled', '88'), ('2', 'orders/cancelled', '88'), ('3', 'orders/paid', '77');`)
  for (const file of files.slice(at)) await old.exec(readFileSync(new URL(file, FOLDER), 'utf8'))
  const read = async (sql: string) => (await old.query(sql)).rows
  expect(await read('select code from gift_discounts')).toEqual([{ code: 'GIFT-OLD' }])
  expect(await read('select order_id, discount_code, paid_at is null as unpaid from gift_claims')).toEqual([
    { order_id: '77', discount_code: 'GIFT-OLD', unpaid: false },
  ])
  expect(await read('select order_id, source from order_reversals')).toEqual([
    { order_id: '88', source: 'cancelled' },
  ])
  await old.close()
}, 60_000)

describe('the queries of the shop use an index', () => {
  it.each([
    [`select * from gift_redemption_codes where code = 'a b c'`],
    [`select * from gift_redemption_codes where shopify_discount_code = 'GIFT-1'`],
    [`select * from gift_redemption_codes where order_id = '1'`],
    [`select gift_id from gift_discounts where code = 'GIFT-1'`],
    [`select * from gift_claims where gift_id = '00000000-0000-4000-8000-000000000000'`],
    [`select * from gift_claims where order_id = '1'`],
    [`select * from order_reversals where order_id = '1'`],
    [`select * from gift_redemption_codes order by created_at desc, id desc limit 50`],
    [
      `select id from gift_redemption_codes where shopify_manual_setup_complete = false and shopify_discount_code is not null order by created_at desc limit 100`,
    ],
    [`select * from email_subscribers where email = 'a@b.c'`],
    [`select * from email_subscribers order by created_at desc, id desc limit 50`],
    [`select * from webhook_deliveries where topic = 't' and event_id = 'e'`],
  ])('%s', async (statement) => {
    const plan = await database.transaction(async (transaction) => {
      await transaction.exec('set local enable_seqscan = off; set local enable_sort = off')
      return transaction.query<Record<string, string>>(`explain ${statement}`)
    })
    expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index/)
  })
})
