import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMPANY } from '../../app/models/company.ts'
import {
  createTestStore,
  STORE_SECRETS,
  type TestStore,
  variantId,
} from '../../tests/support/embedded-store.ts'
import { renderCompleted } from './completed-page.ts'

let shop: TestStore
beforeEach(() => {
  shop = createTestStore()
})
afterEach(() => shop.store.close())

const ELDER = variantId(4, 1)
const SET_OF_3 = variantId(5, 1)
const GIFT = variantId(2, 8)
const BUYER = {
  name: 'Ada Fairweather',
  email: 'ada@example.com',
  address: '4 Keyhole Row',
  city: 'Ludlow',
  province: 'MA',
  zip: 'SY8 0ZZ',
}

type Line = { merchandiseId: string; quantity?: number; attributes?: { key: string; value: string }[] }

async function createCart(lines: Line[], { country = 'GB', codes = [] as string[] } = {}) {
  const { data } = await shop.storefront(
    `mutation ($input: CartInput) { cartCreate(input: $input) { cart { id checkoutUrl } userErrors { message } } }`,
    {
      input: {
        lines,
        discountCodes: codes,
        buyerIdentity: { countryCode: country },
        attributes: [{ key: 'idea', value: 'owls' }],
      },
    },
  )
  expect(data.cartCreate.userErrors).toEqual([])
  return data.cartCreate.cart as { id: string; checkoutUrl: string }
}

async function visit(url: string, init?: RequestInit): Promise<{ response: Response; body: string }> {
  const response = await shop.store.handle(new Request(url, init))
  if (!response) throw new Error('not a checkout')
  return { response, body: await response.text() }
}

function totalIn(body: string): string {
  return /name="total" value="(\d+)"/.exec(body)?.[1] ?? ''
}

async function order(url: string, fields: Record<string, string> = {}) {
  const { body } = await visit(url)
  return visit(url, {
    method: 'POST',
    body: new URLSearchParams({ ...BUYER, total: totalIn(body), ...fields }),
  })
}

async function sent(): Promise<{ request: Request; payload: Record<string, unknown> }[]> {
  await shop.store.deliverWebhooks()
  return Promise.all(
    shop.webhooks.map(async (request) => ({ request, payload: await request.clone().json() })),
  )
}

describe('the checkout page', () => {
  it('shows lines with their options, delivery and total, under a strict policy', async () => {
    const wands = { key: 'Wands', value: 'Dragon & Oak, <Phoenix>' }
    const { checkoutUrl } = await createCart([{ merchandiseId: SET_OF_3, attributes: [wands] }], {
      country: 'FR',
    })
    const { response, body } = await visit(checkoutUrl)
    expect(response.status).toBe(200)
    expect(response.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*style-src 'sha256-/)
    expect(response.headers.get('Referrer-Policy')).toBe('same-origin')
    expect(body).toContain('<html lang="en-GB">')
    expect(body).toContain('Magic Wand Collector&#39;s Set')
    expect(body).toContain('3 Wands, Dragon &amp; Oak, &lt;Phoenix&gt;')
    expect(body).toContain('Country: France')
    expect(body).toContain('£92.00')
    expect(body).toContain('FREE')
    expect(body).toContain('Complete order')
    expect(body).not.toMatch(/<script| style=| on\w+=/)
  })

  it.each([
    ['US', '$6.95'],
    ['GB', '£3.95'],
    ['DE', '£9.95'],
  ])('charges %s for delivery below the free amount', async (country, rate) => {
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }], { country })
    expect((await visit(checkoutUrl)).body).toContain(rate)
  })

  it('delivers a gift free of charge', async () => {
    const { checkoutUrl } = await createCart([{ merchandiseId: GIFT }], { country: 'US' })
    const { body } = await visit(checkoutUrl)
    expect(totalIn(body)).toBe('5900')
  })

  it('applies the discount codes in its URL', async () => {
    const { checkoutUrl } = await createCart([{ merchandiseId: SET_OF_3 }])
    const { body } = await visit(`${checkoutUrl}&discount=OWL10,NOPE`)
    expect(body).toContain('−£9.20')
    expect(body).toContain('Discount, NOPE')
    expect(totalIn(body)).toBe(String(8280 + 395))
  })

  it('does not exist without the cart’s key, or for an empty cart', async () => {
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }])
    expect((await visit(checkoutUrl.replace(/key=.*/, 'key=wrong'))).response.status).toBe(404)
    expect((await visit((await createCart([])).checkoutUrl)).response.status).toBe(404)
  })

  it('shows missing fields and keeps the typed values', async () => {
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }])
    const { response, body } = await order(checkoutUrl, { name: ' ', email: 'not an address', city: 'Bath' })
    expect(response.status).toBe(422)
    expect(body).toContain('Please enter your name')
    expect(body).toContain('Invalid email address')
    expect(body).toContain('value="Bath"')
    expect(await sent()).toEqual([])
  })

  it('accepts every email address that browsers accept', async () => {
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }])
    expect((await order(checkoutUrl, { email: 'r&d@firm.co.uk' })).response.status).toBe(303)
  })

  it.each([
    ['US', ['Please enter your city', 'Please enter your state', 'Please enter your ZIP code']],
    ['GB', ['Please enter your town', 'Please enter your postcode']],
  ])('asks in %s for what its fields are called there', async (country, words) => {
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }], { country })
    const { body } = await order(checkoutUrl, { city: '', province: '', zip: '' })
    expect([...body.matchAll(/Please enter your [\w ]+/g)].map(([text]) => text)).toEqual(words)
  })
})

