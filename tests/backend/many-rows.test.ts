import { join } from 'node:path'
import { DatabaseSync, StatementSync } from 'node:sqlite'
import { expect, it, onTestFinished, vi } from 'vitest'
import { startEmbedded } from './support.ts'

it('a list of 100,000 rows is paged and searched along its index, without sorting all of them', async () => {
  const { backend, dataDir, close } = await startEmbedded()
  onTestFinished(close)
  const database = new DatabaseSync(join(dataDir, 'backend.db'))
  onTestFinished(() => database.close())
  const id = "printf('00000000-0000-4000-8000-%012d', n)"
  const at = "strftime('%Y-%m-%dT%H:%M:%SZ', '2025-01-01', '+' || n || ' minutes')"
  database.exec(`WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 100000)
    INSERT INTO email_subscribers (id, email, source, created_at, updated_at)
    SELECT ${id}, 'person' || n || '@example.com', 'Footer', ${at}, ${at} FROM numbers`)
  const sent = vi.spyOn(StatementSync.prototype, 'all')
  onTestFinished(() => sent.mockRestore())

  const newest = await backend.listRows('subscribers', { limit: 51 })
  const [next] = await backend.listRows('subscribers', { after: newest.at(-1), limit: 51 })
  const found = await backend.listRows('subscribers', { search: 'PERSON77@', limit: 51 })
  expect([next?.email, ...found.map(({ email }) => email)]).toEqual([
    'person99949@example.com',
    'person77@example.com',
  ])
  const plans = (sent.mock.contexts as StatementSync[])
    .filter(({ sourceSQL }) => /^select .* from "email_subscribers"/.test(sourceSQL))
    .map(({ sourceSQL }) => JSON.stringify(database.prepare(`EXPLAIN QUERY PLAN ${sourceSQL}`).all()))
  // Rows of the same time are sorted, which are few.
  const along = (how: string) =>
    expect.stringMatching(`${how}email_subscribers USING INDEX \\w+created_at_idx`)
  expect(plans).toEqual([along('SCAN '), along('SEARCH '), along('SCAN ')])
  expect(plans.join()).not.toContain('TEMP B-TREE FOR ORDER BY')
})
