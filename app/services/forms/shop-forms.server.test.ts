import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type FormServices, submitForm } from './shop-forms.server.ts'

const tooMany = { kind: 'error', title: 'Too many' } as const
const failed = (reason: string | null) => ({ kind: 'error', title: reason ?? 'Failed' }) as const

/** Services with a rate limit of `max` submissions. */
function servicesWithLimit(max: number) {
  const counted = vi.fn((count: number) => (count > max ? 30 : null))
  const consume = async (rule: string) => (rule === 'form' ? counted(counted.mock.calls.length + 1) : null)
  const silent = { info() {}, warn() {}, error() {}, debug() {} }
  const held: { readonly dedupeKey: string }[] = []
  const holdBack = async (post: (typeof held)[number]) => {
    held.push(post)
    return null
  }
  const services = { limits: { consume }, log: silent, backend: { holdBack } } as unknown as FormServices
  return { services, counted, held }
}

const form = (send: () => Promise<{ readonly message: string } | null>) =>
  ({ name: 'signup', failed, tooMany, send }) as const
const succeed = form(async () => null)
const typed = (name: string) => ({
  ip: '1.2.3.4',
  market: 'us' as const,
  value: { name, email: 'ada@example.com' },
  idempotencyKey: '',
  isHeldBack: false,
})

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a backend that never responds times out', async () => {
  const { services } = servicesWithLimit(1)
  const outcome = submitForm(
    services,
    form(() => new Promise(() => {})),
    typed('a'),
  )
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toMatchObject({ ok: false, status: 502, notice: { title: 'Failed' } })
})

test('the message of a refusal is shown, that of a failure is not', async () => {
  const { services } = servicesWithLimit(9)
  const refused = await submitForm(
    services,
    form(async () => ({ message: 'No.' })),
    typed('a'),
  )
  expect(refused).toMatchObject({ ok: false, status: 400, notice: { title: 'No.' } })
  const down = form(async () => {
    throw new UpstreamError('secret', 500)
  })
  const failure = await submitForm(services, down, typed('b'))
  expect(failure).toMatchObject({ ok: false, status: 502, notice: { title: 'Failed' } })
})

test('an error other than an outage is thrown', async () => {
  const { services } = servicesWithLimit(1)
  const broken = form(async () => {
    throw new RangeError('bug')
  })
  await expect(submitForm(services, broken, typed('a'))).rejects.toThrow('bug')
})

test('twenty repeats of a submission count as one, other submissions count', async () => {
  const { services, counted } = servicesWithLimit(2)
  for (let n = 0; n <= 20; n++) expect((await submitForm(services, succeed, typed('a'))).ok).toBe(true)
  expect(counted).toHaveBeenCalledTimes(1)
  expect((await submitForm(services, succeed, typed('b'))).ok).toBe(true)
  // Also when the same form is sent again.
  for (const _ of [1, 2])
    expect(await submitForm(services, succeed, typed('c'))).toMatchObject({ status: 429, retryAfter: 30 })
  expect(await submitForm(services, succeed, typed('a'))).toMatchObject({ status: 429, notice: tooMany })
})

test('what is held back is not sent, and known as a repeat by its form, content and key', async () => {
  const { services, held } = servicesWithLimit(9)
  const send = vi.fn()
  const hold = (name: string, idempotencyKey: string) =>
    submitForm(services, form(send), { ...typed(name), idempotencyKey, isHeldBack: true })
  for (const [name, key] of [
    ['Ada', 'key'],
    ['Ada', 'key'],
    ['Ada', 'other'],
    ['Ad', 'akey'],
  ] as const)
    expect(await hold(name, key)).toEqual({ ok: true })
  expect(send).not.toHaveBeenCalled()
  const [first, again, ...others] = held.map(({ dedupeKey }) => dedupeKey)
  expect(again).toBe(first)
  expect(new Set([first, ...others]).size).toBe(3)
})
