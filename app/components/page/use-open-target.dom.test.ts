import { expect, test } from 'vitest'
import { findHashTarget } from './use-open-target.ts'

test('finds the element with the id of the fragment', () => {
  document.body.innerHTML = '<p id="q-return-window"></p><p id="ü"></p>'
  expect(findHashTarget('#q-return-window')?.id).toBe('q-return-window')
  expect(findHashTarget('#%C3%BC')?.id).toBe('ü')
})

test.each(['', '#', '#nothing', '#100%', '#%E0%A4'])('finds nothing for %j', (hash) => {
  expect(findHashTarget(hash)).toBeNull()
})
