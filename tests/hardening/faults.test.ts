import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_RESPONSE_BYTES } from '../../app/services/upstream/bounded-fetch.server.ts'
import type { Browser, Page } from '../support/browser.ts'
import { makeGift, sendWebhook } from '../support/gifts.ts'
import { paidOrder } from '../support/order-shop.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'
import {
  createBadSocket,
  createMailSink,
  createUpstreams,
  FAULTS,
  type FaultKind,
  type Lane,
  type TcpFault,
  type Upstreams,
} from './upstreams.ts'

/**
 * The fault matrix: services fail in every way, for every kind of page and action. Responses arrive within the
 * deadline and with the shop's own messages, cached pages keep selling, and the shop recovers by itself. Services fail
 * in the ways that they handle differently; HARDEN=full tries all with each.
 */

const BOX = 'vol-ii-magical-you-pre-order'
/** Deadlines of a page and of a form submission, ms, without event loop delays. */
const PAGE_MS = 9_000
const FORM_MS = 11_000
const DAYS = 24 * 3_600_000
const STACK = /\bat (?:async )?[\w.<>]+ \(|node:internal|node_modules|\.server\.ts|secret\.js/

const someOf = <F extends string>(all: readonly F[], some: readonly NoInfer<F>[]): readonly F[] =>
  process.env.HARDEN === 'full' ? all : some

let upstreams: Upstreams
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  upstreams = await createUpstreams()
}, 60_000)
afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
  await upstreams.close()
}, 60_000)

let lastOpened: Promise<unknown> = Promise.resolve()

/** Opens shops one after the other: while several start, each keeps the others from what they have deadlines for. */
function oneByOne<T>(open: () => Promise<T>): Promise<T> {
  const next = lastOpened.catch(() => {}).then(open)
  lastOpened = next
  return next
}

async function openShop(env: Record<string, string> = {}, without: readonly string[] = []) {
  const lane = upstreams.lane()
  const clock = { ahead: 0 }
  const hosted = Object.fromEntries(Object.entries(lane.env).filter(([name]) => !without.includes(name)))
  const shop = await createTestShop({ env: { ...hosted, ...env }, now: () => Date.now() + clock.ahead })
  closing.push(() => shop.close())
  return { shop, lane, clock }
}

/** Tests of one lane run in sequence on one warm shop; lanes run in parallel, since they mostly wait. */
const LANE_OF: Record<string, string> = {
  functions: 'backend',
  cold: 'rest',
  geo: 'rest',
  mail: 'rest',
  redis: 'rest',
}
const lastInLane = new Map<string, Promise<unknown>>()
const warmShops = new Map<string, Promise<Opened & { shopper: Browser }>>()

function inLane(name: string, work: () => Promise<void>): Promise<void> {
  const lane = LANE_OF[name] ?? name
  const next = (lastInLane.get(lane) ?? Promise.resolve()).catch(() => {}).then(work)
  lastInLane.set(lane, next)
  return next
}

/** Runs a fault against the warm shop of its lane. */
function withWarmShop(
  name: string,
  without: readonly string[],
  work: (opened: Opened & { shopper: Browser }) => Promise<void>,
): Promise<void> {
  return inLane(name, async () => {
    const opened = await (warmShops.get(name) ?? openWarmShop({}, without))
    warmShops.set(name, Promise.resolve(opened))
    opened.lane.heal()
    await work(opened)
  })
}

type Opened = { readonly shop: TestShop; readonly lane: Lane; readonly clock: { ahead: number } }

/** A shop with warm caches and a shopper. */
function openWarmShop(env?: Record<string, string>, without?: readonly string[]) {
  return oneByOne(async () => {
    const opened = await openShop(env, without)
    await opened.shop.services.storefront.warmUp()
    return { ...opened, shopper: await newShopper(opened.shop) }
  })
}

async function newShopper(shop: TestShop): Promise<Browser> {
  const shopper = shop.browser()
  const cart = await shopper.post('/us/cart', { intent: 'add', handle: BOX, option: 'classic-wand' })
  expect(mainOf(cart)).toContain('1 item')
  return shopper
}

