import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { emptyCart } from '../../app/models/cart.ts'
import { Browser } from '../support/browser.ts'
import { claim, makeGift, openCheckout } from '../support/gifts.ts'
import { createTestShop, MIXED, openTestShop, type TestShop } from '../support/test-shop.ts'

const BOX = { us: 'vol-ii-magical-you-pre-order', uk: 'vol-ii-magical-you-pre-order-1' }

const shop = openTestShop()
afterEach(() => shop.embedded.store?.faults.clear())

async function shopper(market: 'us' | 'uk' = 'us') {
  const visitor = shop.browser()
  const add = { intent: 'add', handle: BOX[market], option: 'premium-wand', wand: 'dragon-oak' }
  return { visitor, cart: await visitor.post(`/${market}/cart`, add) }
}

/** A visitor with a cart that no form could produce. */
async function visitorWith(cart: Parameters<Session['setCart']>[0], place = shop) {
  const session = await place.services.sessions.open(null, false)
  session.setCart(cart)
  const headers = new Headers()
  await session.commit(headers)
  const visitor = place.browser()
  const [name = '', value = ''] = (headers.getSetCookie()[0]?.split(';')[0] ?? '').split(/=(.*)/s)
  visitor.cookies.set(name, value)
  return visitor
}
type Session = Awaited<ReturnType<TestShop['services']['sessions']['open']>>

async function variantId(handle: string, title: string): Promise<string> {
  const product = await shop.services.storefront.getProduct('us', handle)
  return product?.variants.find((variant) => variant.title === title)?.id ?? ''
}

test('redirects to the checkout with channel, country, currency, discount and every option', async () => {
  const { visitor, cart } = await shopper()
  await visitor.submit(cart, 'Apply', { code: 'OWL10' })
  const response = await visitor.fetch('/us/checkout', { method: 'POST' })
  expect(response.status).toBe(303)
  const address = new URL(response.headers.get('Location') ?? '')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    channel: 'online_store',
    country: 'US',
    currency: 'USD',
    discount: 'OWL10',
  })
  const page = await visitor.visit(address.href)
  expect(page.text).toContain('Complete your order')
  expect(page.text).toContain('Dragon & Oak')
  expect(page.text).toContain('Gift Edition Envelope')
  expect(page.text).toContain('$95.15')
})

test('without JavaScript takes along the quantity and the code that were typed', async () => {
  const { visitor, cart } = await shopper()
  const quantity = cart.document.querySelector('input[name^="quantity:"]')?.getAttribute('name') ?? ''
  const checkout = await visitor.submit(cart, 'Checkout', { [quantity]: '3', code: 'OWL10' })
  expect(checkout.text).toContain('Complete your order')
  expect(checkout.text).toContain('Quantity 3')
  expect(checkout.text).toContain('OWL10')
})

test.each([
  ['OWL11', 'We do not know OWL11. Please check the spelling.'],
  ['copper fern riddle', 'Those look like the magic words of a gift.'],
])(
  'without JavaScript the typed code %s, which does not apply, opens no checkout once',
  async (code, said) => {
    const { visitor, cart } = await shopper()
    const refused = await visitor.submit(cart, 'Checkout', { code })
    expect(refused.path).toBe('/us/cart')
    expect(refused.main).toContain(said)
    expect(refused.document.querySelector('input[name=code]')?.getAttribute('value')).toBe(code)
    // The visitor knows now.
    expect((await visitor.submit(refused, 'Checkout')).text).toContain('Complete your order')
  },
)

