import { describe, expect, test } from 'vitest'
import { COMPANY } from '#app/models/company.ts'
import { byMarket } from '#app/models/market.ts'
import * as pages from '#app/models/shipping-dates.ts'
import { type MailCompanies, UNKNOWN_COMPANY } from '#supabase/functions/_shared/mail/company.ts'
import type { MailData, MailTemplate } from '#supabase/functions/_shared/mail/mail.ts'
import { isUndeliverable, toMessage } from '#supabase/functions/_shared/mail/message.ts'
import { escapeHtml } from '#supabase/functions/_shared/mail/parts.ts'
import { renderMail } from '#supabase/functions/_shared/mail/render.ts'
import { ANNOUNCED, envelopePosted, isPreOrder, vol2Ships } from '#supabase/functions/_shared/mail/shop.ts'

const ORIGIN = 'https://shop.example'
const EARLY = Date.parse('2025-11-01T12:00:00Z')
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
  'gift-redeemed': {
    to: 'giver',
    firstName: 'Ada',
    giftTitle: 'Gift Bundle - Premium Wand',
    orderName: '#1001',
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
const TEMPLATES = Object.keys(DATA) as MailTemplate[]

const NOBODY = { us: UNKNOWN_COMPANY, uk: UNKNOWN_COMPANY }

function render(
  template: MailTemplate,
  market: 'us' | 'uk',
  now: number,
  companies = NOBODY,
  data: object = DATA[template],
) {
  return renderMail(
    { id: 'mail-1', template, to_email: 'to@example.com', reply_to: null, market, data },
    { origin: ORIGIN, now, companies },
  )
}

describe.each(TEMPLATES)('the %s mail', (template) => {
  test.each(['us', 'uk'] as const)(
    '%s: every URL of its HTML is in its text too, and none is of the other store',
    (market) => {
      const { html, text } = render(template, market, LATE)
      const links = [...html.matchAll(/href="(https:[^"]+)"/g)].map((match) => match[1] ?? '')
      for (const link of links.filter((address) => address !== `${ORIGIN}/`))
        expect(text).toContain(link.replaceAll('&amp;', '&'))
      expect(html + text).not.toContain(`${ORIGIN}/${market === 'us' ? 'uk' : 'us'}/product`)
      expect(text).not.toContain(market === 'us' ? '£' : '$')
    },
  )

  test('loads no script, has alt texts, and lets long words break', () => {
    const { html } = render(template, 'uk', LATE)
    expect(html).not.toMatch(/<script|<link|<iframe|@import/)
    for (const [picture] of html.matchAll(/<img[^>]*>/g)) expect(picture).toMatch(/alt="[^"]+"/)
    expect(html).toContain('word-break:break-word')
  })

  test('promises no date that has passed', () => {
    const { html, text } = render(template, 'us', LATE)
    expect(html + text).not.toMatch(/January|December|Pre-order/)
  })

  test('names its sender in the footer, in the wording of its store, and where replies go', () => {
    const us = render(template, 'us', LATE, COMPANIES)
    expect(us.text).toContain('\nWizard Box, Keyhole Inc, 1 Lock Lane, Salem.\n')
    expect(us.html).toContain('Wizard Box, Keyhole Inc, 1 Lock Lane, Salem.')
    expect(us.replyTo).toBe('write@keyhole.test')
    const uk = render(template, 'uk', LATE, COMPANIES)
    expect(uk.html).toContain('Wizard Box, Bolt &amp; Key Ltd.')
    expect(uk.text).toContain('Wizard Box, Bolt & Key Ltd.')
    expect(uk.replyTo).toBeNull()
  })

  test('omits company details that are not configured', () => {
    const { html, text, replyTo } = render(template, 'uk', LATE)
    expect(html + text).not.toMatch(/Wizard Box,|[{}]legal|undefined|\[(name|address) of/)
    expect(replyTo).toBeNull()
  })
})

test('the gift mail names the store of the gift, and shows markup in a name as text', () => {
  const data = { ...DATA['gift-code'], firstName: 'Ada&Bo', orderName: '<i>#1' }
  const { html, text } = render('gift-code', 'uk', LATE, NOBODY, data)
  expect(html).toContain('Thank you, Ada&amp;Bo.')
  expect(html).toContain('order &lt;i&gt;#1.')
  expect(html).toContain('United Kingdom only')
  expect(html).toContain(`href="${ORIGIN}/uk/redeem"`)
  expect(html).toContain('For yourself? Say them now')
  expect(text).toMatch(/Market +United Kingdom only/)
})

const COMPANIES: MailCompanies = {
  us: {
    legalEntity: 'Keyhole Inc',
    legalAddress: '1 Lock Lane,\nSalem',
    contactEmail: 'write@keyhole.test',
    ...ANNOUNCED,
  },
  uk: { legalEntity: 'Bolt & Key Ltd.', legalAddress: '', contactEmail: null, ...ANNOUNCED },
}

test('mails name the date before that day', () => {
  expect(render('welcome', 'uk', EARLY).text).toContain('Pre-order, ships January 2026. £25')
  expect(render('gift-code', 'us', EARLY).text).toContain('ships December 1-18, 2025, untracked')
})

test('an announced day ends in the time zone of the store', () => {
  const lastEvening = Date.parse('2025-12-18T23:30:00-05:00')
  expect(render('gift-code', 'us', lastEvening).text).toContain('ships December 1-18, 2025, untracked')
  expect(render('gift-code', 'uk', lastEvening).text).toContain('is posted within 30 days of your order')
  const lastNight = Date.parse('2026-01-31T23:30:00-05:00')
  expect(render('welcome', 'us', lastNight).text).toContain('ships January 2026')
  expect(render('welcome', 'uk', lastNight).text).not.toContain('January 2026')
})

test.each([
  'https://evil.example/claim',
  'claim.evil.example',
  'me@evil.example',
  'ｅvil．example',
  'evil。example',
])('nobody is greeted as %s: anyone may have entered the address', (firstName) => {
  const { html, text } = render('welcome', 'us', LATE, NOBODY, { ...DATA.welcome, firstName })
  expect(text).toContain('Hello. You')
  expect(html + text).not.toContain('evil')
})

test('initials are greeted as written, with one full stop', () => {
  const { text } = render('welcome', 'us', LATE, NOBODY, { ...DATA.welcome, firstName: 'J.R.R.' })
  expect(text).toContain('Hello J.R.R. You')
})

test('Vol. I, which only the UK store has, is offered there alone', () => {
  expect(render('welcome', 'us', LATE).text).not.toContain('Phoenix Edition')
  expect(render('welcome', 'uk', LATE).text).toContain('/uk/product/vol-i-phoenix-edition')
})

test('user input neither becomes markup nor escapes an attribute', () => {
  expect(escapeHtml(`<b a="1" c='2'>&amp;`)).toBe('&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;')
  const data = {
    ...DATA['contact-to-shop'],
    fullName: `<i>"'&`,
    email: `"><img/src=x>@example.com`,
    subject: '<i>',
    message: '<i>',
  }
  const gift = { ...DATA['gift-code'], orderName: '<i>', words: '<i>', firstName: '<i>' }
  const welcome = { ...DATA.welcome, email: '<i>@example.com', firstName: '"<i>' }
  const htmlOf = (template: MailTemplate, typed: object) => render(template, 'uk', LATE, NOBODY, typed).html
  expect(htmlOf('contact-to-shop', data)).not.toMatch(/<i>|<img\/src/)
  expect(htmlOf('gift-code', gift)).not.toContain('<i>')
  expect(htmlOf('welcome', welcome)).not.toContain('<i>')
})

test('no name can reverse the rest of a subject or heading', () => {
  const data = { ...DATA['contact-to-shop'], fullName: '\u202eecilA\u2066 \u200bL' }
  const { subject, html } = render('contact-to-shop', 'us', LATE, NOBODY, data)
  expect(subject).toBe('Other from ecilA L')
  expect(html).not.toMatch(/[\u200b\u202e\u2066]/)
})

test('no machine answers a mail, and none translates its magic words', () => {
  const mail = render('gift-code', 'us', LATE)
  expect(toMessage(mail, 'shop@example.com').headers).toMatchObject({ 'Auto-Submitted': 'auto-generated' })
  expect(mail.html).toMatch(/lang="en" translate="no"[^>]*>amber lantern owl</)
  expect(mail.text).toContain('English words')
})

test('a mail has one recipient and a single-line subject', () => {
  const mail = { ...render('contact-to-shop', 'us', LATE), subject: 'Hello\r\nBcc: all@example.com' }
  const message = toMessage(mail, 'shop@example.com')
  expect(message.subject).toBe('Hello Bcc: all@example.com')
  expect(message.to).toEqual({ name: '', address: 'to@example.com' })
  for (const several of [
    'a@b.example, c@d.example',
    'all:a@b.example;',
    'A <a@b.example>',
    'a@b.example\nBcc:c@d.example',
  ]) {
    expect(() => toMessage({ ...mail, to: several }, 'shop@example.com'), several).toThrow()
    expect(() => toMessage({ ...mail, replyTo: several }, 'shop@example.com'), several).toThrow()
  }
})

test.each([
  ['550 5.1.1 <a@b.example>: no such user', true],
  ['550-5.1.1 No such user here.\n550 5.1.1 Check for typos.', true],
  ['556 5.1.10 Recipient address has null MX', true],
  ['550 5.2.1 Mailbox disabled', true],
  ['450 4.2.1 Mailbox busy', false],
  ['452 4.2.2 Mailbox full', false],
  // The sender's setup, which the owner may correct.
  ['550 5.7.1 Relaying denied', false],
  ['550 5.1.8 Sender address rejected', false],
  ['550 no', false],
])('the refusal "%s" of an address is for good: %s', (response, isForGood) => {
  expect(isUndeliverable({ command: 'RCPT TO', response })).toBe(isForGood)
  expect(isUndeliverable({ command: 'DATA', response })).toBe(false)
})

test('dates that the owner has announced are in the mails of the store, until they are over', () => {
  const envelopes = { envelopesFrom: '2027-02-26', envelopesUntil: '2027-03-05' }
  const companies = {
    us: { ...UNKNOWN_COMPANY, ...envelopes, vol2Month: '2027-03' },
    uk: { ...UNKNOWN_COMPANY, ...envelopes, vol2Month: '2027-04' },
  }
  const before = Date.parse('2027-01-10T12:00:00Z')
  expect(render('welcome', 'us', before, companies).text).toContain('Pre-order, ships March 2027. $25')
  expect(render('welcome', 'uk', before, companies).html).toContain('Pre-order, ships April 2027. £25')
  const gift = render('gift-code', 'uk', before, companies).text.replaceAll(/\s+/g, ' ')
  expect(gift).toContain('Ships April 2027, tracked')
  expect(gift).toContain('is posted 26 February - 5 March 2027, untracked. The box follows in April.')
  const later = render('gift-code', 'us', Date.parse('2027-04-01T12:00:00Z'), companies)
  expect(later.html + later.text).not.toMatch(/March|February/)
  expect(later.text).toContain('Within 30 days of being redeemed')
})

test('figures that the owner has given are in the mails', () => {
  const figures = { giftDays: '20', vol1Copies: '250', replyHours: '48' }
  const companies = byMarket(() => ({ ...UNKNOWN_COMPANY, ...figures }))
  const now = Date.parse('2027-04-01T12:00:00Z')
  expect(render('gift-code', 'us', now, companies).text).toContain('Within 20 days of being redeemed')
  expect(render('welcome', 'uk', now, companies).text).toContain('250 copies')
  expect(render('contact-to-shop', 'uk', now, companies).text).toContain('a reply within 48 hours')
})

test.each(['us', 'uk'] as const)(
  'in %s mails and pages announce the same dates on the same days',
  (market) => {
    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    const [hour, week] = [3_600_000, 7 * 24 * 3_600_000]
    const start = Date.parse('2026-10-01T00:00:00Z')
    for (let at = 0; at < 30; at += 1) {
      // Ever longer periods, from one day to two months, over the turn of a year and the change to summer time.
      const [from, until] = [start + at * week, start + at * week + at * 48 * hour]
      const announced = {
        ...ANNOUNCED,
        giftDays: '20',
        envelopeDays: '40',
        vol2Month: day(until).slice(0, 7),
        envelopesFrom: day(from),
        envelopesUntil: day(until),
      }
      // The hours in which that day ends, in London and in New York.
      for (let now = until + 22 * hour; now < until + 31 * hour; now += hour) {
        const page = {
          ...pages.shippingOf(COMPANY, market, now),
          ...announced,
        }
        const mail = { announced, market, now }
        expect([vol2Ships(mail), envelopePosted(mail), isPreOrder(mail)]).toEqual([
          pages.ships(page, 'gift-edition'),
          pages.ships(page, 'envelope'),
          !pages.hasVol2Shipped(page),
        ])
      }
    }
  },
)
