import { expect, test } from 'vitest'
import { createServiceClocks } from './clock.server.ts'

const NOW = Date.parse('2025-11-20T12:00:00Z')

test.each([
  [0, 'ok', /agree$/],
  [29, 'ok', /agree$/],
  [45, 'warning', /45 seconds behind Supabase’s$/],
  [-45, 'warning', /45 seconds ahead of Supabase’s$/],
  [600, 'failure', /600 seconds behind Supabase’s$/],
])('a service whose clock is %i seconds ahead: %s', async (seconds, level, found) => {
  const clocks = createServiceClocks(() => NOW)
  const headers = { Date: new Date(NOW + seconds * 1000).toUTCString() }
  const answering = clocks.listening('Supabase', async () => new Response(null, { headers }))
  await answering('https://project.test')
  expect(clocks.examine()).toMatchObject([{ level, found: expect.stringMatching(found) }])
})

test('nobody who tells the time is something to look at', () => {
  expect(createServiceClocks(() => NOW).examine()).toMatchObject([{ level: 'warning' }])
})