describe('completing an order', () => {
  it('happens once: the cart is closed and the page remains', async () => {
    const { id, checkoutUrl } = await createCart([{ merchandiseId: ELDER }])
    const { response } = await order(checkoutUrl)
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe(checkoutUrl.replace('http://shop.test', ''))
    const { body } = await visit(checkoutUrl)
    expect(body).toContain('Order complete')
    expect(body).toContain('Thank you, Ada.')
    const again = await visit(checkoutUrl, { method: 'POST', body: new URLSearchParams(BUYER) })
    expect(again.response.status).toBe(303)
    expect(await sent()).toHaveLength(1)
    const { data } = await shop.storefront('query ($id: ID!) { cart(id: $id) { id } }', { id })
    expect(data.cart).toBeNull()
  })

  it('shows what was ordered, where it goes, when it ships and what comes next', async () => {
    const attributes = [{ key: 'Gift wrapping', value: 'Gift Edition Envelope' }]
    const lines = [{ merchandiseId: variantId(3, 2), quantity: 2, attributes }, { merchandiseId: ELDER }]
    const { checkoutUrl } = await createCart(lines, { codes: ['OWL10', 'NOPE'] })
    await order(checkoutUrl)
    shop.clock.at += 400 * 86_400_000
    const { body } = await visit(checkoutUrl)
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
    const { payload } = (await sent())[0] ?? {}
    expect(body).toContain(`<dt>Total</dt><dd>£${payload?.total_price}</dd>`)
    expect(text).not.toMatch(/NOPE|Merch is printed|Phoenix Edition ships/)
    expect(body).not.toMatch(/<script| style=| on\w+=/)
  })

  it('shows when a gift ships, as the mail does, and when other items ship', async () => {
    shop.clock.at = Date.parse('2026-03-01T12:00:00Z')
    const gift = { key: 'Gift wrapping', value: 'Printable letter' }
    const given = await createCart([{ merchandiseId: variantId(3, 2), attributes: [gift] }])
    await order(given.checkoutUrl)
    const { body } = await visit(given.checkoutUrl)
    expect(body).toContain('Vol. II: Magical You ships within 30 days of being redeemed, tracked.')
    expect(body).not.toContain('Vol. II: Magical You ships within 30 days of your order')
    const kept = await createCart([{ merchandiseId: variantId(3, 2) }])
    await order(kept.checkoutUrl)
    expect((await visit(kept.checkoutUrl)).body).toContain(
      'Vol. II: Magical You ships within 30 days of your order, tracked.',
    )
  })

  it('shows the number of an order without a stored receipt', () => {
    const buyer = { name: 'Ada Fairweather', email: 'ada@example.com' }
    const body = renderCompleted({ name: '#1001', buyer, country: 'GB' }, COMPANY)
    expect(body).toContain('Thank you, Ada. Your order number is #1001.')
    expect(body).toContain('href="/uk">Back to the shop')
  })

  it('is refused when the total differs from what the buyer saw', async () => {
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }])
    const { response, body } = await order(checkoutUrl, { total: '1' })
    expect(response.status).toBe(409)
    expect(body).toContain('has changed')
    expect(await sent()).toEqual([])
  })

  it('sends a signed webhook with the whole order', async () => {
    const attributes = [{ key: 'Gift wrapping', value: 'Gift Edition Envelope' }]
    const { checkoutUrl } = await createCart([{ merchandiseId: variantId(3, 2), quantity: 2, attributes }], {
      codes: ['OWL10'],
    })
    await order(checkoutUrl)
    const [delivery] = await sent()
    const body = (await delivery?.request.clone().text()) ?? ''
    const header = (name: string) => delivery?.request.headers.get(name)
    expect(delivery?.request.url).toBe('http://shop.test/webhooks/orders-paid')
    expect(header('X-Shopify-Hmac-Sha256')).toBe(
      createHmac('sha256', STORE_SECRETS.webhookSecret).update(body).digest('base64'),
    )
    expect(header('X-Shopify-Topic')).toBe('orders/paid')
    expect(header('X-Shopify-API-Version')).toBe('2025-07')
    expect(header('X-Shopify-Webhook-Id')).toMatch(/^[\w-]{36}$/)
    expect(header('X-Shopify-Event-Id')).toMatch(/^[\w-]{36}$/)
    expect(delivery?.payload).toMatchObject({
      name: '#1001',
      order_number: 1001,
      email: 'ada@example.com',
      currency: 'GBP',
      financial_status: 'paid',
      total_price: '158.40',
      total_discounts: '17.60',
      customer: { first_name: 'Ada', last_name: 'Fairweather', email: 'ada@example.com' },
      discount_codes: [{ code: 'OWL10', amount: '17.60', type: 'percentage' }],
      note_attributes: [{ name: 'idea', value: 'owls' }],
      line_items: [
        {
          variant_id: Number(variantId(3, 2).split('/').at(-1)),
          product_id: 8510000000003,
          title: 'Vol. II: Magical You (Pre-Order)',
          variant_title: 'Standard (Dragon and Elder)',
          quantity: 2,
          price: '88.00',
          properties: [{ name: 'Gift wrapping', value: 'Gift Edition Envelope' }],
        },
      ],
      shipping_address: { address1: '4 Keyhole Row', city: 'Ludlow', zip: 'SY8 0ZZ', country_code: 'GB' },
    })
  })

  it('is not repeated by concurrent submissions', async () => {
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }])
    const replies = await Promise.all(Array.from({ length: 5 }, () => order(checkoutUrl)))
    expect(replies.map(({ response }) => response.status)).toEqual([303, 303, 303, 303, 303])
    expect(await sent()).toHaveLength(1)
  })
})

