import { randomBytes } from 'node:crypto'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import { beforeAll, describe, expect, test } from 'vitest'
import { LIST_NAMES } from '#app/models/owner-lists.ts'
import routes from '#app/routes.ts'
import { ONLY_PENDING } from '#app/services/backend/gift-records.server.ts'
import type { Browser } from '../support/browser.ts'
import {
  endSessions,
  forgeOwnerCookie,
  openOwner,
  openOwnersRoom,
  setRole,
  signIn,
  withBackendDatabase,
} from '../support/owner.ts'
import { form, openTestShop, type TestShop } from '../support/test-shop.ts'

/** Every admin path, method and role. The paths come from the route table itself. */

const SECRET = randomBytes(32).toString('hex')

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

const ADDRESSES = addressesOf(routes)
const GUARDED = ADDRESSES.filter((path) => path !== '/admin/sign-in' && path !== '/admin/sign-out')
/** What the owner gets of addresses that name nothing. */
const OTHER_STATUS: Readonly<Record<string, number>> = {
  '/admin/cellar/door': 404,
  '/admin/people.json': 422,
}
const isFile = (path: string) => /\.(csv|json)$/.test(path)
const PAGES = GUARDED.filter((path) => !isFile(path))

test('the route table contains the admin area', () => {
  expect(ADDRESSES).toContain('/admin')
  expect(ADDRESSES).toContain('/admin/sign-out')
  expect(GUARDED.length).toBeGreaterThanOrEqual(12)
})

const post = (browser: Browser, path: string, fields: Record<string, string> = {}) =>
  browser.fetch(path, form(fields))

/** What the forms of the room ask for. */
const WISHES = ['complete', 'resend', 'remove', 'answered', 'retry', 'send', 'duplicate', 'start']

function expectSecret(response: Response): void {
  expect(response.headers.get('Cache-Control')).toBe('private, no-store')
}

async function expectNothingShown(response: Response): Promise<void> {
  const text = await response.text()
  for (const secret of [
    'amber lantern owl',
    'Setup pending',
    'Download CSV',
    'Duplicate products',
    'owner@wizardbox',
  ])
    expect(text).not.toContain(secret)
}

type Visitor = { readonly name: string; arrive(shop: TestShop): Promise<Browser> }

async function withCookie(shop: TestShop, value: string): Promise<Browser> {
  const browser = shop.browser()
  browser.cookies.set('owner', value)
  return browser
}

const LATER = Math.floor(Date.now() / 1000) + 3000
const MADE_UP = { accessToken: 'a.b.c', refreshToken: 'nobody', expiresAt: LATER }

const STRANGERS: readonly Visitor[] = [
  { name: 'nobody', arrive: async (shop) => shop.browser() },
  { name: 'an unsigned cookie', arrive: (shop) => withCookie(shop, 'eyJyb2xlIjoib3duZXIifQ==') },
  {
    name: 'a cookie signed with another secret',
    arrive: async (shop) => withCookie(shop, await forgeOwnerCookie(MADE_UP, 'another secret')),
  },
]

/** Visitors with a validly signed cookie of a session that is over. */
const FORMER: readonly Visitor[] = [
  {
    name: 'a signed cookie with made-up tokens',
    arrive: async (shop) => withCookie(shop, await forgeOwnerCookie(MADE_UP, SECRET)),
  },
  {
    name: 'an expired session',
    arrive: async (shop) =>
      withCookie(shop, await forgeOwnerCookie({ ...MADE_UP, expiresAt: LATER - 90_000 }, SECRET)),
  },
]

describe('without access', () => {
  const shop = openTestShop({ env: { SESSION_SECRET: SECRET } })

  test('a session ended elsewhere leads to the sign-in and back to the page', async () => {
    const page = await shop.browser().post('/admin/outbox?state=failed', { intent: 'send' })
    expect(page.main).toContain('You have been signed out. Please sign in again.')
    expect(page.main).toContain('What you just did was not saved.')
    expect(page.main).not.toMatch(/This room is for the owner|Sign out/)
    const [way = ''] = page.links().filter((href) => href.startsWith('/admin/sign-in'))
    expect(new URL(way, shop.origin).searchParams.get('returnTo')).toBe('/admin/outbox?state=failed')
  })

  describe.each(STRANGERS)('$name', ({ arrive }) => {
    test.each(GUARDED)('GET and HEAD %s redirect to the sign-in', async (path) => {
      for (const method of ['GET', 'HEAD']) {
        const response = await (await arrive(shop)).fetch(path, { method })
        expect(response.status).toBe(302)
        expect(response.headers.get('Location')).toMatch(/^\/admin\/sign-in/)
        expectSecret(response)
        await expectNothingShown(response)
      }
    })

    test.each(GUARDED)('POST %s is rejected', async (path) => {
      const response = await post(await arrive(shop), path, { intent: 'duplicate' })
      expect(response.status).toBe(403)
      expectSecret(response)
      await expectNothingShown(response)
    })

    test.each(PAGES)('data requests of %s are rejected like the page', async (path) => {
      for (const query of ['', '?_routes=admin', `?_routes=routes${encodeURIComponent(path)}`]) {
        const response = await (await arrive(shop)).fetch(`${path}.data${query}`)
        expectSecret(response)
        const text = await response.text()
        expect(text).toContain('/admin/sign-in')
        expect(text).not.toContain('amber lantern')
      }
      const written = await post(await arrive(shop), `${path}.data`, { intent: 'duplicate' })
      expect(written.status).toBe(403)
    })
  })

  describe.each(FORMER)('$name', ({ arrive }) => {
    test.each(GUARDED)('%s clears the cookie and asks to sign in again', async (path) => {
      for (const method of ['GET', 'POST']) {
        const browser = await arrive(shop)
        const response =
          method === 'GET' ? await browser.fetch(path) : await post(browser, path, { intent: 'duplicate' })
        expect(response.status).toBe(303)
        expect(response.headers.get('Location')).toMatch(/^\/admin\/sign-in/)
        expectSecret(response)
        expect(browser.cookies.has('owner')).toBe(false)
        // The page that all of them lead to.
        if (path !== PAGES[0]) continue
        const signIn = await browser.visit(response.headers.get('Location') ?? '')
        expect(signIn.main).toContain('You have been signed out. Please sign in again.')
        expect(signIn.main.includes('What you just did was not saved.')).toBe(method === 'POST')
      }
    })
  })

  test('no form changes anything', async () => {
    const stranger = shop.browser()
    for (const path of GUARDED)
      for (const intent of WISHES)
        expect((await post(stranger, path, { intent, id: crypto.randomUUID(), key: 'x' })).status).toBe(403)
    const pending = await shop.services.backend.listRows('giftCodes', ONLY_PENDING)
    expect(pending.length).toBeGreaterThan(0)
  })
})

