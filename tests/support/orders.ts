import type { OrderProducts } from '#app/models/order-gifts.ts'
import type { OrderLine, StoreOrder } from '#app/models/store-order.ts'

/** Orders of a store, for the tests of what they say of gifts. */

const VOL_2 = 'gid://shopify/Product/2'
const BUNDLE = 'gid://shopify/ProductVariant/22'
const [title, tags] = ['Vol. II: Magical You', ['market: us']]

/** A product with gift bundles of its own, and one that only sounds like it. */
export const PRODUCTS: OrderProducts = new Map([
  [VOL_2, { title, tags, variants: [{ id: BUNDLE, title: 'Gift Bundle - No Wand' }] }],
  ['gid://shopify/Product/3', { title, tags, variants: [{ id: '9', title: 'No Wand' }] }],
])

export function lineOf(more: Partial<OrderLine> = {}): OrderLine {
  return {
    id: '1',
    productId: VOL_2,
    variantId: 'gid://shopify/ProductVariant/21',
    title,
    variantTitle: 'No Wand',
    wrapping: 'printable-only',
    left: 1,
    shipped: 0,
    ...more,
  }
}

export const GIFT_LINE = { variantId: BUNDLE, variantTitle: 'Gift Bundle - No Wand', wrapping: null } as const

export function orderOf(id: string, more: Partial<StoreOrder> = {}): StoreOrder {
  return {
    id,
    name: `#${id}`,
    version: '1',
    status: 'paid',
    currency: 'USD',
    email: 'giver@example.com',
    buyer: 'Grace Giver',
    codes: [],
    lines: [lineOf()],
    ...more,
  }
}