/** Event loop delays of this process in the last half minute, ms: not caused by the shop. */
const delays: number[] = []
let lastTick = performance.now()
const delayTimer = setInterval(() => {
  delays.push(Math.max(0, performance.now() - lastTick - 50))
  lastTick = performance.now()
  if (delays.length > 600) delays.shift()
}, 50)
closing.push(async () => clearInterval(delayTimer))

async function timed<T>(limit: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  const value = await work()
  const totalDelay = delays.reduce((sum, ms) => sum + ms, 0)
  expect(performance.now() - startedAt).toBeLessThan(limit + totalDelay)
  return value
}

/** Text of the main part, by regular expression: parsing a thousand pages would take longer than rendering them. */
function mainOf(page: Page): string {
  return textOf(page.html.slice(page.html.indexOf('<main'), page.html.indexOf('</main>')))
}

function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
}

function expectCompletePage(page: Page, status = 200): void {
  expect(page.status, page.path).toBe(status)
  expect(page.html).not.toMatch(STACK)
  expect(page.html).not.toContain('Unexpected Application Error!')
}

const SHOP_PAGES = [
  ['/us', 'From $'],
  ['/us/products', 'From $'],
  [`/us/product/${BOX}`, '$88'],
  ['/uk/product/magic-wand', '£34'],
] as const
const TEXT_PAGES = ['/us/about', '/uk/redeem', '/us/waitlist'] as const

/** Asserts that a shopper can buy while another service fails. */
async function expectOpen(shopper: Browser): Promise<void> {
  const [product, cart] = await timed(PAGE_MS, () =>
    Promise.all([shopper.visit(`/us/product/${BOX}`), shopper.visit('/us/cart')]),
  )
  expectCompletePage(product)
  expect(mainOf(product)).toContain('$88')
  expectCompletePage(cart)
  expect(mainOf(cart)).toContain('1 item')
}

/** Asserts that every page of a visitor and a shopper works. */
async function expectSelling({ shop }: Opened, shopper: Browser): Promise<void> {
  const visitor = shop.browser()
  const views = SHOP_PAGES.flatMap(([path, price]) =>
    [visitor, shopper].map((browser) => ({ browser, path, price })),
  )
  const shopPages = views.map(async ({ browser, path, price }) => {
    const page = await browser.visit(path)
    expectCompletePage(page)
    expect(mainOf(page), path).toContain(price)
  })
  const textPages = TEXT_PAGES.map(async (path) => expectCompletePage(await visitor.visit(path)))
  const cart = shopper.visit('/us/cart').then((page) => {
    expectCompletePage(page)
    expect(mainOf(page)).toContain('1 item')
    expect(mainOf(page)).toContain('Vol. II')
  })
  const sitemap = shop.fetch('/sitemap.xml').then((response) => expect(response.status).toBe(200))
  await timed(PAGE_MS, () => Promise.all([...shopPages, ...textPages, cart, sitemap]))
}

describe.concurrent('the storefront', () => {
  const some = someOf(FAULTS, ['refused', 'hanging', 'slow', '429', 'truncated', 'endless', 'graphql-errors'])
  test.concurrent.for(some)(
    '%s: a warm shop keeps selling from the last good catalogue, and recovers',
    (fault) =>
      withWarmShop(`storefront ${some.indexOf(fault) % 2}`, [], async (opened) => {
        const { shop, lane, clock, shopper } = opened
        const buyer = await newShopper(shop)
        lane.fail('storefront', fault)
        clock.ahead += 2 * DAYS
        await expectSelling(opened, shopper)
        const added = await timed(PAGE_MS, () =>
          buyer.post('/us/cart', { intent: 'add', handle: 'magic-wand', variant: wandId }),
        )
        expect(mainOf(added)).toContain('2 items')
        const checkout = await timed(PAGE_MS, () => buyer.post('/us/checkout', {}))
        if (fault === 'slow') expect(checkout.trail.at(-1)).toContain('country=US')
        else {
          expect(mainOf(checkout)).toContain('2 items')
          expect(textOf(checkout.html)).toContain('Failed to create checkout. Please try again.')
        }
        // Network buffers hold a few megabytes more.
        if (fault === 'endless') expect(lane.longestSent()).toBeLessThan(3 * MAX_RESPONSE_BYTES)
        lane.heal()
        clock.ahead += 10_000
        expect((await buyer.post('/us/checkout', {})).trail.at(-1)).toContain('country=US')
        expect((await shop.fetch('/healthz')).status).toBe(200)
      }),
  )

  test.concurrent.for(someOf(FAULTS, ['hanging', 'slow', '500', 'nulls']))(
    '%s at the start: shop pages report it, other pages work, and the shop recovers',
    (fault) =>
      inLane('cold', async () => {
        const { shop, lane, clock } = await openColdShop(fault)
        const visitor = shop.browser()
        const visits = ['/us', '/us/products', `/us/product/${BOX}`].map((path) => visitor.visit(path))
        const pages = await timed(PAGE_MS, () => Promise.all(visits))
        const isSlowOnly = fault === 'slow'
        for (const [index, page] of pages.entries()) {
          expectCompletePage(page, isSlowOnly || index < 2 ? 200 : 503)
          expect(mainOf(page).includes('Store Temporarily Unavailable'), page.path).toBe(!isSlowOnly)
        }
        for (const path of TEXT_PAGES) expectCompletePage(await visitor.visit(path))
        lane.heal()
        clock.ahead += 70_000
        const after = await visitor.visit(`/us/product/${BOX}`)
        expectCompletePage(after)
        expect(mainOf(after)).toContain('$88')
      }),
  )
})

