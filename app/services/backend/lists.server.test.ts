import { expect, test } from 'vitest'
import { searchFilter } from './lists.server.ts'

// What patterns find: backend/contract.test.ts.
test('each of the first distinct words of a search, which is cut between characters, becomes a pattern', () => {
  expect(searchFilter(' Van der\u0000 Berg van ')).toBe('{"%van%","%der%","%berg%"}')
  expect(searchFilter('a b c d e f g h i j k l m n')?.split(',')).toHaveLength(12)
  expect(searchFilter(`${'a'.repeat(99)}😀😀`)).toBe(`{"%${'a'.repeat(99)}😀%"}`)
  expect([undefined, ' ', ''].map(searchFilter)).toEqual([null, null, null])
})
