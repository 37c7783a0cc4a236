import { expect, test } from 'vitest'
import { HANDLES } from '../../app/models/product.ts'
import type { Log } from '../../app/services/log.server.ts'
import { rowsIn } from '../support/backend-rows.ts'
import { makeGift, sendWebhook } from '../support/gifts.ts'
import { createTestShop } from '../support/test-shop.ts'

/** One gift is one box, also for orders that were not made by our carts. */
test('an order that takes more than its gift is told to the owner, once, and spends the gift', async () => {
  const told: unknown[] = []
  const log: Log = { info() {}, warn() {}, debug() {}, error: (...line: unknown[]) => void told.push(line) }
  const shop = await createTestShop({ log })
  const product = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
  const variant = product?.variants.find(({ title }) => title === 'Gift Bundle - No Wand')
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
  const [fair, greedy, keen] = [await makeGift(shop), await makeGift(shop), await makeGift(shop)]
  expect((await sendWebhook(shop, order(901, fair.discountCode, 1))).status).toBe(200)
  expect(told).toEqual([])
  const crafted = order(902, greedy.discountCode, 5)
  for (let time = 0; time < 2; time++)
    expect((await sendWebhook(shop, crafted, { webhookId: 'crafted' })).status).toBe(200)
  expect(JSON.stringify(told)).toContain('more gifts ordered than were given')
  const trail = await rowsIn(shop, 'audit_trail', 'action', 'order.too-many-gifts')
  expect(trail).toMatchObject([{ subject_type: 'order', subject_id: '902' }])
  // One more is one too many.
  expect((await sendWebhook(shop, order(903, keen.discountCode, 2))).status).toBe(200)
  expect(await rowsIn(shop, 'audit_trail', 'subject_id', '903')).toHaveLength(1)
  await shop.close()
})
