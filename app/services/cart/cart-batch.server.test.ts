import { expect, test } from 'vitest'
import { createRateLimits } from '../limits/rate-limit.server.ts'
import { createLog } from '../log/log.server.ts'
import { countCodeAttempts, parseCartBatch } from './cart-batch.server.ts'

const remove = { id: 'a', intent: 'remove', line: '1' }

test.each([
  [null],
  ['junk'],
  [{}],
  [{ changes: [] }],
  [{ changes: [{ intent: 'remove', line: '1' }] }],
  [{ changes: Array.from({ length: 101 }, (_, at) => ({ ...remove, id: String(at) })) }],
])('an invalid batch is refused (case %#)', (body) => {
  expect(parseCartBatch(body)).toBeNull()
})

test('an invalid change keeps its id, so that it can be reported', () => {
  expect(parseCartBatch({ changes: [{ id: 'a', intent: 'dance' }] })).toEqual([{ id: 'a', change: null }])
})

test('a repeated id is applied once', () => {
  expect(parseCartBatch({ changes: [remove, remove] })).toEqual([
    { id: 'a', change: { intent: 'remove', line: '1' } },
  ])
})

/** A batch of a hundred copies of a change. */
function hundred(change: object) {
  const changes = Array.from({ length: 100 }, (_, at) => ({ ...change, id: String(at) }))
  return parseCartBatch({ changes }) ?? []
}
const freshLimits = () => ({ limits: createRateLimits(null, createLog('silent')) })

test('every code of a batch counts as an attempt', async () => {
  const tried = await countCodeAttempts(
    freshLimits(),
    '192.0.2.1',
    hundred({ intent: 'apply-discount', code: 'A' }),
  )
  expect([tried.allowed.length, tried.refused.length]).toEqual([30, 70])
})

test('codes of restored carts count too; beyond the limit the cart is restored without its code', async () => {
  const restore = { intent: 'restore', lines: [{ variantId: '1', quantity: 1 }], discountCode: 'A' }
  const tried = await countCodeAttempts(freshLimits(), '192.0.2.1', hundred(restore))
  expect(tried.refused).toEqual([])
  const codes = tried.allowed.map(({ change }) => change?.intent === 'restore' && change.discountCode)
  expect(codes).toEqual([...Array(30).fill('A'), ...Array(70).fill(null)])
})

test('changes without a code are never limited', async () => {
  const tried = await countCodeAttempts(freshLimits(), '192.0.2.1', hundred(remove))
  expect(tried.allowed).toHaveLength(100)
})