test('of the embedded store is on the visitor’s host, and its order reaches the webhook', async () => {
  const place = await createTestShop({ env: { ALLOWED_HOSTS: 'boxes.example,boxes.example:8080' } })
  const visitor = new Browser(
    (request) => place.handle(request, { address: '10.0.0.1' }),
    'http://boxes.example:8080',
  )
  await visitor.post('/us/cart', { intent: 'add', handle: BOX.us, option: 'box-only' })
  const opened = await visitor.fetch('/us/checkout', { method: 'POST' })
  const checkout = await visitor.visit(opened.headers.get('Location') ?? '')
  expect(checkout.url.origin).toBe('http://boxes.example:8080')
  expect((await visitor.submit(checkout, 'Complete order')).text).toContain('Order complete')
  await place.embedded.store?.deliverWebhooks()
  const { rows } = await place.services.backend.listWebhookDeliveries({ page: 1 })
  expect(rows.map(({ state }) => state)).toEqual(['done'])
  await place.close()
})

test('that was opened at another address of the shop is opened at this one instead', async () => {
  const place = await createTestShop({ env: { ALLOWED_HOSTS: 'boxes.example,boxes.example:8080' } })
  const at = (origin: string) =>
    new Browser((request) => place.handle(request, { address: '10.0.0.1' }), origin)
  const opened = async (visitor: Browser) =>
    new URL((await visitor.fetch('/us/checkout', { method: 'POST' })).headers.get('Location') ?? '').origin
  const before = at('http://boxes.example:8080')
  await before.post('/us/cart', { intent: 'add', handle: BOX.us, option: 'box-only' })
  expect(await opened(before)).toBe('http://boxes.example:8080')
  // Cookies are shared by the ports of a host.
  const after = at('http://boxes.example')
  for (const [name, value] of before.cookies) after.cookies.set(name, value)
  expect(await opened(after)).toBe('http://boxes.example')
  await place.close()
})

test('ships a UK cart to the chosen EU country, in pounds', async () => {
  const { visitor, cart } = await shopper('uk')
  await visitor.submit(cart, 'Ship there', { country: 'FR' })
  const response = await visitor.fetch('/uk/checkout', { method: 'POST' })
  const address = new URL(response.headers.get('Location') ?? '')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ country: 'FR', currency: 'GBP' })
  expect((await visitor.visit(address.href)).text).toContain('France')
})

test('the cart is emptied once the order is complete, with one notice', async () => {
  const { visitor } = await shopper()
  const response = await visitor.fetch('/us/checkout', { method: 'POST' })
  expect((await visitor.visit('/us/cart')).main).toContain('1 item')
  const checkout = await visitor.visit(response.headers.get('Location') ?? '')
  const done = await visitor.submit(checkout, 'Complete order')
  expect(done.text).toContain('Order complete')
  const after = await visitor.visit('/us/cart')
  expect(after.main).toContain('0 items')
  expect(after.text).toContain('Your order is placed, so the cart is empty again. Thank you.')
  expect((await visitor.visit('/us/cart')).text).not.toContain('Your order is placed')
})

test('the first page after the order shows it, a shared page too', async () => {
  const { visitor } = await shopper()
  const response = await visitor.fetch('/us/checkout', { method: 'POST' })
  expect((await visitor.visit('/us/faq')).html).toContain('Cart, 1 item')
  await visitor.submit(await visitor.visit(response.headers.get('Location') ?? ''), 'Complete order')
  const after = await visitor.visit('/us/faq')
  expect(after.text).toContain('Your order is placed, so the cart is empty again. Thank you.')
  expect(after.html).not.toMatch(/Cart, [1-9]/)
})

