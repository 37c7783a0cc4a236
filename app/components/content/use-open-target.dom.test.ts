import { expect, test } from 'vitest'
import { findHashTarget } from './use-open-target.ts'

test('an address points at the element of that name', () => {
  document.body.innerHTML = '<p id="q-return-window"></p><p id="ü"></p>'
  expect(findHashTarget('#q-return-window')?.id).toBe('q-return-window')
  expect(findHashTarget('#%C3%BC')?.id).toBe('ü')
})

test.each(['', '#', '#nothing', '#100%', '#%E0%A4'])('%s points at nothing', (hash) => {
  expect(findHashTarget(hash)).toBeNull()
})
