import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { MIGRATIONS } from './support.ts'

/** The migrations as `supabase db push` applies them, on PostgreSQL with the roles of a hosted project. */

/**
 * The role `postgres`, which applies migrations, is no superuser there. Requests come as `authenticator`, which takes the
 * role of their key. Before the first migration, all roles have all privileges.
 */
const HOSTED_ROLES = `
  create role renamer superuser;
  set session authorization renamer;
  alter role postgres rename to supabase_admin;
  set session authorization supabase_admin;
  create role postgres login createrole createdb replication bypassrls;
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator login noinherit;
  grant anon, authenticated, service_role to authenticator, postgres;
  create schema extensions;
  create schema auth;
  grant usage on schema public, extensions, auth to postgres, anon, authenticated, service_role;
  grant create on schema public to postgres;
  alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;
  alter default privileges for role supabase_admin in schema public grant all on tables to postgres, anon, authenticated, service_role;
`

/** People and gifts of the shop's first version. */
const FIRST_DATA = `
  insert into email_subscribers (email, source, market, unsubscribe_token) values
    ('ada@example.com', 'Footer', 'us', repeat('a', 44)), ('zoë@example.com', 'Popup', null, null);
  insert into gift_redemption_codes (code, product_title, product_variant_id, market, redeemed, redeemed_at,
      shopify_discount_code, redeemed_order_id, order_id, order_line_id, order_line_unit, purchaser_email) values
    ('amber lantern owl', 'Gift', '1', 'us', false, null, 'null', null, '1', '1', 1, 'a@example.com'),
    ('silver birch comet', 'Gift', '1', 'us', false, null, 'gift-two', null, '1', '1', 2, 'a@example.com'),
    ('gilded acorn storm', 'Gift', '2', 'uk', true, now(), 'GIFT-THREE', '77', '2', '1', 1, null);
`
const database = new PGlite()
await database.exec(HOSTED_ROLES)
afterAll(() => database.close())

/** What a test does is undone after it. */
beforeEach(() => database.exec('begin; set local session authorization postgres'))
afterEach(() => database.exec('rollback'))

async function rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await database.query<Record<string, unknown>>(sql, values)).rows
}

async function tables(): Promise<string[]> {
  const all = await rows(`select tablename from pg_tables where schemaname = 'public' order by 1`)
  return all.map(({ tablename }) => String(tablename))
}

/** Runs a statement as a request with the key of a role does. @returns why it was refused, or null */
async function refusalOf(role: string, statement: string): Promise<string | null> {
  const asRole = `set local session authorization authenticator; set local role ${role}`
  await database.exec(`savepoint request; ${asRole}`)
  const done = database.exec(statement).then(() => null)
  const refusal = await done.catch((error: Error) => error.message)
  await database.exec('rollback to request')
  return refusal
}

it('they leave no table open to the public key or a signed-in user, all to the service role, and what a later one creates closed', async () => {
  await database.exec(MIGRATIONS.join('\n'))
  expect((await tables()).length).toBeGreaterThanOrEqual(10)
  expect(
    await rows(`select relname from pg_class where relnamespace = 'public'::regnamespace
        and relkind in ('r', 'p', 'v', 'm') and not relrowsecurity`),
  ).toEqual([])
  expect(await rows('select policyname from pg_policies')).toEqual([])
  const privileges = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']
  const given = await rows(
    `select role, tablename, privilege from pg_tables, unnest($1::text[]) as role, unnest($2::text[]) as privilege
       where schemaname = 'public' and has_table_privilege(role, format('public.%I', tablename), privilege)`,
    [['anon', 'authenticated'], privileges],
  )
  expect(given).toEqual([])
  for (const table of await tables()) {
    expect(await refusalOf('anon', `select * from ${table}`)).toMatch(/permission denied/)
    expect(await refusalOf('service_role', `select * from ${table}`)).toBeNull()
  }
  await database.exec(
    'create table public.later (a serial); create function public.later_function() returns int language sql as $$ select 1 $$;',
  )
  for (const role of ['anon', 'authenticated'])
    for (const wish of ['select * from later', `select nextval('later_a_seq')`, 'select later_function()'])
      expect(await refusalOf(role, wish), `${role}: ${wish}`).toMatch(/permission denied/)
})

it('applied over those of the first version they keep its people and gifts', async () => {
  await database.exec([...MIGRATIONS.slice(0, 2), FIRST_DATA].join('\n'))
  const read = async (table: string) => rows(`select * from ${table} order by id`)
  const readAll = () => Promise.all(['email_subscribers', 'gift_redemption_codes'].map(read))
  const before = await readAll()
  await database.exec(MIGRATIONS.slice(2).join('\n'))
  expect(before.map(({ length }) => length)).toEqual([2, 3])
  expect(await readAll()).toMatchObject(before)
})
