import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestStore, type TestStore, variantId } from '#tests/support/embedded-store.ts'

let shop: TestStore
beforeAll(() => {
  shop = createTestStore()
})
afterAll(() => shop.store.close())

const ELDER = variantId(4, 1)
const PHOENIX = variantId(4, 6)

const CREATE = `mutation ($input: CartInput) { cartCreate(input: $input) {
  cart {
    id checkoutUrl totalQuantity attributes { key value } buyerIdentity { countryCode }
    cost { totalAmount { amount currencyCode } }
    lines(first: 100) { nodes { quantity attributes { key value } } }
  }
  userErrors { field code } } }`

async function create(input: object) {
  const { data, errors } = await shop.storefront(CREATE, { input })
  expect(errors).toEqual([])
  return data.cartCreate
}

describe('a cart', () => {
  it('has lines with their attributes, and equal ones as one', async () => {
    const line = { merchandiseId: ELDER, quantity: 2, attributes: [{ key: 'Wands', value: 'Dragon & Oak' }] }
    const { cart } = await create({
      lines: [line, line, { merchandiseId: ELDER }],
      buyerIdentity: { countryCode: 'GB' },
      attributes: [{ key: 'a', value: 'b' }],
    })
    expect(cart).toMatchObject({
      totalQuantity: 5,
      buyerIdentity: { countryCode: 'GB' },
      attributes: [{ key: 'a', value: 'b' }],
      cost: { totalAmount: { amount: '170.0', currencyCode: 'GBP' } },
    })
    expect(cart.lines.nodes).toMatchObject([
      { quantity: 4, attributes: line.attributes },
      { quantity: 1, attributes: [] },
    ])
    expect(cart.checkoutUrl).toMatch(/^http:\/\/shop\.test\/embedded\/checkout\/\w+\?key=\w+$/)
  })

  it.each([
    ['unknown merchandise', { merchandiseId: variantId(9, 9) }, 'INVALID', 'merchandiseId'],
    ['sold-out merchandise', { merchandiseId: PHOENIX }, 'INVALID', 'merchandiseId'],
    ['merchandise of the other market', { merchandiseId: variantId(1, 1) }, 'INVALID', 'merchandiseId'],
    ['no quantity', { merchandiseId: ELDER, quantity: 0 }, 'MINIMUM_NOT_MET', 'quantity'],
    ['too much of one thing', { merchandiseId: ELDER, quantity: 21 }, 'MAXIMUM_EXCEEDED', 'quantity'],
  ])('with %s is refused with a user error', async (_, line, code, field) => {
    const { cart, userErrors } = await create({ lines: [line], buyerIdentity: { countryCode: 'US' } })
    expect(cart).toBeNull()
    expect(userErrors).toMatchObject([{ code, field: ['input', 'lines', '0', field] }])
  })

  it('is not found without its key', async () => {
    const { cart } = await create({})
    const query = 'query ($id: ID!) { cart(id: $id) { id } }'
    expect((await shop.storefront(query, { id: cart.id })).data.cart).toEqual({ id: cart.id })
    expect((await shop.storefront(query, { id: cart.id.replace(/key=.*/, 'key=0') })).data.cart).toBeNull()
  })
})
