import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UpstreamError } from '../upstream-error.server.ts'
import { carryOut, contentKey, type FormServices } from './form-outcome.server.ts'

const success = { kind: 'success', title: 'Done' } as const
const tooMany = { kind: 'error', title: 'Too many' } as const
const words = {
  success,
  tooMany,
  failed: (reason: string | null) => ({ kind: 'error', title: reason ?? 'Failed' }) as const,
}

/** Services whose limit lets the first `tries` through. */
function servicesWith(tries: number) {
  const consume = vi.fn(async () => (consume.mock.calls.length > tries ? 30 : null))
  const silent = { info() {}, warn() {}, error() {}, debug() {} }
  return { services: { limits: { consume }, log: silent } as unknown as FormServices, consume }
}

const form = (...content: string[]) => ({ name: 'signup', content }) as const
const well = async () => null

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a backend that never answers is given up on', async () => {
  const { services } = servicesWith(1)
  const outcome = carryOut(services, '1.2.3.4', form('a'), words, () => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toMatchObject({ ok: false, status: 502, notice: { title: 'Failed' } })
})

test('a refusal in words is passed on, a failure is not', async () => {
  const { services } = servicesWith(9)
  const refused = await carryOut(services, 'ip', form('a'), words, async () => ({ message: 'No.' }))
  expect(refused).toMatchObject({ ok: false, status: 400, notice: { title: 'No.' } })
  const failed = await carryOut(services, 'ip', form('b'), words, async () => {
    throw new UpstreamError('secret', 500)
  })
  expect(failed).toMatchObject({ ok: false, status: 502, notice: { title: 'Failed' } })
})

test('a mistake of our own is not dressed up as an outage', async () => {
  const { services } = servicesWith(1)
  const mistake = async () => {
    throw new RangeError('ours')
  }
  await expect(carryOut(services, 'ip', form('a'), words, mistake)).rejects.toThrow('ours')
})

test('twenty repeats of a post count as one try, other posts count', async () => {
  const { services, consume } = servicesWith(2)
  for (let n = 0; n <= 20; n++) expect((await carryOut(services, 'ip', form('a'), words, well)).ok).toBe(true)
  expect(consume).toHaveBeenCalledTimes(1)
  expect((await carryOut(services, 'ip', form('b'), words, well)).ok).toBe(true)
  expect(await carryOut(services, 'ip', form('c'), words, well)).toMatchObject({
    status: 429,
    retryAfter: 30,
  })
  expect(await carryOut(services, 'ip', form('a'), words, well)).toMatchObject({
    status: 429,
    notice: tooMany,
  })
})

test('what is in a form, and which one it is, makes its key', () => {
  const keys = [
    contentKey('signup', ['key', 'Ada', 'a@x.org']),
    contentKey('waitlist', ['key', 'Ada', 'a@x.org']),
    contentKey('signup', ['key', 'Ad', 'aa@x.org']),
    contentKey('signup', ['other', 'Ada', 'a@x.org']),
  ]
  expect(new Set(keys).size).toBe(4)
  expect(contentKey('signup', ['key', 'Ada', 'a@x.org'])).toBe(keys[0])
})
