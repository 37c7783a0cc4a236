import { expect, test } from 'vitest'
import { COMPANY, type Company, companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import { isUndeliverable, toMessage } from '#supabase/functions/_shared/mail/message.ts'
import {
  type MailData,
  type MailTemplate,
  renderMail,
  TEMPLATES,
} from '#supabase/functions/_shared/mail/templates.ts'

const ORIGIN = 'https://shop.example'
const LATE = Date.parse('2026-11-01T12:00:00Z')

const DATA: { [T in MailTemplate]: MailData[T] } = {
  welcome: { firstName: 'Ada', email: 'ada@example.com', unsubscribeToken: 'token' },
  rejoin: { firstName: 'Ada', email: 'ada@example.com', rejoinToken: 'token' },
  'gift-code': {
    firstName: 'Ada',
    words: 'amber lantern owl',
    giftTitle: 'Gift Bundle - Classic Wand',
    wrapping: 'gift-edition',
    orderName: '#1001',
    letterPath: '/us/gift-download/letter.pdf?for=1',
  },
  'contact-to-shop': {
    fullName: 'Ada Lovelace',
    email: 'ada@example.com',
    subject: 'Other',
    message: 'Hello <b>there</b>',
    wantsNews: false,
    receivedAt: '2026-11-01T12:00:00Z',
  },
  test: {},
  security: { change: 'app-on' },
}

type Rendering = { market?: 'us' | 'uk'; company?: Company; data?: object }
function render(template: MailTemplate, { market = 'us', company = COMPANY, data }: Rendering = {}) {
  const stored = { ...DATA[template], ...data }
  const subject = TEMPLATES[template].subject(stored)
  return renderMail(
    { id: 'mail-1', template, to_email: 'to@example.com', reply_to: null, subject, market, data: stored },
    { origin: ORIGIN, now: LATE, company },
  )
}

const ALL = Object.keys(DATA) as MailTemplate[]
test.each(ALL)('the %s mail is whole, of its store alone, and promises nothing past', (template) => {
  for (const market of ['us', 'uk'] as const) {
    const { html, text, replyTo } = render(template, { market })
    const links = [...html.matchAll(/href="(https:[^"]+)"/g)].map((match) => match[1] ?? '')
    for (const link of links.filter((address) => address !== `${ORIGIN}/`))
      expect(text).toContain(link.replaceAll('&amp;', '&'))
    expect(html + text).not.toContain(`${ORIGIN}/${market === 'us' ? 'uk' : 'us'}/product`)
    expect(text).not.toContain(market === 'us' ? '£' : '$')
    expect(html).not.toMatch(/<script|<link|<iframe|@import/)
    for (const [picture] of html.matchAll(/<img[^>]*>/g)) expect(picture).toMatch(/alt="[^"]+"/)
    expect(html + text).not.toMatch(/January|December|Pre-order|Wizard Box,|undefined/)
    expect(replyTo).toBeNull()
  }
})

test('the gift mail names in the UK the right to cancel', () => {
  const { html } = render('gift-code', { market: 'uk' })
  expect(html).toContain(`href="${ORIGIN}/uk/terms-and-conditions#cancel"`)
})

test('the foot of a mail names its sender, replies go to the company, and a mail program can leave', () => {
  const legalAddress = { us: '1 Lock Lane,\nSalem' }
  const contactEmail = { us: 'write@keyhole.test' }
  const company = companyWith({ legalEntity: { us: 'Keyhole Inc' }, legalAddress, contactEmail })
  const mail = render('welcome', { company })
  const { html, text, replyTo } = mail
  for (const form of [html, text]) expect(form).toContain('Wizard Box, Keyhole Inc, 1 Lock Lane, Salem.')
  expect(replyTo).toBe('write@keyhole.test')
  const { headers } = toMessage(mail, 'shop@example.com')
  expect(headers).toHaveProperty('List-Unsubscribe-Post', 'List-Unsubscribe=One-Click')
})

test.each([
  ['https://evil.example/claim', 'Hello. You'],
  ['ｅvil．example', 'Hello. You'],
  ['J.R.R.', 'Hello J.R.R. You'],
])('to the name %s, which anyone may have entered, it says “%s”', (firstName, hello) => {
  const { html, text } = render('welcome', { data: { firstName } })
  expect(text).toContain(hello)
  expect(html + text).not.toContain('evil')
})

test('what people type becomes no markup, and reverses nothing', () => {
  const typed = `"'&<i>\u202e\u200b`
  for (const template of ALL) {
    const texts = Object.entries(DATA[template]).filter(([, value]) => typeof value === 'string')
    const free = texts.filter(([name]) => !['wrapping', 'change', 'receivedAt', 'letterPath'].includes(name))
    const { html, subject } = render(template, {
      data: Object.fromEntries(free.map(([name]) => [name, typed])),
    })
    expect(html).not.toMatch(/<i>|"'&/)
    expect(subject).not.toMatch(/[\u200b\u202e]/)
  }
})

test('a mail has one recipient and a single-line subject', () => {
  const mail = { ...render('contact-to-shop'), subject: 'Hello\r\nBcc: all@example.com' }
  const message = toMessage(mail, 'shop@example.com')
  expect(message.subject).toBe('Hello Bcc: all@example.com')
  expect(message.to).toEqual({ name: '', address: 'to@example.com' })
  for (const several of ['a@b.example, c@d.example', 'A <a@b.example>', 'a@b.c\nBcc:c@d.e'])
    expect(() => toMessage({ ...mail, to: several }, 'shop@example.com'), several).toThrow()
})

test.each([
  ['550 5.1.1 <a@b.example>: no such user', true],
  ['550-5.1.1 No such user here.\n550 5.1.1 Check for typos.', true],
  ['450 4.2.1 Mailbox busy', false],
  // The sender's setup, which the owner may correct.
  ['550 5.7.1 Relaying denied', false],
])('the refusal "%s" of an address is for good: %s', (response, isForGood) => {
  expect(isUndeliverable({ command: 'RCPT TO', response })).toBe(isForGood)
  expect(isUndeliverable({ command: 'DATA', response })).toBe(false)
})
