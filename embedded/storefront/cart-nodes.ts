import { type Cart, cartGid } from './carts.ts'
import { type ConnectionArgs, toConnection } from './connection.ts'
import {
  type Allocation,
  type PricedCart,
  type PricedLine,
  type PricingSources,
  priceCart,
} from './pricing.ts'
import { type ProductNodes, toMoney } from './product-nodes.ts'

export type CartNodesOptions = {
  readonly sources: () => PricingSources
  readonly nodesOf: (country: string) => ProductNodes
  readonly publicOrigin: () => string
}

function checkoutPath(cart: Pick<Cart, 'token' | 'key'>): string {
  return `/embedded/checkout/${cart.token}?key=${cart.key}`
}

function toAllocationNode({ discount, cents }: Allocation, country: string) {
  return {
    __typename: 'CartCodeDiscountAllocation',
    code: discount.code,
    discountedAmount: toMoney(cents, country),
    targetType: 'LINE_ITEM',
    discountApplication: {
      allocationMethod: 'ACROSS',
      targetSelection: discount.items === null ? 'ALL' : 'ENTITLED',
      targetType: 'LINE_ITEM',
      value: { __typename: 'PricingPercentageValue', percentage: discount.value.part * 100 },
    },
  }
}

function createAttributeField(attributes: Cart['attributes']) {
  return ({ key }: { key: string }) => attributes.find((attribute) => attribute.key === key) ?? null
}

function lineCost(priced: PricedLine, country: string) {
  return {
    amountPerQuantity: toMoney(priced.unitCents, country),
    compareAtAmountPerQuantity: null,
    subtotalAmount: toMoney(priced.subtotalCents, country),
    totalAmount: toMoney(priced.totalCents, country),
  }
}

function cartCost(priced: PricedCart, country: string) {
  return {
    subtotalAmount: toMoney(priced.subtotalCents, country),
    subtotalAmountEstimated: true,
    totalAmount: toMoney(priced.totalCents, country),
    totalAmountEstimated: true,
    checkoutChargeAmount: toMoney(priced.totalCents, country),
    totalTaxAmount: null,
    totalTaxAmountEstimated: true,
    totalDutyAmount: null,
    totalDutyAmountEstimated: true,
  }
}

/** Carts as nodes of the Storefront API. Prices are computed on every call. */
export function createCartNodes({ sources, nodesOf, publicOrigin }: CartNodesOptions) {
  function toLineNode(cart: Cart, priced: PricedLine) {
    const { line, found } = priced
    return {
      __typename: 'CartLine',
      id: `gid://shopify/CartLine/${line.id}?cart=${cart.token}`,
      quantity: line.quantity,
      attributes: line.attributes,
      attribute: createAttributeField(line.attributes),
      merchandise: () => found && nodesOf(cart.country).toVariantNode(found),
      cost: lineCost(priced, cart.country),
      discountAllocations: priced.allocations.map((allocation) => toAllocationNode(allocation, cart.country)),
      sellingPlanAllocation: null,
    }
  }

  return function toCartNode(cart: Cart) {
    const priced = priceCart(cart, sources())
    const { country } = cart
    return {
      __typename: 'Cart',
      id: cartGid(cart),
      checkoutUrl: publicOrigin() + checkoutPath(cart),
      createdAt: new Date(cart.createdAt).toISOString(),
      updatedAt: new Date(cart.updatedAt).toISOString(),
      totalQuantity: cart.lines.reduce((sum, line) => sum + line.quantity, 0),
      note: cart.note ?? '',
      attributes: cart.attributes,
      attribute: createAttributeField(cart.attributes),
      buyerIdentity: { countryCode: country, email: cart.email, phone: cart.phone, customer: null },
      cost: cartCost(priced, country),
      discountCodes: priced.codes.map(({ code, problem }) => ({ code, applicable: problem === null })),
      discountAllocations: priced.allocations.map((allocation) => toAllocationNode(allocation, country)),
      appliedGiftCards: [],
      lines: (args: ConnectionArgs) =>
        toConnection(
          priced.lines.flatMap((line) => (line.found ? [{ id: line.line.id, line }] : [])),
          args,
          ({ line }) => toLineNode(cart, line),
        ),
    }
  }
}

/** The cart's warnings: discount codes that do not apply, and lines that are no longer available. */
export function cartWarnings(cart: Cart, sources: PricingSources) {
  const { codes, lines } = priceCart(cart, sources)
  const target = cartGid(cart)
  return [
    ...codes.flatMap(({ code, problem }) =>
      problem === null
        ? []
        : [{ code: problem, message: `Discount code ${code} cannot be applied to this cart.`, target }],
    ),
    ...lines.flatMap(({ available, line }) =>
      available
        ? []
        : [
            {
              code: 'MERCHANDISE_OUT_OF_STOCK',
              message: `The merchandise with id ${line.merchandiseId} is out of stock.`,
              target,
            },
          ],
    ),
  ]
}
