import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { searchFilter } from './search-patterns.server.ts'

test('an empty search gives no filter', () => {
  expect([searchFilter(undefined), searchFilter(' '), searchFilter('')]).toEqual([null, null, null])
})

test('each distinct word becomes a pattern', () => {
  expect(searchFilter(' Van der  Berg van ')).toBe('{"%van%","%der%","%berg%"}')
  expect(searchFilter('a\u0000b')).toBe('{"%a%","%b%"}')
  expect(searchFilter('a b c d e f g h i j k l m n')?.split(',')).toHaveLength(12)
})

test('the word "order" before a number is dropped, as lists print it there', () => {
  expect(searchFilter('Order #1043')).toBe('{"%#1043%"}')
  expect(searchFilter('Reorder the order')).toBe('{"%reorder%","%the%","%order%"}')
})

test('a long search is cut between characters', () => {
  expect(searchFilter(`${'a'.repeat(99)}😀😀`)).toBe(`{"%${'a'.repeat(99)}😀%"}`)
})

test('in PostgreSQL, the patterns match the intended texts only', async () => {
  const database = new PGlite()
  const isFound = async (text: string, search: string) => {
    // PostgREST treats an asterisk as a percent sign.
    const patterns = searchFilter(search)?.replaceAll('*', '%')
    const sql = 'select $1::text like all ($2::text::text[]) as found'
    const { rows } = await database.query<{ found: boolean }>(sql, [text, patterns])
    return rows[0]?.found
  }
  for (const [text, search] of [
    ["aoife d'arcy", 'D’Arcy'],
    ['anna-lena holt', 'anna lena'],
    ['anna lena holt', 'Anna-Lena'],
    ['100% wool_works', '100% l_w'],
    ['a\\b', 'a\\b'],
    ['a\\b', '\\'],
    ['*new*', '*NEW*'],
    ['"a",{b}', '{b} "a",'],
  ] as const)
    expect(await isFound(text, search), search).toBe(true)
  for (const [text, search] of [
    ['person', '%'],
    ['person', '_'],
    ['person', '\\'],
    ['person', '*'],
    ['person', 'p_rson'],
    ['person', 'p%n'],
    ['anna holt', 'lena anna'],
    ['anna holt', 'anna lena'],
  ] as const)
    expect(await isFound(text, search), search).toBe(false)
  await database.close()
})
