import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { MARKETS } from '#app/models/market.ts'
import {
  BUYER,
  createTestStore,
  openTestStore,
  type TestStore,
  totalIn,
  variantId,
} from '#tests/support/embedded-store.ts'

/** The pages of the checkout and of an order, and its webhooks; `journeys/checkout` has the way through them. */

let shop: TestStore
beforeEach(() => {
  shop = openTestStore()
})

const [ELDER, SET_OF_3, GIFT, BOX] = [variantId(4, 1), variantId(5, 1), variantId(2, 8), variantId(3, 2)]
const textOf = (html: string) =>
  html
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('the checkout shows options, codes, delivery and total under a strict policy, and none without the cart’s key', async () => {
  const attributes = [{ key: 'Wands', value: 'Dragon & Oak, <Phoenix>' }]
  const lines = [{ merchandiseId: SET_OF_3, attributes }]
  const { checkoutUrl } = await shop.createCart(lines, { country: 'FR' })
  const { response, body } = await shop.visit(`${checkoutUrl}&discount=OWL10,NOPE`)
  expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*style-src 'sha256-/)
  expect(response.headers.get('Referrer-Policy')).toBe('same-origin')
  for (const part of ['3 Wands, Dragon &amp; Oak, &lt;Phoenix&gt;', 'Country: France', 'Discount, NOPE'])
    expect(body).toContain(part)
  expect(totalIn(body)).toBe(String(11_900 - 1_190))
  expect(body).not.toMatch(/<script| style=| on\w+=/)
  expect((await shop.visit(checkoutUrl.replace(/key=.*/, 'key=wrong'))).response.status).toBe(404)
})

/** Above which delivery is free, in cents. */
const LIMIT = MARKETS.us.freeShippingOver * 100

test.each([
  ['US', ELDER, 1, 4_400 + 695],
  ['GB', ELDER, 1, 4_400 + 395],
  ['DE', ELDER, 1, 4_400 + 995],
  ['US', GIFT, 1, 5_900],
  // At the limit, which has to be exceeded, and over it.
  ['US', ELDER, 2, LIMIT + 695],
  ['US', ELDER, 3, 1.5 * LIMIT],
])('delivery is charged in %s (case %#)', async (country, merchandiseId, quantity, cents) => {
  const wand = shop.store.catalogue.byHandle('magic-wand') ?? expect.fail()
  const price = quantity > 1 ? LIMIT / 2 : 4_400
  const variants = wand.variants.map((variant) => ({ ...variant, cents: { USD: price, GBP: price } }))
  shop.store.catalogue.save({ ...wand, variants })
  const { checkoutUrl } = await shop.createCart([{ merchandiseId, quantity }], { country })
  expect(totalIn((await shop.visit(checkoutUrl)).body)).toBe(String(cents))
})

test.each([
  ['US', ['name', 'city', 'state', 'ZIP code'].map((label) => `Please enter your ${label}`)],
  ['GB', ['name', 'town', 'postcode'].map((label) => `Please enter your ${label}`)],
])('what a field lacks is told in the words of %s, and what was typed stays', async (country, errors) => {
  const { checkoutUrl } = await shop.createCart([{ merchandiseId: ELDER }], { country })
  const typed = { name: ' \u200b', email: 'no address', city: '', province: '', zip: '' }
  const { response, body } = await shop.order(checkoutUrl, typed)
  const told = [...body.matchAll(/class="err" id="\w+-error">([^<]+)/g)].map(([, text]) => text)
  expect(told.filter((text) => text !== 'Invalid email address')).toEqual(errors)
  expect([response.status, told.length - errors.length]).toEqual([422, 1])
  expect(body).toContain(`value="${BUYER.address}"`)
  const long = await shop.order(checkoutUrl, { name: 'x'.repeat(5_000) })
  expect(long.body).toContain('Name must be at most 200 characters')
})

test('an order is placed once, also by concurrent submissions, and its page remains after a restart', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'embedded-store-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const before = createTestStore({ dataDir })
  const { checkoutUrl } = await before.createCart([{ merchandiseId: ELDER }])
  const refused = await before.order(checkoutUrl, { total: '1' })
  expect([refused.response.status, refused.body.includes('has changed')]).toEqual([409, true])
  const replies = await Promise.all(Array.from({ length: 5 }, () => before.order(checkoutUrl)))
  const page = checkoutUrl.replace('http://shop.test', '')
  expect(replies.map(({ response }) => response.headers.get('Location'))).toEqual(Array(5).fill(page))
  const [webhook, ...others] = await before.sent()
  expect(others).toEqual([])
  for (const name of ['Hmac-Sha256', 'Webhook-Id', 'Event-Id', 'Topic', 'Shop-Domain'])
    expect(webhook?.headers.get(`X-Shopify-${name}`), name).toMatch(/./)
  await before.store.close()
  expect((await openTestStore({ dataDir }).visit(checkoutUrl)).body).toContain('Thank you, Ada.')
})