describe('webhooks', () => {
  it('are retried later with the same id until they are accepted', async () => {
    shop.receiver.status = 503
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }])
    await order(checkoutUrl)
    expect(await sent()).toHaveLength(1)
    expect(await sent()).toHaveLength(1)
    shop.clock.at += 5_000
    shop.receiver.status = 200
    const deliveries = await sent()
    expect(deliveries).toHaveLength(2)
    const ids = deliveries.map(({ request }) => request.headers.get('X-Shopify-Webhook-Id'))
    expect(new Set(ids).size).toBe(1)
    shop.clock.at += 24 * 3_600_000
    expect(await sent()).toHaveLength(2)
  })

  it('are retried eight times, after increasing delays', async () => {
    shop.receiver.status = 503
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }])
    await order(checkoutUrl)
    for (const [retries, seconds] of [5, 30, 120, 600, 1_800, 3_600, 3_600, 3_600].entries()) {
      expect(await sent()).toHaveLength(retries + 1)
      shop.clock.at += seconds * 1_000 - 1
      expect(await sent()).toHaveLength(retries + 1)
      shop.clock.at += 1
    }
    expect(await sent()).toHaveLength(9)
    shop.clock.at += 24 * 3_600_000
    expect(await sent()).toHaveLength(9)
  })

  it('are sent once when another process on the same folder sends them meanwhile', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'embedded-store-'))
    const sentBy: string[] = []
    const other = createTestStore({ dataDir, deliverWebhook: (request) => deliver('other', request) })
    const deliver = async (name: string, request: Request) => {
      sentBy.push(name)
      // By now this process has read both deliveries, and claimed the first only.
      if (name === 'own') await other.store.deliverWebhooks()
      return new Response(null, { status: request.headers.has('X-Shopify-Topic') ? 200 : 400 })
    }
    shop = createTestStore({ dataDir, deliverWebhook: (request) => deliver('own', request) })
    try {
      for (let orders = 0; orders < 2; orders++)
        await order((await createCart([{ merchandiseId: ELDER }])).checkoutUrl)
      await shop.store.deliverWebhooks()
      expect(sentBy).toEqual(['own', 'other'])
    } finally {
      await Promise.all([shop.store.close(), other.store.close()])
      rmSync(dataDir, { recursive: true, force: true })
    }
    shop = createTestStore()
  })

  it('survive a receiver that throws', async () => {
    const failing = createTestStore({ deliverWebhook: () => Promise.reject(new Error('down')) })
    shop = failing
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }])
    expect((await order(checkoutUrl)).response.status).toBe(303)
    await failing.store.deliverWebhooks()
  })

  it('are retried after a delay when the database cannot write', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'embedded-store-'))
    let failures = 0
    const log = { warn() {}, error: () => void failures++ }
    const full = createTestStore({ dataDir, log, now: Date.now })
    shop = full
    const db = new DatabaseSync(join(dataDir, 'store.sqlite'))
    db.exec(`create trigger full before update on deliveries begin select raise(abort, 'disk is full'); end`)
    const { checkoutUrl } = await createCart([{ merchandiseId: ELDER }])
    await order(checkoutUrl)
    await expect.poll(() => failures).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(failures).toBe(1)
    db.exec('drop trigger full')
    db.close()
    expect(await sent()).toHaveLength(1)
    await full.store.close()
    rmSync(dataDir, { recursive: true, force: true })
    shop = createTestStore()
  })
})

