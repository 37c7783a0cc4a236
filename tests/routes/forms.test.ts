import { describe, expect, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import type { Browser } from '../support/browser.ts'
import { form, openTestShop } from '../support/test-shop.ts'

const shop = openTestShop()

type FormCase = {
  readonly path: string
  readonly table: string
  readonly fields: (name: string, email: string) => Record<string, string>
}

const FORMS: readonly FormCase[] = [
  {
    path: '/us/subscribe',
    table: 'email_subscribers',
    fields: (fullName, email) => ({ fullName, email, source: 'Subscribe Page' }),
  },
  {
    path: '/us/waitlist',
    table: 'waitlist',
    fields: (name, email) => ({ name, email }),
  },
  {
    path: '/us/contact',
    table: 'contact_messages',
    fields: (fullName, email) => ({ fullName, email, subject: 'Other', message: `From ${email}` }),
  },
]

describe.each(FORMS)('the form of $path', ({ path, table, fields }) => {
  const id = path.split('/')[2]
  const rows = (email: string) => rowsIn(shop, table, 'email', email)
  /** One submission, without following redirects. */
  const send = (visitor: Browser, body: Record<string, string>) => visitor.fetch(path, form(body))

  test('a rate-limited visitor is asked to wait, and keeps their input', async () => {
    const visitor = shop.browser()
    const post = (n: number) => fields('Ada', `many-${n}-${id}@x.org`)
    for (let n = 0; n < 20; n++) expect((await send(visitor, post(n))).status).toBe(303)
    const page = await visitor.post(path, post(20))
    expect(page.status).toBe(429)
    expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(page.main).toMatch(
      /^.*That is a lot of (tries|messages) in a short time\. Please wait a few minutes and try again\./,
    )
    expect(page.document.querySelector('main [name=email]')?.getAttribute('value')).toBe(
      `many-20-${id}@x.org`,
    )
    const byScript = { ...post(20), form: id === 'subscribe' ? 'signup' : `${id}` }
    expect((await visitor.fetch('/us/forms.data', form(byScript))).status).toBe(429)
    expect(await rows(`many-20-${id}@x.org`)).toEqual([])
    expect((await send(shop.browser(), fields('Ada', `other-${id}@x.org`))).status).toBe(303)
  })

  test('a post with a filled honeypot and a wrong address hears of it like any other', async () => {
    const page = await shop.browser().post(path, { ...fields('Ada', 'ada@'), name__confirm: 'x' })
    expect(page.status).toBe(400)
    expect(page.html).toContain('Invalid email address')
  })

  test('the honeypot is out of reach of people, and of what fills in forms for them', async () => {
    const { document } = await shop.browser().visit(path)
    const fields = [...document.querySelectorAll('[name=name__confirm]')]
    expect(fields.length).toBeGreaterThan(0)
    for (const field of fields) {
      const attributes = ['autocomplete', 'tabindex', 'data-lpignore', 'data-form-type']
      expect(attributes.map((name) => field.getAttribute(name))).toEqual(['off', '-1', 'true', 'other'])
      expect(field.hasAttribute('readonly')).toBe(true)
      expect(field.closest('[hidden][inert]')).not.toBeNull()
    }
  })

  test('other query parameters show no message', async () => {
    for (const said of ['', 'Send%20money', 'toString', 'signup%00'])
      expect(
        (await shop.browser().visit(`${path}?sent=${said}`)).document.querySelector('[data-toasts]'),
      ).toBeNull()
  })

  test('the page contains nothing random and sets no cookie', async () => {
    const [one, other] = await Promise.all([shop.fetch(path), shop.fetch(`${path}?x=${id}`)])
    expect(one.headers.getSetCookie()).toEqual([])
    expect(other.headers.getSetCookie()).toEqual([])
    expect(await one.text()).toMatch(/name="idempotencyKey"(\s+value="")?\s*\/>/)
  })
})

test('a signup is refused in the backend’s own words, and by none where it is broken', async () => {
  const fields = { fullName: 'Ada', email: 'refused@x.org', source: 'Footer' }
  for (const [status, said] of [
    [422, 'That list is full.'],
    [500, 'Failed to subscribe. Please try again.'],
  ] as const) {
    const body = { error: 'That list is full.' }
    const mend = injectFault(shop, { match: /functions\/v1\/email-signup/, kind: 'status', status, body })
    const page = await shop.browser().post('/us/subscribe', fields)
    mend()
    expect([page.status, page.main.includes(said)]).toEqual([status === 422 ? 400 : 502, true])
  }
})

test('a browser that stores cookies gets the result once, on a page of no market too', async () => {
  const visitor = shop.browser()
  const lost = await visitor.visit('/nowhere')
  const fields = { fullName: 'Ada Fairweather', email: 'nowhere@example.com' }
  const page = await visitor.submit(lost, 'Subscribe', fields)
  expect(page.path).toBe('/nowhere')
  expect(page.status).toBe(404)
  expect(page.text.split("You've been added to our mailing list.")).toHaveLength(2)
})

const TYPE = 'application/x-www-form-urlencoded'
const WHOLE = 'form=contact&fullName=Ada&email=raw%40x.org&subject=Other&message=Hello'
const FILE = [
  '--x\r\nContent-Disposition: form-data; name="form"\r\n\r\ncontact',
  '--x\r\nContent-Disposition: form-data; name="message"; filename="a.txt"\r\n\r\nHello',
  '--x--\r\n',
].join('\r\n')

test.each([
  ['JSON', 'application/json', '{"email":"json@x.org"}', 415],
  ['plain text', 'text/plain', 'email=json@x.org', 415],
  ['no type', '', 'email=json@x.org', 415],
  ['a broken multipart body', 'multipart/form-data; boundary=x', 'nonsense', 400],
  ['multipart without a boundary', 'multipart/form-data', 'nonsense', 400],
  ['a file', 'multipart/form-data; boundary=x', FILE, 400],
  ['a megabyte', TYPE, `${WHOLE}${'m'.repeat(1_000_000)}`, 413],
  ['missing fields', TYPE, 'form=contact&fullName=Ada', 400],
  ['repeated fields, of which the first is wrong', TYPE, `email=x&${WHOLE}`, 400],
  ['another site', TYPE, WHOLE, 403],
])('a form posted as %s is refused in words, by script as without', async (what, type, body, status) => {
  const Origin = what === 'another site' ? 'https://evil.example' : shop.origin
  for (const path of ['/us/contact', '/us/forms.data']) {
    const headers = { Origin, 'Content-Type': type }
    const response = await shop.fetch(path, { method: 'POST', headers, body })
    expect(response.status, path).toBe(status)
    if (path === '/us/contact') expect(await response.text()).toContain('<footer')
  }
  expect(await rowsIn(shop, 'contact_messages', 'email', 'raw@x.org')).toEqual([])
})

test('the same submission by script and without is stored once, and repeated fields count by their first', async () => {
  const visitor = shop.browser()
  const body = `${WHOLE}&idempotencyKey=1234&email=second%40x.org`
  for (const path of ['/us/forms.data', '/us/contact', '/us/forms.data']) {
    const headers = { Origin: shop.origin, 'Content-Type': TYPE }
    const { status } = await visitor.fetch(path, { method: 'POST', headers, body })
    expect(status, path).toBe(path === '/us/contact' ? 303 : 200)
  }
  expect(await rowsIn(shop, 'contact_messages', 'email', 'raw@x.org')).toHaveLength(1)
  expect(await rowsIn(shop, 'contact_messages', 'email', 'second@x.org')).toEqual([])
})
