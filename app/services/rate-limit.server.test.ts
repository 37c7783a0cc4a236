import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterEach, expect, test, vi } from 'vitest'
import type { Log } from './log.server.ts'
import { createRateLimits } from './rate-limit.server.ts'

afterEach(() => void vi.restoreAllMocks())

test('limits that fail refuse nobody, and every failure is in the log', async () => {
  const error = new Error('the counters are gone')
  for (const method of ['consume', 'get', 'reward', 'delete'] as const)
    vi.spyOn(RateLimiterMemory.prototype, method).mockRejectedValue(error)
  const warn = vi.fn()
  const log: Log = { info() {}, warn, error() {}, debug() {} }
  const limits = createRateLimits(null, log)
  expect(await limits.consume('form', 'somebody')).toBeNull()
  expect(await limits.isBlocked('form', 'somebody')).toBe(false)
  await limits.giveBack('form', 'somebody')
  await limits.forgive('form', 'somebody')
  expect(warn.mock.calls).toEqual(Array(4).fill([{ err: error, rule: 'form' }, 'rate limit unavailable']))
})
