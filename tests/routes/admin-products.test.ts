import { expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { openOwnersRoom } from '../support/owner.ts'
import { callStore } from '../support/store-orders.ts'

/** The owner's copies of products. What is copied is in tests/backend/copy-products.test.ts. */

const { shop, owner } = openOwnersRoom()

const CREATE = `mutation Make($input: ProductSetInput!) {
  productSet(synchronous: true, input: $input) { product { handle } userErrors { message } }
}`

async function sellInUs(handle: string): Promise<void> {
  const input = {
    title: `Poster ${handle}`,
    handle,
    tags: ['market: us', 'pod', 'merch'],
    status: 'ACTIVE',
    productOptions: [{ name: 'Size', position: 1, values: [{ name: 'A3' }] }],
    variants: [{ optionValues: [{ optionName: 'Size', name: 'A3' }], price: '18.00' }],
  }
  expect(JSON.stringify(await callStore(shop, CREATE, { input }))).toContain(handle)
}

const resultOf = (page: Page) => JSON.parse(page.texts('pre')[0] ?? 'null')
const ukProduct = (handle: string) => shop.services.storefront.getProduct('uk', handle)

test('are made once, however often it is pressed, and the result is shown as JSON', async () => {
  await sellInUs('owl-poster')
  const form = await owner.visit('/admin')
  const pages = await Promise.all([1, 2, 3].map(() => owner.submit(form, 'Duplicate products')))
  expect(pages.flatMap((page) => resultOf(page).created)).toEqual(['owl-poster-1'])
  const page = pages.find((one) => resultOf(one).created.length > 0)
  expect(page?.path).toBe('/admin/products')
  expect(page?.main).toMatch(/Products duplicated successfully!\s*Created 1 UK products/)
  const price = { amount: '18.00', currencyCode: 'GBP' }
  expect((await ukProduct('owl-poster-1'))?.variants[0]?.price).toEqual(price)
})

test('are all made later where the function is unavailable', async () => {
  await sellInUs('late-poster')
  injectFault(shop, { match: /functions\/v1\/duplicate/, kind: 'status', status: 500 })
  const page = await owner.submit(await owner.visit('/admin/products'), 'Duplicate products')
  expect([page.status, page.main.includes('Failed to duplicate products')]).toEqual([503, true])
  shop.embedded.backend?.faults.clear()
  expect(await ukProduct('late-poster-1')).toBeNull()
  expect(resultOf(await owner.submit(page, 'Duplicate products')).created).toEqual(['late-poster-1'])
})