let wandId = ''
beforeAll(async () => {
  const product = await upstreams.backing.services.storefront.getProduct('us', 'magic-wand')
  wandId = product?.variants[0]?.id ?? ''
}, 60_000)

function openColdShop(fault: FaultKind): Promise<Opened> {
  return oneByOne(async () => {
    const lane = upstreams.lane()
    const clock = { ahead: 0 }
    lane.fail('storefront', fault)
    const shop = await createTestShop({ env: lane.env, now: () => Date.now() + clock.ahead })
    closing.push(() => shop.close())
    return { shop, lane, clock }
  })
}

const SIGNUP = { fullName: 'Ada Lovelace', source: 'Subscribe Page' }
const CONTACT = { fullName: 'Ada Lovelace', subject: 'Other', message: 'Hello there' }

describe.concurrent('the backend', () => {
  test.concurrent.for(someOf(FAULTS, ['refused', 'hanging', 'slow', '429', 'html', 'graphql-errors']))(
    '%s: forms keep their input and report the failure, redeeming too; the shop keeps selling',
    (fault) =>
      withWarmShop('backend', [], async (opened) => {
        const { shop, lane, clock, shopper } = opened
        const gift = await makeGift(upstreams.backing)
        lane.fail('backend', fault)
        clock.ahead += 2 * DAYS
        const selling = expectOpen(shopper)
        const email = `backend-${fault}@example.com`
        const waitlist = () => shop.browser().post('/us/waitlist', { name: 'Ada Lovelace', email })
        const redeem = () => shop.browser().post('/us/redeem', { words: gift.code })
        const [listed, redeemed, webhook] = await Promise.all([
          timed(FORM_MS, waitlist),
          timed(FORM_MS, redeem),
          timed(FORM_MS, () => sendWebhook(shop, paidGift())),
          selling,
        ])
        if (fault === 'slow') {
          expect(redeemed.path).toBe('/us/redeem/review')
          expect(textOf(listed.html)).toContain("You're on the list!")
          // A slow delivery is still processed after the response, and reported by the next one.
          expect([200, 503]).toContain(webhook.status)
        } else {
          expectCompletePage(listed, 502)
          expect(textOf(listed.html)).toContain('Something went wrong. Please try again.')
          expect(listed.html).toContain(email)
          expectCompletePage(redeemed, 503)
          expect(mainOf(redeemed)).toContain('Error validating magic words')
          expect(webhook.status).toBe(503)
        }
        lane.heal()
        clock.ahead += 10_000
        expect(textOf((await waitlist()).html)).toContain("You're on the list!")
        expect((await redeem()).path).toBe('/us/redeem/review')
      }),
  )
})

