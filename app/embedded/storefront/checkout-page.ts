import { CHECKOUT_STYLE } from './checkout-style.ts'
import { type Html, html, trusted } from './html.ts'
import type { OrderRecord, Quote } from './orders.ts'
import type { PricedLine } from './pricing.ts'
import { countryName, currencyOf, regionOf } from './regions.ts'

export type CheckoutFields = {
  readonly name: string
  readonly email: string
  readonly address: string
  readonly city: string
  readonly province: string
  readonly zip: string
}
export type FieldName = keyof CheckoutFields
export type FieldErrors = Partial<Record<FieldName, string>>

export type CheckoutView = {
  readonly quote: Quote
  readonly fields: CheckoutFields
  readonly errors: FieldErrors
  /** Codes from the address, carried along by the form. */
  readonly codes: readonly string[]
  /** Said above the form, when something stands in the way. */
  readonly problem: string | null
}

type Field = { readonly label: string; readonly autocomplete: string; readonly type?: 'email' }

const SYMBOLS = { USD: '$', GBP: '£' } as const
const LOCK = trusted(
  '<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><rect width="18" height="11" x="3" y="11" rx="2"/><path d="M7 11V7a5 5 0 0 1 10 0v4"/></svg>',
)
const BACK = trusted(
  '<svg class="ic" viewBox="0 0 24 24" aria-hidden="true"><path d="m15 18-6-6 6-6"/></svg>',
)

function marketOf(country: string): 'us' | 'uk' {
  return regionOf(country) === 'UK' ? 'uk' : 'us'
}

function price(cents: number, country: string): string {
  return `${SYMBOLS[currencyOf(country)]}${(cents / 100).toFixed(2)}`
}

function page(title: string, country: string, body: Html, back: Html): string {
  const market = marketOf(country)
  return html`<!doctype html>
<html lang="${market === 'uk' ? 'en-GB' : 'en-US'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | Wizard Box</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${trusted(CHECKOUT_STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header class="oh dark"><div class="wrap"><a href="/${market}"><img src="/art/logo-lockup-light.svg" alt="Wizard Box, home" width="178" height="34"></a>${back}</div></header>
<main id="main">${body}</main>
<footer class="of"><div class="wrap"><p>© ${new Date().getFullYear()} Wizard Box.</p><p>Delivery and returns: <a href="/${market}/terms-and-conditions">Terms &amp; Conditions</a></p></div></footer>
</body>
</html>
`.markup
}

function fieldsOf(country: string): Record<FieldName, Field> {
  const us = country === 'US'
  return {
    name: { label: 'Name', autocomplete: 'name' },
    email: { label: 'Email', autocomplete: 'email', type: 'email' },
    address: { label: 'Address', autocomplete: 'street-address' },
    city: { label: us ? 'City' : 'Town', autocomplete: 'address-level2' },
    province: { label: 'State', autocomplete: 'address-level1' },
    zip: { label: us ? 'ZIP code' : 'Postcode', autocomplete: 'postal-code' },
  }
}

/** The fields that an order to a country asks for. */
export function fieldNamesOf(country: string): readonly FieldName[] {
  return country === 'US'
    ? ['name', 'email', 'address', 'city', 'province', 'zip']
    : ['name', 'email', 'address', 'city', 'zip']
}

function input(name: FieldName, { fields, errors, quote }: CheckoutView): Html {
  const { label, autocomplete, type = 'text' } = fieldsOf(quote.cart.country)[name]
  const error = errors[name]
  const described = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : ''
  return html`<div class="field"><label for="${name}">${label}</label><input class="in" id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="200" required value="${fields[name]}"${described}>${error ? html`<p class="err" id="${name}-error">${error}</p>` : ''}</div>`
}

function thumbnail(url: string): string {
  return url.replace(/^(\/products\/.*)-1280\.jpg$/, '$1-160.jpg')
}

function lineItem(priced: PricedLine, country: string): Html {
  const { line, found, subtotalCents, totalCents } = priced
  const picture = found?.variant.image ?? found?.product.images[0]
  const free = totalCents === 0 && subtotalCents > 0
  const title = free ? 'Your gift' : (found?.product.title ?? 'No longer for sale')
  const words = [found?.variant.title, ...line.attributes.map((attribute) => attribute.value)]
    .filter(Boolean)
    .join(', ')
  const before =
    totalCents < subtotalCents
      ? html`<s><span class="sr">Was </span>${price(subtotalCents, country)}</s>`
      : ''
  return html`<li class="it"><span class="pic">${picture ? html`<img src="${thumbnail(picture.url)}" alt="" width="160" height="160">` : ''}<span class="n"><span class="sr">Quantity </span>${line.quantity}</span></span><span><b>${title}</b><span class="small muted">${words}</span>${priced.available ? '' : html`<span class="err">This has sold out.</span>`}</span><span class="p">${before}${free ? 'FREE' : price(totalCents, country)}</span></li>`
}

