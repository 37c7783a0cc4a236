import { expect, test, vi } from 'vitest'
import type { Backend } from '../backend/backend.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { carryOut } from './shop-forms.server.ts'

const ADA = { fullName: 'Ada', email: 'ada@example.com' }

function carryOutWith(backend: object, { value = ADA, idempotencyKey = '', isHeldBack = false } = {}) {
  return carryOut(backend as Backend, 'signup', value, { market: 'us', idempotencyKey, isHeldBack })
}

test('a backend that never responds times out', async () => {
  vi.useFakeTimers()
  const refused = expect(carryOutWith({ signUp: () => new Promise(() => {}) })).rejects.toThrow(UpstreamError)
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  await refused
})

test('what is held back is not sent, and known as a repeat by its content and key', async () => {
  const keys: string[] = []
  const signUp = vi.fn()
  const holdBack = async ({ dedupeKey }: { dedupeKey: string }) => void keys.push(dedupeKey)
  for (const [fullName, idempotencyKey] of [
    ['Ada', 'key'],
    ['Ada', 'key'],
    ['Ada', 'other'],
    ['Ad', 'akey'],
  ] as const)
    await carryOutWith(
      { signUp, holdBack },
      { value: { ...ADA, fullName }, idempotencyKey, isHeldBack: true },
    )
  expect(signUp).not.toHaveBeenCalled()
  const [first, again, ...others] = keys
  expect(again).toBe(first)
  expect(new Set([first, ...others]).size).toBe(3)
})
