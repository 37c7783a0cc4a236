import { expect, test } from 'vitest'
import { parseCartBatch } from './cart-batch.server.ts'

const remove = { id: 'a', intent: 'remove', line: '1' }

test.each([
  [null],
  ['junk'],
  [{}],
  [{ changes: [] }],
  [{ changes: [{ intent: 'remove', line: '1' }] }],
  [{ changes: Array.from({ length: 101 }, (_, at) => ({ ...remove, id: String(at) })) }],
])('a body that is no batch is refused (case %#)', (body) => {
  expect(parseCartBatch(body)).toEqual({ ok: false, error: 'bad-batch' })
})

test('a change that makes no sense keeps its name, so that its sender learns of it', () => {
  expect(parseCartBatch({ changes: [{ id: 'a', intent: 'dance' }] })).toEqual({
    ok: true,
    value: [{ id: 'a', change: null }],
  })
})

test('a change that was sent twice counts once', () => {
  expect(parseCartBatch({ changes: [remove, remove] })).toEqual({
    ok: true,
    value: [{ id: 'a', change: { intent: 'remove', line: '1' } }],
  })
})
