import { describe, expect, test } from 'vitest'
import { RULES } from '#app/services/limits/limits.server.ts'
import { injectFault, mailsContaining, rowsIn } from '../support/backend-rows.ts'
import { form, openTestShop } from '../support/test-shop.ts'

/** The forms that anybody may send. What each says and keeps is shown by `tests/journeys/{contact,signup}`. */

const shop = openTestShop({ now: () => Date.parse('2025-12-01T12:00:00Z') })

const MESSAGE = { fullName: 'Ada', email: 'ada@example.com', subject: 'Other', message: 'Hello' }
const subscribed = (email: string) => rowsIn(shop, 'email_subscribers', 'email', email)
const consents = (email: string) => rowsIn(shop, 'consents', 'email', email)

test.each([
  [
    '/us/subscribe',
    'Subscribe',
    'By joining you ask for our emails. Every one has a way out.',
    'Subscribe Page',
  ],
  ['/uk/faq', 'Subscribe', 'By joining you ask for our emails.', 'Footer'],
  ['/us/contact', 'Send Message', 'Subscribe to our Mailing List.', 'Contact'],
  [
    '/uk/waitlist',
    'Join the Waitlist',
    'Joining the waitlist also adds you to our mailing list. Leave whenever you like.',
    'Vol II Waitlist',
  ],
])('the form of %s stores where it was sent, and the words that were agreed to', async (...row) => {
  const [path, button, wording, source] = row
  const email = `agrees${path.replaceAll('/', '-')}@example.com`
  const visitor = shop.browser()
  const page = await visitor.visit(path)
  expect(page.text).toContain(wording)
  const fields = path.endsWith('contact') ? { ...MESSAGE, subscribeToMailingList: 'on' } : { fullName: 'Ada' }
  const sent = await visitor.submit(page, button, {
    ...fields,
    name: 'Ada',
    email: ` ${email.toUpperCase()} `,
  })
  expect([sent.status, sent.path]).toEqual([200, path])
  expect(await subscribed(email)).toMatchObject([{ source }])
  const consent = { purpose: 'mailing-list', wording: `${wording} See our Privacy Policy.` }
  const stored = expect.objectContaining({ ...consent, market: path.slice(1, 3) })
  expect(await consents(email)).toContainEqual(stored)
})

test('the waitlist has its fixed fields, and its place is kept when the mailing list fails', async () => {
  const mend = injectFault(shop, { match: /email_subscribers|consents/, kind: 'status', status: 500 })
  const ivy = { name: ' Ivy  King Lovelace ', email: 'ivy@x.org' }
  const page = await shop.browser().post('/us/waitlist', ivy)
  mend()
  expect(page.text).toContain("You're on the list!")
  expect(await rowsIn(shop, 'waitlist', 'email', 'ivy@x.org')).toMatchObject([
    {
      ...{ name: 'Ivy  King Lovelace', first_name: 'Ivy', last_name: 'King Lovelace' },
      ...{ source: 'Vol II Waitlist', website: 'wizardbox.example' },
      ...{ subscribe_to_mailing_list: true, market: 'us' },
    },
  ])
})

test('a rejected signup continues on the subscribe page, and returns with the source of its page', async () => {
  const visitor = shop.browser()
  const page = await visitor.visit('/us/faq')
  const refused = await visitor.submit(page, 'Subscribe', { fullName: 'Eve', email: '' })
  expect([refused.status, refused.path]).toEqual([400, '/us/subscribe'])
  const welcomed = await visitor.submit(refused, 'Subscribe', { email: 'eve@x.org' })
  expect([welcomed.path, welcomed.text.includes('Welcome to the magic! ✨')]).toEqual(['/us/faq', true])
  expect(await subscribed('eve@x.org')).toMatchObject([{ source: 'Footer', full_name: 'Eve' }])
})

test('a signup is confirmed once, on the page that is shown: a missing one, not one that redirects to it', async () => {
  const visitor = shop.browser()
  const told = "You've been added to our mailing list."
  const lost = await visitor.visit('/nowhere')
  const page = await visitor.submit(lost, 'Subscribe', { fullName: 'Ada', email: 'nowhere@x.org' })
  expect([page.status, page.path, page.text.split(told).length]).toEqual([404, '/nowhere', 2])
  const returnTo = '/us/product/vol-i-phoenix-edition'
  const list = await visitor.post('/us/subscribe', { fullName: 'Mae', email: 'mae@x.org', returnTo })
  expect([list.path, list.text.includes(told)]).toEqual(['/us/products', true])
})

test('a signup is refused in the backend’s own words, and by none where it is broken', async () => {
  const fields = { fullName: 'Ada', email: 'refused@x.org', source: 'Site Popup' }
  for (const [status, answered, said] of [
    [422, 400, 'That list is full.'],
    [500, 502, 'Failed to subscribe. Please try again.'],
  ] as const) {
    const body = { error: 'That list is full.' }
    const mend = injectFault(shop, { match: /functions\/v1\/email-signup/, kind: 'status', status, body })
    const page = await shop.browser().post('/us/subscribe', fields)
    mend()
    expect([page.status, page.main.includes(said)]).toEqual([answered, true])
  }
  await shop.browser().post('/us/subscribe', fields)
  expect(await subscribed(fields.email)).toMatchObject([{ source: 'Site Popup' }])
})

test.each([
  ['Press+Inquiry', 'Press Inquiry'],
  ['press%20inquiry', ''],
])('the subject of /contact?subject=%s is preset if it is valid: "%s"', async (asked, chosen) => {
  const page = await shop.browser().visit(`/uk/contact?subject=${asked}`)
  expect(page.attributes('main option[selected]', 'value').join()).toBe(chosen)
})

