import { expect, test } from 'vitest'
import { z } from 'zod'
import { rowsOf } from '#supabase/functions/_shared/database.ts'
import { forVisitor, UpstreamError } from '../upstream/upstream-error.server.ts'
import { callFunction, createServiceClient, createVisitorClient } from './client.server.ts'

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

test.each([
  ['sb_secret_key', '2001:db8::7', 'sb_secret_key', '2001:db8::7'],
  ['sb_secret_key', '', 'public', null],
  ['eyJsZWdhY3k', '2001:db8::7', 'public', null],
])(
  'with the key %s and a visitor at “%s”, a sign-in has the key %s and tells the address %s',
  async (serviceRoleKey, ip, key, told) => {
    const sent: Headers[] = []
    const access = {
      ...{ url: 'https://project.test', anonKey: 'public', serviceRoleKey, now: Date.now },
      log: { info() {}, warn() {}, error() {}, debug() {} },
      fetch: async (_: unknown, init?: RequestInit) => {
        sent.push(new Headers(init?.headers))
        return Response.json({}, { status: 400 })
      },
    }
    await forVisitor(ip, () =>
      createVisitorClient(access).auth.signInWithPassword({ email: 'a@b.example', password: 'x' }),
    )
    expect(sent.map((headers) => [headers.get('apikey'), headers.get('Sb-Forwarded-For')])).toEqual([
      [key, told],
    ])
  },
)

const done = { ok: true, value: { discountCode: 'GIFT-1' } }
test.each<[number, unknown, object | number]>([
  [200, { discountCode: 'GIFT-1' }, done],
  [200, { discountCode: 'GIFT-1', error: null }, done],
  [200, { error: 'Gone' }, { ok: false, error: 'Gone' }],
  [400, { error: { message: 'Gone' } }, { ok: false, error: 'Gone' }],
  [200, {}, 200],
  [200, [], 200],
  [200, { error: { code: 7 } }, 200],
  [400, 'Gone', 400],
  // Not of the function: what stands before it.
  ...[401, 404, 500, 503].map((status): [number, object, number] => [status, { error: 'No' }, status]),
])('a function that answers %i %j: %j', async (status, body, outcome) => {
  const fetch = async () => Response.json(body, { status })
  const client = createServiceClient({ url: 'https://project.test', serviceRoleKey: 'key', fetch })
  const call = callFunction(client, 'any', {}, z.object({ discountCode: z.string() }))
  if (typeof outcome === 'number') await expect(call).rejects.toMatchObject({ status: outcome })
  else expect(await call).toEqual(outcome)
})
