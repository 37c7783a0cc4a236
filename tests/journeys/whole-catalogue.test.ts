import { expect, test } from 'vitest'
import { openPage } from './browser.ts'
import { askStore, startShop } from './shop.ts'

/** A store that has grown, as a shopper sees it with scripts. */

const SET = `mutation Grow($input: ProductSetInput!) {
  productSet(synchronous: true, input: $input) { product { id } userErrors { message } }
}`
const PUBLISH = `mutation Publish($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { message } }
}`

test('more than fifty products are all there', async () => {
  const shop = await startShop()
  const ask = (query: string, variables = {}) => askStore(shop, query, variables)
  const { publications } = await ask('query Channels { publications(first: 20) { nodes { id } } }')
  const channels = publications.nodes.map(({ id }: { id: string }) => ({ publicationId: id }))
  const sell = async (handle: string) => {
    const input = {
      title: handle.replace('-', ' '),
      handle,
      tags: ['market: us', 'warehouse-item'],
      status: 'ACTIVE',
      productOptions: [{ name: 'Size', position: 1, values: [{ name: 'A3' }] }],
      variants: [{ optionValues: [{ optionName: 'Size', name: 'A3' }], price: '7.00' }],
    }
    const { productSet } = await ask(SET, { input })
    await ask(PUBLISH, { id: productSet.product.id, input: channels })
  }
  for (let at = 10; at < 65; at++) await sell(`poster-${at}`)

  const page = await openPage({ baseURL: shop.origin })
  const more = page.getByRole('link', { name: 'Show more' })
  const products = page.locator('main a[href*="/product/"]')
  // The store tells the shop of its products a moment later.
  const listed = async () => {
    await page.goto('/us/products')
    return (await page.textContent('main'))?.includes('60 items') && more.count()
  }
  await expect.poll(listed).toBe(1)
  const first = await products.count()
  await more.click()
  await page.waitForURL(/show=100/)
  await expect.poll(() => products.count()).toBeGreaterThan(first)
  expect(await more.count()).toBe(0)
  await shop.stop()
})
