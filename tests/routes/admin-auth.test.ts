import type { RouteConfigEntry } from '@react-router/dev/routes'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIST_NAMES } from '#app/models/owner-lists.ts'
import routes from '#app/routes.ts'
import { openOwnersRoom, runSql, sealOwnerCookie, signIn } from '../support/owner.ts'
import { form } from '../support/test-shop.ts'

/** Every admin path, method and role. The paths come from the route table itself. */

const SECRET = 'mB4v0QkXb1dGc7LrT2yWzA=='

function addressesOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const names = path.includes(':list') ? LIST_NAMES : ['']
    const paths = names.map((name) => `/${path.replace(':list', name).replace('*', 'cellar/door')}`)
    return [...(path.startsWith('admin') ? paths : []), ...addressesOf(children)]
  })
}

const GUARDED = addressesOf(routes).filter((path) => !/\/sign-(in|out)$/.test(path))
const isFile = (path: string) => /\.(csv|json)$/.test(path)
const FORM = form({ intent: 'duplicate' })

describe('closed to everybody but the owner', () => {
  const { shop, owner: assistant } = openOwnersRoom({ env: { SESSION_SECRET: SECRET } })
  beforeAll(() => {
    const role = "json_set(raw_app_meta_data, '$.role', 'assistant')"
    runSql(shop, `UPDATE "auth.users" SET raw_app_meta_data = ${role}`)
  })

  const at = Math.floor(Date.now() / 1000)
  const over = (expiresAt: number, accessToken: string) =>
    sealOwnerCookie({ accessToken, expiresAt, startedAt: at - 90_000 }, SECRET)
  /** A token of nobody's signature, `alg: none`, for the service role. */
  const unsigned = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIiwicm9sZSI6InNlcnZpY2Vfcm9sZSJ9.'
  /** Cookies, with the statuses of a page and of a form. Only a session that is over is removed, which is a 303. */
  const VISITORS = [
    ['no cookie', async () => '', 302, 403],
    ['one by another secret', () => sealOwnerCookie({}, 'another secret'), 302, 403],
    ['one with an unsigned token', () => over(at + 3000, unsigned), 303, 303],
    ['one that cannot be refreshed', () => over(at - 87_000, 'a.b.c'), 303, 303],
    ['that of another account', async () => assistant.cookies.get('owner') ?? '', 403, 403],
  ] as const

  test.each(GUARDED)('%s, as a page, by a form and as data', async (path) => {
    const data = ['.data', '.data?_routes=admin']
    for (const [name, cookieOf, status, statusOfForm] of VISITORS) {
      // What a cookie is good for is decided before either.
      const files = isFile(path) || (name !== 'no cookie' && status !== 403) ? [] : data
      const cookie = await cookieOf()
      const asData = (answer: number) => (answer === 403 ? 403 : 202)
      for (const [address, init, expected] of [
        [path, {}, status] as const,
        [path, FORM, statusOfForm] as const,
        ...files.map((file) => [path + file, {}, asData(status)] as const),
        ...files.slice(0, 1).map((file) => [path + file, FORM, asData(statusOfForm)] as const),
      ]) {
        const browser = shop.browser()
        if (cookie) browser.cookies.set('owner', cookie)
        const answer = await browser.fetch(address, init)
        const text = await answer.text()
        const seen = [answer.status, answer.headers.get('Cache-Control'), browser.cookies.has('owner')]
        expect(seen, name).toEqual([expected, 'private, no-store', cookie !== '' && status !== 303])
        expect(text, name).not.toMatch(/amber lantern|Setup pending|Download CSV|owner@wizardbox/)
        if (expected < 400) expect(answer.headers.get('Location') ?? text, name).toContain('/admin/sign-in')
      }
    }
  })

  test('another account gets an error at the sign-in, and no session', async () => {
    const sessions = () => runSql(shop, 'SELECT id FROM "auth.sessions"')
    const [before, visitor] = [sessions(), shop.browser()]
    const reply = await signIn(visitor)
    expect([reply.status, reply.main.includes('This room is for the owner.')]).toEqual([403, true])
    expect([visitor.cookies.has('owner'), sessions()]).toEqual([false, before])
  })
})

describe('the owner', () => {
  const { owner } = openOwnersRoom()
  /** What the owner gets of addresses that name nothing. */
  const STATUSES: Readonly<Record<string, number>> = { '/admin/cellar/door': 404, '/admin/people.json': 422 }

  test.each(GUARDED)(
    'opens %s, which nobody keeps, and where no other site and no unknown form does anything',
    async (path) => {
      const response = await owner.fetch(path)
      const answer = [response.status, response.headers.get('Cache-Control')]
      expect(answer).toEqual([STATUSES[path] ?? 200, 'private, no-store'])
      expect((await owner.fetch(path, { method: 'HEAD' })).status).toBe(response.status)
      const unknown = await owner.fetch(path, form({ intent: 'open-sesame', id: '1' }))
      expect([400, 404, 405]).toContain(unknown.status)
      const foreign = form({ intent: 'duplicate' }, { Origin: 'https://evil.example' })
      expect((await owner.fetch(path, foreign)).status).toBe(403)
      if (isFile(path)) return
      const page = await owner.visit(path)
      expect(page.has('Sign out')).toBe(true)
      expect(page.document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
    },
  )

  test('is not signed out by a GET', async () => {
    expect((await owner.visit('/admin/sign-out')).path).toBe('/admin')
    // Nor are the addresses of the table of routes missing above.
    expect(GUARDED).toEqual(expect.arrayContaining(['/admin', '/admin/company', '/admin/outbox.csv']))
  })
})