describe.concurrent('the functions', () => {
  const answers = FAULTS.filter((fault) => fault !== 'graphql-errors')
  test.concurrent.for(someOf(answers, ['hanging', 'slow', '500', 'truncated', 'nulls']))(
    '%s: signup, contact and gift forms report the failure and can be retried',
    (fault) =>
      withWarmShop('functions', [], async (opened) => {
        const { shop, lane, shopper } = opened
        const gift = await makeGift(upstreams.backing, { withDiscount: false })
        const recipient = shop.browser()
        const review = await recipient.post('/us/redeem', { words: gift.code })
        expect(review.path).toBe('/us/redeem/review')
        lane.fail('functions', fault)
        const email = `functions-${fault}@example.com`
        const signup = () => shop.browser().post('/us/subscribe', { ...SIGNUP, email })
        const contact = () => shop.browser().post('/us/contact', { ...CONTACT, email })
        const claim = () => recipient.submit(review, 'Add Gift to Cart')
        const [signed, sent, claimed] = await Promise.all([
          timed(FORM_MS, signup),
          timed(FORM_MS, contact),
          timed(FORM_MS, claim),
          expectOpen(shopper),
        ])
        if (fault === 'slow') {
          expect(textOf(signed.html)).toContain("You've been added to our mailing list.")
          expect(textOf(sent.html)).toContain('Message sent!')
          expect(claimed.path).toBe('/us/redeem/success')
        } else {
          expectCompletePage(signed, 502)
          expect(textOf(signed.html)).toContain('Failed to subscribe. Please try again.')
          expect(signed.html).toContain(email)
          expectCompletePage(sent, 502)
          expect(textOf(sent.html)).toContain('Error: Failed to send message. Please try again.')
          expect(sent.html).toContain('Hello there')
          expectCompletePage(claimed)
          expect(textOf(claimed.html)).toContain('Failed to create discount code')
        }
        lane.heal()
        expect(textOf((await signup()).html)).toContain("You've been added to our mailing list.")
        expect(textOf((await contact()).html)).toContain('Message sent!')
        expect((await claim()).path).toBe('/us/redeem/success')
      }),
  )
})

