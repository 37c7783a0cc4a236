import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { contentKey, type FormServices, runSubmission } from './form-outcome.server.ts'

const success = { kind: 'success', title: 'Done' } as const
const tooMany = { kind: 'error', title: 'Too many' } as const
const notices = {
  success,
  tooMany,
  failed: (reason: string | null) => ({ kind: 'error', title: reason ?? 'Failed' }) as const,
}

/** Services with a rate limit of `max` submissions. */
function servicesWithLimit(max: number) {
  const counted = vi.fn((count: number) => (count > max ? 30 : null))
  const consume = async (rule: string) => (rule === 'form' ? counted(counted.mock.calls.length + 1) : null)
  const silent = { info() {}, warn() {}, error() {}, debug() {} }
  return { services: { limits: { consume }, log: silent } as unknown as FormServices, counted }
}

const form = (...content: string[]) => ({ name: 'signup', email: 'ada@example.com', content }) as const
const succeed = async () => null

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a backend that never responds times out', async () => {
  const { services } = servicesWithLimit(1)
  const outcome = runSubmission(services, '1.2.3.4', form('a'), notices, () => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toMatchObject({ ok: false, status: 502, notice: { title: 'Failed' } })
})

test('the message of a refusal is shown, that of a failure is not', async () => {
  const { services } = servicesWithLimit(9)
  const refused = await runSubmission(services, 'ip', form('a'), notices, async () => ({ message: 'No.' }))
  expect(refused).toMatchObject({ ok: false, status: 400, notice: { title: 'No.' } })
  const failed = await runSubmission(services, 'ip', form('b'), notices, async () => {
    throw new UpstreamError('secret', 500)
  })
  expect(failed).toMatchObject({ ok: false, status: 502, notice: { title: 'Failed' } })
})

test('an error other than an outage is thrown', async () => {
  const { services } = servicesWithLimit(1)
  const fail = async () => {
    throw new RangeError('bug')
  }
  await expect(runSubmission(services, 'ip', form('a'), notices, fail)).rejects.toThrow('bug')
})

test('twenty repeats of a submission count as one, other submissions count', async () => {
  const { services, counted } = servicesWithLimit(2)
  for (let n = 0; n <= 20; n++)
    expect((await runSubmission(services, 'ip', form('a'), notices, succeed)).ok).toBe(true)
  expect(counted).toHaveBeenCalledTimes(1)
  expect((await runSubmission(services, 'ip', form('b'), notices, succeed)).ok).toBe(true)
  // Also when the same form is sent again.
  for (const _ of [1, 2])
    expect(await runSubmission(services, 'ip', form('c'), notices, succeed)).toMatchObject({
      status: 429,
      retryAfter: 30,
    })
  expect(await runSubmission(services, 'ip', form('a'), notices, succeed)).toMatchObject({
    status: 429,
    notice: tooMany,
  })
})

test('the key depends on the form and its content', () => {
  const keys = [
    contentKey('signup', ['key', 'Ada', 'a@x.org']),
    contentKey('waitlist', ['key', 'Ada', 'a@x.org']),
    contentKey('signup', ['key', 'Ad', 'aa@x.org']),
    contentKey('signup', ['other', 'Ada', 'a@x.org']),
  ]
  expect(new Set(keys).size).toBe(4)
  expect(contentKey('signup', ['key', 'Ada', 'a@x.org'])).toBe(keys[0])
})
