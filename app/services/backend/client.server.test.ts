import { expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log/log.server.ts'
import { readableRows } from './client.server.ts'

const ID = '6f1c0c1e-0000-4000-8000-00000000000a'

test('unreadable rows are logged by id and field names, without their values', () => {
  let text = ''
  const log = createLog('info', { write: (line) => (text += line) })
  const data = [{ id: 'a', at: 1 }, { id: ID, at: 'ada@example.com' }, 'Ada']
  const schema = z.array(z.object({ id: z.string(), at: z.number() }))
  const read = readableRows({ log }, 'list things', { data, error: null, status: 200 }, schema)
  expect(read).toEqual({ rows: [{ id: 'a', at: 1 }], unreadable: 2 })
  expect(JSON.parse(text).err).toMatchObject({
    operation: 'list things',
    detail: `${ID}: at; without an id: `,
  })
  expect(text).not.toMatch(/ada@|"Ada/)
})
