import { type CartLine, type CartVariant, toCartVariant } from './cart.ts'
import type { GiftCode } from './gift-code.ts'
import { moneyOf } from './money.ts'
import { HANDLES, type Product } from './product.ts'
import { REQUIRED_PRODUCTS } from './store-products.ts'

/* A small catalogue for the unit tests of the models. */

/** `price` in whole currency units. */
type Priced = readonly [title: string, price: number | null]

let nextId = 10000000000001

export function productOf(
  given: Partial<Product>,
  variants: readonly Priced[] = [],
  currency: 'USD' | 'GBP' = 'USD',
): Product {
  return {
    id: `gid://shopify/Product/${nextId++}`,
    handle: 'thing',
    title: 'Thing',
    description: '',
    tags: [],
    images: [],
    options: [],
    variants: variants.map(([name, price]) => ({
      id: `gid://shopify/ProductVariant/${nextId++}`,
      title: name,
      price: price === null ? null : moneyOf(price, currency),
      availableForSale: true,
      selectedOptions: [],
    })),
    ...given,
  }
}

/** A product as set-up makes it in a store. */
export function requiredProduct(handle: string, currency: 'USD' | 'GBP' = 'USD'): Product {
  const required = REQUIRED_PRODUCTS.find((known) => known.handle === handle)
  if (!required) throw new Error(`No product ${handle}`)
  const { title, tags, variants } = required
  const images = [{ url: `/img/${handle}.svg`, altText: title, width: 800, height: 800 }]
  const priced = variants.map((variant): Priced => [variant.title, variant.price])
  return productOf({ handle, title, tags, images }, priced, currency)
}

export const vol1 = requiredProduct(HANDLES.vol1, 'GBP')
export const vol2 = requiredProduct(HANDLES.vol2.us)
export const wands = requiredProduct(HANDLES.wand)
export const wandBundle = requiredProduct(HANDLES.bundle)
export const tote = requiredProduct('keyhole-tote')
export const mug = requiredProduct('magical-af-mug')
export const untagged = productOf({ tags: ['market: us'] }, [['Default Title', null]])
export const notForCart = productOf({ tags: ['market: us'] }, [['Default Title', 5]])

const ALL = [vol1, vol2, wands, wandBundle, tote, mug, untagged, notForCart]

export const variants: ReadonlyMap<string, CartVariant> = new Map(
  ALL.flatMap((p) => p.variants.map((variant) => [variant.id, toCartVariant(p, variant)] as const)),
)

/** @throws Error when the product has no variant of that title */
export function idOf(of: Product, title: string): string {
  const variant = of.variants.find((v) => v.title === title)
  if (!variant) throw new Error(`No variant ${title}`)
  return variant.id
}

/** One of a variant in a cart, unless `rest` says otherwise. */
export function line(variantId: string, rest: Partial<CartLine> = {}): CartLine {
  return { variantId, quantity: 1, ...rest }
}

export function titleOf(variant: { readonly title: string } | null): string | null {
  return variant?.title ?? null
}

export const openGift: GiftCode = {
  id: '1',
  code: 'amber lantern owl',
  productTitle: 'Gift Bundle - No Wand',
  productVariantId: null,
  market: 'us',
  redeemed: false,
  redeemedAt: null,
  discountCode: 'GIFT-1',
  setupComplete: false,
  purchaserName: null,
  chosenWand: null,
  orderId: '1',
  orderLineId: '1',
  orderLineUnit: 1,
  redeemedOrderId: null,
  revokedAt: null,
  deliveredAt: '2026-11-28T10:00:00.000Z',
}
