import { expect, test } from 'vitest'
import { openOwner } from '../support/owner.ts'
import { openOrderShop } from '../support/store-orders.ts'

const { shop, place, cancel, edit, settled, codesOf, noted, endWebhooks } = openOrderShop()
const owner = openOwner(shop)

test('each order is listed with its gifts, its state, and what is to be looked at', async () => {
  const order = await place([{ quantity: 2 }])
  const test = await place([{}], { payment: 'test' })
  await settled()
  await edit(order, { 0: 1 })
  await settled()
  const page = await owner.visit(`/admin/orders?q=${encodeURIComponent(order.name)}`)
  expect(page.main).toContain(order.name)
  expect(page.main).not.toContain(test.name)
  expect(page.text).toContain('Paid')
  const words = (await codesOf(order)).map(({ code }) => code)
  const gifts = page.texts('td[data-l="Gifts"]').join()
  for (const text of [...words, 'Setup pending', 'Taken back']) expect(gifts).toContain(text)
  const file = await (await owner.fetch(`/admin/orders.csv?q=${encodeURIComponent(order.name)}`)).text()
  for (const text of words) expect(file).toContain(text)
  expect((await owner.visit('/admin/orders')).text).toContain('Test order: no gifts')
})

test('an order is read again, also by its number, and a number that the store does not have is refused', async () => {
  const order = await place()
  await settled()
  await endWebhooks()
  await cancel(order)
  await settled()
  expect((await codesOf(order))[0]?.revokedAt).toBeNull()
  const read = { intent: 'read-number', typed: ` ${order.name.slice(1)} ` }
  expect((await owner.post('/admin/orders', read)).text).toContain('The order is being read again.')
  await shop.services.orders.idle()
  expect((await codesOf(order))[0]?.revokedAt).not.toBeNull()
  const before = (await noted(order))?.doneAt
  await owner.post('/admin/orders', { intent: 'read', id: (await noted(order))?.id ?? '' })
  await shop.services.orders.idle()
  expect((await noted(order))?.doneAt).not.toBe(before)
  const refused = await owner.post('/admin/orders', { ...read, typed: '#99999' })
  expect([refused.status, refused.text.includes('The store has no order with that number.')]).toEqual([
    404,
    true,
  ])
})

test('a box that was sold without a wrapping is reported, and becomes a gift when the owner wants it', async () => {
  const order = await place([{ wrapping: null }])
  await shop.services.orders.ring(order.id)
  await settled()
  expect(await codesOf(order)).toEqual([])
  expect((await owner.visit('/admin')).text).toContain('No wrapping: no gift made.')
  const page = await owner.visit('/admin/orders?state=open')
  expect(page.text).toContain('No wrapping: no gift made.')
  await owner.submit(page, 'Make the gift')
  await shop.services.orders.idle()
  expect(await codesOf(order)).toMatchObject([{ wrapping: 'printable-only', orderName: order.name }])
  expect((await owner.visit('/admin/orders?state=open')).text).toContain('Every order is read')
})

test('webhooks that were made again are told on the first page', async () => {
  await endWebhooks(['ORDERS_PAID'])
  await shop.services.orders.reconcile()
  const page = await owner.visit('/admin')
  expect(page.text).toContain('The store had stopped telling us of orders')
  expect(page.text).toContain('orders/paid')
})
