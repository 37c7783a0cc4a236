import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { UpstreamError } from '#app/services/upstream/upstream-error.server.ts'
import { CONSENT, clientFor, OWNER, startEmbedded } from './support.ts'

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeAll(async () => {
  shop = await startEmbedded()
})
afterAll(() => shop.close())

describe('tables behind supabase-js', () => {
  const FILTERS = '00000000-0000-4000-8000-000000000000'

  it('compare text as text, whatever it looks like', async () => {
    for (const text of ['1043', '007', '1e3', 'null', 'true', '{"a":1}', 'a "b"', 'a,b', '(c)', 'ü ☃']) {
      const row = { code: text.toUpperCase(), gift_id: FILTERS }
      const { error } = await shop.service.from('gift_discounts').insert(row)
      expect(error).toBeNull()
      const rows = shop.service.from('gift_discounts').select('code').eq('gift_id', FILTERS)
      expect((await rows.eq('code', row.code)).data).toEqual([{ code: row.code }])
      const listed = await shop.service.from('gift_discounts').select('code').in('code', [row.code, 'x'])
      expect(listed.data).toEqual([{ code: row.code }])
    }
  })

  it('read JSON columns as JSON and text columns as text', async () => {
    const data = { a: [1, { b: '☃' }] }
    const row = {
      dedupe_key: 'json',
      template: '[1]',
      to_email: 'a@b.c',
      subject: '{"x":1}',
      data,
      market: 'us',
    }
    const { data: kept } = await shop.service
      .from('mail_outbox')
      .insert(row)
      .select('template, subject, data')
      .single()
    expect(kept).toEqual({ template: '[1]', subject: '{"x":1}', data })
  })

  it('are closed to a signed-in owner too', async () => {
    const client = clientFor(shop.access, shop.access.anonKey)
    await client.auth.signInWithPassword(OWNER)
    expect((await client.from('waitlist').select('*')).error?.code).toBe('42501')
    expect((await client.functions.invoke('email-signup', { body: {} })).error?.context.status).toBe(401)
    const mixed = await shop.access.fetch(`${shop.access.url}/rest/v1/waitlist`, {
      headers: {
        apikey: shop.access.serviceRoleKey,
        authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token}`,
      },
    })
    expect(mixed.status).toBe(401)
  })

  it.each([
    '/auth/v1/signup',
    '/auth/v1/otp',
    '/auth/v1/recover',
    '/auth/v1/admin/users',
    '/auth/v1/magiclink',
    '/_system/info',
    '/storage/v1/bucket',
    '/',
  ])('serve nothing at %s', async (path) => {
    for (const key of [shop.access.anonKey, shop.access.serviceRoleKey]) {
      const response = await shop.access.fetch(shop.access.url + path, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: '{"email":"x@example.com","password":"long enough"}',
      })
      expect(response.status).toBe(403)
    }
  })
})

describe('a failure between shop and backend', () => {
  const findAny = () => shop.backend.gifts.findByWords('amber lantern owl')

  it.each([
    [{ kind: 'unreachable', times: 1 } as const, null],
    [{ kind: 'html', times: 1 } as const, 502],
    [{ kind: 'status', status: 503, times: 1 } as const, 503],
    [{ kind: 'status', status: 200, body: [{ nonsense: true }], times: 1 } as const, 200],
    [{ kind: 'status', status: 200, body: 'nonsense', times: 1 } as const, 200],
  ])('is an UpstreamError: %j', async (fault, status) => {
    shop.embedded.faults.inject(fault)
    const error = await findAny().catch((cause: unknown) => cause)
    expect(error).toBeInstanceOf(UpstreamError)
    expect(error).toMatchObject({ operation: 'find gift code', status })
    expect(await findAny()).toBeNull()
  })

  it('is an UpstreamError when it lasts beyond the deadline', async () => {
    shop.embedded.faults.inject({ kind: 'hang', times: 1 })
    const { timeout } = AbortSignal
    const passing = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 1))
    await expect(findAny()).rejects.toBeInstanceOf(UpstreamError)
    expect(passing.mock.calls).toEqual([[5_000]])
    passing.mockRestore()
  })

  it('is reported by functions too', async () => {
    shop.embedded.faults.inject({
      match: /POST \/rest\/v1\/email_subscribers/,
      kind: 'unreachable',
      times: 1,
    })
    const signup = { fullName: 'Ada', email: 'faulty@example.com', source: 'Footer' } as const
    await expect(shop.backend.signUp(signup, CONSENT)).rejects.toMatchObject({
      operation: 'function email-signup',
    })
    expect(await shop.backend.signUp(signup, CONSENT)).toBeNull()
  })
})
