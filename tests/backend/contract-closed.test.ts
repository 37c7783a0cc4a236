import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { requiredTables } from '#app/services/doctor/supabase.server.ts'
import { FUNCTIONS } from '#embedded/supabase/gateway.server.ts'
import { startTarget, unique } from './support.ts'

/** What the public key cannot do in any Supabase project that the shop uses, hosted or embedded. See `startTarget`. */

const { access, anonymous, close } = await startTarget()
afterAll(close)

describe('the anonymous key', () => {
  const TABLES = [...requiredTables().keys()]

  it('is tested on every table of the migrations', () => {
    expect(TABLES).toContain('gift_redemption_codes')
    expect(TABLES.length).toBeGreaterThanOrEqual(8)
  })

  describe.each(TABLES)('on %s', (table) => {
    async function attack(method: string, query: string, key: string, headers: Record<string, string> = {}) {
      const response = await access.fetch(`${access.url}/rest/v1/${table}${query}`, {
        method,
        headers: {
          apikey: key,
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
      })
      return {
        status: response.status,
        text: await response.text(),
        range: response.headers.get('content-range'),
      }
    }

    it.each([
      ['GET', '?select=*'],
      ['GET', '?select=count'],
      ['GET', '?limit=1&order=created_at.desc'],
      ['GET', '?or=(id.not.is.null,created_at.not.is.null)'],
      ['HEAD', '?select=*'],
      ['POST', ''],
      ['POST', '?on_conflict=id'],
      ['PATCH', '?id=not.is.null'],
      ['PUT', '?id=eq.00000000-0000-4000-8000-000000000000'],
      ['DELETE', '?id=not.is.null'],
    ])('reads nothing from %s %s', async (method, query) => {
      for (const prefer of [
        'return=representation',
        'count=exact',
        'resolution=merge-duplicates,return=representation',
      ]) {
        const { status, text, range } = await attack(method, query, access.anonKey, { prefer })
        expect([401, 403, 404, 405]).toContain(status)
        expect(text).not.toMatch(/"id":/)
        expect(range ?? '*').not.toMatch(/\/[1-9]/)
      }
    })

    it.each([
      ['no key', ''],
      ['a made-up key', 'sb_secret_made_up'],
    ])('rejects %s', async (_name, key) => {
      expect((await attack('GET', '?select=*', key)).status).toBe(401)
    })
  })

  it('is tested on every function that is deployed', () => {
    const folders = readdirSync(new URL('../../supabase/functions/', import.meta.url))
    expect(Object.keys(FUNCTIONS).sort()).toEqual(folders.filter((name) => name !== '_shared').sort())
  })

  it.each(Object.keys(FUNCTIONS))('cannot call %s', async (name) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const { error, data } = await anonymous.functions.invoke(name, {
        method,
        ...(method === 'GET' ? {} : { body: { fullName: 'A', email: 'a@example.com', giftCode: 'a' } }),
      })
      expect(data).toBeNull()
      expect(error).not.toBeNull()
    }
  })

  it('cannot sign up users', async () => {
    const { data } = await anonymous.auth.signUp({
      email: `${unique('x')}@example.com`,
      password: 'long enough 1',
    })
    expect(data.session).toBeNull()
  })
})
