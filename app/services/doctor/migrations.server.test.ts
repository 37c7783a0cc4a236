import { expect, test } from 'vitest'
import { migrationTraces } from './migrations.server.ts'

test('a migration is recognised by the tables and columns that it creates and no later one drops', () => {
  const traces = migrationTraces({
    '../supabase/migrations/2_second.sql': `-- create table public.only_a_comment (a int);
      drop table public.form_posts;
      alter table public.gifts add column delivered_at timestamptz, add column if not exists note text;
      alter table public.gifts enable row level security;`,
    '../supabase/migrations/1_first.sql': `create table public.gifts (id int);
      create table if not exists form_posts (id int); alter table public.form_posts add column at timestamptz;`,
  })
  expect(traces).toEqual([
    { name: '1_first', tables: ['gifts'], columns: [] },
    {
      name: '2_second',
      tables: [],
      columns: [
        { table: 'gifts', column: 'delivered_at' },
        { table: 'gifts', column: 'note' },
      ],
    },
  ])
})

test('the repository’s own migrations are all known, and their tables named once', () => {
  const traces = migrationTraces()
  expect(traces.length).toBeGreaterThanOrEqual(4)
  const tables = traces.flatMap((trace) => trace.tables)
  expect(tables).toContain('gift_redemption_codes')
  expect(tables).not.toContain('form_submissions')
  expect(new Set(tables).size).toBe(tables.length)
})
