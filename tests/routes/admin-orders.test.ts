import { expect, test } from 'vitest'
import { openOwner } from '../support/owner.ts'
import { openOrderShop } from '../support/store-orders.ts'

const { shop, place, edit, codesOf, endWebhooks, reconcile } = openOrderShop()
const owner = openOwner(shop)

test('each order is listed with its gifts, its state, and what is to be looked at', async () => {
  const order = await place([{ quantity: 2 }])
  const test = await place([{}], { payment: 'test' })
  await edit(order, { 0: 1 })
  const search = `?q=${encodeURIComponent(order.name)}`
  const { main } = await owner.visit(`/admin/orders${search}`)
  const file = await (await owner.fetch(`/admin/orders.csv${search}`)).text()
  const words = (await codesOf(order)).map(({ code }) => code)
  for (const text of [order.name, 'Paid', ...words, 'Setup pending', 'Taken back'])
    expect([main.includes(text), file.includes(text)], text).toEqual([true, true])
  expect(main).not.toContain(test.name)
  expect((await owner.visit('/admin/orders')).main).toContain('Test order: no gifts')
})

test('webhooks that were made again are told on the first page', async () => {
  await endWebhooks(['ORDERS_PAID'])
  await reconcile()
  const { main } = await owner.visit('/admin')
  for (const text of ['The store had stopped telling us of orders', 'orders/paid'])
    expect(main).toContain(text)
})
