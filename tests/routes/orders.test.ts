import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HANDLES } from '#app/models/product.ts'
import { sendWebhook } from '../support/gifts.ts'
import { BEGIN, COMMIT, callStore, openOrderShop } from '../support/store-orders.ts'

/** Orders as buyers make them and the owner changes them in the store, and what becomes of their gifts. */

const clock = { ahead: 0 }
const opened = openOrderShop({ now: () => Date.now() + clock.ahead })
const { shop, place, cancel, edit, markPaid, refund, noted, codesOf, isActive } = opened

const ADD = `mutation ($id: ID!, $variant: ID!) {
  orderEditAddVariant(id: $id, variantId: $variant, quantity: 1) { userErrors { message } } }`

const liveOf = async (order: { id: string }) =>
  (await codesOf(order)).filter(({ revokedAt, redeemed }) => revokedAt === null && !redeemed)

// Which orders have gifts, and which of them end or open again, is shown by models/order-gifts and
// backend/order-readings; that these get another discount by backend/contract.
it('a bought gift is revoked with its unit and its discount, by an edit, a refund or a cancellation', async () => {
  const order = await place([{ quantity: 4 }])
  const gifts = await codesOf(order)
  for (const { discountCode } of gifts) expect(await isActive(discountCode)).toBe(true)
  await edit(order, { 0: 3 })
  expect((await liveOf(order)).map(({ orderLineUnit }) => orderLineUnit)).toEqual([1, 2, 3])
  await refund(order, 0, 1)
  expect((await liveOf(order)).map(({ orderLineUnit }) => orderLineUnit)).toEqual([1, 2])
  await cancel(order)
  expect(await liveOf(order)).toEqual([])
  for (const { discountCode } of gifts) expect(await isActive(discountCode)).toBe(false)
})

it('an order of more lines than a page has is read whole', async () => {
  const order = await place([{}])
  const vol2 = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
  const idOf = (wanted: string) => vol2?.variants.find(({ title }) => title === wanted)?.id
  const { id } = (await callStore(shop, BEGIN, { id: order.gid })).orderEditBegin.calculatedOrder
  for (const variant of [...Array<string>(50).fill('Gift Bundle - No Wand'), 'Upgrade - Add Classic Wand'])
    await callStore(shop, ADD, { id, variant: idOf(variant) })
  await callStore(shop, COMMIT, { id })
  await markPaid(order)
  // The upgrade is the last line.
  expect((await noted(order))?.reports).toEqual(['upgrades-without-gift'])
})

describe('a webhook is a doorbell:', () => {
  it.each([
    ['orders/paid', '{"id":920982911946154502,"note":"x"}', '920982911946154502'],
    ['orders/cancelled', '{"id":"7002","line_items":"nonsense"}', '7002'],
    ['orders/edited', '{"order_edit":{"id":7,"order_id":920982911946154503}}', '920982911946154503'],
    ['refunds/create', '{"id":8,"order_id":920982911946154504}', '920982911946154504'],
    ['customers/create', '{"id":7005}', null],
  ])('%s notes its order, whose id is exact beyond 2^53, and nothing else', async (topic, body, id) => {
    expect((await sendWebhook(shop, body, { topic })).status).toBe(200)
    expect((await noted({ id: id ?? '7005' })) !== null).toBe(id !== null)
    if (id) expect(await noted({ id: String(BigInt(id) + 1n) })).toBeNull()
  })

  it('of any JSON it is taken or refused, never an error', async () => {
    const topics = fc.constantFrom('orders/paid', 'orders/edited', 'refunds/create')
    const ring = fc.asyncProperty(fc.json(), topics, async (body, topic) => {
      expect([200, 400]).toContain((await sendWebhook(shop, body, { topic })).status)
    })
    await fc.assert(ring, { numRuns: 50 })
  })
})

it('what the store did not ring about is found by the reconciliation', async () => {
  await opened.endWebhooks()
  const [one, two] = [await place(), await place([{ quantity: 2 }])]
  expect(await codesOf(one)).toEqual([])
  clock.ahead += 11 * 60_000
  await opened.reconcile()
  expect([(await liveOf(one)).length, (await liveOf(two)).length]).toEqual([1, 2])
})
