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

test.each([
  ['D’Arcy', '%d_arcy%'],
  ['Anna‑Lena', '%anna_lena%'],
  ['100%', '%100\\\\%%'],
  ['wool_', '%wool\\\\_%'],
  ['-', '%-%'],
])('names are found as people type them, with wildcards taken literally: %s', (typed, pattern) => {
  expect(searchFilter(typed)).toBe(`{"${pattern}"}`)
})

test('a long search is cut between characters', () => {
  expect(searchFilter(`${'a'.repeat(99)}😀😀`)).toBe(`{"%${'a'.repeat(99)}😀%"}`)
})
