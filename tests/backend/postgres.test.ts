import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** What needs PostgreSQL itself, if Debian's packages have installed it: redeeming over real connections, lists, and the backup. */

const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url)
const INSTALLED = '/usr/lib/postgresql'
const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a)) : []
const programs = versions
  .map((version) => join(INSTALLED, version, 'bin'))
  .find((bin) => existsSync(join(bin, 'pgbench')))
const ROUNDS = 5
const WIDTH = 20

describe.skipIf(programs === undefined)('on PostgreSQL', { timeout: 60_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-postgres-'))
  const connection = ['-h', folder, '-U', 'postgres']

  /** PostgreSQL refuses to run as root. */
  function run(program: string, ...args: string[]): string {
    const all = [join(programs ?? '', program), ...args]
    const [command = '', ...rest] =
      process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...all] : all
    return execFileSync(command, rest, { encoding: 'utf8', cwd: folder, stdio: 'pipe' })
  }
  const into = (database: string, ...args: string[]) =>
    run('psql', ...connection, '-d', database, '-qtAX', '-v', 'ON_ERROR_STOP=1', ...args).trim()
  const sql = (text: string) => into('postgres', '-c', text)

  beforeAll(() => {
    chmodSync(folder, 0o777)
    run('initdb', '-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '--no-sync')
    const options = `-k ${folder} -c listen_addresses='' -c max_connections=80 -c fsync=off`
    run('pg_ctl', '-D', join(folder, 'data'), '-w', '-l', join(folder, 'log'), '-o', options, 'start')
    sql('create role anon; create role authenticated; create role service_role')
    sql('create database next')
    for (const database of ['postgres', 'next'])
      for (const file of readdirSync(MIGRATIONS).sort())
        into(database, '-c', readFileSync(new URL(file, MIGRATIONS), 'utf8'))
  }, 60_000)
  afterAll(() => {
    run('pg_ctl', '-D', join(folder, 'data'), '-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  })

  it('a copy made and restored as docs/deploy.md says has all rows', () => {
    sql(`insert into email_subscribers (email, full_name, source) values ('ada@example.com', 'Ada "A"', 'Footer');
      insert into contact_messages (full_name, email, subject, message, content_key)
        values ('Zoë', 'zoe@example.com', 'Other', E'Two\\nlines\\tand ☃', 'k');
      insert into gift_redemption_codes (code, product_title, product_variant_id, market)
        select 'words ' || n, 'Gift', '1', 'uk' from generate_series(1, 2000) n`)
    const page = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
    const optionsOf = (command: RegExp) => (command.exec(page)?.[1] ?? 'not found').split(' ')
    const file = join(folder, 'shop.sql')
    const dump = optionsOf(/pg_dump "\$FROM" (.*) --file=shop\.sql/)
    run('pg_dump', ...connection, ...dump, '-f', file, 'postgres')
    const replica = ['-c', 'set session_replication_role = replica', '-f', file]
    into('next', ...optionsOf(/psql "\$TO" (.*)/), ...replica)
    const rows =
      'select * from email_subscribers; select * from contact_messages; select * from gift_redemption_codes order by code'
    expect(into('next', '-c', rows)).toBe(sql(rows))
  })

  /** Every connection redeems every gift, all in the same order. @returns the number of wins per gift */
  function race(name: string, redeem: string): number[] {
    sql('create table if not exists wins (gift text not null, client int not null)')
    sql(`insert into gift_redemption_codes (code, product_title, product_variant_id, market, shopify_discount_code)
         select '${name} ' || n, 'Gift', '1', 'us', '${name}-' || n from generate_series(1, ${ROUNDS}) n`)
    const script = join(folder, `${name}.sql`)
    writeFileSync(script, `\\set round :round + 1\n${redeem}\n`)
    chmodSync(script, 0o644)
    const work = ['-n', '-j', '2', '-c', String(WIDTH), '-t', String(ROUNDS), '-D', 'round=0', '-f', script]
    run('pgbench', ...connection, ...work, 'postgres')
    const counts = sql(`select count(w.client) from gift_redemption_codes g
      left join wins w on w.gift = g.code where g.code like '${name} %' group by g.code`)
    return counts.split('\n').map(Number)
  }
  const REDEEM = 'set redeemed = true, redeemed_at = now(), redeemed_order_id = :client_id::text'

  it(`${WIDTH} connections redeem a gift once; without the guard more than once`, () => {
    const guarded = race(
      'guarded',
      `with won as (
         update gift_redemption_codes ${REDEEM}
         where shopify_discount_code = 'guarded-' || :round and redeemed = false and revoked_at is null returning code
       ) insert into wins select code, :client_id from won;`,
    )
    expect(guarded).toEqual(Array.from({ length: ROUNDS }, () => 1))
    const unguarded = race(
      'unguarded',
      // The pause between read and write is the gap that the guard closes.
      `with found as (select id, pg_sleep(0.005) from gift_redemption_codes where shopify_discount_code = 'unguarded-' || :round and redeemed = false),
       won as (update gift_redemption_codes g ${REDEEM} from found where g.id = found.id returning code)
       insert into wins select code, :client_id from won;`,
    )
    expect(Math.max(...unguarded)).toBeGreaterThan(1)
  })
})
