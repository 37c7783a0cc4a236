import { expect, test } from 'vitest'
import { HANDLES } from '../../app/models/product.ts'
import type { Log } from '../../app/services/log.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { makeGift, sendWebhook } from '../support/gifts.ts'
import { createTestShop } from '../support/test-shop.ts'

const TOLD = 'more gifts ordered than were given'

/** A shop, the errors it logs, and orders made without its carts. */
async function openShop() {
  const told: string[] = []
  const log: Log = {
    info() {},
    warn() {},
    debug() {},
    error: (...line: unknown[]) => void told.push(JSON.stringify(line)),
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
  /** The same, which also buys a gift. */
  const withPresent = (id: number, code: string | null, quantity: number) => {
    const paid = order(id, code, quantity)
    const present = {
      id: id * 10 + 1,
      variant_id: Number(variantOf('No Wand')?.id.split('/').at(-1)),
      title: 'Vol. II: Magical You (Pre-Order)',
      variant_title: 'No Wand',
      quantity: 1,
      properties: [{ name: 'Gift wrapping', value: 'Printable letter' }],
    }
    return { ...paid, line_items: [...paid.line_items, present] }
  }
  const countTold = () => told.filter((line) => line.includes(TOLD)).length
  return { shop, told, countTold, order, withPresent }
}

/** One gift is one box, also in orders made without our carts. */
test('an order with more gift units than gifts is reported once, and spends the gift', async () => {
  const { shop, told, order } = await openShop()
  const [fair, greedy, keen] = [await makeGift(shop), await makeGift(shop), await makeGift(shop)]
  expect((await sendWebhook(shop, order(901, fair.discountCode, 1))).status).toBe(200)
  expect(told).toEqual([])
  const crafted = order(902, greedy.discountCode, 5)
  for (let time = 0; time < 2; time++)
    expect((await sendWebhook(shop, crafted, { webhookId: 'crafted' })).status).toBe(200)
  expect(told.join()).toContain(TOLD)
  const trail = await rowsIn(shop, 'audit_trail', 'action', 'order.too-many-gifts')
  expect(trail).toMatchObject([{ subject_type: 'order', subject_id: '902' }])
  expect((await sendWebhook(shop, order(903, keen.discountCode, 2))).status).toBe(200)
  expect(await rowsIn(shop, 'audit_trail', 'subject_id', '903')).toHaveLength(1)
  await shop.close()
})

test('such an order is reported once although its webhook is retried', async () => {
  const { shop, countTold, withPresent } = await openShop()
  const gift = await makeGift(shop)
  const crafted = withPresent(904, gift.discountCode, 5)
  injectFault(shop, { match: /POST .*gift_redemption_codes/, kind: 'unreachable', times: 1 })
  expect((await sendWebhook(shop, crafted, { webhookId: 'halved' })).status).toBe(503)
  expect((await sendWebhook(shop, crafted, { webhookId: 'halved' })).status).toBe(200)
  expect(countTold()).toBe(1)
  expect(await rowsIn(shop, 'audit_trail', 'subject_id', '904')).toHaveLength(1)
  // The store sends an edited and paid order again: what is new in it is reported too.
  for (let time = 0; time < 2; time++)
    expect((await sendWebhook(shop, withPresent(904, gift.discountCode, 6))).status).toBe(200)
  expect(countTold()).toBe(2)
  const trail = await rowsIn(shop, 'audit_trail', 'subject_id', '904')
  expect(trail.map(({ detail }) => detail)).toEqual(
    [5, 6].map((ordered) => ({ order: '#904', ordered, given: 1 })),
  )
  await shop.close()
})

test('an order whose report could not be stored is reported by the next delivery', async () => {
  const { shop, countTold, order } = await openShop()
  const gift = await makeGift(shop)
  const crafted = order(905, gift.discountCode, 2)
  injectFault(shop, { match: /POST .*audit_trail/, kind: 'unreachable', times: 1 })
  expect((await sendWebhook(shop, crafted, { webhookId: 'unkept' })).status).toBe(503)
  expect((await sendWebhook(shop, crafted, { webhookId: 'unkept' })).status).toBe(200)
  expect(countTold()).toBeGreaterThan(0)
  expect(await rowsIn(shop, 'audit_trail', 'subject_id', '905')).toHaveLength(1)
  await shop.close()
})
