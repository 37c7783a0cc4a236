import { expect, inject, test } from 'vitest'
import { readOutbox } from '../support/outbox.ts'
import { MARKETS } from './addresses.ts'
import { newEmail, send } from './gift.ts'
import { mailTo } from './shop.ts'
import { Visitor } from './visitor.ts'

/** A message to the shop. */

const shop = inject('shop')
const SUBJECTS =
  'Order Inquiry, Product Question, Return/Exchange, Press Inquiry, Media Collaboration, Wholesale Inquiry, Other'
const CORRECT = { fullName: 'Al Ice', email: 'al@example.com', subject: 'Press Inquiry', message: 'Hello.' }
const whole = () => ({ ...CORRECT, email: newEmail() })
/** The mails to the owner that tell of an address. */
const toldOf = (email: string) =>
  readOutbox(shop.dataDir).filter(({ to, text }) => !to.includes(email) && text.includes(email))

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
  ['email', 'Invalid email address', 'not an address'],
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

test('ticking the box joins the mailing list as well', async () => {
  const fields = whole()
  await send('/us/contact', 'Send Message', { ...fields, subscribeToMailingList: true })
  expect((await mailTo(shop, fields.email)).text).toContain("You've been added to our mailing list.")
})
