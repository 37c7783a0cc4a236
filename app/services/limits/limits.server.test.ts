import { RateLimiterMemory } from 'rate-limiter-flexible'
import { afterEach, expect, test, vi } from 'vitest'
import { silentLog } from '#tests/support/silent-log.ts'
import { createQueue, createRateLimits, limitMail, visitorKey } from './limits.server.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('an attempt beyond the limit has to wait for the rest of the window, unless some are given back or reset', async () => {
  const limits = createRateLimits(null, silentLog)
  const attempt = () => limits.consume('sign-in-visitor', 'somebody')
  for (const _ of ['first', 'after a reset']) {
    for (let count = 1; count <= 10; count++) expect(await attempt()).toBeNull()
    expect(await limits.isBlocked('sign-in-visitor', 'somebody')).toBe(true)
    expect(await attempt()).toSatisfy((seconds: number) => seconds > 890 && seconds <= 900)
    expect(await limits.isBlocked('sign-in-visitor', 'somebody else')).toBe(false)
    expect(await limits.isBlocked('form', 'somebody')).toBe(false)
    for (const _ of [1, 2]) await limits.giveBack('sign-in-visitor', 'somebody')
    expect([await attempt(), await attempt()]).toEqual([null, expect.any(Number)])
    await limits.reset('sign-in-visitor', 'somebody')
  }
})

test('a failing limiter refuses no one, and every failure is logged', async () => {
  const error = new Error('counters unavailable')
  for (const method of ['consume', 'get', 'reward', 'delete'] as const)
    vi.spyOn(RateLimiterMemory.prototype, method).mockRejectedValue(error)
  const warn = vi.fn()
  const limits = createRateLimits(null, { ...silentLog, warn })
  expect(await limits.consume('form', 'somebody')).toBeNull()
  expect(await limits.isBlocked('form', 'somebody')).toBe(false)
  await limits.giveBack('form', 'somebody')
  await limits.reset('form', 'somebody')
  expect(warn.mock.calls).toEqual(Array(4).fill([{ err: error, rule: 'form' }, 'rate limit unavailable']))
})

test('a /48 of IPv6 may do as much as four visitors, whichever networks it uses', async () => {
  const limits = createRateLimits(null, silentLog)
  const allowed = async (site: string) => {
    let count = 0
    for (let time = 0; time < 80; time++) {
      const visitor = visitorKey(`${site}:${time % 20}::1`)
      if ((await limits.consume('sign-in-visitor', visitor)) === null) count++
    }
    return count
  }
  expect([await allowed('2001:db8:1'), await allowed('2001:db8:2')]).toEqual([40, 40])
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['junk', 'junk'],
])('the visitor at %s counts as %s', (ip, key) => {
  expect(visitorKey(ip)).toBe(key)
})

test.each([
  ['one visitor can write to twenty addresses', 20, 1, { email: 'a%@example.com' }],
  [
    'eighty visitors can write to one mailbox twenty times, however spelled',
    20,
    80,
    { email: 'Ann+%@Example.com' },
  ],
  ['with the words of one gift five addresses', 5, 80, { email: 'a%@example.com', giftId: 'gift' }],
])('%s at most', async (_, most, visitors, { email, ...gift }) => {
  const limits = createRateLimits(null, silentLog)
  let allowed = 0
  for (let n = 0; n < 80; n++) {
    const post = { form: 'a', ip: `192.0.2.${n % visitors}`, email: email.replace('%', String(n)), ...gift }
    if ((await limitMail(limits, post)) === null) allowed++
  }
  expect(allowed).toBe(most)
})

test('the queue runs and keeps waiting as much as allowed, refuses any more, and a failure frees its place', async () => {
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
