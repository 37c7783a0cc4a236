import { expect, test } from 'vitest'
import { z } from 'zod'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { rowsOf } from './client.server.ts'

test('a row that cannot be read is named by its place, without its values', () => {
  const data = [{ at: 1 }, { at: 'ada@example.com' }]
  const read = () =>
    rowsOf('list things', { data, error: null, status: 200 }, z.array(z.object({ at: z.number() })))
  expect(read).toThrow(UpstreamError)
  expect(read).toThrow(
    expect.objectContaining({ operation: 'list things', detail: 'unexpected shape at 1.at' }),
  )
})
