import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresPrograms, startPostgres } from './postgres-server.ts'

/** The backup of docs/deploy.md, restored into a new database, if PostgreSQL is installed. */

const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url)

describe.skipIf(postgresPrograms === null)('a copy of the database', { timeout: 60_000 }, () => {
  let server: ReturnType<typeof startPostgres>
  beforeAll(() => {
    server = startPostgres()
  }, 60_000)
  afterAll(() => server.stop())

  const into = (database: string, ...args: string[]) =>
    server.run('psql', [
      '-h',
      server.folder,
      '-U',
      'postgres',
      '-d',
      database,
      '-qtAX',
      '-v',
      'ON_ERROR_STOP=1',
      ...args,
    ])

  it('is restored with all its rows', () => {
    server.sql('create role anon; create role authenticated; create role service_role; create database next')
    for (const database of ['postgres', 'next'])
      for (const file of readdirSync(MIGRATIONS).sort())
        into(database, '-c', readFileSync(new URL(file, MIGRATIONS), 'utf8'))
    server.sql(`insert into email_subscribers (email, full_name, source) values ('ada@example.com', 'Ada "A"', 'Footer');
      insert into contact_messages (full_name, email, subject, message, content_key)
        values ('Zoë', 'zoe@example.com', 'Other', E'Two\\nlines\\tand ☃', 'k');
      insert into gift_redemption_codes (code, product_title, product_variant_id, market)
        select 'words ' || n, 'Gift', '1', 'uk' from generate_series(1, 2000) n`)
    const [dump = '', restore = ''] = commands()
    const file = join(server.folder, 'shop.sql')
    server.run('pg_dump', ['-h', server.folder, '-U', 'postgres', ...dump.split(' '), '-f', file, 'postgres'])
    into('next', ...restore.split(' '), '-c', 'set session_replication_role = replica', '-f', file)
    const rows =
      'select * from email_subscribers; select * from contact_messages; select * from gift_redemption_codes order by code'
    expect(into('next', '-c', rows)).toBe(into('postgres', '-c', rows))
  })
})

/** The options of the two commands, word for word as the page has them. */
function commands(): string[] {
  const page = readFileSync(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
  const options = (pattern: RegExp) => pattern.exec(page)?.[1] ?? 'not found'
  return [options(/pg_dump "\$FROM" (.*) --file=shop\.sql/), options(/psql "\$TO" (.*)/)]
}
