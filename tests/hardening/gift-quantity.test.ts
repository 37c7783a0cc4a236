import { beforeEach, expect, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { makeGift } from '../support/gifts.ts'
import { openOrderShop } from '../support/order-shop.ts'
import { openOwner } from '../support/owner.ts'
import { silentLog } from '../support/silent-log.ts'
import type { OrderLine } from '../support/store-orders.ts'

/** One gift is one box, also in orders made without our carts. */

const errors: string[] = []
const log = {
  ...silentLog,
  error: (...line: unknown[]) => void errors.push(JSON.stringify(line)),
}
const { shop, order, tell, giftOf } = openOrderShop({ log })
const owner = openOwner(shop)
beforeEach(() => {
  errors.length = 0
})

/** An order of so many units with the discount of one gift, and of other lines. */
const spending = (gift: { discountCode: string | null }, quantity: number, more: readonly OrderLine[] = []) =>
  order([{ variant: 'Gift Bundle - No Wand', wrapping: null, quantity }, ...more], {
    discount_codes: [{ code: gift.discountCode ?? '' }],
  })
const countReports = () => errors.filter((line) => line.includes('more gifts ordered than were given')).length
const reportsOf = async ({ id }: { id: number }) => {
  const rows = await rowsIn(shop, 'order_reports', 'order_id', String(id))
  return rows.map((row) => ({ reason: row.reason, name: row.order_name, ...JSON.parse(String(row.detail)) }))
}

test('an order with more gift units than gifts is reported once, and spends the gift', async () => {
  const [fairGift, craftedGift] = [await makeGift(shop), await makeGift(shop)]
  expect(await tell(spending(fairGift, 1), 'paid')).toBe(200)
  expect(errors).toEqual([])
  const crafted = spending(craftedGift, 5)
  for (let repeat = 0; repeat < 2; repeat++)
    expect(await tell(crafted, 'paid', { webhookId: 'crafted' })).toBe(200)
  expect(countReports()).toBe(1)
  expect(await reportsOf(crafted)).toMatchObject([{ reason: 'too-many-gifts', name: crafted.name }])
  expect((await giftOf(craftedGift)).redeemed).toBe(true)
})

test('such an order is reported once although its webhook is retried', async () => {
  const gift = await makeGift(shop)
  // It buys a gift as well, which cannot be stored at first.
  const crafted = spending(gift, 5, [{}])
  injectFault(shop, { match: /POST .*gift_redemption_codes/, kind: 'unreachable', times: 1 })
  expect(await tell(crafted, 'paid', { webhookId: 'halved' })).toBe(503)
  expect(await tell(crafted, 'paid', { webhookId: 'halved' })).toBe(200)
  expect(countReports()).toBe(1)
  expect(await reportsOf(crafted)).toHaveLength(1)
  // The store sends an edited and paid order again: what is new in it is reported too.
  const lines = crafted.line_items.map((line, at) => (at === 0 ? { ...line, quantity: 6 } : line))
  for (let repeat = 0; repeat < 2; repeat++)
    expect(await tell({ ...crafted, line_items: lines }, 'paid')).toBe(200)
  expect(countReports()).toBe(2)
  expect(await reportsOf(crafted)).toMatchObject([5, 6].map((ordered) => ({ ordered, given: 1 })))
})

test('an order whose report could not be stored is reported by the next delivery', async () => {
  const crafted = spending(await makeGift(shop), 2)
  injectFault(shop, { match: /POST .*order_reports/, kind: 'unreachable', times: 1 })
  expect(await tell(crafted, 'paid', { webhookId: 'unkept' })).toBe(503)
  expect(await tell(crafted, 'paid', { webhookId: 'unkept' })).toBe(200)
  expect(countReports()).toBeGreaterThan(0)
  expect(await reportsOf(crafted)).toHaveLength(1)
})

test.each([
  ['without a gift', 0],
  ['with one gift', 1],
])('an order of five upgrades %s is reported once', async (_, given) => {
  const upgrades = (quantity: number) => ({
    variant: 'Dragon & Oak - Premium Upgrade from Classic',
    wrapping: null,
    quantity,
  })
  const bundle = { variant: 'Gift Bundle - Classic Wand', wrapping: null }
  const discountOfGift = async () => {
    const { discountCode } = await makeGift(shop, { kind: 'classic-wand' })
    return { discount_codes: [{ code: discountCode }] }
  }
  const crafted = given === 0 ? order([upgrades(5)]) : order([upgrades(5), bundle], await discountOfGift())
  for (let repeat = 0; repeat < 2; repeat++) expect(await tell(crafted, 'paid')).toBe(200)
  expect(errors.filter((line) => line.includes('upgrades ordered without their gift'))).toHaveLength(1)
  expect(await reportsOf(crafted)).toEqual([
    { reason: 'upgrades-without-gift', name: crafted.name, upgrades: 5, given },
  ])
  const page = await owner.visit('/admin')
  expect(page.main).toContain('Orders to look at before they ship')
  expect(page.main).toContain(`Order ${crafted.name}It has upgrades without their gift`)
  // One upgrade with its gift is what our own carts sell.
  const usual = order([upgrades(1), bundle], await discountOfGift())
  expect(await tell(usual, 'paid')).toBe(200)
  expect(await reportsOf(usual)).toEqual([])
})
