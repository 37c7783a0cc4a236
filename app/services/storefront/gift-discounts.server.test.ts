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

test.each([
  ['known one', [FOUND, deactivatedWith()], undefined, 2],
  [
    'rejected one',
    [FOUND, deactivatedWith({ field: null, message: 'Not now' })],
    'Shopify RetireGiftDiscount: Not now',
    2,
  ],
  ['unknown one', [{ codeDiscountNodeByCode: null }], undefined, 1],
])(
  'the discount of a gift is found by its code and deactivated: a %s',
  async (_, responses, refused, asked) => {
    const { admin, operations } = createAdmin(...responses)
    const retired = createGiftDiscounts(admin, log).deactivateDiscount('GIFT-1')
    expect(await retired.catch((error: Error) => error.message)).toBe(refused)
    const all = ['GiftDiscount GIFT-1', 'RetireGiftDiscount gid://shopify/DiscountCodeNode/1']
    expect(operations).toEqual(all.slice(0, asked))
  },
)

test('a missing Admin API is ignored', async () => {
  await createGiftDiscounts(null, log).deactivateDiscount('GIFT-1')
})
