import { PGlite } from '@electric-sql/pglite'
import { expect, test } from 'vitest'
import { searchPatterns } from './search-patterns.server.ts'

test('nothing typed looks for nothing', () => {
  expect([searchPatterns(undefined), searchPatterns(' '), searchPatterns('')]).toEqual([[], [], []])
})

test('each word has a pattern, once', () => {
  expect(searchPatterns(' Van der  Berg van ')).toEqual(['*van*', '*der*', '*berg*'])
  expect(searchPatterns('a b c d e f g h i j k l m n')).toHaveLength(12)
})

test('an order is found as the lists print it', () => {
  expect(searchPatterns('Order #1043')).toEqual(['*#1043*'])
  expect(searchPatterns('Reorder the order')).toEqual(['*reorder*', '*the*', '*order*'])
})

test('words are cut between characters', () => {
  expect(searchPatterns(`${'a'.repeat(99)}😀😀`)).toEqual([`*${'a'.repeat(99)}😀*`])
})

test('PostgreSQL finds by them what is meant', async () => {
  const database = new PGlite()
  const isFound = async (text: string, search: string) => {
    for (const pattern of searchPatterns(search)) {
      // PostgREST takes every star for a percent sign.
      const like = pattern.replaceAll('*', '%')
      const { rows } = await database.query<{ found: boolean }>('select $1::text like $2 as found', [
        text,
        like,
      ])
      if (rows[0]?.found !== true) return false
    }
    return true
  }
  for (const [text, search] of [
    ["aoife d'arcy", 'D’Arcy'],
    ['anna-lena holt', 'anna lena'],
    ['anna lena holt', 'Anna-Lena'],
    ['100% wool_works', '100% l_w'],
    ['a\\b', 'a\\b'],
    ['a\\b', '\\'],
    ['*new*', '*NEW*'],
  ] as const)
    expect(await isFound(text, search), search).toBe(true)
  for (const [text, search] of [
    ['person', '%'],
    ['person', '_'],
    ['person', '\\'],
    ['person', '*'],
    ['person', 'p_rson'],
    ['person', 'p%n'],
  ] as const)
    expect(await isFound(text, search), search).toBe(false)
  await database.close()
})