test('a store that is slow to tell the state of the checkout empties no cart', async () => {
  const { visitor } = await shopper()
  await visitor.fetch('/us/checkout', { method: 'POST' })
  shop.embedded.store?.faults.inject({ match: /query GetCart\(/, kind: 'slow', delayMs: 1_300 })
  const cart = await visitor.visit('/us/cart')
  shop.embedded.store?.faults.clear()
  expect(cart.main).toContain('1 item')
  expect(cart.text).not.toContain('Your order is placed')
})

test('a page from before the order orders nothing twice', async () => {
  const { visitor, cart } = await shopper()
  const response = await visitor.fetch('/us/checkout', { method: 'POST' })
  await visitor.submit(await visitor.visit(response.headers.get('Location') ?? ''), 'Complete order')
  const after = await visitor.submit(cart, 'Checkout')
  expect(after.path).toBe('/us/cart')
  expect(after.main).toContain('0 items')
  expect(after.text.split('Your order is placed, so the cart is empty again. Thank you.')).toHaveLength(2)
})

test('the same cart opens the same checkout, in whichever tab it is paid', async () => {
  const { visitor, cart } = await shopper()
  const open = async () =>
    (await visitor.fetch('/us/checkout', { method: 'POST' })).headers.get('Location') ?? ''
  await visitor.submit(cart, 'Apply', { code: 'OWL10' })
  const first = await open()
  expect(await open()).toBe(first)
  await visitor.submit(await visitor.visit(first), 'Complete order')
  const after = await visitor.visit('/us/cart')
  expect(after.main).toContain('0 items')
  expect(after.text).toContain('Your order is placed, so the cart is empty again. Thank you.')
})

test('a different cart, country or code opens a new checkout', async () => {
  const { visitor } = await shopper('uk')
  const open = async () =>
    (await visitor.fetch('/uk/checkout', { method: 'POST' })).headers.get('Location') ?? ''
  const wand = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
  const opened = [await open()]
  for (const change of [
    wand,
    { intent: 'set-country', country: 'FR' },
    { intent: 'apply-discount', code: 'OWL10' },
    { intent: 'remove-discount' },
  ] as Record<string, string>[]) {
    await visitor.post('/uk/cart', change)
    opened.push(await open())
  }
  expect(new Set(opened.map((address) => new URL(address).pathname)).size).toBe(5)
  expect(await open()).toBe(opened.at(-1))
})

test('items added while a checkout is open stay in the cart when it completes', async () => {
  const { visitor } = await shopper()
  const response = await visitor.fetch('/us/checkout', { method: 'POST' })
  const wand = { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }
  expect((await visitor.post('/us/cart', wand)).main).toContain('2 items')
  const checkout = await visitor.visit(response.headers.get('Location') ?? '')
  await visitor.submit(checkout, 'Complete order')
  const after = await visitor.visit('/us/cart')
  expect(after.main).toContain('1 item')
  expect(after.main).toContain('Magic Wand')
  expect(after.main).not.toContain('Vol. II')
  expect(after.text).toContain('What you chose after it is still in your cart.')
  expect((await visitor.visit('/us/cart')).main).toContain('1 item')
})

test('a checkout that the store has expired is not reported as an order', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-forgets-'))
  const before = await createTestShop({ dataDir })
  const visitor = before.browser()
  await visitor.post('/us/cart', { intent: 'add', handle: BOX.us, option: 'box-only' })
  expect((await visitor.fetch('/us/checkout', { method: 'POST' })).status).toBe(303)
  await visitor.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  await before.close()
  // The store expires a cart after ten days without changes.
  const after = await createTestShop({ dataDir, now: () => Date.now() + 11 * 24 * 3_600_000 })
  const back = after.browser()
  for (const [name, value] of visitor.cookies) back.cookies.set(name, value)
  const page = await back.visit('/us/cart')
  expect(page.text).not.toContain('Your order is placed')
  expect(page.text).toContain('The checkout that you opened has closed.')
  expect(page.main).toContain('1 item')
  expect(page.main).toContain('Magic Wand')
  expect((await back.visit('/us/cart')).text).not.toContain('has closed')
  await after.close()
})

test('the client gets the same in JSON', async () => {
  const { visitor } = await shopper()
  const ask = async () => {
    const response = await visitor.fetch('/us/checkout', {
      method: 'POST',
      headers: { Accept: 'application/json' },
    })
    return response.json()
  }
  expect(await ask()).toMatchObject({ url: expect.stringContaining(shop.origin) })
  shop.embedded.store?.faults.inject({ kind: 'status', status: 500 })
  expect(await ask()).toEqual({
    hadCart: true,
    notice: { kind: 'error', title: 'Failed to create checkout. Please try again.' },
  })
})