test('of a rejected message the first wrong field has the focus', async () => {
  const page = await shop
    .browser()
    .post('/us/contact', { fullName: '', email: 'x', subject: '', message: '' })
  expect(page.attributes('main [autofocus]', 'name')).toEqual(['fullName'])
})

test('a rate-limited visitor is asked to wait, and keeps their input, by script as without', async () => {
  const visitor = shop.browser()
  const fields = (at: number) => ({ ...MESSAGE, email: `many-${at}@x.org`, form: 'contact' })
  for (let at = 0; at < RULES.form.points; at++)
    expect((await visitor.fetch('/us/contact', form(fields(at)))).status).toBe(303)
  const page = await visitor.post('/us/contact', fields(99))
  expect([page.status, Number(page.headers.get('Retry-After')) > 0]).toEqual([429, true])
  expect(page.main).toContain('That is a lot of messages in a short time. Please wait a few minutes')
  expect(page.attributes('main [name=email]', 'value')).toContain('many-99@x.org')
  expect((await visitor.fetch('/us/forms.data', form(fields(99)))).status).toBe(429)
  expect(await rowsIn(shop, 'contact_messages', 'email', 'many-99@x.org')).toEqual([])
})

test.each(['/us/subscribe', '/us/waitlist', '/us/contact'])(
  'the form of %s has nothing random, no message that was not sent, and a honeypot out of reach of people',
  async (path) => {
    const page = await shop.browser().visit(`${path}?sent=Send%20money`)
    expect(page.headers.getSetCookie()).toEqual([])
    expect(page.html).toMatch(/name="idempotencyKey"(\s+value="")?\s*\/>/)
    expect(page.texts('[data-toasts]')).toEqual([])
    const pots = page.document.querySelectorAll('[name=name__confirm]')
    expect(pots.length).toBeGreaterThan(0)
    for (const pot of pots) {
      const attributes = ['autocomplete', 'tabindex', 'data-lpignore', 'data-form-type']
      expect(attributes.map((name) => pot.getAttribute(name))).toEqual(['off', '-1', 'true', 'other'])
      expect([pot.hasAttribute('readonly'), pot.closest('[hidden][inert]') !== null]).toEqual([true, true])
    }
  },
)

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
  ['a wrong address with a filled honeypot', TYPE, `email=x&${WHOLE}&name__confirm=x`, 400],
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

describe('leaving the mailing list', () => {
  let subscribers = 0
  /** A new subscriber's unsubscribe token. */
  async function newToken(): Promise<string> {
    subscribers += 1
    const signup = { fullName: 'Mira', email: `leaver-${subscribers}@example.com`, source: 'Footer' } as const
    await shop.services.backend.signUp(signup, { market: 'us', wording: 'Join.' })
    const [row] = await subscribed(signup.email)
    return String(row?.unsubscribe_token)
  }
  const rowOf = async (token: string) =>
    (await rowsIn(shop, 'email_subscribers', 'unsubscribe_token', token))[0]
  const hasLeft = async (token: string) => (await rowOf(token))?.unsubscribed_at !== null

  test('takes a press, or the post of a mail provider in any form, without an Origin', async () => {
    const parts = new FormData()
    parts.set('List-Unsubscribe', 'One-Click')
    for (const body of [parts, 'List-Unsubscribe=One-Click', '']) {
      const token = await newToken()
      const ask = (init: RequestInit) => shop.fetch(`/us/unsubscribe?token=${token}`, init)
      for (const method of ['GET', 'HEAD'])
        expect([(await ask({ method })).status, await hasLeft(token)]).toEqual([200, false])
      expect([(await ask({ method: 'POST', body })).status, await hasLeft(token)]).toEqual([200, true])
    }
  })

  test('by guessed tokens gets the same answer and is limited, but a visitor beyond the limit can leave by a valid link', async () => {
    const token = await newToken()
    const visitor = shop.browser()
    const leave = (at: number) =>
      visitor.post('/us/unsubscribe', { token: at.toString(16).padStart(44, '0') })
    for (let at = 0; at < RULES.form.points; at++) {
      const { status, main } = await leave(at)
      expect([status, main.includes('You have left the list.')]).toEqual([200, true])
    }
    const refused = await leave(99)
    expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([429, true])
    expect(refused.headers.get('Cache-Control')).toContain('no-store')
    expect((await visitor.post('/us/unsubscribe', { token })).status).toBe(200)
    expect(await hasLeft(token)).toBe(true)
  })

  test('whoever left is not signed up again by a stranger: only by a mail that asks, and a press', async () => {
    const token = await newToken()
    await shop.browser().post('/us/unsubscribe', { token })
    const email = String((await rowOf(token))?.email)
    const sent = await shop.browser().post('/us/subscribe', { fullName: 'Stranger', email })
    expect(sent.text).toContain("You've been added to our mailing list.")
    const [mail = ''] = await mailsContaining(shop, 'Join our mailing list again?')
    const plain = mail.replace(/=\r\n/g, '').replaceAll('=3D', '=')
    const [link = ''] = /\/us\/unsubscribe\?token=[0-9a-f]{44}&again=yes/.exec(plain) ?? []
    const mailbox = shop.browser()
    // The unsubscribe link of a mail that was forwarded.
    const forwarded = await mailbox.post('/us/unsubscribe', { token, again: 'yes' })
    expect([forwarded.status, forwarded.main.includes('This link no longer works.')]).toEqual([404, true])
    const page = await mailbox.visit(link)
    expect(await hasLeft(token)).toBe(true)
    expect((await mailbox.submit(page, 'Join again')).main).toContain('Welcome back!')
    expect(await hasLeft(token)).toBe(false)
  })
})
