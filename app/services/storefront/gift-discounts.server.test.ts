import { expect, test } from 'vitest'
import { createGiftDiscounts } from './gift-discounts.server.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

/** An Admin API with these responses in sequence, and the operations it has received. */
function createAdmin(...responses: readonly object[]) {
  const operations: string[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    const { operationName, variables } = JSON.parse(String(init?.body))
    operations.push(`${operationName} ${Object.values(variables)}`)
    return Response.json({ data: responses[operations.length - 1] })
  }
  return { operations, admin: { url: 'https://store.example/admin', token: 'token', fetch } }
}

const FOUND = { codeDiscountNodeByCode: { id: 'gid://shopify/DiscountCodeNode/1' } }
const deactivatedWith = (...userErrors: readonly object[]) => ({ discountCodeDeactivate: { userErrors } })

test('the discount of a gift is found by its code and deactivated', async () => {
  const { admin, operations } = createAdmin(FOUND, deactivatedWith())
  await createGiftDiscounts(admin, log).deactivateDiscount('GIFT-1')
  expect(operations).toEqual(['GiftDiscount GIFT-1', 'RetireGiftDiscount gid://shopify/DiscountCodeNode/1'])
})

test('a rejected deactivation throws', async () => {
  const { admin } = createAdmin(FOUND, deactivatedWith({ field: null, message: 'Not now' }))
  await expect(createGiftDiscounts(admin, log).deactivateDiscount('GIFT-1')).rejects.toThrow(
    'RetireGiftDiscount: Not now',
  )
})

test('unknown discounts and a missing Admin API are ignored', async () => {
  const { admin, operations } = createAdmin({ codeDiscountNodeByCode: null })
  await createGiftDiscounts(admin, log).deactivateDiscount('GIFT-1')
  await createGiftDiscounts(null, log).deactivateDiscount('GIFT-1')
  expect(operations).toEqual(['GiftDiscount GIFT-1'])
})
