import { expect, test } from 'vitest'
import { z } from 'zod'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { rowsOf } from './client.server.ts'

test('a row that cannot be read is named by its id and column, without its values', () => {
  const id = '6f1c0c1e-0000-4000-8000-00000000000a'
  const data = [{ at: 1 }, { id, at: 'ada@example.com' }]
  const read = () =>
    rowsOf('list things', { data, error: null, status: 200 }, z.array(z.object({ at: z.number() })))
  expect(read).toThrow(UpstreamError)
  expect(read).toThrow(
    expect.objectContaining({ operation: 'list things', detail: `unexpected shape at ${id}.at` }),
  )
})
