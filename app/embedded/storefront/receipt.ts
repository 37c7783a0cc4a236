import type { Buyer, Quote } from './orders.ts'
import type { PricedLine } from './pricing.ts'

/** A line as the order page and the page after it show it. Money in minor units. */
export type ReceiptLine = {
  readonly title: string
  readonly handle: string
  /** Variant and options. */
  readonly words: string
  /** Address of a picture, or null. */
  readonly picture: string | null
  readonly quantity: number
  readonly attributes: readonly { readonly key: string; readonly value: string }[]
  readonly subtotalCents: number
  /** After the line's own discounts. */
  readonly totalCents: number
}

/** What a code has taken off. */
export type ReceiptDiscount = {
  readonly code: string
  /** True when it makes single pieces free, as a gift's code does. */
  readonly isGift: boolean
  readonly cents: number
}

/** What was ordered and where it goes, as it was at that moment. Money in minor units. */
export type Receipt = {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly lines: readonly ReceiptLine[]
  readonly discounts: readonly ReceiptDiscount[]
  readonly delivery: Quote['delivery']
  readonly totalCents: number
  readonly address: Pick<Buyer, 'address' | 'city' | 'province' | 'zip'>
}

/** A priced line in words. One that the catalogue no longer has says so. */
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

/** The codes of a quote that take something off. */
export function toReceiptDiscounts({ priced }: Quote): ReceiptDiscount[] {
  return priced.codes.flatMap(({ code, discount, problem, cents }) =>
    discount === null || problem !== null ? [] : [{ code, isGift: discount.items !== null, cents }],
  )
}

/** @param at milliseconds since 1970 */
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