function discountRows({ priced, cart }: Quote): Html[] {
  return priced.codes.flatMap(({ code, discount, problem, cents }) => {
    if (problem !== null || discount === null)
      return [html`<div><dt>Discount, ${code}</dt><dd>Does not apply</dd></div>`]
    if (discount.items === null)
      return [html`<div class="g"><dt>Discount, ${code}</dt><dd>−${price(cents, cart.country)}</dd></div>`]
    return [html`<div class="g"><dt>Gift, magic words</dt><dd>−${price(cents, cart.country)}</dd></div>`]
  })
}

function receipt(view: CheckoutView): Html {
  const { quote } = view
  const { country } = quote.cart
  const sum = quote.priced.lines.reduce((total, line) => total + line.subtotalCents, 0)
  const free = quote.delivery.cents === 0
  return html`<section class="plate rec" aria-labelledby="rc"><h2 id="rc">Your order</h2><ul>
${quote.priced.lines.map((line) => lineItem(line, country))}</ul>
<dl class="tots"><div><dt>Subtotal</dt><dd>${price(sum, country)}</dd></div>${discountRows(quote)}<div${free ? trusted(' class="g"') : ''}><dt>Delivery</dt><dd>${free ? 'FREE' : price(quote.delivery.cents, country)}</dd></div><div class="t"><dt>Total</dt><dd>${price(quote.totalCents, country)}</dd></div></dl>
<button class="btn wide"${quote.orderable ? '' : trusted(' disabled')}>Complete order</button><p class="hint">By completing the order you accept our <a href="/${marketOf(country)}/terms-and-conditions">Terms &amp; Conditions</a>. Wands contain a small magnet and are not for children under 14.</p></section>`
}

function backToCart(country: string): Html {
  return html`<a class="link" href="/${marketOf(country)}/cart">${BACK} Back to cart</a>`
}

/** The order page: lines, delivery, total and the form that completes it. Works without JavaScript. */
export function renderCheckout(view: CheckoutView): string {
  const { quote, problem, codes } = view
  const { country } = quote.cart
  const { delivery } = quote
  const rows = fieldNamesOf(country).includes('province')
    ? (['city', 'province', 'zip'] as const)
    : (['city', 'zip'] as const)
  const body = html`<form class="wrap od" method="post"><div><h1>Complete your order</h1>
${problem ? html`<p class="till bad" role="alert">${LOCK}<span>${problem}</span></p>` : ''}
<p class="till">${LOCK}<span>This is the shop’s own order page. No card is asked for and nothing is charged.</span></p>
<input type="hidden" name="total" value="${quote.totalCents}">${codes.map((code) => html`<input type="hidden" name="discount" value="${code}">`)}
<fieldset class="grp"><legend>Contact</legend><div class="two">${input('name', view)}${input('email', view)}</div></fieldset>
<fieldset class="grp"><legend>Deliver to</legend>${input('address', view)}<div class="two">${rows.map((name) => input(name, view))}</div><p class="hint">Country: ${countryName(country)}, chosen in your cart.</p></fieldset>
<fieldset class="grp"><legend>Delivery</legend><label class="o"><input type="radio" name="delivery" value="standard" checked><span><b>${delivery.title}</b><span class="small muted">${delivery.time}</span></span><span class="pr">${delivery.cents === 0 ? 'FREE' : price(delivery.cents, country)}</span></label></fieldset></div>
${receipt(view)}</form>`
  return page('Complete your order', country, body, backToCart(country))
}

function notice(title: string, text: string, country: string): string {
  const body = html`<section class="thx dark" aria-labelledby="tk"><div class="wrap"><img src="/art/lock-plate.svg" alt="" width="400" height="400"><div><h1 id="tk">${title}</h1><p class="muted">${text}</p></div><a class="btn" href="/${marketOf(country)}">Back to the shop</a></div></section>`
  return page(title, country, body, html``)
}

/** The page of an order that is done. */
export function renderCompleted({ name, buyer, country }: OrderRecord): string {
  const [first = ''] = buyer.name.trim().split(/\s+/)
  return notice('Order complete', `Thank you, ${first}. Your order number is ${name}.`, country)
}

/** The page when there is no such checkout, or nothing in it. */
export function renderGone(country: string): string {
  return notice(
    'This checkout has closed',
    'There is nothing to order here any more. Your cart is waiting in the shop.',
    country,
  )
}
