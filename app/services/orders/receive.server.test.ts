import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import type { OrderServices } from './order-services.server.ts'
import { ordersSettled, receiveOrderWebhook } from './receive.server.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const SECRET = 'a secret of the tests'
/** Nothing to spend or to give: what is waited for is that it is written down as done. */
const ORDER = JSON.stringify({ id: 1, line_items: [] })

/** A shop whose backend takes every delivery up as `d1`, and writes down that one is done only when told to. */
function slowShop() {
  const finishing: PromiseWithResolvers<void>[] = []
  let received: 'process' | 'repeated' = 'process'
  const backend = {
    receiveWebhook: async () => ({
      kind: received,
      delivery: { id: 'd1', topic: 'orders/paid', payload: ORDER, state: 'processing', attempts: 1 },
    }),
    finishWebhook: () => {
      const finish = Promise.withResolvers<void>()
      finishing.push(finish)
      return finish.promise
    },
    failWebhook: async () => {},
  }
  const services = { backend, log, webhookSecret: SECRET } as unknown as OrderServices
  const send = async () => {
    const request = new Request('https://shop.test/webhooks/orders-paid', {
      method: 'POST',
      body: ORDER,
      headers: {
        'X-Shopify-Topic': 'orders/paid',
        'X-Shopify-Webhook-Id': 'w1',
        'X-Shopify-Hmac-Sha256': createHmac('sha256', SECRET).update(ORDER).digest('base64'),
      },
    })
    return (await receiveOrderWebhook(services, request)).status
  }
  return {
    services,
    send,
    finishing,
    /** From now on every delivery is somebody's already. */
    isTaken: () => {
      received = 'repeated'
    },
  }
}

/** Whether `promise` is resolved by the time everything that is ready has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setTimeout(resolve, 20, 'later'))
  return (await Promise.race([promise.then(() => 'settled'), later])) === 'settled'
}

test('a shop that closes waits for its own orders, and not for those of another in the same process', async () => {
  const [busy, idle] = [slowShop(), slowShop()]
  const answered = busy.send()
  await expect.poll(() => busy.finishing.length).toBe(1)
  expect(await isSettled(ordersSettled(idle.services))).toBe(true)
  const settled = ordersSettled(busy.services)
  expect(await isSettled(settled)).toBe(false)
  busy.finishing[0]?.resolve()
  expect(await answered).toBe(200)
  await settled
})

test('a repetition waits for who works on its delivery now, though an earlier one has given up since', async () => {
  const shop = slowShop()
  const first = shop.send()
  await expect.poll(() => shop.finishing.length).toBe(1)
  const second = shop.send()
  await expect.poll(() => shop.finishing.length).toBe(2)
  shop.finishing[0]?.reject(new Error('too late'))
  expect(await first).toBe(503)
  shop.isTaken()
  const repeated = shop.send()
  expect(await isSettled(repeated)).toBe(false)
  shop.finishing[1]?.resolve()
  expect(await Promise.all([second, repeated])).toEqual([200, 200])
})

test('a shop that closes waits for an order that was taken up a second time, too', async () => {
  const shop = slowShop()
  const sent = [shop.send()]
  await expect.poll(() => shop.finishing.length).toBe(1)
  sent.push(shop.send())
  await expect.poll(() => shop.finishing.length).toBe(2)
  shop.finishing[1]?.resolve()
  await sent[1]
  const settled = ordersSettled(shop.services)
  expect(await isSettled(settled)).toBe(false)
  shop.finishing[0]?.resolve()
  expect(await Promise.all(sent)).toEqual([200, 200])
  await settled
})
