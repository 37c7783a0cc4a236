import { describe, expect, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { openTestShop } from '../support/test-shop.ts'

const shop = openTestShop()

const BUTTON = 'Send Message'
const MESSAGE = {
  fullName: 'Ada Lovelace',
  email: 'ada@example.com',
  subject: 'Order Inquiry',
  message: 'Hello',
}

async function send(fields: Record<string, string | null>, market = 'us'): Promise<Page> {
  const visitor = shop.browser()
  return visitor.submit(await visitor.visit(`/${market}/contact`), BUTTON, { ...MESSAGE, ...fields })
}

const messagesOf = (email: string) => rowsIn(shop, 'contact_messages', 'email', email)

/** Visible values of the fields. */
function typed(page: Page) {
  const value = (name: string) =>
    page.document.querySelector(`main input[name=${name}]`)?.getAttribute('value') ?? ''
  return {
    fullName: value('fullName'),
    email: value('email'),
    subject: page.document.querySelector('main option[selected]')?.getAttribute('value') ?? '',
    message: page.document.querySelector('main textarea')?.textContent ?? '',
  }
}

test('the toast about the earlier company links to another site, in a new tab', async () => {
  const page = await shop.browser().visit('/uk/contact')
  expect(page.main).toContain('We do not answer questions about it.')
  const links = [...page.document.querySelectorAll('main a')]
  const link = links.find((one) => one.textContent?.includes('Go to their website'))
  expect(new URL(link?.getAttribute('href') ?? '', shop.origin).origin).not.toBe(shop.origin)
  expect([link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual(['_blank', 'noopener noreferrer'])
})

describe('the subject', () => {
  test.each([
    ['Press+Inquiry', 'Press Inquiry'],
    ['press%20inquiry', ''],
  ])('?subject=%s is selected if it is valid', async (asked, chosen) => {
    const page = await shop.browser().visit(`/uk/contact?subject=${asked}`)
    expect(typed(page).subject).toBe(chosen)
  })

  test('is stored with the message and preset by links to this page', async () => {
    const visitor = shop.browser()
    const terms = await visitor.visit('/uk/terms-and-conditions')
    const link = terms.links().find((address) => address.includes('/contact?subject='))
    const form = await visitor.visit(link ?? '')
    const { subject: _, ...rest } = MESSAGE
    const sent = await visitor.submit(form, BUTTON, { ...rest, email: 'sub@example.com' })
    expect(sent.text).toContain('Message sent!')
    expect(await messagesOf('sub@example.com')).toMatchObject([{ subject: 'Return/Exchange' }])
  })

  test('of one URL is not shown at another', async () => {
    await shop.browser().visit('/us/contact?subject=Other')
    expect(typed(await shop.browser().visit('/us/contact')).subject).toBe('')
  })
})

describe('a message', () => {
  test('with the checkbox ticked also joins the mailing list, with the consent text', async () => {
    await send({ email: 'two@x.org', subscribeToMailingList: 'on' })
    expect(await rowsIn(shop, 'email_subscribers', 'email', 'two@x.org')).toMatchObject([
      { source: 'Contact' },
    ])
    expect(await rowsIn(shop, 'consents', 'email', 'two@x.org')).toMatchObject([
      { wording: 'Subscribe to our Mailing List. See our Privacy Policy.', market: 'us' },
    ])
  })
})

test('a rejected message counts its wrong fields, and the first has the focus', async () => {
  const page = await send({ fullName: '', email: 'x', subject: '', message: '' })
  expect(page.texts('main [role=alert] b')).toEqual(['Please check 4 fields. What you wrote is still here.'])
  expect(page.document.querySelectorAll('main [autofocus]')).toHaveLength(1)
  expect(page.document.querySelector('main [autofocus]')?.getAttribute('name')).toBe('fullName')
})