const OWN_BACKEND = ['SUPABASE_URL', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY']

describe.concurrent('the admin API', () => {
  const some = someOf(FAULTS, ['refused', 'slow', '429', 'endless', 'graphql-errors'])
  test.concurrent.for(some)('%s: a gift without its discount stays open and unspent', (fault) =>
    withWarmShop('admin', OWN_BACKEND, async (opened) => {
      const { shop, lane, shopper } = opened
      const gift = await makeGift(shop, { withDiscount: false })
      const recipient = shop.browser()
      const review = await recipient.post('/us/redeem', { words: gift.code })
      lane.fail('admin', fault)
      const claim = () => recipient.submit(review, 'Add Gift to Cart')
      const [claimed] = await Promise.all([timed(FORM_MS, claim), expectOpen(shopper)])
      if (fault === 'slow') expect(claimed.path).toBe('/us/redeem/success')
      else {
        expectCompletePage(claimed)
        expect(textOf(claimed.html)).toContain('Failed to create discount code')
        expect(textOf(claimed.html)).toContain('Nothing has been used up.')
      }
      lane.heal()
      expect((await claim()).path).toBe('/us/redeem/success')
    }),
  )
})

describe.concurrent('geolocation', () => {
  const failures = FAULTS.filter((fault) => fault !== 'slow')
  test.concurrent.for(someOf(failures, ['hanging', '500', 'nulls']))(
    '%s: the entry page leads to the UK store',
    (fault) =>
      withWarmShop('geo', [], async (opened) => {
        const { shop, lane } = opened
        lane.fail('geo', fault)
        const page = await timed(PAGE_MS, () => shop.browser().visit('/'))
        expectCompletePage(page)
        expect(page.path).toBe('/uk')
        lane.heal()
        expect((await shop.browser().visit('/')).path).toBe('/us')
      }),
  )
})

const TCP_FAULTS = someOf<TcpFault>(
  ['refused', 'hanging', 'nonsense', 'cut-off', 'refusing-words'],
  ['refused', 'hanging', 'refusing-words'],
)

describe.concurrent('mail', () => {
  test.concurrent.for(TCP_FAULTS)(
    '%s: the order is accepted, the mail waits, the shop keeps selling',
    (fault) =>
      inLane('mail', async () => {
        const mail = await createBadSocket(fault, '554 no mail today\r\n')
        closing.push(mail.close)
        const opened = await openWarmShop({ SMTP_URL: `smtp://127.0.0.1:${mail.port}` })
        const { shop, clock, shopper } = opened
        const order = paidGift()
        const first = timed(FORM_MS, () => sendWebhook(shop, order, { webhookId: `mail-${fault}` }))
        await Promise.all([first, expectOpen(shopper)])
        // The store retries a delivery without a timely response; a failing mail must not make it retry forever.
        expect(await retryDelivery(() => sendWebhook(shop, order, { webhookId: `mail-${fault}` }))).toBe(200)
        if (fault !== 'refused') return
        const sink = await createMailSink(mail.port)
        closing.push(sink.close)
        clock.ahead += 3_600_000
        await shop.services.backend.sendWaitingMails()
        expect(sink.mails.join()).toContain('giver@example.com')
      }),
  )
})

describe.concurrent('Redis', () => {
  test.concurrent.for(TCP_FAULTS)('%s: each process counts limits and caches for itself', (fault) =>
    inLane('redis', async () => {
      const redis = await createBadSocket(fault, '-LOADING Redis is loading the dataset in memory\r\n')
      closing.push(redis.close)
      const opened = await openWarmShop({ REDIS_URL: `redis://127.0.0.1:${redis.port}` })
      const { shop, clock, shopper } = opened
      clock.ahead += 2 * DAYS
      await expectSelling(opened, shopper)
      const visitor = shop.browser()
      const guesses = []
      for (let guess = 0; guess < 22; guess++)
        guesses.push(
          await timed(PAGE_MS, () => visitor.post('/us/redeem', { words: `wrong ${fault} ${guess}` })),
        )
      expect(guesses[0]?.status).toBe(422)
      expect(guesses.at(-1)?.status).toBe(429)
    }),
  )
})

describe.concurrent('a batch of a hundred changes', () => {
  const hundredChanges = (name: string) =>
    Array.from({ length: 100 }, (_, n) => ({ id: String(n), intent: 'add', handle: `made-up-${name}-${n}` }))
  const sendBatch = (shop: TestShop, changes: object[], signal?: AbortSignal) => {
    const headers = { 'Content-Type': 'application/json', Origin: shop.origin }
    const body = JSON.stringify({ changes })
    const init = { method: 'POST', headers, body, ...(signal && { signal }) }
    return shop.handle(new Request(new URL('/us/cart/changes', shop.origin), init), { address: '10.1.2.3' })
  }

  test('of products that do not exist sends only a few requests to the store', {
    timeout: 60_000,
  }, async () => {
    const { shop, lane } = await openShop()
    await shop.warm
    const before = lane.seen.storefront
    const response = await sendBatch(shop, hundredChanges('well'))
    expect(((await response.json()) as { failed: string[] }).failed).toHaveLength(100)
    // On a busy machine the catalogue is refreshed meanwhile.
    expect(lane.seen.storefront - before).toBeLessThan(12)
  })

  test('ends when its client disconnects', { timeout: 60_000 }, async () => {
    const { shop, lane } = await openShop()
    await shop.warm
    lane.fail('storefront', 'hanging')
    const before = lane.seen.storefront
    const client = new AbortController()
    const response = sendBatch(shop, hundredChanges('gone'), client.signal).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, 500))
    client.abort()
    await response
    // The current one is retried once, and the catalogue of each store may be refreshed, with a retry; four others would
    // have started meanwhile, each of them twice.
    await new Promise((resolve) => setTimeout(resolve, 8_000))
    expect(lane.seen.storefront - before).toBeLessThan(8)
  })
})

/** Repeats a failed delivery as the store does. @returns the last status */
async function retryDelivery(send: () => Promise<Response>): Promise<number> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const { status } = await send()
    if (status !== 503) return status
    await new Promise((resolve) => setTimeout(resolve, 300))
  }
  return 503
}

let nextOrder = 7_700_000_000_000
const paidGift = () => paidOrder(nextOrder++, () => boxId)

let boxId = ''
beforeAll(async () => {
  const product = await upstreams.backing.services.storefront.getProduct('us', BOX)
  boxId =
    product?.variants
      .find((variant) => variant.title === 'No Wand')
      ?.id.split('/')
      .at(-1) ?? ''
}, 60_000)
