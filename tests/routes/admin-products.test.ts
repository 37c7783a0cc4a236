import { expect, test } from 'vitest'
import { injectFault } from '../support/backend-rows.ts'
import type { Page } from '../support/browser.ts'
import { openOwnersRoom } from '../support/owner.ts'
import { callStore } from '../support/store-orders.ts'

const { shop, owner: browser } = openOwnersRoom()

const CREATE = `mutation Make($input: ProductSetInput!) {
  productSet(synchronous: true, input: $input) { product { handle } userErrors { message } }
}`

async function sellInUs(handle: string, price = '18.00'): Promise<void> {
  const input = {
    title: `Poster ${handle}`,
    handle,
    tags: ['market: us', 'pod', 'merch'],
    status: 'ACTIVE',
    productOptions: [{ name: 'Size', position: 1, values: [{ name: 'A3' }] }],
    variants: [{ optionValues: [{ optionName: 'Size', name: 'A3' }], price }],
  }
  expect(JSON.stringify(await callStore(shop, CREATE, { input }))).toContain(handle)
}

const resultOf = (page: Page) => JSON.parse(page.document.querySelector('pre')?.textContent ?? 'null')
const ukProduct = (handle: string) => shop.services.storefront.getProduct('uk', handle)

test('a run creates the copies that are missing, in pounds, and shows the result as JSON', async () => {
  await sellInUs('owl-poster')
  const page = await browser.submit(await browser.visit('/admin'), 'Duplicate products')
  expect(page.path).toBe('/admin/products')
  expect(page.main).toContain('Products duplicated successfully!')
  expect(page.main).toContain('Created 1 UK products')
  const result = resultOf(page)
  expect(result.created).toEqual(['owl-poster-1'])
  expect(result.failed).toEqual([])
  expect(result.skipped.length).toBeGreaterThan(0)
  expect((await ukProduct('owl-poster-1'))?.variants[0]?.price).toEqual({
    amount: '18.00',
    currencyCode: 'GBP',
  })
})

test('a repeated or concurrent run creates no second copy', async () => {
  await sellInUs('moon-poster', '24.50')
  const form = await browser.visit('/admin')
  const pages = await Promise.all([1, 2, 3].map(() => browser.submit(form, 'Duplicate products')))
  expect(pages.flatMap((page) => resultOf(page).created)).toEqual(['moon-poster-1'])
  const again = await browser.submit(form, 'Duplicate products')
  expect(again.main).toContain('Created 0 UK products')
  expect(await ukProduct('moon-poster-2')).toBeNull()
})

test('with the function unavailable nothing is done partially, and all of it later', async () => {
  const handle = 'late-poster'
  await sellInUs(handle)
  injectFault(shop, { match: /functions\/v1\/duplicate/, kind: 'status', status: 500 })
  const page = await browser.submit(await browser.visit('/admin/products'), 'Duplicate products')
  expect(page.status).toBe(503)
  expect(page.main).toContain('Failed to duplicate products')
  expect(page.main).toContain('Run it again: it finishes what was begun, and makes nothing twice.')
  shop.embedded.backend?.faults.clear()
  expect(await ukProduct(`${handle}-1`)).toBeNull()
  const later = await browser.submit(page, 'Duplicate products')
  expect(resultOf(later).created).toEqual([`${handle}-1`])
})
