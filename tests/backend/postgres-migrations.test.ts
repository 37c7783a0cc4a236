import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresPrograms, startPostgres } from './postgres-server.ts'
import { HOSTED_ROLES, HOSTED_SCHEMA } from './supabase-roles.ts'

/** The migrations as `supabase db push` applies them, on a PostgreSQL with the roles of a hosted project. */

const FOLDER = new URL('../../supabase/migrations/', import.meta.url)
const FILES = readdirSync(FOLDER).sort()

/** Data of the shop's first version. */
const FIRST_DATA = `
  insert into email_subscribers (email, source, market, unsubscribe_token) values
    ('ada@example.com', 'Footer', 'us', repeat('a', 44)), ('zoë@example.com', 'Popup', null, null);
  insert into waitlist (email, name, first_name, last_name, full_name, website)
    values ('ada@example.com', 'Ada L', 'Ada', 'L', 'Ada L', 'https://shop.test');
  insert into gift_redemption_codes (code, product_title, product_variant_id, market, redeemed, redeemed_at,
      shopify_discount_code, redeemed_order_id, order_id, order_line_id, order_line_unit, purchaser_email) values
    ('amber lantern owl', 'Gift', '1', 'us', false, null, null, null, '1', '1', 1, 'a@example.com'),
    ('silver birch comet', 'Gift', '1', 'us', false, null, 'gift-two', null, '1', '1', 2, 'a@example.com'),
    ('gilded acorn storm', 'Gift', '2', 'uk', true, now(), 'GIFT-THREE', '77', '2', '1', 1, null);
  insert into consents (dedupe_key, email, purpose, source, wording)
    values ('k', 'ada@example.com', 'mailing-list', 'Footer', 'Join our mailing list.');
  insert into contact_messages (full_name, email, subject, message, content_key)
    values ('Ada', 'ada@example.com', 'Other', 'Hello', 'k');
  insert into webhook_deliveries (webhook_id, topic, order_id, payload, state) values
    ('w1', 'orders/paid', '1', '{}', 'done'), ('w2', 'orders/cancelled', '88', '{}', 'done');
  insert into mail_outbox (dedupe_key, template, to_email, subject, data, market, state)
    values ('gift:1', 'gift-code', 'a@example.com', 'A gift', '{"words": "x"}', 'us', 'sent');
  insert into audit_trail (actor_email, action, subject_type) values ('owner@example.com', 'signed-in', 'session');
`

describe.skipIf(postgresPrograms === null)('on a hosted project', () => {
  let server: ReturnType<typeof startPostgres>
  beforeAll(() => {
    server = startPostgres('supabase_admin')
    server.sql(HOSTED_ROLES)
  }, 60_000)
  afterAll(() => server.stop())

  /** A database of the project: its statements run as `postgres`, the role of `supabase db push`. */
  function newDatabase(name: string) {
    server.sql(`create database ${name} owner postgres`)
    server.sql(HOSTED_SCHEMA, { database: name })
    const as = (role: string) => (text: string) => server.sql(text, { role, database: name })
    const sql = as('postgres')
    const migrate = (files: readonly string[]) => {
      for (const file of files) sql(`begin; ${readFileSync(new URL(file, FOLDER), 'utf8')}; commit;`)
    }
    const tables = () =>
      sql(`select tablename from pg_tables where schemaname = 'public' order by 1`)
        .split('\n')
        .filter(Boolean)
    return { sql, migrate, tables, asKey: as('authenticator') }
  }

  it('they apply from nothing, and leave nothing open to the public key or a signed-in user', () => {
    const { migrate, tables, sql, asKey } = newDatabase('fresh')
    migrate(FILES)
    expect(tables().length).toBeGreaterThanOrEqual(10)
    expect(
      sql(`select relname from pg_class where relnamespace = 'public'::regnamespace
      and relkind in ('r', 'p', 'v', 'm') and not relrowsecurity`),
    ).toBe('')
    expect(sql('select policyname from pg_policies')).toBe('')
    const all = tables()
    const statements = all.flatMap((table) => [
      `select * from ${table}`,
      `delete from ${table}`,
      `insert into ${table} default values`,
    ])
    asKey(`do $$ declare key text; statement text; begin
      foreach key in array array['anon', 'authenticated'] loop
        foreach statement in array array['${statements.join("', '")}'] loop
          begin
            execute 'set local role ' || key;
            execute statement;
          exception when insufficient_privilege then continue;
          end;
          raise exception '% may %', key, statement;
        end loop;
      end loop;
    end $$`)
    const counts = all.map((table) => `select count(*) from ${table}`).join(' union ')
    expect(asKey(`set role service_role; ${counts}`)).toBe('0')
  })

  it.each(FILES.map((_, at) => at).slice(2))(
    'they apply over the database of an earlier version (%i of them) and keep its data',
    (count) => {
      const { migrate, tables, sql } = newDatabase(`earlier_${count}`)
      migrate(FILES.slice(0, count))
      sql(FIRST_DATA)
      const filled = sql(
        tables()
          .map((table) => `select '${table}' where exists (select from ${table})`)
          .join(' union '),
      ).split('\n')
      expect(filled.length).toBeGreaterThanOrEqual(8)
      /** A query for all content of a table, but for columns that a later version adds. */
      const queries = sql(`select format('select %s from %I order by id',
          string_agg(quote_ident(attname), ', ' order by attnum), relname)
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where attrelid = any('{${filled}}'::regclass[]) and attnum > 0 and not attisdropped
        group by relname`)
      const content = () => sql(queries.replaceAll('\n', ';'))
      const before = content()
      migrate(FILES.slice(count))
      expect(content()).toBe(before)
    },
  )

  it('what orders had done to gifts before is still known', () => {
    const { migrate, sql } = newDatabase('orders')
    const at = FILES.findIndex((file) => file.includes('keep_what_orders_did'))
    migrate(FILES.slice(0, at))
    sql(FIRST_DATA)
    migrate(FILES.slice(at))
    expect(sql('select code from gift_discounts order by code')).toBe('GIFT-THREE\nGIFT-TWO')
    expect(sql('select order_id, discount_code from gift_claims')).toBe('77|GIFT-THREE')
    expect(sql('select order_id, source from order_reversals')).toBe('88|cancelled')
  })

  it('what the owner had given of the company before is its first version', () => {
    const { migrate, sql } = newDatabase('company')
    const at = FILES.findIndex((file) => file.includes('keep_each_version_of_company_facts'))
    migrate(FILES.slice(0, at))
    sql(
      `insert into company_facts (name, us_text, uk_text) values ('legalEntity', 'Keyhole Inc', 'Keyhole Ltd')`,
    )
    migrate(FILES.slice(at))
    expect(sql('select version, name, us_text, uk_text from company_versions')).toBe(
      '1|legalEntity|Keyhole Inc|Keyhole Ltd',
    )
  })

  it('a push that ends in the middle of a file leaves nothing of it', () => {
    const { migrate, sql, tables } = newDatabase('broken')
    migrate(FILES.slice(0, -1))
    const before = tables()
    const last = readFileSync(new URL(FILES.at(-1) ?? '', FOLDER), 'utf8')
    expect(() => sql(`begin; ${last}; select 1 / 0; commit;`)).toThrow(/division/)
    expect(tables()).toEqual(before)
    migrate(FILES.slice(-1))
  })
})
