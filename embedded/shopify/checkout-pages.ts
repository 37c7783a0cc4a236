import { html, raw } from 'hono/html'
import { BOX_OF_WORDS, boxGoesTo, wrappingOfAttributes } from '#app/models/cart-line-words.ts'
import { isGiftVariant, type ProductKind } from '#app/models/product.ts'
import { kindOf } from '#app/models/product-kind.ts'
import { hasVol2Shipped, isPosted, type Shipping, ships } from '#app/models/shipping-dates.ts'
import { MINIMUM_AGE } from '#supabase/functions/_shared/markets/figures.ts'
import { backToShop, deliveryTo, type Html, headline, lineItem, page, price, sums } from './checkout-parts.ts'
import type { Buyer, Order } from './orders.ts'
import type { PricedLine, Quote } from './pricing.ts'
import { countryName, marketOf } from './regions.ts'

type FieldName = keyof Buyer
export type FieldErrors = Partial<Record<FieldName, string>>

export type CheckoutView = {
  readonly quote: Quote
  readonly fields: Buyer
  readonly errors: FieldErrors
  /** The facts of the store, today. */
  readonly shipping: Shipping
  /** Shown above the form, when the order can't be completed. */
  readonly problem: string | null
}

const LOCK = raw(
  '<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><rect width="18" height="11" x="3" y="11" rx="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/></svg>',
)
const BACK = raw('<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="m15 18-6-6 6-6"/></svg>')

export const MAX_LENGTH = 200

/** The fields of the form: each with its label in the buyer's country, and how a browser fills it in. */
export function fieldsOf(country: string) {
  const isUs = country === 'US'
  const fields: [name: FieldName, label: string, autocomplete: string][] = [
    ['name', 'Name', 'name'],
    ['email', 'Email', 'email'],
    ['address', 'Address', 'street-address'],
    ['city', isUs ? 'City' : 'Town', 'address-level2'],
    ['province', 'State', 'address-level1'],
    ['zip', isUs ? 'ZIP code' : 'Postcode', 'postal-code'],
  ]
  return fields.filter(([name]) => isUs || name !== 'province')
}

/** How the order is left: as paid, unpaid, or as a test of the owner's. */
const PAYMENTS = [
  { value: 'paid', title: 'Paid', text: 'The order counts at once.' },
  { value: 'later', title: 'Pay later', text: 'The order stays unpaid until the owner marks it as paid.' },
  { value: 'test', title: 'Test order', text: 'As a payment service in its test mode: no gifts are made.' },
] as const

function renderField([name, label, autocomplete]: ReturnType<typeof fieldsOf>[number], view: CheckoutView) {
  const { fields, errors } = view
  const type = name === 'email' ? 'email' : 'text'
  const error = errors[name]
  const described = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : ''
  return html`<div class="field"><label for="${name}">${label}</label><input class="in" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${MAX_LENGTH}" required value="${fields[name]}"${described}>${error ? html`<p class="err" id="${name}-error">${error}</p>` : ''}</div>`
}

function renderSummary({ quote, shipping }: CheckoutView): Html {
  const { country, lines, isOrderable } = quote
  const hasShipped = hasVol2Shipped(shipping)
  const soldOut = html`<span class="err">This has sold out.</span>`
  return html`<section class="plate rec" aria-labelledby="rc"><h2 id="rc">Your order</h2><ul>
${lines.map((line) => lineItem(line, country, hasShipped, line.isAvailable ? undefined : soldOut))}</ul>
${sums(quote, quote.totalCents)}
<button class="btn wide"${isOrderable ? '' : raw(' disabled')}>Complete order</button><p class="hint">By completing the order you accept our <a href="/${marketOf(country)}/terms-and-conditions">Terms &amp; Conditions</a>. Wands contain a small magnet and are not for children under ${MINIMUM_AGE}.</p></section>`
}

/** The checkout page: lines, delivery, total and the form that completes the order. Works without JavaScript. */
export function renderCheckout(view: CheckoutView): string {
  const { quote, problem, shipping } = view
  const { country, delivery } = quote
  const [name, email, address, ...place] = fieldsOf(country).map((field) => renderField(field, view))
  const body = html`<form class="wrap od" method="post"><div><h1>Complete your order</h1>
${problem ? html`<p class="till bad" role="alert">${LOCK}<span>${problem}</span></p>` : ''}
<p class="till">${LOCK}<span>This is the shop’s own order page. No card is asked for and nothing is charged.</span></p>
<input type="hidden" name="total" value="${quote.totalCents}">
<fieldset class="grp"><legend>Contact</legend><div class="two">${name}${email}</div></fieldset>
<fieldset class="grp"><legend>Deliver to</legend>${address}<div class="two">${place}</div><p class="hint">Country: ${countryName(country)}, chosen in your cart.</p></fieldset>
<fieldset class="grp"><legend>Delivery</legend><label class="o"><input type="radio" name="delivery" value="standard" checked><span><b>${delivery.title}</b><span class="small muted">${deliveryTo(country, shipping)}</span></span><span class="pr">${delivery.cents === 0 ? 'FREE' : price(delivery.cents, country)}</span></label></fieldset>
<fieldset class="grp"><legend>Payment</legend>${PAYMENTS.map(({ value, title, text }) => html`<label class="o"><input type="radio" name="payment" value="${value}"${value === 'paid' ? raw(' checked') : ''}><span><b>${title}</b><span class="small muted">${text}</span></span></label>`)}</fieldset></div>
${renderSummary(view)}</form>`
  const back = html`<a class="link" href="/${marketOf(country)}/cart">${BACK} Back to cart</a>`
  return page('Complete your order', country, body, back)
}

