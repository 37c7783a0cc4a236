import { readdirSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { requiredTables } from '#app/services/doctor/supabase.server.ts'
import { FUNCTIONS } from '#embedded/supabase/gateway.server.ts'
import { startTarget, unique } from './support.ts'

/** What the public key cannot do in any Supabase project that the shop uses, hosted or embedded. See `startTarget`. */

const { access, anonymous, close } = await startTarget()
afterAll(close)

const PREFERENCES = ['count=exact', 'resolution=merge-duplicates,return=representation']
const ATTACKS: readonly (readonly [method: string, query: string])[] = [
  ['GET', '?select=*'],
  ['GET', '?select=count'],
  ['HEAD', '?select=*'],
  ['POST', ''],
  ['POST', '?on_conflict=id'],
  ['PATCH', '?id=not.is.null'],
  ['PUT', '?id=eq.00000000-0000-4000-8000-000000000000'],
  ['DELETE', '?id=not.is.null'],
]

describe('the anonymous key', () => {
  const TABLES = [...requiredTables().keys()]

  it('is tested on every table of the migrations', () => {
    expect(TABLES).toContain('gift_redemption_codes')
  })

  it.each(TABLES)('opens nothing of %s, and neither does no key or a made-up one', async (table) => {
    const attack = (method: string, query: string, key: string, prefer = '') => {
      const headers = {
        apikey: key,
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        prefer,
      }
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }
      return access.fetch(`${access.url}/rest/v1/${table}${query}`, { method, headers, ...body })
    }
    for (const [method, query] of ATTACKS)
      for (const prefer of PREFERENCES) {
        const response = await attack(method, query, access.anonKey, prefer)
        const said = `${method} ${query} ${prefer}`
        expect([401, 403, 404, 405], said).toContain(response.status)
        expect(await response.text(), said).not.toMatch(/"id":/)
        expect(response.headers.get('content-range') ?? '*', said).not.toMatch(/\/[1-9]/)
      }
    for (const key of ['', 'sb_secret_made_up'])
      expect((await attack('GET', '?select=*', key)).status).toBe(401)
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
