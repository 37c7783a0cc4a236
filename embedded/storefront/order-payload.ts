import type { PricedLine } from './pricing.ts'
import type { Quote } from './quote.ts'
import type { Buyer } from './receipt.ts'
import { countryName, currencyOf, numberOf, toPrice } from './regions.ts'

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

function toLineItem(
  { line, found, unitCents, subtotalCents, totalCents, allocations }: PricedLine,
  id: number,
) {
  const product = found?.product
  const variantTitle = found?.variant.title ?? ''
  return {
    id,
    admin_graphql_api_id: `gid://shopify/LineItem/${id}`,
    variant_id: numberOf(line.merchandiseId),
    product_id: product ? numberOf(product.id) : null,
    title: product?.title ?? '',
    variant_title: variantTitle,
    name: `${product?.title ?? ''} - ${variantTitle}`,
    vendor: 'Wizard Box',
    sku: found?.variant.sku ?? null,
    quantity: line.quantity,
    price: toPrice(unitCents),
    total_discount: toPrice(subtotalCents - totalCents),
    discount_allocations: allocations.map(({ cents }) => ({ amount: toPrice(cents) })),
    properties: line.attributes.map(({ key, value }) => ({ name: key, value })),
    requires_shipping: true,
    taxable: true,
    gift_card: false,
    fulfillment_status: null,
  }
}

function toAddress(buyer: Buyer) {
  return {
    ...splitName(buyer.name),
    name: buyer.name,
    address1: buyer.address,
    address2: null,
    city: buyer.city,
    province: buyer.province || null,
    zip: buyer.zip,
    country: countryName(buyer.country),
    country_code: buyer.country,
    phone: null,
  }
}

function toDiscountCodes({ priced }: Quote) {
  return priced.codes.flatMap(({ code, discount, problem, cents }) =>
    problem === null && discount
      ? [{ code: discount.code || code, amount: toPrice(cents), type: 'percentage' }]
      : [],
  )
}

/** The payload of Shopify's `orders/paid` webhook, with the fields that the shop or its owner may use. */
export function toOrderPayload({ id, number, quote, buyer, at }: OrderFacts) {
  const { cart, priced, delivery, totalCents } = quote
  const lineSum = priced.lines.reduce((sum, line) => sum + line.subtotalCents, 0)
  const currency = currencyOf(cart.country)
  const time = new Date(at).toISOString()
  const address = toAddress(buyer)
  return {
    id,
    admin_graphql_api_id: `gid://shopify/Order/${id}`,
    name: `#${number}`,
    number: number - 1000,
    order_number: number,
    email: buyer.email,
    contact_email: buyer.email,
    created_at: time,
    processed_at: time,
    updated_at: time,
    currency,
    presentment_currency: currency,
    financial_status: 'paid',
    fulfillment_status: null,
    source_name: 'web',
    test: true,
    cart_token: cart.token,
    checkout_token: cart.token,
    subtotal_price: toPrice(priced.totalCents),
    total_line_items_price: toPrice(lineSum),
    total_discounts: toPrice(lineSum - priced.totalCents),
    total_shipping_price_set: { shop_money: { amount: toPrice(delivery.cents), currency_code: currency } },
    total_price: toPrice(totalCents),
    current_total_price: toPrice(totalCents),
    total_tax: '0.00',
    taxes_included: true,
    discount_codes: toDiscountCodes(quote),
    note: null,
    note_attributes: cart.attributes.map(({ key, value }) => ({ name: key, value })),
    customer: { id: id + 1_000_000_000_000, email: buyer.email, ...splitName(buyer.name) },
    line_items: priced.lines.map((line, place) => toLineItem(line, id * 10 + 9_000_000_000_000 + place)),
    shipping_lines: [{ title: delivery.title, price: toPrice(delivery.cents), code: 'standard' }],
    shipping_address: address,
    billing_address: address,
  }
}