export function renderNotFound(country: string): string {
  const body = headline(
    'This checkout has closed',
    'There is nothing to order here any more. Your cart is waiting in the shop.',
    backToShop(country),
  )
  return page('This checkout has closed', country, body)
}

/** How a box of Vol. II was sold: anything else is sold without a wrapping. */
const wrappingOf = ({ attributes }: PricedLine) => wrappingOfAttributes(attributes) ?? 'no-wrapping'

/** When a box of Vol. II ships: one that was given follows its words, which this order spends. */
const boxShips = (line: PricedLine, shipping: Shipping) =>
  ships(shipping, isGiftVariant(line.title, line.variantTitle) ? 'gift-edition' : wrappingOf(line))

const hasEnvelope = ({ lines }: Order) => lines.some((line) => wrappingOf(line) === 'gift-edition')

/** When the items of an order ship, relative to the day it was placed. */
function shippingNotes(order: Order, shipping: Shipping): string[] {
  const kinds = new Set(order.lines.map(({ title, handle }) => kindOf({ title, handle })))
  const has = (...some: ProductKind[]) => some.some((kind) => kinds.has(kind))
  const boxes = order.lines
    .filter(({ title, handle }) => kindOf({ title, handle }) === 'vol-2')
    .map((line) => boxShips(line, shipping))
  return [
    has('vol-1') && `Vol. I: The Phoenix Edition ships ${ships(shipping, 'vol-1')}.`,
    ...[...new Set(boxes)].map((when) => `Vol. II: Magical You ships ${when}, tracked.`),
    hasEnvelope(order) &&
      `The Gift Edition Envelope ${isPosted(shipping.market)} ${ships(shipping, 'envelope')}, untracked.`,
    has('wand', 'bundle') && `Wands ship ${ships(shipping, 'wand')}.`,
    has('other') && `Merch is printed to order and ships ${ships(shipping, 'merch')}.`,
  ].filter((note) => note !== false)
}

function destination(order: Order, shipping: Shipping): Html {
  const { country, delivery } = order
  const { name, address, city, province, zip } = order.buyer
  const place = country === 'US' ? `${city}, ${province} ${zip}` : `${city}, ${zip}`
  return html`<section class="inf" aria-labelledby="to"><h2 id="to">Where it goes</h2>${hasEnvelope(order) ? html`<p class="small muted">Your envelope goes to</p>` : ''}<p>${name}<br>${address}<br>${place}<br>${countryName(country)}</p><p class="small muted">${delivery.title}, ${deliveryTo(country, shipping)}.</p></section>`
}

function list(id: string, title: string, items: readonly (string | Html)[]): Html {
  return html`<section class="inf" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></section>`
}

function nextSteps({ buyer, country, lines }: Order): (string | Html)[] {
  const hasGift = lines.some((line) => wrappingOf(line) !== 'no-wrapping')
  const terms = `/${marketOf(country)}/terms-and-conditions`
  return [
    ...(hasGift
      ? [
          `The magic words for Vol. II come by email to ${buyer.email}. ${BOX_OF_WORDS}`,
          html`For yourself? Once you have them, <a href="/${marketOf(country)}/redeem">say the words</a>.`,
        ]
      : []),
    ...(lines.some(({ attributes }) => wrappingOfAttributes(attributes) === 'no-wrapping')
      ? [boxGoesTo('no-wrapping')]
      : []),
    'Keep your order number. This page stays at its address, and it can be printed.',
    html`Have you changed your mind? <a href="${terms}#cancel">How to cancel an order</a>.`,
  ]
}

/** The page of a completed order: items, destination, shipping times and next steps. @param shipping on its day */
export function renderCompleted(order: Order, shipping: Shipping): string {
  const { country, buyer, lines } = order
  const [first = ''] = buyer.name.trim().split(/\s+/)
  const hasShipped = hasVol2Shipped(shipping)
  const title = 'Order complete'
  const body = html`${headline(title, `Thank you, ${first}. Your order number is ${order.name}.`)}
<div class="wrap od"><div>${destination(order, shipping)}${list('when', 'When it ships', shippingNotes(order, shipping))}${list('next', 'What happens next', nextSteps(order))}</div>
<section class="plate rec" aria-labelledby="rc"><h2 id="rc">Your order</h2><ul>
${lines.map((line) => lineItem(line, country, hasShipped))}</ul>
${sums(order, order.dueCents)}
${backToShop(country, 'btn wide')}</section></div>`
  return page(title, country, body)
}
