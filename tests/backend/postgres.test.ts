import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Redeeming over real connections to PostgreSQL itself, if Debian's packages have installed it. */

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
  const sql = (text: string) =>
    run('psql', ...connection, '-d', 'postgres', '-qtAX', '-v', 'ON_ERROR_STOP=1', '-c', text).trim()

  beforeAll(() => {
    chmodSync(folder, 0o777)
    run('initdb', '-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '--no-sync')
    const options = `-k ${folder} -c listen_addresses='' -c max_connections=80 -c fsync=off`
    run('pg_ctl', '-D', join(folder, 'data'), '-w', '-l', join(folder, 'log'), '-o', options, 'start')
    sql('create role anon; create role authenticated; create role service_role')
    for (const file of readdirSync(MIGRATIONS).sort()) sql(readFileSync(new URL(file, MIGRATIONS), 'utf8'))
  }, 60_000)
  afterAll(() => {
    run('pg_ctl', '-D', join(folder, 'data'), '-m', 'immediate', 'stop')
    rmSync(folder, { recursive: true, force: true })
  })

  it(`of ${WIDTH} connections that redeem the same gifts in the same order, each gift has one`, () => {
    sql(`create table wins (gift text not null, client int not null);
      insert into gift_redemption_codes (code, product_title, product_variant_id, market, shopify_discount_code)
        select 'words ' || n, 'Gift', '1', 'us', 'GIFT-' || n from generate_series(1, ${ROUNDS}) n`)
    const script = join(folder, 'redeem.sql')
    writeFileSync(
      script,
      `\\set round :round + 1
      with won as (
        update gift_redemption_codes
        set redeemed = true, redeemed_at = now(), redeemed_order_id = :client_id::text
        where shopify_discount_code = 'GIFT-' || :round and redeemed = false and revoked_at is null returning code
      ) insert into wins select code, :client_id from won;`,
    )
    chmodSync(script, 0o644)
    const work = ['-n', '-j', '2', '-c', String(WIDTH), '-t', String(ROUNDS), '-D', 'round=0', '-f', script]
    run('pgbench', ...connection, ...work, 'postgres')
    expect(sql('select count(*) from wins group by gift').split('\n').map(Number)).toEqual(
      Array.from({ length: ROUNDS }, () => 1),
    )
  })
})
