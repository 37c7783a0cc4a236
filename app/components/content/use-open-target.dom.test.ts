import { expect, test } from 'vitest'
import { targetOf } from './use-open-target.ts'

test('an address points at the element of that name', () => {
  document.body.innerHTML = '<p id="q-return-window"></p><p id="ü"></p>'
  expect(targetOf('#q-return-window')?.id).toBe('q-return-window')
  expect(targetOf('#%C3%BC')?.id).toBe('ü')
})

test.each(['', '#', '#nothing', '#100%', '#%E0%A4'])('%s points at nothing', (hash) => {
  expect(targetOf(hash)).toBeNull()
})
