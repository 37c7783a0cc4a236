import { expect, test } from 'vitest'
import { searchFilter } from './lists.server.ts'

test('an empty search gives no filter', () => {
  expect([searchFilter(undefined), searchFilter(' '), searchFilter('')]).toEqual([null, null, null])
})

// What patterns find: backend/migrations.test.ts.
test('each of the first distinct words becomes a pattern', () => {
  expect(searchFilter(' Van der\u0000 Berg van ')).toBe('{"%van%","%der%","%berg%"}')
  expect(searchFilter('a b c d e f g h i j k l m n')?.split(',')).toHaveLength(12)
})

test('a long search is cut between characters', () => {
  expect(searchFilter(`${'a'.repeat(99)}😀😀`)).toBe(`{"%${'a'.repeat(99)}😀%"}`)
})
