import { afterAll, beforeAll, expect, test } from 'vitest'
import { HANDLES } from '#app/models/product.ts'
import { Browser, type Page } from '../support/browser.ts'
import { claim, openCheckout } from '../support/gifts.ts'
import { createShopify, type Shopify } from '../support/shopify.ts'
import { createTestShop, MIXED, type TestShop } from '../support/test-shop.ts'
import { runSetUp } from './set-up.ts'

/** Delivery at Shopify: a gift ships free because of the profile that set-up makes, and of nothing else. */

const HOUR = 3_600_000
const clock = { at: Date.parse('2025-11-21T12:00:00Z') }
const now = () => clock.at
let shopify: Shopify
let shop: TestShop
let environment: Record<string, string>

beforeAll(async () => {
  shopify = createShopify({
    now,
    send: (request) => {
      const { pathname } = new URL(request.url)
      return shop.handle(new Request(`${shop.origin}${pathname}`, request), { address: '10.8.8.8' })
    },
  })
  await shopify.listen()
  environment = {
    ...MIXED,
    SESSION_SECRET: 'a secret of this rehearsal alone',
    ...shopify.environment(),
  }
  shop = await createTestShop({ env: environment, now })
  expect(await setUp()).toMatchObject({ status: 0, printed: expect.stringContaining('Nothing is missing') })
  clock.at += HOUR
})
afterAll(async () => {
  await shop.close()
  await shopify.close()
})

/** Shopify sends webhooks to https only. */
const setUp = () => runSetUp(['--yes'], { ...environment, PUBLIC_ORIGIN: 'https://shop.test' })

/** A visitor of the shop who is let through to Shopify's checkout. */
async function checkOut(visitor: Browser, market: 'us' | 'uk'): Promise<{ buyer: Browser; page: Page }> {
  const { url } = await openCheckout(visitor, market)
  const buyer = new Browser((request) => fetch(request, { redirect: 'manual' }), url.origin)
  return { buyer, page: await buyer.visit(url.href) }
}

test('in the UK, a box has a delivery rate in pounds, and a redeemed gift ships free once set-up has run', async () => {
  const shopper = shop.browser()
  const add = { intent: 'add', handle: HANDLES.vol2.uk, option: 'box-only', wrapping: 'printable-only' }
  await shopper.post('/uk/cart', add)
  const bought = await checkOut(shopper, 'uk')
  expect(bought.page.text).toMatch(/Total\s*£62\.95/)
  await bought.buyer.submit(bought.page, 'Complete order')
  await shopify.sendWebhooks()
  const readGift = async () =>
    (await shop.services.backend.listRows('giftCodes')).find(({ market }) => market === 'uk')
  await expect.poll(readGift).toMatchObject({ redeemed: false, productTitle: 'Gift Bundle - No Wand' })
  const gift = await readGift()

  // As in a shop that nobody has set up: every variant in the shop's general profile.
  for (const profile of shopify.settings.profiles) profile.variantIds = []
  const recipient = shop.browser()
  await claim(recipient, gift?.code ?? '', { upgrade: 'none' }, 'uk')
  expect((await checkOut(recipient, 'uk')).page.text).toMatch(/Total\s*£12\.90/)
  expect(await setUp()).toMatchObject({
    status: 0,
    printed: expect.stringContaining('made 2 of 2: The delivery profile'),
  })
  expect((await checkOut(recipient, 'uk')).page.text).toMatch(/Total\s*£0\.00/)
})

test('an order over the limit ships free, and one of exactly the limit does not', async () => {
  const totalOf = async (quantity: string) => {
    const shopper = shop.browser()
    const cart = await shopper.post('/us/cart', { intent: 'add', handle: 'magical-af-mug' })
    const field = cart.document.querySelector('input[name^="quantity:"]')?.getAttribute('name') ?? ''
    await shopper.submit(cart, 'Checkout', { [field]: quantity })
    return (await checkOut(shopper, 'us')).page.text
  }
  // 5 × 18 is exactly 90.
  shopify.changePrice('magical-af-mug', '11 oz', 18)
  await shopify.sendWebhooks()
  expect(await totalOf('5')).toMatch(/Total\s*\$96\.95/)
  expect(await totalOf('6')).toMatch(/Total\s*\$108\.00/)
})
