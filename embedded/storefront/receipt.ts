import type { PricedLine } from './pricing.ts'
import type { Quote } from './quote.ts'

export type Buyer = {
  readonly name: string
  readonly email: string
  readonly address: string
  readonly city: string
  readonly province: string
  readonly zip: string
  readonly country: string
}

/** A line on the checkout page and the page of the completed order. Amounts are in minor units. */
export type ReceiptLine = {
  readonly title: string
  readonly handle: string
  /** Variant title and attributes. */
  readonly words: string
  /** URL of an image, or null. */
  readonly picture: string | null
  readonly quantity: number
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
  readonly subtotalCents: number
  /** After the line's own discounts. */
  readonly totalCents: number
}

export type ReceiptDiscount = {
  readonly code: string
  /** True for a discount on certain items, as a gift's code is. */
  readonly isGift: boolean
  /** The discounted amount in minor units. */
  readonly cents: number
}

/** Items, amounts (in minor units) and address of an order, as they were when it was placed. */
export type Receipt = {
  /** When the order was placed, ms since the epoch. */
  readonly at: number
  readonly lines: readonly ReceiptLine[]
  readonly discounts: readonly ReceiptDiscount[]
  readonly delivery: Quote['delivery']
  readonly totalCents: number
  readonly address: Pick<Buyer, 'address' | 'city' | 'province' | 'zip'>
}

/** A priced line for display. One that is no longer in the catalogue gets a placeholder title. */
export function toReceiptLine({ line, found, subtotalCents, totalCents }: PricedLine): ReceiptLine {
  const picture = found?.variant.image ?? found?.product.images[0]
  return {
    title: found?.product.title ?? 'No longer for sale',
    handle: found?.product.handle ?? '',
    words: [found?.variant.title, ...line.attributes.map(({ value }) => value)].filter(Boolean).join(', '),
    picture: picture?.url ?? null,
    quantity: line.quantity,
    attributes: line.attributes,
    subtotalCents,
    totalCents,
  }
}

export function toReceiptDiscounts({ priced }: Quote): ReceiptDiscount[] {
  return priced.codes.flatMap(({ code, discount, problem, cents }) =>
    discount === null || problem !== null ? [] : [{ code, isGift: discount.items !== null, cents }],
  )
}

/** The receipt of an order. @param at when it is placed, ms since the epoch */
export function toReceipt(quote: Quote, buyer: Buyer, at: number): Receipt {
  const { address, city, province, zip } = buyer
  return {
    at,
    lines: quote.priced.lines.map(toReceiptLine),
    discounts: toReceiptDiscounts(quote),
    delivery: quote.delivery,
    totalCents: quote.totalCents,
    address: { address, city, province, zip },
  }
}
