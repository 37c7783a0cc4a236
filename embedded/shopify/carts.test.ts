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

  it('is changed by its id, and stays as it is when a change is refused', async () => {
    const parts =
      'cart { id totalQuantity lines(first: 9) { nodes { id quantity } } } userErrors { field code }'
    const { cart } = await create({ lines: [{ merchandiseId: ELDER }], buyerIdentity: { countryCode: 'US' } })
    async function change(call: string) {
      const { data, errors } = await shop.storefront(
        `mutation ($id: ID!) { changed: ${call.replace('(', '(cartId: $id, ')} { ${parts} } }`,
        { id: cart.id },
      )
      expect(errors).toEqual([])
      return data.changed
    }
    const added = await change(`cartLinesAdd(lines: [{ merchandiseId: "${ELDER}", quantity: 2 }])`)
    expect(added.cart.totalQuantity).toBe(3)
    const [{ id: line }] = added.cart.lines.nodes
    const tooMany = await change(`cartLinesUpdate(lines: [{ id: "${line}", quantity: 21 }])`)
    expect(tooMany.userErrors).toEqual([{ field: ['lines', '0', 'quantity'], code: 'MAXIMUM_EXCEEDED' }])
    expect(tooMany.cart.totalQuantity).toBe(3)
    expect(
      (await change(`cartLinesUpdate(lines: [{ id: "${line}", quantity: 5 }])`)).cart.totalQuantity,
    ).toBe(5)
    expect((await change(`cartLinesRemove(lineIds: ["${line}"])`)).cart.lines.nodes).toEqual([])
    const gone = await change(`cartLinesRemove(lineIds: ["${line}"])`)
    expect(gone.userErrors).toEqual([{ field: ['lineIds'], code: 'INVALID_MERCHANDISE_LINE' }])
    const { data } = await shop.storefront(
      `mutation ($id: ID!) {
        cartDiscountCodesUpdate(cartId: $id, discountCodes: ["OWL10"]) { cart { discountCodes { code } } }
        cartAttributesUpdate(cartId: $id, attributes: [{ key: "a", value: "b" }]) { cart { attributes { key } } }
        cartBuyerIdentityUpdate(cartId: $id, buyerIdentity: { countryCode: FR }) {
          cart { cost { totalAmount { currencyCode } } }
        }
        cartLinesAdd(cartId: "gid://shopify/Cart/none?key=none", lines: []) { cart { id } userErrors { code } }
      }`,
      { id: cart.id },
    )
    expect(data).toEqual({
      cartDiscountCodesUpdate: { cart: { discountCodes: [{ code: 'OWL10' }] } },
      cartAttributesUpdate: { cart: { attributes: [{ key: 'a' }] } },
      cartBuyerIdentityUpdate: { cart: { cost: { totalAmount: { currencyCode: 'GBP' } } } },
      cartLinesAdd: { cart: null, userErrors: [{ code: 'INVALID' }] },
    })
  })

  it('is not found without its key', async () => {
    const { cart } = await create({})
    const query = 'query ($id: ID!) { cart(id: $id) { id } }'
    expect((await shop.storefront(query, { id: cart.id })).data.cart).toEqual({ id: cart.id })
    expect((await shop.storefront(query, { id: cart.id.replace(/key=.*/, 'key=0') })).data.cart).toBeNull()
  })

  it('of more than 32 KB is not stored', async () => {
    const attributes = Array.from({ length: 20 }, (_, at) => ({ key: `k${at}`, value: 'x'.repeat(2_000) }))
    const { cart, userErrors } = await create({ attributes })
    expect(cart).toBeNull()
    expect(userErrors).toMatchObject([{ code: 'MAXIMUM_EXCEEDED' }])
    const { cart: small } = await create({ attributes: attributes.slice(0, 15) })
    const grow = `mutation ($id: ID!, $attributes: [AttributeInput!]!) {
      cartAttributesUpdate(cartId: $id, attributes: $attributes) { userErrors { code } } }`
    const { data } = await shop.storefront(grow, { id: small.id, attributes })
    expect(data.cartAttributesUpdate.userErrors).toMatchObject([{ code: 'MAXIMUM_EXCEEDED' }])
  })
})
