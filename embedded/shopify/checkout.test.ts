import { beforeEach, describe, expect, it } from 'vitest'
import {
  BUYER,
  createTestStore,
  openTestStore,
  storeFolder,
  type TestStore,
  totalIn,
  variantId,
} from '#tests/support/embedded-store.ts'

let shop: TestStore
beforeEach(() => {
  shop = openTestStore()
})

const ELDER = variantId(4, 1)
const SET_OF_3 = variantId(5, 1)
const GIFT = variantId(2, 8)

describe('the checkout page', () => {
  it('shows lines with their options, delivery and total, under a strict policy', async () => {
    const wands = { key: 'Wands', value: 'Dragon & Oak, <Phoenix>' }
    const { checkoutUrl } = await shop.createCart([{ merchandiseId: SET_OF_3, attributes: [wands] }], {
      country: 'FR',
    })
    const { response, body } = await shop.visit(checkoutUrl)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*style-src 'sha256-/)
    expect(response.headers.get('Referrer-Policy')).toBe('same-origin')
    expect(body).toContain('<html lang="en-GB">')
    expect(body).toContain('Magic Wand Collector&#39;s Set')
    expect(body).toContain('3 Wands, Dragon &amp; Oak, &lt;Phoenix&gt;')
    expect(body).toContain('Country: France')
    expect(body).toContain('£119.00')
    expect(body).toContain('FREE')
    expect(body).toContain('Complete order')
    expect(body).not.toMatch(/<script| style=| on\w+=/)
  })

  it.each([
    ['US', '$6.95'],
    ['GB', '£3.95'],
    ['DE', '£9.95'],
  ])('charges %s for delivery below the free amount', async (country, rate) => {
    const { checkoutUrl } = await shop.createCart([{ merchandiseId: ELDER }], { country })
    expect((await shop.visit(checkoutUrl)).body).toContain(rate)
  })

  it('delivers a gift free of charge, and an order over the limit, but not one of exactly the limit', async () => {
    const totalOf = async (merchandiseId: string, quantity: number) => {
      const { checkoutUrl } = await shop.createCart([{ merchandiseId, quantity }], { country: 'US' })
      return totalIn((await shop.visit(checkoutUrl)).body)
    }
    expect(await totalOf(GIFT, 1)).toBe('5900')
    const wand = shop.store.catalogue.byHandle('magic-wand') ?? expect.fail()
    const variants = wand.variants.map((variant) => ({ ...variant, cents: { USD: 4_500, GBP: 4_500 } }))
    shop.store.catalogue.save({ ...wand, variants })
    expect([await totalOf(ELDER, 2), await totalOf(ELDER, 3)]).toEqual(['9695', '13500'])
  })

  it('applies the discount codes in its URL', async () => {
    const { checkoutUrl } = await shop.createCart([{ merchandiseId: SET_OF_3 }])
    const { body } = await shop.visit(`${checkoutUrl}&discount=OWL10,NOPE`)
    expect(body).toContain('−£11.90')
    expect(body).toContain('Discount, NOPE')
    expect(totalIn(body)).toBe(String(11_900 - 1_190))
  })

  it('does not exist without the cart’s key, or for an empty cart', async () => {
    const { checkoutUrl } = await shop.createCart([{ merchandiseId: ELDER }])
    expect((await shop.visit(checkoutUrl.replace(/key=.*/, 'key=wrong'))).response.status).toBe(404)
    expect((await shop.visit((await shop.createCart([])).checkoutUrl)).response.status).toBe(404)
  })

  it('shows missing fields and keeps the typed values', async () => {
    const { checkoutUrl } = await shop.createCart([{ merchandiseId: ELDER }])
    const { response, body } = await shop.order(checkoutUrl, {
      name: ' \u200b',
      email: 'not an address',
      city: 'Bath',
    })
    expect(response.status).toBe(422)
    expect(body).toContain('Please enter your name')
    expect(body).toContain('Invalid email address')
    expect(body).toContain('value="Bath"')
    expect(await shop.sent()).toEqual([])
  })

  it.each([
    ['US', ['Please enter your city', 'Please enter your state', 'Please enter your ZIP code']],
    ['GB', ['Please enter your town', 'Please enter your postcode']],
  ])('asks in %s for what its fields are called there', async (country, words) => {
    const { checkoutUrl } = await shop.createCart([{ merchandiseId: ELDER }], { country })
    const { body } = await shop.order(checkoutUrl, { city: '', province: '', zip: '' })
    expect([...body.matchAll(/Please enter your [\w ]+/g)].map(([text]) => text)).toEqual(words)
  })
})

