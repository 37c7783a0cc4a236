import { html, raw } from 'hono/html'
import { currentTitle } from '#app/models/product.ts'
import { hasVol2Shipped, type Shipping } from '#app/models/shipping-dates.ts'
import { backToShop, deliveryTo, type Html, headline, lineItem, page, price, sums } from './checkout-parts.ts'
import type { Quote } from './quote.ts'
import { type Buyer, toReceiptDiscounts, toReceiptLine } from './quote.ts'
import { countryName, marketOf } from './regions.ts'

export type CheckoutFields = Omit<Buyer, 'country'>
type FieldName = keyof CheckoutFields
export type FieldErrors = Partial<Record<FieldName, string>>

export type CheckoutView = {
  readonly quote: Quote
  readonly fields: CheckoutFields
  readonly errors: FieldErrors
  /** Discount codes from the URL, passed on by the form. */
  readonly codes: readonly string[]
  /** The facts of the store, today. */
  readonly shipping: Shipping
  /** Shown above the form, when the order can't be completed. */
  readonly problem: string | null
}

type Field = {
  readonly name: FieldName
  readonly label: string
  readonly autocomplete: string
  readonly type?: 'email'
}

const LOCK = raw(
  '<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><rect width="18" height="11" x="3" y="11" rx="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/></svg>',
)
const BACK = raw('<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="m15 18-6-6 6-6"/></svg>')

/** The most characters of a field. */
export const MAX_LENGTH = 200

/** The fields of the form, with their names in the buyer's country. */
export function fieldsOf(country: string): Field[] {
  const us = country === 'US'
  const state: Field = { name: 'province', label: 'State', autocomplete: 'address-level1' }
  return [
    { name: 'name', label: 'Name', autocomplete: 'name' },
    { name: 'email', label: 'Email', autocomplete: 'email', type: 'email' },
    { name: 'address', label: 'Address', autocomplete: 'street-address' },
    { name: 'city', label: us ? 'City' : 'Town', autocomplete: 'address-level2' },
    ...(us ? [state] : []),
    { name: 'zip', label: us ? 'ZIP code' : 'Postcode', autocomplete: 'postal-code' },
  ]
}

/** How the order is left: as paid, unpaid, or as a test of the owner's. */
const PAYMENTS = [
  { value: 'paid', title: 'Paid', text: 'The order counts at once.' },
  { value: 'later', title: 'Pay later', text: 'The order stays unpaid until the owner marks it as paid.' },
  { value: 'test', title: 'Test order', text: 'As a payment service in its test mode: no gifts are made.' },
] as const

function renderField(field: Field, { fields, errors }: CheckoutView): Html {
  const { name, label, autocomplete, type = 'text' } = field
  const error = errors[name]
  const described = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : ''
  return html`<div class="field"><label for="${name}">${label}</label><input class="in" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${MAX_LENGTH}" required value="${fields[name]}"${described}>${error ? html`<p class="err" id="${name}-error">${error}</p>` : ''}</div>`
}

function renderSummary({ quote, shipping }: CheckoutView): Html {
  const { priced, delivery, totalCents, orderable } = quote
  const { country } = quote.cart
  const lines = priced.lines
    .map(toReceiptLine)
    .map((line) => ({ ...line, title: currentTitle(line, hasVol2Shipped(shipping)) }))
  const soldOut = html`<span class="err">This has sold out.</span>`
  const refused = priced.codes.filter(({ discount, problem }) => discount === null || problem !== null)
  return html`<section class="plate rec" aria-labelledby="rc"><h2 id="rc">Your order</h2><ul>
${lines.map((line, place) => lineItem(line, country, priced.lines[place]?.available ? null : soldOut))}</ul>
${sums(
  { lines, discounts: toReceiptDiscounts(quote), delivery, totalCents },
  country,
  refused.map(({ code }) => code),
)}
<button class="btn wide"${orderable ? '' : raw(' disabled')}>Complete order</button><p class="hint">By completing the order you accept our <a href="/${marketOf(country)}/terms-and-conditions">Terms &amp; Conditions</a>. Wands contain a small magnet and are not for children under 14.</p></section>`
}

function backToCart(country: string): Html {
  return html`<a class="link" href="/${marketOf(country)}/cart">${BACK} Back to cart</a>`
}

/** The checkout page: lines, delivery, total and the form that completes the order. Works without JavaScript. */
export function renderCheckout(view: CheckoutView): string {
  const { quote, problem, codes, shipping } = view
  const { country } = quote.cart
  const { delivery } = quote
  const [name, email, address, ...place] = fieldsOf(country).map((field) => renderField(field, view))
  const body = html`<form class="wrap od" method="post"><div><h1>Complete your order</h1>
${problem ? html`<p class="till bad" role="alert">${LOCK}<span>${problem}</span></p>` : ''}
<p class="till">${LOCK}<span>This is the shop’s own order page. No card is asked for and nothing is charged.</span></p>
<input type="hidden" name="total" value="${quote.totalCents}">${codes.map((code) => html`<input type="hidden" name="discount" value="${code}">`)}
<fieldset class="grp"><legend>Contact</legend><div class="two">${name}${email}</div></fieldset>
<fieldset class="grp"><legend>Deliver to</legend>${address}<div class="two">${place}</div><p class="hint">Country: ${countryName(country)}, chosen in your cart.</p></fieldset>
<fieldset class="grp"><legend>Delivery</legend><label class="o"><input type="radio" name="delivery" value="standard" checked><span><b>${delivery.title}</b><span class="small muted">${deliveryTo(country, shipping)}</span></span><span class="pr">${delivery.cents === 0 ? 'FREE' : price(delivery.cents, country)}</span></label></fieldset>
<fieldset class="grp"><legend>Payment</legend>${PAYMENTS.map(({ value, title, text }) => html`<label class="o"><input type="radio" name="payment" value="${value}"${value === 'paid' ? raw(' checked') : ''}><span><b>${title}</b><span class="small muted">${text}</span></span></label>`)}</fieldset></div>
${renderSummary(view)}</form>`
  return page('Complete your order', country, body, backToCart(country))
}

/** The page for a checkout that does not exist or is empty. */
export function renderNotFound(country: string): string {
  const body = headline(
    'This checkout has closed',
    'There is nothing to order here any more. Your cart is waiting in the shop.',
    backToShop(country),
  )
  return page('This checkout has closed', country, body, html``)
}
