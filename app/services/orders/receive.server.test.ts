import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { receiveOrderWebhook, waitForOrderWebhooks } from './receive.server.ts'
import type { OrderServices } from './report-order.server.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }
const SECRET = 'a secret of the tests'
/** Without discounts or gifts, so that processing waits only for the delivery to be stored as done. */
const ORDER = JSON.stringify({ id: 1, line_items: [] })

/** A shop whose backend claims every delivery as `d1`, and stores that it is done only when `finishing` resolves. */
function slowShop() {
  const finishing: PromiseWithResolvers<void>[] = []
  let kind: 'process' | 'repeated' = 'process'
  const backend = {
    receiveWebhook: async () => ({
      kind,
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
    /** From now on, every delivery is a repeated one. */
    repeatDeliveries: () => {
      kind = 'repeated'
    },
  }
}

/** Whether `promise` settles within 20 ms. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const later = new Promise((resolve) => setTimeout(resolve, 20, 'later'))
  return (await Promise.race([promise.then(() => 'settled'), later])) === 'settled'
}

test('closing waits for the webhooks of its own shop only', async () => {
  const [busy, idle] = [slowShop(), slowShop()]
  const response = busy.send()
  await expect.poll(() => busy.finishing.length).toBe(1)
  expect(await isSettled(waitForOrderWebhooks(idle.services))).toBe(true)
  const settled = waitForOrderWebhooks(busy.services)
  expect(await isSettled(settled)).toBe(false)
  busy.finishing[0]?.resolve()
  expect(await response).toBe(200)
  await settled
})

test('a repeated delivery waits for the current run, although an earlier run has failed', async () => {
  const shop = slowShop()
  const first = shop.send()
  await expect.poll(() => shop.finishing.length).toBe(1)
  const second = shop.send()
  await expect.poll(() => shop.finishing.length).toBe(2)
  shop.finishing[0]?.reject(new Error('too late'))
  expect(await first).toBe(503)
  shop.repeatDeliveries()
  const repeated = shop.send()
  expect(await isSettled(repeated)).toBe(false)
  shop.finishing[1]?.resolve()
  expect(await Promise.all([second, repeated])).toEqual([200, 200])
})

test('closing waits for both runs of a delivery that was claimed twice', async () => {
  const shop = slowShop()
  const sent = [shop.send()]
  await expect.poll(() => shop.finishing.length).toBe(1)
  sent.push(shop.send())
  await expect.poll(() => shop.finishing.length).toBe(2)
  shop.finishing[1]?.resolve()
  await sent[1]
  const settled = waitForOrderWebhooks(shop.services)
  expect(await isSettled(settled)).toBe(false)
  shop.finishing[0]?.resolve()
  expect(await Promise.all(sent)).toEqual([200, 200])
  await settled
})
