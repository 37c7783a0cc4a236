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
  const search = `?q=${encodeURIComponent(order.name)}`
  const { main } = await owner.visit(`/admin/orders${search}`)
  const file = await (await owner.fetch(`/admin/orders.csv${search}`)).text()
  const words = (await codesOf(order)).map(({ code }) => code)
  for (const text of [order.name, 'Paid', ...words, 'Setup pending', 'Taken back'])
    expect([main.includes(text), file.includes(text)], text).toEqual([true, true])
  expect(main).not.toContain(test.name)
  expect((await owner.visit('/admin/orders')).main).toContain('Test order: no gifts')
})

test('an order is read again, also by its number, and a number that the store does not have is refused', async () => {
  const order = await place()
  await settled()
  await endWebhooks()
  await cancel(order)
  await settled()
  const revoked = async () => (await codesOf(order))[0]?.revokedAt !== null
  expect(await revoked()).toBe(false)
  const list = await owner.visit('/admin/orders')
  const readByNumber = (typed: string) => owner.submit(list, 'Read order by number', { typed })
  expect((await readByNumber(` ${order.name.slice(1)} `)).main).toContain('The order is being read again.')
  await shop.services.orders.idle()
  expect(await revoked()).toBe(true)
  const before = await noted(order)
  await owner.post('/admin/orders', { intent: 'read', id: before?.id ?? '' })
  await shop.services.orders.idle()
  expect((await noted(order))?.doneAt).not.toBe(before?.doneAt)
  const refused = await readByNumber('#99999')
  expect([refused.status, refused.main.includes('The store has no order with that number.')]).toEqual([
    404,
    true,
  ])
})

test('a box that was sold without a wrapping is reported, and becomes a gift when the owner wants it', async () => {
  const order = await place([{ wrapping: null }])
  await shop.services.orders.ring(order.id)
  await settled()
  expect(await codesOf(order)).toEqual([])
  expect((await owner.visit('/admin')).main).toContain('No wrapping: no gift made.')
  const page = await owner.visit('/admin/orders?state=open')
  expect(page.main).toContain('No wrapping: no gift made.')
  await owner.submit(page, 'Make the gift')
  await shop.services.orders.idle()
  expect(await codesOf(order)).toMatchObject([{ wrapping: 'printable-only', orderName: order.name }])
  expect((await owner.visit('/admin/orders?state=open')).main).toContain('Every order is read')
})

test('webhooks that were made again are told on the first page', async () => {
  await endWebhooks(['ORDERS_PAID'])
  await shop.services.orders.reconcile()
  const { main } = await owner.visit('/admin')
  for (const text of ['The store had stopped telling us of orders', 'orders/paid'])
    expect(main).toContain(text)
})