describe('a restart', () => {
  it('loses no cart, no order and no undelivered webhook', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'embedded-store-'))
    try {
      shop = createTestStore({ dataDir })
      shop.receiver.status = 500
      const open = await createCart([{ merchandiseId: ELDER }])
      const done = await createCart([{ merchandiseId: ELDER }])
      await order(done.checkoutUrl)
      await shop.store.deliverWebhooks()
      await shop.store.close()
      shop = createTestStore({ dataDir })
      shop.clock.at += 60_000
      expect((await visit(open.checkoutUrl)).body).toContain('Complete your order')
      expect((await visit(done.checkoutUrl)).body).toContain('Order complete')
      expect(await sent()).toHaveLength(1)
      await shop.store.close()
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
    }
    shop = createTestStore()
  })
})

it('takes no order beyond the limits of its visitor, which count an address only where gifts are mailed to it', async () => {
  const counted: [string, string | null][] = []
  const limited = createTestStore({
    limits: {
      write: async () => null,
      order: async (ip, email) => (counted.push([ip, email]) > 2 ? 60 : null),
    },
  })
  const orderFrom = async (ip: string, attributes: { key: string; value: string }[]) => {
    const created = await limited.storefront(
      `mutation ($input: CartInput) { cartCreate(input: $input) { cart { checkoutUrl } } }`,
      { input: { lines: [{ merchandiseId: ELDER, attributes }], buyerIdentity: { countryCode: 'GB' } } },
    )
    const url = created.data.cartCreate.cart.checkoutUrl
    const page = await (await limited.store.handle(new Request(url), ip))?.text()
    const body = new URLSearchParams({ ...BUYER, total: totalIn(page ?? '') })
    return limited.store.handle(new Request(url, { method: 'POST', body }), ip)
  }
  expect((await orderFrom('192.0.2.1', []))?.status).toBe(303)
  expect((await orderFrom('192.0.2.2', [{ key: 'Wrapping', value: 'Letter' }]))?.status).toBe(303)
  expect(counted).toEqual([
    ['192.0.2.1', null],
    ['192.0.2.2', BUYER.email],
  ])
  const refused = await orderFrom('192.0.2.1', [])
  expect([refused?.status, refused?.headers.get('Retry-After')]).toEqual([429, '60'])
  expect(await refused?.text()).toContain('That is a lot of orders in a short time.')
  await limited.store.close()
})
