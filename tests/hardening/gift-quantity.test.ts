import { expect, test } from 'vitest'
import { HANDLES } from '../../app/models/product.ts'
import type { Log } from '../../app/services/log/log.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { makeGift, sendWebhook } from '../support/gifts.ts'
import { ownerBrowser } from '../support/owner.ts'
import { createTestShop } from '../support/test-shop.ts'

const TOO_MANY_GIFTS = 'more gifts ordered than were given'

/** A shop, the errors it logs, and orders made without its carts. */
async function openShop() {
  const errors: string[] = []
  const log: Log = {
    info() {},
    warn() {},
    debug() {},
    error: (...line: unknown[]) => void errors.push(JSON.stringify(line)),
  }
  const shop = await createTestShop({ log })
  const product = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
  const variantOf = (name: string) => product?.variants.find(({ title }) => title === name)
  const variant = variantOf('Gift Bundle - No Wand')
  const order = (id: number, code: string | null, quantity: number) => ({
    id,
    name: `#${id}`,
    currency: 'USD',
    financial_status: 'paid',
    discount_codes: [{ code: code ?? '' }],
    line_items: [
      {
        id: id * 10,
        variant_id: Number(variant?.id.split('/').at(-1)),
        title: 'Vol. II: Magical You (Pre-Order)',
        variant_title: 'Gift Bundle - No Wand',
        quantity,
      },
    ],
  })
  /** An order like `order`, which also buys a gift. */
  const withGiftPurchase = (id: number, code: string | null, quantity: number) => {
    const base = order(id, code, quantity)
    const giftPurchase = {
      id: id * 10 + 1,
      variant_id: Number(variantOf('No Wand')?.id.split('/').at(-1)),
      title: 'Vol. II: Magical You (Pre-Order)',
      variant_title: 'No Wand',
      quantity: 1,
      properties: [{ name: 'Gift wrapping', value: 'Printable letter' }],
    }
    return { ...base, line_items: [...base.line_items, giftPurchase] }
  }
  const countReports = () => errors.filter((line) => line.includes(TOO_MANY_GIFTS)).length
  return { shop, errors, countReports, order, withGiftPurchase }
}

/** One gift is one box, also in orders made without our carts. */
test('an order with more gift units than gifts is reported once, and spends the gift', async () => {
  const { shop, errors, order } = await openShop()
  const [fairGift, craftedGift, otherGift] = [
    await makeGift(shop),
    await makeGift(shop),
    await makeGift(shop),
  ]
  expect((await sendWebhook(shop, order(901, fairGift.discountCode, 1))).status).toBe(200)
  expect(errors).toEqual([])
  const crafted = order(902, craftedGift.discountCode, 5)
  for (let repeat = 0; repeat < 2; repeat++)
    expect((await sendWebhook(shop, crafted, { webhookId: 'crafted' })).status).toBe(200)
  expect(errors.join()).toContain(TOO_MANY_GIFTS)
  const trail = await rowsIn(shop, 'audit_trail', 'action', 'order.too-many-gifts')
  expect(trail).toMatchObject([{ subject_type: 'order', subject_id: '902' }])
  expect((await sendWebhook(shop, order(903, otherGift.discountCode, 2))).status).toBe(200)
  expect(await rowsIn(shop, 'audit_trail', 'subject_id', '903')).toHaveLength(1)
  await shop.close()
})

test('such an order is reported once although its webhook is retried', async () => {
  const { shop, countReports, withGiftPurchase } = await openShop()
  const gift = await makeGift(shop)
  const crafted = withGiftPurchase(904, gift.discountCode, 5)
  injectFault(shop, { match: /POST .*gift_redemption_codes/, kind: 'unreachable', times: 1 })
  expect((await sendWebhook(shop, crafted, { webhookId: 'halved' })).status).toBe(503)
  expect((await sendWebhook(shop, crafted, { webhookId: 'halved' })).status).toBe(200)
  expect(countReports()).toBe(1)
  expect(await rowsIn(shop, 'audit_trail', 'subject_id', '904')).toHaveLength(1)
  // The store sends an edited and paid order again: what is new in it is reported too.
  for (let repeat = 0; repeat < 2; repeat++)
    expect((await sendWebhook(shop, withGiftPurchase(904, gift.discountCode, 6))).status).toBe(200)
  expect(countReports()).toBe(2)
  const trail = await rowsIn(shop, 'audit_trail', 'subject_id', '904')
  expect(trail.map(({ detail }) => detail)).toEqual(
    [5, 6].map((ordered) => ({ order: '#904', ordered, given: 1 })),
  )
  await shop.close()
})

test('an order whose report could not be stored is reported by the next delivery', async () => {
  const { shop, countReports, order } = await openShop()
  const gift = await makeGift(shop)
  const crafted = order(905, gift.discountCode, 2)
  injectFault(shop, { match: /POST .*audit_trail/, kind: 'unreachable', times: 1 })
  expect((await sendWebhook(shop, crafted, { webhookId: 'unkept' })).status).toBe(503)
  expect((await sendWebhook(shop, crafted, { webhookId: 'unkept' })).status).toBe(200)
  expect(countReports()).toBeGreaterThan(0)
  expect(await rowsIn(shop, 'audit_trail', 'subject_id', '905')).toHaveLength(1)
  await shop.close()
})

test.each([
  ['without a gift', 0],
  ['with one gift', 1],
])('an order of five upgrades %s is reported once', async (_, gifts) => {
  const { shop, errors } = await openShop()
  const upgrade = {
    id: 1,
    title: 'Vol. II: Magical You (Pre-Order)',
    variant_title: 'Dragon & Oak - Premium Upgrade from Classic',
    quantity: 5,
  }
  const gift = await makeGift(shop, { kind: 'classic-wand' })
  const bundle = { ...upgrade, id: 2, variant_title: 'Gift Bundle - Classic Wand', quantity: 1 }
  const order = {
    id: 906,
    name: '#906',
    financial_status: 'paid',
    discount_codes: gifts === 0 ? [] : [{ code: gift.discountCode }],
    line_items: gifts === 0 ? [upgrade] : [upgrade, bundle],
  }
  for (let repeat = 0; repeat < 2; repeat++) expect((await sendWebhook(shop, order)).status).toBe(200)
  expect(errors.filter((line) => line.includes('upgrades ordered without their gift'))).toHaveLength(1)
  const trail = await rowsIn(shop, 'audit_trail', 'action', 'order.upgrades-without-gift')
  expect(trail).toMatchObject([
    { subject_type: 'order', subject_id: '906', detail: { order: '#906', upgrades: 5, given: gifts } },
  ])
  const page = await (await ownerBrowser(shop)).visit('/admin')
  expect(page.main).toContain('Orders to look at before they ship')
  expect(page.main).toContain('Order #906It has upgrades without their gift')
  // One upgrade with its gift is what our own carts sell.
  const fair = await makeGift(shop, { kind: 'classic-wand' })
  const usual = { ...order, id: 907, discount_codes: [{ code: fair.discountCode }] }
  const lines = [{ ...upgrade, quantity: 1 }, bundle]
  expect((await sendWebhook(shop, { ...usual, line_items: lines })).status).toBe(200)
  expect(await rowsIn(shop, 'audit_trail', 'subject_id', '907')).toEqual([])
  await shop.close()
})
