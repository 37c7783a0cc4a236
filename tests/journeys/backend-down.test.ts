import { expect, test } from 'vitest'
import { MARKETS, PAGES, VOL_2 } from './addresses.ts'
import { newEmail, send } from './gift.ts'
import { OWNER, openOwnShop } from './owner.ts'
import { mixed, NO_BACKEND, startShop } from './shop.ts'

/** The backend does not answer: pages stay, forms say so in the specified words, and nothing typed is lost. */

const { newVisitor, signIn } = openOwnShop(async () => startShop({ ...(await mixed()), ...NO_BACKEND }))

test.each(MARKETS)('every page of the $id store stays up', async ({ id }) => {
  for (const path of [...PAGES[id], '/cart'])
    expect((await newVisitor().visit(`/${id}${path}`)).status, path).toBe(200)
})

test('what needs no backend works: a box is chosen, counted and checked out', async () => {
  const { visitor, page } = await send(`/us${VOL_2.us}`, 'Order Now', { option: 'box-only' }, newVisitor())
  expect(page.text).toContain('1 item')
  await visitor.visit('/us/cart')
  expect((await visitor.submit('Checkout')).path).toContain('/checkout')
})

const SIGNUP_FAILED = 'Failed to subscribe. Please try again.'
const WAITLIST_FAILED = 'Something went wrong. Please try again.'
const CONTACT_FAILED = 'Error: Failed to send message. Please try again.'
const email = newEmail()
test.each([
  ['/us', 'Subscribe', SIGNUP_FAILED, { fullName: 'Nell', email }],
  ['/uk/about', 'Subscribe', SIGNUP_FAILED, { fullName: 'Nell', email }],
  ['/us/waitlist', 'Join the Waitlist', WAITLIST_FAILED, { name: 'Wanda', email }],
  [
    '/uk/contact',
    'Send Message',
    CONTACT_FAILED,
    { fullName: 'Al', email, subject: 'Other', message: 'a\nb' },
  ],
  ['/us/redeem', 'Redeem My Gift', 'Error validating magic words', { words: 'amber lantern owl' }],
])(
  'the form of %s says that "%s" failed, and keeps what was typed',
  async (path, button, message, fields) => {
    const { page } = await send(path, button, fields, newVisitor())
    expect(page.status).toBeGreaterThanOrEqual(500)
    expect(page.text).toContain(message)
    for (const [name, value] of Object.entries(fields)) expect(page.value(name)).toBe(value)
    expect(page.hasButton(button)).toBe(true)
    expect(page.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|fetch failed/)
  },
)

test('the owner’s sign-in says that it cannot be reached, and lets nobody in', async () => {
  const { page } = await signIn('anything')
  expect([page.status, page.url.pathname, page.value('email')]).toEqual([503, '/admin/sign-in', OWNER])
})