describe('completing an order', () => {
  it('tells which fields are too long, and stores no more of others', async () => {
    const long = 'x'.repeat(5_000)
    const { checkoutUrl } = await shop.createCart([{ merchandiseId: ELDER }], { country: 'US' })
    const { response, body } = await shop.order(checkoutUrl, {
      name: long,
      email: `${long}@a.example`,
      city: long,
    })
    expect(response.status).toBe(422)
    const errors = [...body.matchAll(/class="err" id="\w+-error">([^<]+)/g)].map(([, text]) => text)
    expect(errors).toEqual(
      ['Name', 'Email', 'City'].map((field) => `${field} must be at most 200 characters`),
    )
    expect((await shop.order(checkoutUrl, { city: '𝕏'.repeat(200) })).response.status).toBe(303)
  })

  it('happens once, also by concurrent submissions, and its page remains after a restart', async () => {
    const dataDir = storeFolder()
    const before = createTestStore({ dataDir })
    const [open, done] = [
      await before.createCart([{ merchandiseId: ELDER }]),
      await before.createCart([{ merchandiseId: ELDER }]),
    ]
    const replies = await Promise.all(Array.from({ length: 5 }, () => before.order(done.checkoutUrl)))
    const page = done.checkoutUrl.replace('http://shop.test', '')
    expect(replies.map(({ response }) => response.headers.get('Location'))).toEqual(Array(5).fill(page))
    expect(await before.sent()).toHaveLength(1)
    await before.store.close()
    const after = openTestStore({ dataDir })
    expect((await after.visit(open.checkoutUrl)).body).toContain('Complete your order')
    expect((await after.visit(done.checkoutUrl)).body).toContain('Thank you, Ada.')
  })

  it('shows what was ordered, where it goes, when it ships and what comes next', async () => {
    const attributes = [{ key: 'Gift wrapping', value: 'Gift Edition Envelope' }]
    const lines = [{ merchandiseId: variantId(3, 2), quantity: 2, attributes }, { merchandiseId: ELDER }]
    const { checkoutUrl } = await shop.createCart(lines, { codes: ['OWL10', 'NOPE'] })
    const total = (Number(totalIn((await shop.visit(checkoutUrl)).body)) / 100).toFixed(2)
    await shop.order(checkoutUrl)
    shop.clock.at += 400 * 86_400_000
    const { body } = await shop.visit(checkoutUrl)
    const text = body.replace(/<style>.*<\/style>/s, '').replace(/<[^>]+>/g, ' ')
    for (const words of [
      'Order complete',
      'Your order number is #1001.',
      'Standard (Dragon and Elder), Gift Edition Envelope',
      'Magic Wand',
      '4 Keyhole Row',
      'Ludlow, SY8 0ZZ',
      'United Kingdom',
      '2–3 business days once it ships',
      'Vol. II: Magical You ships January 2026, tracked.',
      'The Gift Edition Envelope is posted 1–18 December 2025, untracked.',
      'Wands ship within 2 to 3 business days.',
      'The magic words for Vol. II come by email to ada@example.com.',
      'Discount, OWL10',
      'Back to the shop',
    ])
      expect(text.replace(/\s+/g, ' ')).toContain(words)
    expect(body).toContain(`<dt>Total</dt><dd>£${total}</dd>`)
    expect(text).not.toMatch(/NOPE|Merch is printed|Phoenix Edition ships/)
    expect(body).not.toMatch(/<script| style=| on\w+=/)
  })

  it('shows when a gift ships, as the mail does, and when other items ship', async () => {
    shop.clock.at = Date.parse('2026-03-01T12:00:00Z')
    const gift = { key: 'Gift wrapping', value: 'Printable letter' }
    const given = await shop.createCart([{ merchandiseId: variantId(3, 2), attributes: [gift] }])
    await shop.order(given.checkoutUrl)
    const { body } = await shop.visit(given.checkoutUrl)
    expect(body).toContain('Vol. II: Magical You ships within 30 days of being redeemed, tracked.')
    expect(body).not.toContain('Vol. II: Magical You ships within 30 days of your order')
    expect(body).toContain('The box ships to whoever says them: you, or somebody you love.')
    const redeemed = await shop.createCart([{ merchandiseId: variantId(3, 8) }])
    await shop.order(redeemed.checkoutUrl)
    const thanks = (await shop.visit(redeemed.checkoutUrl)).body
    expect(thanks).toContain('Gift Bundle - No Wand')
    expect(thanks).toContain('Vol. II: Magical You ships within 30 days of being redeemed, tracked.')
    const own = { key: 'Gift wrapping', value: 'No wrapping, it is for me' }
    const kept = await shop.createCart([{ merchandiseId: variantId(3, 2), attributes: [own] }])
    expect((await shop.visit(kept.checkoutUrl)).body).not.toContain('(Pre-Order)')
    await shop.order(kept.checkoutUrl)
    const order = (await shop.visit(kept.checkoutUrl)).body
    expect(order).toContain('Vol. II: Magical You ships within 30 days of your order, tracked.')
    expect(order).toContain('No magic words are made. The box ships with this order')
    expect(order).not.toMatch(/\(Pre-Order\)|come by email/)
  })

  it('is refused when the total differs from what the buyer saw', async () => {
    const { checkoutUrl } = await shop.createCart([{ merchandiseId: ELDER }])
    const { response, body } = await shop.order(checkoutUrl, { total: '1' })
    expect(response.status).toBe(409)
    expect(body).toContain('has changed')
    expect(await shop.sent()).toEqual([])
  })
})

it('takes no order beyond the limits of its visitor, which count an address only where gifts are mailed to it', async () => {
  const counted: [string, string | null][] = []
  const order = async (ip: string, email: string | null) => (counted.push([ip, email]) > 2 ? 60 : null)
  const limited = openTestStore({ limitOrder: order })
  const orderFrom = async (ip: string, attributes: { key: string; value: string }[]) => {
    const { checkoutUrl } = await limited.createCart([{ merchandiseId: ELDER, attributes }])
    return limited.order(checkoutUrl, {}, ip)
  }
  expect((await orderFrom('192.0.2.1', [])).response.status).toBe(303)
  expect((await orderFrom('192.0.2.2', [{ key: 'Wrapping', value: 'Letter' }])).response.status).toBe(303)
  expect(counted).toEqual([
    ['192.0.2.1', null],
    ['192.0.2.2', BUYER.email],
  ])
  const { response, body } = await orderFrom('192.0.2.1', [])
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60'])
  expect(body).toContain('That is a lot of orders in a short time.')
})
