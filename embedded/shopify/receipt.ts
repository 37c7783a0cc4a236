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

export type ReceiptLine = ReturnType<typeof toReceiptLine>

/** A priced line for display. One that is no longer in the catalogue gets a placeholder title. Amounts in minor units. */
export function toReceiptLine({ line, found, subtotalCents, totalCents }: PricedLine) {
  const picture = found?.variant.image ?? found?.product.images[0]
  return {
    title: found?.product.title ?? 'No longer for sale',
    handle: found?.product.handle ?? '',
    /** Variant title and attributes. */
    words: [found?.variant.title, ...line.attributes.map(({ value }) => value)].filter(Boolean).join(', '),
    /** URL of an image, or null. */
    picture: picture?.url ?? null,
    quantity: line.quantity,
    attributes: line.attributes,
    subtotalCents,
    /** After the line's own discounts. */
    totalCents,
  }
}

export type ReceiptDiscount = ReturnType<typeof toReceiptDiscounts>[number]

/** The discounts that apply, in minor units. `isGift`: on certain items, as a gift's code is. */
export function toReceiptDiscounts({ priced }: Quote) {
  return priced.codes.flatMap(({ code, discount, problem, cents }) =>
    discount === null || problem !== null ? [] : [{ code, isGift: discount.items !== null, cents }],
  )
}

export type Receipt = ReturnType<typeof toReceipt>

/**
 * Items, amounts (in minor units) and address of an order, as they are when it is placed.
 * @param at when that is, ms since the epoch
 */
export function toReceipt(quote: Quote, buyer: Buyer, at: number) {
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
