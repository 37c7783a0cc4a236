import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

/** The redemption over real connections, if PostgreSQL is installed. */
const ROUNDS = 5
const WIDTH = 20
const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url)

describe.skipIf(postgresPrograms === null)('on PostgreSQL', { timeout: 60_000 + ROUNDS * 500 }, () => {
  let server: ReturnType<typeof startPostgres>
  const sql = (text: string) => server.sql(text)

  beforeAll(() => {
    server = startPostgres()
    sql('create role anon; create role authenticated; create role service_role')
    for (const file of readdirSync(MIGRATIONS).sort()) sql(readFileSync(new URL(file, MIGRATIONS), 'utf8'))
    sql('create table wins (gift text not null, client int not null)')
  }, 60_000)
  afterAll(() => server.stop())

  /** Every connection redeems every gift, all in the same order. @returns the number of wins per gift */
  function race(name: string, redeem: string): number[] {
    sql(`insert into gift_redemption_codes (code, product_title, product_variant_id, market, shopify_discount_code)
         select '${name} ' || n, 'Gift', '1', 'us', '${name}-' || n from generate_series(1, ${ROUNDS}) n`)
    const script = join(server.folder, `${name}.sql`)
    writeFileSync(script, `\\set round :round + 1\n${redeem}\n`)
    chmodSync(script, 0o644)
    const connection = ['-h', server.folder, '-U', 'postgres', '-n', '-j', '2']
    const work = ['-c', String(WIDTH), '-t', String(ROUNDS), '-D', 'round=0', '-f', script]
    server.run('pgbench', [...connection, ...work, 'postgres'])
    const counts = sql(`select count(w.client) from gift_redemption_codes g
      left join wins w on w.gift = g.code where g.code like '${name} %' group by g.code`)
    return counts.split('\n').map(Number)
  }

  it(`${ROUNDS} gifts, ${WIDTH} connections: exactly one win each`, () => {
    const wins = race(
      'guarded',
      `with won as (
         update gift_redemption_codes set redeemed = true, redeemed_at = now(), redeemed_order_id = :client_id::text
         where shopify_discount_code = 'guarded-' || :round and redeemed = false and revoked_at is null returning code
       ) insert into wins select code, :client_id from won;`,
    )
    expect(wins).toEqual(Array.from({ length: ROUNDS }, () => 1))
  })

  it('the same race has more winners without the guard', () => {
    const wins = race(
      'unguarded',
      // The pause between read and write is the gap that the guard closes.
      `with found as (select id, pg_sleep(0.005) from gift_redemption_codes where shopify_discount_code = 'unguarded-' || :round and redeemed = false),
       won as (
         update gift_redemption_codes g set redeemed = true, redeemed_at = now(), redeemed_order_id = :client_id::text
         from found where g.id = found.id returning code
       ) insert into wins select code, :client_id from won;`,
    )
    expect(Math.max(...wins)).toBeGreaterThan(1)
  })

  it('finds a page far down a list of 100,000 rows by its index, as PostgREST asks for it', () => {
    sql(`insert into email_subscribers (email, source, created_at)
      select 'person' || n || '@example.com', 'Footer', timestamptz '2025-01-01' + n * interval '1 minute'
      from generate_series(1, 100000) n; analyze email_subscribers`)
    const [at, id] = ["timestamptz '2025-02-01'", "uuid '00000000-0000-4000-8000-000000000000'"]
    const plan = sql(`explain select id, email from email_subscribers
      where created_at <= ${at} and (created_at < ${at} or id < ${id})
      order by created_at desc, id desc limit 51`)
    expect(plan).toContain('Index Scan using email_subscribers_created_at_idx')
    expect(plan).not.toContain('Sort')
  })
})
