import { describe, expect, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'

const shop = openTestShop({ now: () => Date.parse('2025-12-01T12:00:00Z') })

const waiting = (email: string) => rowsIn(shop, 'waitlist', 'email', email)
const BUTTON = 'Join the Waitlist'

describe('the waitlist', () => {
  test('accepts a name and an email, and stores the fixed fields', async () => {
    const visitor = shop.browser()
    const form = await visitor.visit('/uk/waitlist')
    expect(form.texts('h1')).toEqual(['The Vol. II waitlist'])
    expect(form.main).toContain(
      'Joining the waitlist also adds you to our mailing list. Leave whenever you like.',
    )
    for (const name of ['name', 'email'])
      expect(form.document.querySelector(`main [name=${name}]`)?.hasAttribute('required')).toBe(true)
    const page = await visitor.submit(form, BUTTON, {
      name: ' Ada  King Lovelace ',
      email: ' Ada@Example.com ',
    })
    expect(page.path).toBe('/uk/waitlist')
    expect(page.texts('[role=status]')).toContain(
      "You're on the list!We will tell you when Vol. II ‘Magical You’ is ready to ship.",
    )
    expect(await waiting('ada@example.com')).toMatchObject([
      {
        name: 'Ada  King Lovelace',
        full_name: 'Ada  King Lovelace',
        first_name: 'Ada',
        last_name: 'King Lovelace',
        source: 'Vol II Waitlist',
        website: 'wizardbox.example',
        subscribe_to_mailing_list: true,
        market: 'uk',
      },
    ])
    expect(await rowsIn(shop, 'email_subscribers', 'email', 'ada@example.com')).toHaveLength(1)
    const wording =
      'Joining the waitlist also adds you to our mailing list. Leave whenever you like. See our Privacy Policy.'
    const consents = await rowsIn(shop, 'consents', 'email', 'ada@example.com')
    expect(consents).toHaveLength(2)
    expect(consents).toEqual(
      expect.arrayContaining(
        ['waitlist', 'mailing-list'].map((purpose) => expect.objectContaining({ purpose, wording })),
      ),
    )
  })

  test('failures of the mailing list and the consent keep the place on the waitlist', async () => {
    const mend = injectFault(shop, { match: /email_subscribers|consents/, kind: 'status', status: 500 })
    const page = await shop.browser().post('/us/waitlist', { name: 'Ivy', email: 'ivy@x.org' })
    mend()
    expect(page.text).toContain("You're on the list!")
    expect(await waiting('ivy@x.org')).toHaveLength(1)
  })
})

describe('next to the form', () => {
  test.each([
    [
      'us',
      'Pre-order Vol. II, from $59',
      '/us/product/vol-ii-magical-you-pre-order',
      'within the United States',
    ],
    ['uk', 'Pre-order Vol. II, from £59', '/uk/product/vol-ii-magical-you-pre-order-1', 'to the UK and EU'],
  ])('%s links to the pre-order', async (market, text, href, where) => {
    const page = await shop.browser().visit(`/${market}/waitlist`)
    expect(page.main).toContain('To be sure of yours, pre-order.')
    expect(page.main).toContain(text)
    expect(page.links()).toContain(href)
    expect(page.main).toContain(`Tracked, ${where}.`)
  })
})

test('once Vol. II ships, the next copies are waited for, and nothing is a pre-order', async () => {
  const later = await createTestShop({ now: () => Date.parse('2026-03-01T12:00:00Z') })
  const visitor = later.browser()
  expect((await visitor.visit('/us/products')).main).toContain(
    'we will tell you when the next copies of Vol. II: Magical You are ready to ship.',
  )
  const form = await visitor.visit('/us/waitlist')
  expect(form.main).toContain('Order Vol. II, from $59')
  expect(form.main.toLowerCase()).not.toContain('pre-order')
  const page = await visitor.submit(form, BUTTON, { name: 'Ada', email: 'later@example.com' })
  expect(page.texts('[role=status]')).toContain(
    "You're on the list!We will tell you when the next Vol. II ‘Magical You’ is ready to ship.",
  )
  await later.close()
})