describe('a signed-in user who is not the owner', () => {
  const { shop, owner: browser } = openOwnersRoom()
  const leaver = openOwner(shop)
  beforeAll(() => setRole(shop, 'assistant'))

  test.each(GUARDED)('is rejected at %s with every method', async (path) => {
    const responses = [await browser.fetch(path), await post(browser, path, { intent: 'duplicate' })]
    for (const response of responses) {
      expect(response.status).toBe(403)
      expectSecret(response)
      if (!isFile(path)) expect(await response.clone().text()).toContain('This room is for the owner.')
      await expectNothingShown(response)
    }
    expect((await browser.fetch(path, { method: 'HEAD' })).status).toBe(403)
    expect((await browser.fetch(`${path}.data`)).status).toBe(403)
  })

  test('gets an error at the sign-in, and no session', async () => {
    const sessions = () =>
      withBackendDatabase(shop, (database) => database.prepare('SELECT id FROM "auth.sessions"').all())
    const before = await sessions()
    const visitor = shop.browser()
    const page = await visitor.visit('/admin/sign-in')
    const reply = await visitor.submit(page, 'Sign in', {
      email: 'owner@wizardbox.example',
      password: 'correct horse battery',
    })
    expect(reply.status).toBe(403)
    expect(reply.main).toContain('This room is for the owner.')
    expect(visitor.cookies.has('owner')).toBe(false)
    expect(await sessions()).toEqual(before)
  })

  test('can sign out', async () => {
    const response = await post(leaver, '/admin/sign-out')
    expect(response.status).toBe(303)
    expect(leaver.cookies.has('owner')).toBe(false)
  })
})

describe('the owner', () => {
  const { shop, owner: browser } = openOwnersRoom()

  test.each(GUARDED)('opens %s', async (path) => {
    const response = await browser.fetch(path)
    expect(response.status).toBe(OTHER_STATUS[path] ?? 200)
    expectSecret(response)
    expect((await browser.fetch(path, { method: 'HEAD' })).status).toBe(response.status)
  })

  test.each(PAGES)('finds Sign out on %s, which search engines may not index', async (path) => {
    const page = await browser.visit(path)
    expect(page.has('Sign out')).toBe(true)
    expect(page.document.querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex')
  })

  test.each(GUARDED)('gets an error for an unknown form at %s', async (path) => {
    const response = await post(browser, path, { intent: 'open-sesame', id: '1' })
    expect([400, 404, 405]).toContain(response.status)
    expectSecret(response)
  })

  test.each(GUARDED)('is protected at %s from submissions of other sites', async (path) => {
    const strangers: Record<string, string>[] = [
      { Origin: 'https://evil.example' },
      { Origin: 'http://shop.test', 'Sec-Fetch-Site': 'cross-site' },
    ]
    for (const headers of strangers) {
      const response = await browser.fetch(path, form({ intent: 'duplicate' }, headers))
      expect(response.status).toBe(403)
      if (!isFile(path)) expect(await response.text()).toContain('That request did not come from our shop')
    }
  })

  test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('%s is not served', async (method) => {
    for (const path of ['/admin', '/admin/gift-codes', '/admin/sign-out'])
      expect((await browser.fetch(path, { method })).status).toBe(405)
  })

  test('a GET of the sign-out does not sign out', async () => {
    expect((await browser.visit('/admin/sign-out')).path).toBe('/admin')
  })

  test('loses access as soon as the session was ended elsewhere', async () => {
    await endSessions(shop)
    const page = await browser.visit('/admin/messages')
    expect(page.url.pathname).toBe('/admin/sign-in')
    expect(page.main).toContain('You have been signed out. Please sign in again.')
    expect((await signIn(browser)).path).toBe('/admin')
  })
})