test('the client is told of the order once', async () => {
  const { visitor } = await shopper()
  const response = await visitor.fetch('/us/checkout', { method: 'POST' })
  await visitor.submit(await visitor.visit(response.headers.get('Location') ?? ''), 'Complete order')
  const again = await visitor.fetch('/us/checkout', {
    method: 'POST',
    headers: { Accept: 'application/json' },
  })
  expect(await again.json()).toMatchObject({
    notice: { title: 'Your order is placed, so the cart is empty again. Thank you.' },
  })
  expect((await visitor.visit('/us/cart')).text).not.toContain('Your order is placed')
})

test('an empty cart opens no checkout', async () => {
  const visitor = shop.browser()
  const page = await visitor.post('/us/checkout', {})
  expect(page.path).toBe('/us/cart')
  expect(page.text).toContain('Nothing here yet. The shelf is that way.')
})

test('a UK cart needs a country', async () => {
  const { visitor } = await shopper('uk')
  const page = await visitor.post('/uk/cart', { intent: 'set-country', country: '' })
  expect(page.document.querySelector('form[action$="/checkout"] button')?.hasAttribute('disabled')).toBe(true)
  const refused = await visitor.post('/uk/checkout', {})
  expect(refused.path).toBe('/uk/cart')
  expect(refused.text).toContain('Please select your shipping country.')
})

test('an item that has sold out meanwhile blocks the checkout with a message', async () => {
  for (const market of ['us', 'uk'] as const) {
    const title = market === 'us' ? 'Phoenix & Elm' : 'Sunfire - No Wand'
    const handle = market === 'us' ? 'magic-wand' : 'vol-i-phoenix-edition'
    const id = await variantId(handle, title)
    const lines = [id, await variantId('magic-wand', 'Dragon & Oak')].map((line) => ({
      variantId: line,
      quantity: 1,
    }))
    const visitor = await visitorWith({ ...emptyCart(market), lines })
    const page = await visitor.post(`/${market}/checkout`, {})
    const place = market === 'us' ? 'United States' : 'UK or EU'
    expect(page.text).toContain(
      `Some items are not available for shipping to ${place}. Please remove unavailable items.`,
    )
    expect(page.main).toContain('This has sold out. Please remove it to check out.')
  }
})

test('an item that has sold out meanwhile does not affect the discount of others', async () => {
  const lines = [
    await variantId('magic-wand', 'Phoenix & Elm'),
    await variantId('magic-wand', 'Dragon & Oak'),
  ]
  const cart = { ...emptyCart('us'), lines: lines.map((id) => ({ variantId: id, quantity: 1 })) }
  const page = await (await visitorWith({ ...cart, discountCode: 'OWL10' })).visit('/us/cart')
  expect(page.main).toContain('This has sold out.')
  expect(page.main).toContain('OWL10 applied.')
  expect(page.main).toContain('−$3.50')
})

test('a gift whose discount does not apply is not charged', async () => {
  const gift = await variantId(BOX.us, 'Gift Bundle - No Wand')
  const upgrade = await variantId(BOX.us, 'Upgrade - Add Classic Wand')
  const wand = await variantId('magic-wand', 'Dragon & Oak')
  const lines = [gift, wand].map((id) => ({ variantId: id, quantity: 1 }))
  // A discount code of the shopper's own does not make up for it.
  for (const giftDiscountCode of [null, 'NOSUCHCODE']) {
    const visitor = await visitorWith({ ...emptyCart('us'), lines, giftDiscountCode, discountCode: 'OWL10' })
    const page = await visitor.post('/us/checkout', {})
    expect(page.text).toContain('Your gift could not be made free just now.')
    expect(page.main).toContain('FREE')
  }
  const stray = await visitorWith({ ...emptyCart('us'), lines: [{ variantId: upgrade, quantity: 3 }] })
  expect((await stray.post('/us/checkout', {})).text).toContain('Some items are not available')
})

