import { type Cart, cartGid } from './carts.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import type { Allocation, PricedCart, PricedLine } from './pricing.ts'
import { toMoney, toVariantNode } from './product-nodes.ts'

/** Priced carts as nodes of the Storefront API. */

function toAllocationNode({ discount, cents }: Allocation, country: string) {
  return {
    __typename: 'CartCodeDiscountAllocation',
    code: discount.code,
    discountedAmount: toMoney(cents, country),
  }
}

function toLineNode({ token, country }: Cart, priced: PricedLine) {
  const { line, found } = priced
  return {
    __typename: 'CartLine',
    id: `gid://shopify/CartLine/${line.id}?cart=${token}`,
    quantity: line.quantity,
    attributes: line.attributes,
    merchandise: () => found && toVariantNode(found, country),
    discountAllocations: priced.allocations.map((allocation) => toAllocationNode(allocation, country)),
  }
}

export function toCartNode(cart: Cart, priced: PricedCart, origin: string) {
  const { country, token, key } = cart
  return {
    __typename: 'Cart',
    id: cartGid(cart),
    checkoutUrl: `${origin}/embedded/checkout/${token}?key=${key}`,
    buyerIdentity: { countryCode: country },
    totalQuantity: priced.lines.reduce((sum, { line, found }) => sum + (found ? line.quantity : 0), 0),
    cost: { totalAmount: toMoney(priced.totalCents, country) },
    discountCodes: priced.codes.map(({ code, problem }) => ({ code, applicable: problem === null })),
    discountAllocations: priced.allocations.map((allocation) => toAllocationNode(allocation, country)),
    lines: (args: ConnectionArgs) =>
      toConnection(
        priced.lines.flatMap((line) => (line.found ? [{ id: line.line.id, line }] : [])),
        args,
        ({ line }) => toLineNode(cart, line),
      ),
  }
}

/** The warnings of a cart: discount codes that do not apply, and lines that are no longer available. */
export function cartWarnings(cart: Cart, { codes, lines }: PricedCart) {
  const target = cartGid(cart)
  return [
    ...codes.flatMap(({ code, problem }) =>
      problem === null
        ? []
        : [{ code: problem, message: `Discount code ${code} cannot be applied to this cart.`, target }],
    ),
    ...lines.flatMap(({ available, line }) => {
      const message = `The merchandise with id ${line.merchandiseId} is out of stock.`
      return available ? [] : [{ code: 'MERCHANDISE_OUT_OF_STOCK', message, target }]
    }),
  ]
}
