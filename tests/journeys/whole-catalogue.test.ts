import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPage, pressable } from './browser.ts'
import { startShop } from './shop.ts'

/** A store that has grown, as a shopper sees it with scripts and without. */

const SET = `mutation Grow($input: ProductSetInput!) {
  productSet(synchronous: true, input: $input) { product { id } userErrors { message } }
}`
const PUBLISH = `mutation Publish($id: ID!, $input: [PublicationInput!]!) {
  publishablePublish(id: $id, input: $input) { userErrors { message } }
}`

test('more than fifty products, and more than ten variants of one, are all there', async () => {
  const shop = await startShop()
  const token = readFileSync(join(shop.dataDir, 'secrets/admin-token'), 'utf8').trim()
  const ask = async (query: string, variables: object = {}) => {
    const response = await fetch(`${shop.origin}/embedded/admin/api/2025-07/graphql.json`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token },
      body: JSON.stringify({ query, variables }),
    })
    const { data, errors } = await response.json()
    expect(errors ?? []).toEqual([])
    return data
  }
  const { publications } = await ask('query Channels { publications(first: 20) { nodes { id } } }')
  const channels = publications.nodes.map(({ id }: { id: string }) => ({ publicationId: id }))
  const sell = async (handle: string, sizes: readonly string[]) => {
    const input = {
      title: handle.replace('-', ' '),
      handle,
      tags: ['market: us', 'warehouse-item'],
      status: 'ACTIVE',
      productOptions: [{ name: 'Size', position: 1, values: sizes.map((name) => ({ name })) }],
      variants: sizes.map((name) => ({ optionValues: [{ optionName: 'Size', name }], price: '7.00' })),
    }
    const { productSet } = await ask(SET, { input })
    expect(productSet.userErrors).toEqual([])
    await ask(PUBLISH, { id: productSet.product.id, input: channels })
  }
  for (let at = 10; at < 65; at++) await sell(`poster-${at}`, ['A3'])
  await sell(
    'ribbon-reel',
    Array.from({ length: 60 }, (_, at) => `${at + 1} m`),
  )

  for (const javaScriptEnabled of [true, false]) {
    const page = await openPage({ baseURL: shop.origin, javaScriptEnabled })
    const more = page.getByRole('link', { name: 'Show more' })
    const products = page.locator('main a[href*="/product/"]')
    // The store tells the shop of its products a moment later.
    await expect
      .poll(
        async () => {
          await page.goto('/us/products')
          return (await page.textContent('main'))?.includes('61 items') && more.count()
        },
        { timeout: 60_000 },
      )
      .toBe(1)
    const first = await products.count()
    await more.click()
    await page.waitForURL(/show=100/)
    await expect.poll(() => products.count()).toBeGreaterThan(first)
    expect(await more.count()).toBe(0)
    await page.goto('/us/product/ribbon-reel')
    await page.getByRole('combobox', { name: /Size|Choose/ }).selectOption({ label: '60 m: $7' })
    const add = page.getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first()
    await (javaScriptEnabled ? await pressable(add) : add).click()
    await expect
      .poll(async () => {
        await page.goto('/us/cart')
        return page.textContent('main')
      })
      .toContain('60 m')
  }
  await shop.stop()
})
