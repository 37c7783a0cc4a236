import { expect, test, vi } from 'vitest'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type FormServices, submitForm } from './shop-forms.server.ts'

const held: { readonly dedupeKey: string }[] = []
const services = {
  limits: { consume: async () => null },
  log: { info() {}, warn() {}, error() {}, debug() {} },
  backend: {
    async holdBack(post: (typeof held)[number]) {
      held.push(post)
      return null
    },
  },
} as unknown as FormServices

/** Submits a form that `send` sends. */
const submit = (send: () => Promise<{ readonly message: string } | null>, more: object = {}) =>
  submitForm(
    services,
    {
      name: 'signup',
      failed: (reason) => ({ kind: 'error', title: reason ?? 'Failed' }),
      tooMany: { kind: 'error', title: 'Too many' },
      send,
    },
    {
      ip: '1.2.3.4',
      market: 'us',
      value: { email: 'ada@example.com' },
      idempotencyKey: '',
      isHeldBack: false,
      ...more,
    },
  )

test('a backend that never responds times out', async () => {
  vi.useFakeTimers()
  const outcome = submit(() => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  expect(await outcome).toMatchObject({ status: 502, notice: { title: 'Failed' } })
})

test('the message of a refusal is shown, that of an outage is not, and a bug is thrown', async () => {
  expect(await submit(async () => ({ message: 'No.' }))).toMatchObject({
    status: 400,
    notice: { title: 'No.' },
  })
  const failing = (error: Error) => submit(() => Promise.reject(error))
  expect(await failing(new UpstreamError('secret', 500))).toMatchObject({
    status: 502,
    notice: { title: 'Failed' },
  })
  await expect(failing(new RangeError('bug'))).rejects.toThrow('bug')
})

test('what is held back is not sent, and known as a repeat by its content and key', async () => {
  const send = vi.fn()
  const hold = (name: string, idempotencyKey: string) =>
    submit(send, { value: { name, email: 'ada@example.com' }, idempotencyKey, isHeldBack: true })
  for (const [name, key] of [
    ['Ada', 'key'],
    ['Ada', 'key'],
    ['Ada', 'other'],
    ['Ad', 'akey'],
  ] as const)
    expect(await hold(name, key)).toBeNull()
  expect(send).not.toHaveBeenCalled()
  const [first, again, ...others] = held.map(({ dedupeKey }) => dedupeKey)
  expect(again).toBe(first)
  expect(new Set([first, ...others]).size).toBe(3)
})