test('an order shows what was ordered, where it goes, when it ships and what comes next', async () => {
  const attributes = [{ key: 'Gift wrapping', value: 'Gift Edition Envelope' }]
  const lines = [{ merchandiseId: BOX, quantity: 2, attributes }, { merchandiseId: ELDER }]
  const { checkoutUrl } = await shop.createCart(lines, { codes: ['OWL10', 'NOPE'] })
  const total = (Number(totalIn((await shop.visit(checkoutUrl)).body)) / 100).toFixed(2)
  await shop.order(checkoutUrl)
  shop.clock.at += 400 * 86_400_000
  const text = textOf((await shop.visit(checkoutUrl)).body)
  for (const words of [
    'Your order number is #1001.',
    '4 Keyhole Row Ludlow, SY8 0ZZ United Kingdom',
    '2–3 business days once it ships',
    'Vol. II: Magical You ships January 2026, tracked.',
    'The Gift Edition Envelope is posted 1–18 December 2025, untracked.',
    'The magic words for Vol. II come by email to ada@example.com.',
    'Discount, OWL10',
    `Total £${total}`,
  ])
    expect(text).toContain(words)
  expect(text).not.toMatch(/NOPE|Merch is printed|Phoenix Edition ships/)
})

test('no order is taken beyond the limits, which count an address only where gifts are mailed to it', async () => {
  const counted: [string, string | null][] = []
  const limitOrder = async (ip: string, email: string | null) => (counted.push([ip, email]) > 2 ? 60 : null)
  const limited = openTestStore({ limitOrder })
  const orderFrom = async (ip: string, attributes: { key: string; value: string }[]) => {
    const { checkoutUrl } = await limited.createCart([{ merchandiseId: ELDER, attributes }])
    return limited.order(checkoutUrl, {}, ip)
  }
  await orderFrom('192.0.2.1', [])
  await orderFrom('192.0.2.2', [{ key: 'Wrapping', value: 'Letter' }])
  const { response, body } = await orderFrom('192.0.2.1', [])
  expect([response.status, response.headers.get('Retry-After')]).toEqual([429, '60'])
  expect(body).toContain('That is a lot of orders in a short time.')
  expect(counted.slice(0, 2)).toEqual([
    ['192.0.2.1', null],
    ['192.0.2.2', BUYER.email],
  ])
})

test('the discount of a gift is used up by one of two orders, and its code is given once', async () => {
  const basicCodeDiscount = {
    code: 'GIFT-ABC',
    customerGets: { value: { percentage: 1 }, items: { products: { productVariantsToAdd: [GIFT] } } },
    usageLimit: 1,
  }
  const CREATE = `mutation ($basicCodeDiscount: DiscountCodeBasicInput!) {
    discountCodeBasicCreate(basicCodeDiscount: $basicCodeDiscount) { userErrors { code } } }`
  const stranger = { method: 'POST', headers: { 'X-Shopify-Access-Token': 'wrong' }, body: '{}' }
  expect((await shop.visit(shop.store.adminUrl, stranger)).response.status).toBe(401)
  const create = () => shop.admin(CREATE, { basicCodeDiscount })
  const userErrorsOf = ({ data }: Awaited<ReturnType<typeof create>>) =>
    data.discountCodeBasicCreate.userErrors
  expect([userErrorsOf(await create()), userErrorsOf(await create())]).toEqual([[], [{ code: 'TAKEN' }]])
  const giftCart = () => shop.createCart([{ merchandiseId: GIFT }], { country: 'US', codes: ['gift-abc'] })
  const carts = [await giftCart(), await giftCart()]
  const replies = await Promise.all(carts.map(({ checkoutUrl }) => shop.order(checkoutUrl)))
  expect(replies.map(({ response }) => response.status).sort()).toEqual([303, 409])
  expect((await giftCart()).warnings).toEqual([{ code: 'DISCOUNT_USAGE_LIMIT_REACHED' }])
})
