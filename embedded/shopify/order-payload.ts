import type { PricedLine } from './pricing.ts'
import type { Quote } from './quote.ts'
import type { Buyer } from './receipt.ts'
import { currencyOf, numberOf, toPrice } from './regions.ts'

export type OrderFacts = {
  readonly id: number
  readonly number: number
  readonly quote: Quote
  readonly buyer: Buyer
  readonly at: number
}

function splitName(name: string): { first_name: string; last_name: string } {
  const [first = '', ...rest] = name.trim().split(/\s+/)
  return { first_name: first, last_name: rest.join(' ') }
}

function toLineItem({ line, found, unitCents }: PricedLine, id: number) {
  return {
    id,
    variant_id: numberOf(line.merchandiseId),
    product_id: found && numberOf(found.product.id),
    title: found?.product.title ?? '',
    variant_title: found?.variant.title ?? '',
    quantity: line.quantity,
    price: toPrice(unitCents),
    properties: line.attributes.map(({ key, value }) => ({ name: key, value })),
  }
}

function toDiscountCodes({ priced }: Quote) {
  return priced.codes.flatMap(({ code, discount, problem, cents }) =>
    problem === null && discount
      ? [{ code: discount.code || code, amount: toPrice(cents), type: 'percentage' }]
      : [],
  )
}

/** The payload of Shopify's `orders/paid` webhook: what the shop reads, and what describes the order. */
export function toOrderPayload({ id, number, quote, buyer, at }: OrderFacts) {
  const { cart, priced, totalCents } = quote
  const lineSum = priced.lines.reduce((sum, line) => sum + line.subtotalCents, 0)
  return {
    id,
    name: `#${number}`,
    order_number: number,
    email: buyer.email,
    created_at: new Date(at).toISOString(),
    currency: currencyOf(cart.country),
    financial_status: 'paid',
    test: true,
    total_discounts: toPrice(lineSum - priced.totalCents),
    total_price: toPrice(totalCents),
    discount_codes: toDiscountCodes(quote),
    note_attributes: cart.attributes.map(({ key, value }) => ({ name: key, value })),
    customer: { id: id + 1_000_000_000_000, email: buyer.email, ...splitName(buyer.name) },
    line_items: priced.lines.map((line, place) => toLineItem(line, id * 10 + 9_000_000_000_000 + place)),
    shipping_address: {
      ...splitName(buyer.name),
      address1: buyer.address,
      city: buyer.city,
      province: buyer.province || null,
      zip: buyer.zip,
      country_code: buyer.country,
    },
  }
}
