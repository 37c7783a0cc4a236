import { describe, expect, test } from 'vitest'
import { mailsContaining, rowsIn } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { form, openTestShop } from '../support/test-shop.ts'

const shop = openTestShop()

/** The notices in the page, title and text. */
const notices = (page: Page) =>
  page
    .texts('[role=status], [role=alert]')
    .map((text) => text.replace(/^(Error|Missing information|Welcome.*✨)/, '$1: '))
const subscriber = (email: string) => rowsIn(shop, 'email_subscribers', 'email', email)

describe('the subscribe page', () => {
  test('accepts name and email, and confirms on the page', async () => {
    const visitor = shop.browser()
    const form = await visitor.visit('/uk/subscribe')
    expect(form.texts('h1')).toEqual(['Stay Connected'])
    const page = await visitor.submit(form, 'Subscribe', {
      fullName: ' Ada Lovelace ',
      email: ' Ada@Example.com ',
    })
    expect(page.path).toBe('/uk/subscribe')
    expect(notices(page)).toContain("Welcome! ✨: You've been added to our mailing list.")
    expect(page.document.querySelector('main input[name=email]')?.getAttribute('value') ?? '').toBe('')
    expect(await subscriber('ada@example.com')).toMatchObject([
      {
        first_name: 'Ada',
        last_name: 'Lovelace',
        full_name: 'Ada Lovelace',
        source: 'Subscribe Page',
        market: 'uk',
      },
    ])
    expect(await mailsContaining(shop, 'To: ada@example.com')).toHaveLength(1)
    expect((await visitor.visit('/uk/subscribe')).text).not.toContain('Welcome! ✨')
  })

  test('confirms on the page that is shown, not on one that redirects to it', async () => {
    const visitor = shop.browser({ Cookie: 'cookieConsent=accepted' })
    const page = await visitor.post('/us/subscribe', {
      fullName: 'Mae',
      email: 'mae@x.org',
      returnTo: '/us/product/vol-i-phoenix-edition',
    })
    expect(page.path).toBe('/us/products')
    expect(page.text).toContain("You've been added to our mailing list.")
  })

  test('stores the consent text', async () => {
    const visitor = shop.browser()
    await visitor.submit(await visitor.visit('/us/subscribe'), 'Subscribe', {
      fullName: 'Bea',
      email: 'bea@x.org',
    })
    expect(await rowsIn(shop, 'consents', 'email', 'bea@x.org')).toMatchObject([
      {
        purpose: 'mailing-list',
        source: 'Subscribe Page',
        wording: 'By joining you ask for our emails. Every one has a way out. See our Privacy Policy.',
        market: 'us',
      },
    ])
  })

  test.each([
    ['a name of spaces', { fullName: '  ', email: 'kept@x.org' }],
    ['no field at all', { fullName: null, email: null }],
  ])('%s is rejected, and the input is kept', async (_, fields) => {
    const visitor = shop.browser()
    const page = await visitor.submit(await visitor.visit('/us/subscribe'), 'Subscribe', fields)
    expect(page.status).toBe(400)
    expect(notices(page)).toContain('Missing information: Please enter your name and email')
    const value = (name: string) =>
      page.document.querySelector(`main input[name=${name}]`)?.getAttribute('value') ?? ''
    expect(value('fullName')).toBe(fields.fullName ?? '')
    expect(value('email')).toBe(fields.email ?? '')
    expect(await subscriber('kept@x.org')).toEqual([])
  })
})

describe('signups from other pages', () => {
  test('the footer redirects back to the visitor’s page', async () => {
    const visitor = shop.browser()
    const form = await visitor.visit('/us/faq')
    const page = await visitor.submit(form, 'Subscribe', { fullName: 'Dot', email: 'dot@x.org' })
    expect(page.path).toBe('/us/faq')
    expect(notices(page)).toContain("Welcome to the magic! ✨: You've been added to our mailing list.")
    expect(await subscriber('dot@x.org')).toMatchObject([{ source: 'Footer' }])
  })

  test('a rejected one continues on the subscribe page with its source', async () => {
    const visitor = shop.browser()
    const refused = await visitor.submit(await visitor.visit('/us/faq'), 'Subscribe', {
      fullName: 'Eve',
      email: '',
    })
    expect([refused.status, refused.path]).toEqual([400, '/us/subscribe'])
    const page = await visitor.submit(refused, 'Subscribe', { email: 'eve@x.org' })
    expect(page.path).toBe('/us/faq')
    expect(page.text).toContain('Welcome to the magic! ✨')
    expect(await subscriber('eve@x.org')).toMatchObject([{ source: 'Footer', full_name: 'Eve' }])
    expect(await rowsIn(shop, 'consents', 'email', 'eve@x.org')).toMatchObject([
      { wording: 'By joining you ask for our emails. See our Privacy Policy.' },
    ])
  })

  test('another page is stored as the source', async () => {
    const fields = { fullName: 'Fay', email: 'fay@x.org', source: 'Site Popup' }
    const page = await shop.browser().post('/us/subscribe', fields)
    expect(page.text).toContain('Welcome to the magic! ✨')
    expect(await subscriber('fay@x.org')).toMatchObject([{ source: 'Site Popup' }])
  })
})

test('a client-side submission gets data', async () => {
  const send = (fields: Record<string, string>) => shop.fetch('/us/subscribe.data', form(fields))
  const good = await send({ fullName: 'Ida', email: 'ida@x.org', source: 'Footer' })
  expect([good.status, good.headers.get('Location')]).toEqual([200, null])
  expect(good.headers.getSetCookie()).toEqual([])
  expect(await good.text()).toContain('Welcome to the magic! ✨')
  const bad = await send({ fullName: 'Ida', email: '' })
  expect(bad.status).toBe(400)
  expect(await bad.text()).toContain('Missing information')
})
