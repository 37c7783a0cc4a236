import { beforeAll, expect, test } from 'vitest'
import { sendWebhook, type WebhookOptions } from '../support/gifts.ts'
import { callStore } from '../support/store-orders.ts'
import { openTestShop } from '../support/test-shop.ts'

const MUG = '/us/product/magical-af-mug'

const shop = openTestShop()
beforeAll(async () => {
  await shop.warm
})

async function idOf(handle: string): Promise<string> {
  return (await shop.services.storefront.getProduct('us', handle))?.id ?? ''
}

/** The owner gives the mug another price in the store, and the store tells the shop. */
async function setPrice(price: string): Promise<void> {
  await callStore(
    shop,
    'mutation ($input: ProductSetInput!) { productSet(input: $input) { userErrors { message } } }',
    {
      input: {
        id: await idOf('magical-af-mug'),
        productOptions: [{ name: 'Title', values: [{ name: '11 oz' }] }],
        variants: [{ price, optionValues: [{ optionName: 'Title', name: '11 oz' }] }],
      },
    },
  )
  await shop.embedded.store?.deliverWebhooks()
}

async function page(path: string): Promise<string> {
  return (await shop.fetch(path)).text()
}

const notify = (topic: string, body: string, options: WebhookOptions = {}) =>
  sendWebhook(shop, body, { topic, path: `/webhooks/${topic.replace(/[/_]/g, '-')}`, ...options })
const generation = () => shop.services.storefront.catalogueGeneration()

test('a new price is on the next page, for visitors with a cart and without, and in the lists', async () => {
  expect(await page(MUG)).toContain('$16')
  expect(await page('/us/products')).toContain('$16')
  await setPrice('21.50')
  expect(await page(MUG)).toContain('$21.50')
  expect(await page(MUG)).not.toContain('$16')
  expect(await page('/us/products')).toContain('$21.50')
  expect(await (await shop.browser().visit(MUG)).html).toContain('$21.50')
})

test('a product that was deleted is gone from the next page', async () => {
  const query = 'mutation ($input: ProductDeleteInput!) { productDelete(input: $input) { deletedProductId } }'
  await callStore(shop, query, { input: { id: await idOf('keyhole-tote') } })
  await shop.embedded.store?.deliverWebhooks()
  expect((await shop.fetch('/us/product/keyhole-tote')).status).toBe(404)
  expect(await page('/us/products')).not.toContain('keyhole-tote')
})

test('each topic refreshes the catalogue once for each notice', async () => {
  for (const [topic, body] of [
    ['products/update', '{"id":788032119674292922,"title":"Mug"}'],
    ['products/delete', '{"id":788032119674292922}'],
    ['collections/update', '{"id":482865238}'],
    ['inventory_levels/update', '{"inventory_item_id":271878346596884015,"available":0}'],
  ] as const) {
    const before = generation()
    const event = { eventId: `event-of-${topic}` }
    expect((await notify(topic, body, event)).status).toBe(200)
    expect(generation()).toBe(before + 1)
    expect((await notify(topic, body, event)).status).toBe(200)
    expect(generation()).toBe(before + 1)
  }
})

test('what the store did not sign or cannot mean changes nothing', async () => {
  const before = generation()
  expect((await notify('products/update', '{"id":1}', { secret: 'another' })).status).toBe(401)
  for (const body of ['', '[]', '{"id":null}', '{', '\u0000'])
    expect((await notify('products/update', body)).status, body).toBe(400)
  const unused = { topic: 'products/create' }
  expect((await notify('products/update', '{"id":1}', unused)).status).toBe(200)
  expect((await shop.fetch('/webhooks/products-update')).status).toBe(405)
  expect(generation()).toBe(before)
})
