import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withDeadline } from './upstream-error.server.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const after = <T>(ms: number, result: () => T) =>
  new Promise<void>((resolve) => setTimeout(resolve, ms)).then(result)
const tooLate = (): never => {
  throw new Error('too late')
}

test('work that finishes in time returns its result, and leaves no timer', async () => {
  const late = vi.fn(() => 'late')
  const settled = withDeadline(
    after(900, () => 'done'),
    1_000,
    late,
  )
  await vi.advanceTimersByTimeAsync(900)
  expect(await settled).toBe('done')
  expect(vi.getTimerCount()).toBe(0)
  expect(late).not.toHaveBeenCalled()
})

test('work that fails in time fails, and leaves no timer', async () => {
  await expect(withDeadline(Promise.reject(new Error('broken')), 1_000, tooLate)).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('late work is replaced, and its later rejection is handled', async () => {
  const settled = withDeadline(after(2_000, tooLate), 1_000, () => 'late')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await settled).toBe('late')
  // An unhandled rejection would fail the run.
  await vi.advanceTimersByTimeAsync(1_000)
})

test('a timeout can be an error', async () => {
  const refused = expect(
    withDeadline(
      after(2_000, () => 'done'),
      1_000,
      tooLate,
    ),
  ).rejects.toThrow('too late')
  await vi.advanceTimersByTimeAsync(2_000)
  await refused
})