test('a gift is free together with a discount code of the shopper’s own', async () => {
  const visitor = shop.browser()
  await claim(visitor, (await makeGift(shop)).code)
  await visitor.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  await visitor.post('/us/cart', { intent: 'apply-discount', code: 'OWL10' })
  const checkout = await openCheckout(visitor)
  expect(checkout.text).toContain('Complete your order')
  for (const off of ['Discount, OWL10−$3.50', 'Gift, magic words−$59.00'])
    expect(checkout.text).toContain(off)
})

test('a failing or invalid store fails the checkout with a message, and the cart is kept', async () => {
  const faults = shop.embedded.store?.faults
  const { visitor } = await shopper()
  const message = 'Secret words'
  const refused = { cart: null, userErrors: [{ field: ['input'], message, code: 'INVALID' }], warnings: [] }
  for (const fault of [
    { match: /CheckVariants/, kind: 'unreachable' },
    { match: /CheckVariants/, kind: 'html', status: 200 },
    { match: /CheckVariants/, kind: 'status', status: 200, body: { data: { nodes: 'x' } } },
    { match: /CheckVariants/, kind: 'status', status: 200, body: { errors: [{ message }] } },
    { match: /cartCreate/, kind: 'status', status: 200, body: { data: { cartCreate: refused } } },
  ] as const) {
    faults?.inject(fault)
    const page = await visitor.post('/us/checkout', {})
    expect(page.path).toBe('/us/cart')
    expect(page.text).toContain('Failed to create checkout. Please try again.')
    expect(page.text).not.toContain(message)
    expect(page.main).toContain('1 item')
    faults?.clear()
  }
  expect((await visitor.fetch('/us/checkout', { method: 'POST' })).status).toBe(303)
})

test('a cart is shown without prices while the store is down', async () => {
  const id = 'gid://shopify/ProductVariant/77777777777777'
  const cold = await createTestShop()
  try {
    const session = await cold.services.sessions.open(null, false)
    session.setCart({ ...emptyCart('us'), lines: [{ variantId: id, quantity: 2 }] })
    const headers = new Headers()
    await session.commit(headers)
    cold.embedded.store?.faults.inject({ kind: 'unreachable' })
    const page = await cold.fetch('/us/cart', {
      headers: { Cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '' },
    })
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('Price unavailable')
    expect(html).toContain('2 items')
    expect(html).toContain('Something you chose')
    expect(html).not.toContain('$0.00')
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*>(?:(?!<\/button>).)*Checkout/s)
  } finally {
    await cold.close()
  }
})

test('checkouts are rate-limited', async () => {
  const { visitor } = await shopper()
  let page = await visitor.post('/us/checkout', {})
  for (let i = 0; i < 60; i++) page = await visitor.post('/us/checkout', {})
  expect(page.text).toContain('That is a lot of tries in a short time.')
})

test('on another host is an allowed form target, and the page says that it needs scripts', async () => {
  const wand = await variantId('magic-wand', 'Dragon & Elder')
  const cart = { ...emptyCart('us'), lines: [{ variantId: wand, quantity: 1 }] }
  const hosted = await createTestShop({
    env: {
      ...MIXED,
      STOREFRONT_API_URL: 'http://127.0.0.1:9/api/2025-07/graphql.json',
      STOREFRONT_API_TOKEN: 'token',
      SESSION_SECRET: 'a secret of the tests, long enough to count',
      WEBHOOK_SECRET: 'another secret of the tests',
    },
  })
  const notices = async (place: TestShop) =>
    (await (await visitorWith(cart, place)).visit('/us/cart')).texts('form[action="/us/checkout"] noscript')
  expect(await notices(hosted)).toEqual([
    'The checkout that opens next belongs to our storefront host and needs JavaScript. Your cart will wait.',
  ])
  expect(await notices(shop)).toEqual([])
  // Browsers check the final target of a form, after redirects.
  const formsOf = async (place: TestShop) =>
    /form-action ([^;]*)/.exec(
      (await place.fetch('/us/cart')).headers.get('Content-Security-Policy') ?? '',
    )?.[1]
  expect(await formsOf(hosted)).toBe("'self' http://127.0.0.1:9")
  await hosted.close()
})
