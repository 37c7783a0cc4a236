import { expect, inject, test } from 'vitest'
import { MARKETS } from './addresses.ts'
import { openPage, violationsOf } from './browser.ts'
import { newEmail, send, trapIn } from './gift.ts'
import { mailsOf, mailTo } from './shop.ts'
import { Visitor } from './visitor.ts'

/** A message to the shop. */

const shop = inject('shop')
const SUBJECTS =
  'Order Inquiry, Product Question, Return/Exchange, Press Inquiry, Media Collaboration, Wholesale Inquiry, Other'
const CORRECT = {
  fullName: 'Al Ice',
  email: 'al@example.com',
  subject: 'Press Inquiry',
  message: 'Hello, shop.',
}
const whole = () => ({ ...CORRECT, email: newEmail() })
/** An address of that many characters that nobody else has. */
const addressOf = (length: number) =>
  `${newEmail().slice(0, 13).padEnd(60, 'e')}@${'d'.repeat(61)}.${'d'.repeat(61)}.${'d'.repeat(length - 193)}.example`
/** The mails to the owner that tell of an address. */
const toldOf = (email: string) =>
  mailsOf(shop).filter(({ to, text }) => !to.includes(email) && text.includes(email))

test.each(MARKETS)(
  'a message in the $id store is confirmed, and the owner can answer its mail',
  async ({ id }) => {
    const fields = { ...whole(), message: 'One line\nand <another> & more' }
    const { page } = await send(`/${id}/contact`, 'Send Message', fields)
    expect(page.path).toBe(`/${id}/contact`)
    expect(page.text).toMatch(/Message sent!.*We'll get back to you as soon as possible\./)
    expect(page.value('message')).toBe('')
    await expect.poll(() => toldOf(fields.email).length).toBe(1)
    const [mail] = toldOf(fields.email)
    expect(mail?.subject).toContain('Press Inquiry')
    expect(mail?.raw).toContain(`Reply-To: ${fields.email}`)
    expect(mail?.text).toContain('and <another> & more')
  },
)

test('the subjects are those of the shop, none is chosen, and the page says when an answer comes', async () => {
  const page = await new Visitor().visit('/us/contact')
  expect(page.texts('main option').slice(1).join(', ')).toBe(SUBJECTS)
  expect(page.value('subject')).toBe('')
  expect(page.main).toContain('As soon as possible')
  expect(page.main).toContain('24 hours')
  expect(page.link('Privacy Policy')).toBe('/us/privacy-policy')
})

test.each([
  ['fullName', 'Name is required', ' '],
  ['fullName', 'Name must be less than 100 characters', 'n'.repeat(101)],
  ['email', 'Invalid email address', ''],
  ['email', 'Invalid email address', 'not an address'],
  ['email', 'Email must be less than 255 characters', addressOf(256)],
  ['subject', 'Please select a subject', ''],
  ['message', 'Message is required', ' \n '],
  ['message', 'Message must be less than 2000 characters', 'm'.repeat(2001)],
])('a wrong %s is told at its field alone, and everything is kept: %s', async (field, message, value) => {
  const visitor = new Visitor()
  const fields: Record<string, string> = { ...whole(), [field]: value }
  await visitor.visit('/us/contact')
  const { action, data } = visitor.page.formWith('Send Message', fields)
  data.set('subscribeToMailingList', 'on')
  const page = await visitor.post(action, data)
  expect(page.status).toBe(400)
  expect(page.describedBy(field)).toContain(message)
  for (const other of Object.keys(fields).filter((name) => name !== field)) {
    expect(page.describedBy(other)).not.toMatch(/required|Invalid|less than|select/)
    expect(page.value(other)).toBe(fields[other])
  }
  expect(page.value(field)?.trim()).toBe(value.trim())
  expect(page.value('subscribeToMailingList')).toBeDefined()
  const mended = await visitor.submit('Send Message', { [field]: { ...CORRECT }[field] ?? '' })
  expect(mended.text).toContain('Message sent!')
})

test('the longest name, address and message are taken whole, blanks round them and line breaks counted as they are read', async () => {
  const email = addressOf(254)
  const message = ` first\r\n${'m'.repeat(1989)}last! `
  const typed = { ...whole(), fullName: `  ${'n'.repeat(100)}  `, email, message }
  const { page } = await send('/uk/contact', 'Send Message', typed)
  expect(page.text).toContain('Message sent!')
  await expect.poll(() => toldOf(email).length).toBe(1)
  expect(toldOf(email)[0]?.text).toContain('last!')
})

test('ticking the box joins the mailing list as well', async () => {
  const fields = whole()
  await send('/us/contact', 'Send Message', { ...fields, subscribeToMailingList: true })
  expect((await mailTo(shop, fields.email)).text).toContain("You've been added to our mailing list.")
})

test('the same message sent twice at once and once more is confirmed each time and told once', async () => {
  const visitor = new Visitor()
  const fields = whole()
  const { action, data } = (await visitor.visit('/us/contact')).formWith('Send Message', fields)
  const press = () => visitor.post(action, data)
  for (const page of [...(await Promise.all([press(), press()])), await press()])
    expect(page.status).toBe(200)
  await expect.poll(() => toldOf(fields.email).length).toBe(1)
})

test('a browser without cookies is told that the message was sent, and a robot is told so without a mail', async () => {
  const visitor = new Visitor()
  visitor.keepsCookies = false
  const [robot, person] = [whole(), whole()]
  for (const fields of [robot, person]) {
    const { action, data } = (await visitor.visit('/us/contact')).formWith('Send Message', fields)
    if (fields === robot) data.set(trapIn(visitor.page), 'Bo T')
    expect((await visitor.post(action, data)).text).toContain('Message sent!')
  }
  await expect.poll(() => toldOf(person.email).length).toBe(1)
  expect(toldOf(robot.email)).toEqual([])
})

test('strange bodies are refused in words, never with a failure', async () => {
  const form = 'application/x-www-form-urlencoded'
  for (const [type, body] of [
    [form, ''],
    [form, 'fullName=a&fullName=b&email=x'],
    [form, `message=${'m'.repeat(2_000_000)}`],
    [form, 'fullName=%00%ED%A0%80&email=%E2%80%AE&subject=Other&message=%00'],
    ['multipart/form-data; boundary=x', 'no such thing'],
    ['application/json', '{"fullName":'],
  ] as const) {
    const headers = { Origin: shop.origin, 'Content-Type': type }
    const { status } = await new Visitor().request('/us/contact', { method: 'POST', headers, body })
    expect([400, 413, 415], `${type} ${body.slice(0, 40)}`).toContain(status)
  }
})

test('with JavaScript each message comes under its field, goes once it is mended, and the sent form is confirmed', async () => {
  const page = await openPage()
  await page.goto('/us/contact')
  const form = page.getByRole('main')
  await form.getByRole('button', { name: 'Send Message' }).click()
  for (const message of [/^Name is/, 'Invalid email address', 'Please select a subject', /^Message is/])
    await form.getByText(message).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await form.getByLabel('Name', { exact: true }).fill('Jo Script')
  await form.getByText('Name is required').waitFor({ state: 'hidden' })
  const { email } = whole()
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Subject').selectOption('Other')
  await form.getByLabel('Message', { exact: true }).fill('From a browser')
  await form.getByRole('button', { name: 'Send Message' }).click()
  await page.getByText('Message sent!').first().waitFor()
  await expect.poll(() => toldOf(email).length).toBe(1)
})
