import { expect, inject, test } from 'vitest'
import { readOutbox } from '../support/outbox.ts'
import { MARKETS } from './addresses.ts'
import { openPage } from './browser.ts'
import { newEmail, send, wayOut } from './gift.ts'
import { mailTo } from './shop.ts'
import { Visitor } from './visitor.ts'

/** The mailing list, its four ways in and the way out, and the waitlist. */

const shop = inject('shop')
const ON_THE_LIST = "You've been added to our mailing list."

const PLACES = [
  ['home', '/us', 'Welcome to the magic! ✨'],
  ['the footer', '/uk/about', 'Welcome to the magic! ✨'],
  ['the subscribe page', '/uk/subscribe', 'Welcome! ✨'],
] as const

test.each(PLACES)(
  'who signs up in %s stays there, is welcomed, and gets a mail',
  async (_, path, welcome) => {
    const email = newEmail()
    const { page } = await send(path, 'Subscribe', { fullName: ' Nell  Quill ', email: ` ${email} ` })
    expect(page.path).toBe(path)
    for (const words of [welcome, ON_THE_LIST]) expect(page.text).toContain(words)
    expect(page.value('email')).toBe('')
    expect((await mailTo(shop, email)).text).toContain('Nell')
  },
)

test.each(PLACES)('in %s a missing name or email is asked for, and the other is kept', async (_, path) => {
  for (const typed of [
    { fullName: '  ', email: newEmail() },
    { fullName: 'Nell', email: ' ' },
  ]) {
    const { page, visitor } = await send(path, 'Subscribe', typed)
    expect(page.status).toBe(400)
    expect(page.text).toMatch(/Missing information.*Please enter your name and email/)
    for (const [name, value] of Object.entries(typed)) expect(page.value(name)?.trim()).toBe(value.trim())
    const mended = await visitor.submit('Subscribe', { fullName: 'Nell', email: newEmail() })
    expect(mended.text).toContain(ON_THE_LIST)
  }
})

test('with JavaScript the footer’s form welcomes in place, and its fields clear', async () => {
  const page = await openPage()
  const email = newEmail()
  await page.goto('/us/press')
  const footer = page.getByRole('contentinfo')
  await footer.getByLabel('Name').fill('Jo Script')
  await footer.getByLabel('Email').fill(email)
  await footer.getByRole('button', { name: 'Subscribe' }).click()
  await page.getByText('Welcome to the magic! ✨').first().waitFor()
  expect(await footer.getByLabel('Email').inputValue()).toBe('')
  expect(await footer.getByLabel('Name').inputValue()).toBe('')
  await mailTo(shop, email)
})

test.each(MARKETS)(
  'the $id waitlist takes a name and an email, on its page and on the shop’s',
  async ({ id }) => {
    for (const path of [`/${id}/waitlist`, `/${id}/products`]) {
      const email = newEmail()
      const { page } = await send(path, 'Join the Waitlist', { name: 'Wanda Wait', email })
      expect(page.path).toBe(path)
      expect(page.text).toMatch(/You're on the list!.*Vol\. II.*Magical You.*ready to ship/)
      await mailTo(shop, email)
    }
  },
)

test('the waitlist asks for each field that is missing, and keeps the other', async () => {
  const typed = { name: '   ', email: 'w@example.com' }
  const { visitor, page } = await send('/us/waitlist', 'Join the Waitlist', typed)
  expect(page.status).toBe(400)
  expect(page.describedBy('name')).toContain('Please enter your name')
  expect(page.text).not.toContain('Please enter your email')
  expect(page.value('email')).toBe('w@example.com')
  const unaddressed = await visitor.submit('Join the Waitlist', { name: 'Wanda', email: ' ' })
  expect(unaddressed.describedBy('email')).toContain('Please enter your email')
  expect(unaddressed.value('name')).toBe('Wanda')
})

test.each([
  ['/us/subscribe', 'Subscribe', ON_THE_LIST, { fullName: 'Twice' }],
  ['/uk/waitlist', 'Join the Waitlist', "You're on the list!", { name: 'Twice' }],
  ['/us/contact', 'Send Message', 'Message sent!', { fullName: 'Twice', subject: 'Other', message: 'Once' }],
])(
  'what is sent twice at once in %s, and again by a browser without cookies, is confirmed and mailed once',
  async (path, button, confirmed, fields) => {
    const email = newEmail()
    const visitor = new Visitor()
    const { action, data } = (await visitor.visit(path)).formWith(button, { ...fields, email })
    const press = () => visitor.post(action, data)
    for (const page of await Promise.all([press(), press()])) expect(page.status).toBe(200)
    visitor.keepsCookies = false
    visitor.cookies.clear()
    expect((await press()).text).toContain(confirmed)
    await expect.poll(() => readOutbox(shop.dataDir).filter(({ raw }) => raw.includes(email)).length).toBe(1)
  },
)

test('the mail’s link asks first, then takes the address off the list; a mail program does it in one step', async () => {
  const mailed = async () => {
    const email = newEmail()
    await send('/uk/subscribe', 'Subscribe', { fullName: 'Leave Soon', email })
    return wayOut(await mailTo(shop, email))
  }
  const visitor = new Visitor()
  const page = await visitor.visit(await mailed())
  expect(page.path).toContain('/uk/unsubscribe')
  expect(page.meta('robots')).toContain('noindex')
  expect(page.main).not.toContain('You have left the list')
  expect((await visitor.submit('Unsubscribe')).main).toContain('You have left the list')
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const oneClick = { method: 'POST', headers, body: 'List-Unsubscribe=One-Click' }
  expect((await new Visitor().request(await mailed(), oneClick)).status).toBe(200)
  const broken = await new Visitor().visit('/uk/unsubscribe?token=none')
  expect(broken.status).toBeLessThan(500)
  expect(broken.main).not.toContain('You have left the list')
})
