import { describe, expect, test } from 'vitest'
import { rowsIn } from '../support/backend-rows.ts'
import { openTestShop } from '../support/test-shop.ts'

const shop = openTestShop()
const subscriber = (email: string) => rowsIn(shop, 'email_subscribers', 'email', email)

describe('the subscribe page', () => {
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
})

describe('signups from other pages', () => {
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
