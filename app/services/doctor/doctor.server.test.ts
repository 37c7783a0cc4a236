import { expect, test } from 'vitest'
import { type Check, runChecks } from './checks.server.ts'
import { requiredTables } from './supabase.server.ts'

/** How checks are run, and what they ask for; `tests/hosted` has what they find. */

test('a check that hangs or fails is to be mended', async () => {
  const checks = (ending: Promise<never>): Check[] => [
    ['First', 'mend', async () => undefined],
    ['Second', 'mend', () => ending],
    ['Third', 'mend', async () => undefined],
  ]
  const told = async (ending: Promise<never>) =>
    (await runChecks('Mail', checks(ending), 5)).map(({ what, found }) => [what, found])
  expect(await told(new Promise(() => {}))).toEqual([
    ['First', null],
    ['Second', 'It does not answer in time'],
  ])
  expect(await told(Promise.reject(new RangeError('the password is alohomora')))).toEqual([
    ['First', null],
    ['Second', 'The check itself ended with RangeError'],
  ])
})

test('tables are those that the migrations leave', () => {
  const sql = `create table public.a (id int); -- create table c (x)
    create table b (id int); alter table public.a add column x int, add column y int; alter table a drop column y;
    drop table if exists b;`
  expect([...requiredTables(sql)]).toEqual([['a', new Set(['x'])]])
  expect(requiredTables().size).toBeGreaterThan(5)
})
