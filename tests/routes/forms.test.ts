import { expect, test } from 'vitest'
import { RULES } from '#app/services/limits/limits.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { form, openTestShop } from '../support/test-shop.ts'

/** The forms that anybody may send. What each says and keeps is shown by `tests/journeys/{contact,signup}`. */

const shop = openTestShop({ now: () => Date.parse('2025-12-01T12:00:00Z') })

const MESSAGE = { fullName: 'Ada', email: 'ada@example.com', subject: 'Other', message: 'Hello' }
const subscribed = (email: string) => rowsIn(shop, 'email_subscribers', 'email', email)

const JOINING = 'By joining you ask for our emails.'
const WAITING = 'Joining the waitlist also adds you to our mailing list. Leave whenever you like.'
test.each([
  ['/us/subscribe', 'Subscribe', `${JOINING} Every one has a way out.`, 'Subscribe Page'],
  ['/uk/faq', 'Subscribe', JOINING, 'Footer'],
  ['/us/contact', 'Send Message', 'Subscribe to our Mailing List.', 'Contact'],
  ['/uk/waitlist', 'Join the Waitlist', WAITING, 'Vol II Waitlist'],
])('the form of %s stores where it was sent, and the words that were agreed to', async (...row) => {
  const [path, button, wording, source] = row
  const email = `agrees${path.replaceAll('/', '-')}@example.com`
  const visitor = shop.browser()
  const page = await visitor.visit(path)
  expect(page.text).toContain(wording)
  const fields = path.endsWith('contact') ? { ...MESSAGE, subscribeToMailingList: 'on' } : { fullName: 'Ada' }
  const typed = { ...fields, name: 'Ada', email: ` ${email.toUpperCase()} ` }
  const sent = await visitor.submit(page, button, typed)
  expect([sent.status, sent.path]).toEqual([200, path])
  expect(await subscribed(email)).toMatchObject([{ source }])
  const consent = { purpose: 'mailing-list', wording: `${wording} See our Privacy Policy.` }
  const stored = expect.objectContaining({ ...consent, market: path.slice(1, 3) })
  expect(await rowsIn(shop, 'consents', 'email', email)).toContainEqual(stored)
})

// Its fields are shown by backend/contract; what a broken backend makes of forms by journeys/backend-down.
test('a place on the waitlist is kept when the mailing list fails', async () => {
  injectFault(shop, { match: /email_subscribers|consents/, kind: 'status', status: 500 })
  const page = await shop.browser().post('/us/waitlist', { name: 'Ivy', email: 'ivy@x.org' })
  expect(page.text).toContain("You're on the list!")
  expect(await rowsIn(shop, 'waitlist', 'email', 'ivy@x.org')).toHaveLength(1)
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

test('forms have no message that was not sent, and a honeypot out of reach of people', async () => {
  for (const path of ['/us/subscribe', '/us/waitlist', '/us/contact']) {
    const page = await shop.browser().visit(`${path}?sent=Send%20money`)
    expect([page.headers.getSetCookie(), page.texts('[data-toasts]')]).toEqual([[], []])
    const pots = page.document.querySelectorAll('[name=name__confirm]')
    expect(pots.length).toBeGreaterThan(0)
    for (const pot of pots) expect(pot.closest('[hidden][inert]')).not.toBeNull()
  }
})

const WRONG = 'email=x&form=contact&fullName=Ada&subject=Other&message=Hello&name__confirm=x'
const FILE = [
  '--x\r\nContent-Disposition: form-data; name="form"\r\n\r\ncontact',
  '--x\r\nContent-Disposition: form-data; name="message"; filename="a.txt"\r\n\r\nHello',
  '--x--\r\n',
].join('\r\n')

test.each([
  ['JSON', 'application/json', '{"email":"json@x.org"}', 415],
  ['a file', 'multipart/form-data; boundary=x', FILE, 400],
  ['a wrong address with a filled honeypot', 'application/x-www-form-urlencoded', WRONG, 400],
])('a form posted as %s is refused in words, by script as without', async (_, type, body, status) => {
  for (const path of ['/us/contact', '/us/forms.data']) {
    const headers = { Origin: shop.origin, 'Content-Type': type }
    const response = await shop.fetch(path, { method: 'POST', headers, body })
    expect(response.status, path).toBe(status)
    if (path === '/us/contact') expect(await response.text()).toContain('<footer')
  }
})

test('leaving the list by guessed tokens gets the same answer and is limited, but a visitor beyond the limit can leave by a valid link', async () => {
  const signup = { fullName: 'Mira', email: 'leaver@x.org', source: 'Footer' } as const
  await shop.services.backend.signUp(signup, { market: 'us', wording: 'Join.' })
  const visitor = shop.browser()
  const leave = (token: string) => visitor.post('/us/unsubscribe', { token })
  for (let at = 0; at < RULES.form.points; at++) {
    const { status, main } = await leave(at.toString(16).padStart(44, '0'))
    expect([status, main.includes('You have left the list.')]).toEqual([200, true])
  }
  expect((await leave('f'.repeat(44))).status).toBe(429)
  const [row] = await subscribed(signup.email)
  expect((await leave(String(row?.unsubscribe_token))).status).toBe(200)
  expect(await subscribed(signup.email)).toMatchObject([{ unsubscribed_at: expect.any(String) }])
})
