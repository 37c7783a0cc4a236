import { expect, test } from 'vitest'
import { createGiftDiscounts } from './gift-discounts.server.ts'

const log = { debug() {}, info() {}, warn() {}, error() {} }

/** An Admin API that answers in that order, and what it was asked. */
function answering(...answers: readonly object[]) {
  const asked: string[] = []
  const fetch = async (_: unknown, init?: RequestInit) => {
    const { operationName, variables } = JSON.parse(String(init?.body))
    asked.push(`${operationName} ${Object.values(variables)}`)
    return Response.json({ data: answers[asked.length - 1] })
  }
  return { asked, admin: { url: 'https://store.example/admin', token: 'token', fetch } }
}

const FOUND = { codeDiscountNodeByCode: { id: 'gid://shopify/DiscountCodeNode/1' } }
const refusing = (...userErrors: readonly object[]) => ({ discountCodeDeactivate: { userErrors } })

test('the discount of a gift is found by its code and retired', async () => {
  const { admin, asked } = answering(FOUND, refusing())
  await createGiftDiscounts(admin, log).retire('GIFT-1')
  expect(asked).toEqual(['GiftDiscount GIFT-1', 'RetireGiftDiscount gid://shopify/DiscountCodeNode/1'])
})

test('a discount that the store does not retire is no retired one', async () => {
  const { admin } = answering(FOUND, refusing({ field: null, message: 'Not now' }))
  await expect(createGiftDiscounts(admin, log).retire('GIFT-1')).rejects.toThrow(
    'RetireGiftDiscount: Not now',
  )
})

test('what the store does not have, or nobody may change, needs no retiring', async () => {
  const { admin, asked } = answering({ codeDiscountNodeByCode: null })
  await createGiftDiscounts(admin, log).retire('GIFT-1')
  await createGiftDiscounts(null, log).retire('GIFT-1')
  expect(asked).toEqual(['GiftDiscount GIFT-1'])
})
