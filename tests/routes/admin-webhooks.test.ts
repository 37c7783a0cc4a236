import { expect, test } from 'vitest'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import { openOrderShop } from '../support/order-shop.ts'
import { openOwner } from '../support/owner.ts'

/** What the store has told of orders, in the owner's room. */

const { shop, order, tell } = openOrderShop()
const owner = openOwner(shop)

const FAILED = '/admin/webhooks?state=failed'
const STORING_CODES = { match: /POST \/rest\/v1\/gift_redemption_codes/, kind: 'unreachable' } as const

test('is listed with its result and without its payload', async () => {
  await tell(order([]), 'paid')
  const page = await owner.visit('/admin/webhooks')
  expect(page.main).toContain('What the storefront has told us about orders.')
  expect(page.texts('tbody tr')[0]).toContain('Done')
  expect(page.html).not.toContain('giver@example.com')
  const failed = await owner.visit(FAILED)
  expect(failed.main).toContain('No notice has failed.')
  expect(failed.main).not.toContain('Nothing has arrived yet.')
})

/** A delivery that failed because the backend could not store its codes, and the list with it. */
async function failedDelivery() {
  const takeBack = injectFault(shop, STORING_CODES)
  expect(await tell(order(), 'paid')).toBe(503)
  takeBack()
  const rows = await rowsIn(shop, 'webhook_deliveries', 'state', 'failed')
  return { id: String(rows.at(-1)?.id), page: await owner.visit(FAILED) }
}

const deliveryOf = async (id: string) => (await rowsIn(shop, 'webhook_deliveries', 'id', id))[0]

test('that failed can be retried', async () => {
  const { id, page } = await failedDelivery()
  expect(page.texts('tbody tr')[0]).toContain('Failed')
  const done = await owner.submit(page, 'Try again')
  expect(done.main).toContain('Done this time.')
  expect(await deliveryOf(id)).toMatchObject({ state: 'done', payload: null })
  const again = await owner.post('/admin/webhooks', { intent: 'retry', id })
  expect(again.status).toBe(409)
})

test('that fails again shows the reason, and stays', async () => {
  const { id, page } = await failedDelivery()
  const takeBack = injectFault(shop, STORING_CODES)
  const failed = await owner.submit(page, 'Try again')
  takeBack()
  expect(failed.status).toBe(502)
  expect(failed.main).toMatch(/It failed again: .+/)
  expect((await deliveryOf(id))?.state).toBe('failed')
  expect((await owner.submit(await owner.visit(FAILED), 'Try again')).main).toContain('Done this time.')
})
