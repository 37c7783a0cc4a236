import type { RouteConfigEntry } from '@react-router/dev/routes'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIST_NAMES } from '#app/models/owner-lists.ts'
import routes from '#app/routes.ts'
import type { Browser } from '../support/browser.ts'
import {
  openOwner,
  openOwnersRoom,
  sealOwnerCookie,
  setRole,
  signIn,
  withBackendDatabase,
} from '../support/owner.ts'
import { form, openTestShop } from '../support/test-shop.ts'

/** Every admin path, method and role. The paths come from the route table itself. */

const SECRET = 'mB4v0QkXb1dGc7LrT2yWzA=='

/** The addresses of a route: each list by its name. */
function pathsOf(path: string): string[] {
  if (path.includes(':list')) return LIST_NAMES.map((name) => path.replace(':list', name))
  return [path.replace('*', 'cellar/door')]
}

function addressesOf(entries: readonly RouteConfigEntry[]): string[] {
  return entries.flatMap((entry) => [
    ...(entry.path?.startsWith('admin') ? pathsOf(`/${entry.path}`) : []),
    ...addressesOf(entry.children ?? []),
  ])
}

const GUARDED = addressesOf(routes).filter((path) => !/\/sign-(in|out)$/.test(path))
/** What the owner gets of addresses that name nothing. */
const OTHER_STATUS: Readonly<Record<string, number>> = {
  '/admin/cellar/door': 404,
  '/admin/people.json': 422,
}
const isFile = (path: string) => /\.(csv|json)$/.test(path)

test('the route table contains the admin area', () => {
  expect(GUARDED).toContain('/admin')
  expect(GUARDED.length).toBeGreaterThanOrEqual(12)
})

const FOREIGN: Record<string, string>[] = [
  { Origin: 'https://evil.example' },
  { Origin: 'http://shop.test', 'Sec-Fetch-Site': 'cross-site' },
]

const post = (browser: Browser, path: string, headers: Record<string, string> = {}) =>
  browser.fetch(path, form({ intent: 'duplicate' }, headers))

/** Nothing of the admin is shown or kept. */
async function expectClosed(response: Response, status: number): Promise<void> {
  expect(response.status).toBe(status)
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
  if (status < 400) expect(response.headers.get('Location')).toMatch(/^\/admin\/sign-in/)
  expect(await response.text()).not.toMatch(/amber lantern|Setup pending|Download CSV|owner@wizardbox/)
}

describe('without access', () => {
  const shop = openTestShop({ env: { SESSION_SECRET: SECRET } })
  function visitor(cookie?: string): Browser {
    const browser = shop.browser()
    if (cookie) browser.cookies.set('owner', cookie)
    return browser
  }

  test.each(GUARDED)('%s leads strangers to the sign-in, and takes no form', async (path) => {
    const unsigned = 'eyJyb2xlIjoib3duZXIifQ=='
    for (const cookie of [undefined, unsigned, await sealOwnerCookie({}, 'another secret')]) {
      for (const method of ['GET', 'HEAD'])
        await expectClosed(await visitor(cookie).fetch(path, { method }), 302)
      await expectClosed(await post(visitor(cookie), path), 403)
      if (isFile(path)) continue
      for (const query of ['', '?_routes=admin', `?_routes=routes${encodeURIComponent(path)}`]) {
        const text = await (await visitor(cookie).fetch(`${path}.data${query}`)).text()
        expect(text).toContain('/admin/sign-in')
        expect(text).not.toContain('amber lantern')
      }
      expect((await post(visitor(cookie), `${path}.data`)).status).toBe(403)
    }
  })

  test.each(GUARDED)('%s removes a session that is over', async (path) => {
    const at = Math.floor(Date.now() / 1000)
    for (const expiresAt of [at + 3000, at - 87_000]) {
      const cookie = await sealOwnerCookie({ expiresAt, startedAt: at - 90_000 }, SECRET)
      for (const ask of [(one: Browser) => one.fetch(path), (one: Browser) => post(one, path)]) {
        const browser = visitor(cookie)
        await expectClosed(await ask(browser), 303)
        expect(browser.cookies.has('owner')).toBe(false)
      }
    }
  })

  test('a session ended elsewhere leads to the sign-in and back to the page', async () => {
    const page = await visitor().post('/admin/outbox?state=failed', { intent: 'send' })
    expect(page.main).toContain('You have been signed out. Please sign in again.')
    expect(page.main).toContain('What you just did was not saved.')
    const [way = ''] = page.links().filter((href) => href.startsWith('/admin/sign-in'))
    expect(new URL(way, shop.origin).searchParams.get('returnTo')).toBe('/admin/outbox?state=failed')
  })
})

describe('a signed-in user who is not the owner', () => {
  const { shop, owner: browser } = openOwnersRoom()
  const leaver = openOwner(shop)
  beforeAll(() => setRole(shop, 'assistant'))

  test.each(GUARDED)('is rejected at %s with every method', async (path) => {
    const page = await browser.fetch(path)
    if (!isFile(path)) expect(await page.clone().text()).toContain('This room is for the owner.')
    await expectClosed(page, 403)
    await expectClosed(await post(browser, path), 403)
    for (const [address, method] of [[path, 'HEAD'] as const, [`${path}.data`, 'GET'] as const])
      expect((await browser.fetch(address, { method })).status).toBe(403)
  })

  test('gets an error at the sign-in, and no session', async () => {
    const sessions = () =>
      withBackendDatabase(shop, (database) => database.prepare('SELECT id FROM "auth.sessions"').all())
    const before = await sessions()
    const visitor = shop.browser()
    const reply = await signIn(visitor)
    expect(reply.status).toBe(403)
    expect(reply.main).toContain('This room is for the owner.')
    expect(visitor.cookies.has('owner')).toBe(false)
    expect(await sessions()).toEqual(before)
  })

  test('can sign out', async () => {
    expect((await post(leaver, '/admin/sign-out')).status).toBe(303)
    expect(leaver.cookies.has('owner')).toBe(false)
  })
})

describe('the owner', () => {
  const { owner } = openOwnersRoom()

  test.each(GUARDED)(
    'opens %s, which nobody keeps, and where no other site and no unknown form does anything',
    async (path) => {
      const response = await owner.fetch(path)
      expect(response.status).toBe(OTHER_STATUS[path] ?? 200)
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
      expect((await owner.fetch(path, { method: 'HEAD' })).status).toBe(response.status)
      const unknown = await owner.fetch(path, form({ intent: 'open-sesame', id: '1' }))
      expect([400, 404, 405]).toContain(unknown.status)
      for (const headers of FOREIGN) expect((await post(owner, path, headers)).status).toBe(403)
      if (isFile(path)) return
      const page = await owner.visit(path)
      expect(page.has('Sign out')).toBe(true)
      expect(page.document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
    },
  )

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is not served', async (method) => {
    for (const path of ['/admin', '/admin/gift-codes', '/admin/sign-out'])
      expect((await owner.fetch(path, { method })).status).toBe(405)
  })

  test('a GET of the sign-out does not sign out', async () => {
    expect((await owner.visit('/admin/sign-out')).path).toBe('/admin')
  })
})
