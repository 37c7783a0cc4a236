import { expect, test } from 'vitest'
import { createQueue } from './queue.server.ts'

test('so much runs at a time, so much waits, and any more is turned away; a failure frees its place', async () => {
  const queue = createQueue(2, 3)
  let running = 0
  let most = 0
  const work = (name: number) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running--
    if (name === 0) throw new Error('failed')
    return name
  }
  const results = () =>
    Promise.all([0, 1, 2, 3, 4, 5, 6].map((name) => queue(work(name)).catch(() => 'failed')))
  for (const _ of ['first', 'again']) expect(await results()).toEqual(['failed', 1, 2, 3, 4, null, null])
  expect(most).toBe(2)
})
