import { html, raw } from 'hono/html'
import { wrappingOfAttributes } from '#app/models/cart-line-words.ts'
import { MARKETS, zoneOf } from '#app/models/market.ts'
import { MINIMUM_AGE } from '#supabase/functions/_shared/markets/figures.ts'
import type { Buyer, Order } from './orders.ts'
import { fullCents, lineCents, type PricedLine, type Quote } from './pricing.ts'
import { marketOf, toPrice } from './regions.ts'

type Html = ReturnType<typeof html>
type FieldName = keyof Buyer
export type FieldErrors = Partial<Record<FieldName, string>>

/** Inline style of these pages, allowed by its hash in the Content Security Policy. */
export const CHECKOUT_STYLE = `
@font-face{font-family:"Della Respira";src:url(/fonts/della-respira.woff2) format("woff2");font-display:swap}
@font-face{font-family:"Commissioner Variable";src:url(/fonts/commissioner.woff2) format("woff2");font-weight:400 650;font-display:swap}
:root{--soot:#0b1412;--ink:#15191a;--slate:#4a514e;--bone:#ede9de;--gilt:#c9993f;--wax:#98281f;--line:#c8c5ba;--leaf:#fcfbf7}
*{box-sizing:border-box}
body{margin:0;background:#e4e2da;color:var(--ink);font:400 1.0625rem/1.6 "Commissioner Variable","Segoe UI",system-ui,sans-serif;overflow-wrap:anywhere}
h1,h2,legend{margin:0;padding:0;font:400 1.6rem/1.15 "Della Respira",Palatino,Georgia,serif;text-wrap:balance}
h1{font-size:clamp(2.25rem,1.5rem + 2.6vw,3.25rem)}
legend{margin-bottom:1rem}
p,ul,dl,dd,fieldset{margin:0;padding:0;border:0;min-width:0;list-style:none}
a{color:inherit;text-underline-offset:.22em}
:focus-visible{outline:2px solid #765214;outline-offset:2px}
header{background:var(--soot);padding:1.25rem;text-align:center}header img{max-width:100%;height:auto;vertical-align:middle}
header a:focus-visible{outline-color:#e9cb82}
main,form,section,fieldset{display:grid;gap:1.25rem}main,form{gap:2rem}
main{width:min(100% - 2.5rem,46rem);margin-inline:auto;padding-block:clamp(2rem,5vw,4rem)}
.plate{background:#f4f2eb;border-radius:2px;padding:clamp(1.25rem,4vw,2.5rem);box-shadow:0 1px 2px #15191a1f,inset 0 0 0 8px #f4f2eb,inset 0 0 0 9px #76521461}
.muted,.hint{color:var(--slate);font-size:.9375rem}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
label{display:grid;gap:.4rem;font-weight:600}
input:not([type=radio]){width:100%;min-height:3.25rem;padding:.7rem 1rem;font:inherit;color:inherit;background:var(--leaf);border:1px solid #7b7d75;border-radius:2px}
input[aria-invalid]{border-color:var(--wax)}input[type=radio]{width:1.15rem;height:1.15rem;accent-color:#765214}
.choice{display:block;padding:1rem;background:var(--leaf);border:1px solid var(--line)}.choice span{font-weight:400}
.error{color:var(--wax);font-weight:600}
button{min-height:3.25rem;padding:.75rem 1.75rem;border:0;border-radius:2px;background:var(--soot);color:var(--bone);font:inherit;font-weight:600;box-shadow:inset 0 0 0 3px var(--soot),inset 0 0 0 4px var(--gilt);cursor:pointer}
button:hover{background:#1c3a34}button[disabled]{background:#d3d0c6;color:#525651;box-shadow:none;cursor:not-allowed}
li{display:grid;grid-template-columns:4rem 1fr auto;gap:1rem;align-items:center;padding:1rem 0;border-bottom:1px solid var(--line)}
li img{display:block;width:4rem;height:4rem;object-fit:cover;background:#12231f}li p{grid-column:2}li s{display:block;color:var(--slate)}
.price{font-weight:650;text-align:right}
dl div{display:flex;justify-content:space-between;gap:1rem}.total{margin-top:.6rem;font-weight:650;font-size:1.25rem}
@media (max-width:26rem){li{grid-template-columns:1fr auto}li img{display:none}li p{grid-column:1}}
@media print{body{background:#fff}header,button,.hint{display:none}.plate{box-shadow:none;padding:0}}`

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
  ['paid', 'Paid', 'The order counts at once.'],
  ['later', 'Pay later', 'The order stays unpaid until the owner marks it as paid.'],
  ['test', 'Test order', 'As a payment service in its test mode: no gifts are made.'],
] as const

const countryName = (country: string) =>
  zoneOf(country)?.countries.find(({ code }) => code === country)?.name ?? country
const price = (cents: number, country: string) => `${MARKETS[marketOf(country)].symbol}${toPrice(cents)}`
const priceOrFree = (cents: number, country: string) => (cents === 0 ? 'FREE' : price(cents, country))

/** A complete document in the shop's colours. */
function page(title: string, country: string, body: Html): string {
  const market = marketOf(country)
  return String(html`<!doctype html>
<html lang="${MARKETS[market].locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | Wizard Box</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${raw(CHECKOUT_STYLE)}</style>
</head>
<body>
<header><a href="/${market}"><img src="/art/logo-lockup-light.svg" alt="Wizard Box, home" width="178" height="34"></a></header>
<main><h1>${title}</h1>${body}<p><a href="/${market}">Back to the shop</a></p></main>
</body>
</html>
`)
}

function lineItem(line: PricedLine, country: string, note: string): Html {
  const [full, cents] = [fullCents(line), lineCents(line)]
  const before = cents < full ? html`<s><span class="sr">Was </span>${price(full, country)}</s>` : ''
  const words = [line.variantTitle, ...line.attributes.map(({ value }) => value)].filter(Boolean).join(', ')
  const picture = line.picture?.replace(/^(\/products\/.*)-1280\.jpg$/, '$1-160.jpg') ?? '/art/lock-plate.svg'
  return html`<li><img src="${picture}" alt="" width="160" height="160"><span><b>${line.title}</b><br><span class="muted">${words}<br>Quantity ${line.quantity}</span></span><span class="price">${before}${priceOrFree(cents, country)}</span>${note && html`<p class="error">${note}</p>`}</li>`
}

/** What was ordered, with discounts, those that do not apply too, and what is sold out. */
function receipt(
  order: Pick<Quote, 'country' | 'codes' | 'delivery'> & { readonly lines: readonly PricedLine[] },
  totalCents: number,
): Html {
  const { country, lines, codes, delivery } = order
  const subtotal = lines.reduce((total, line) => total + fullCents(line), 0)
  const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`
  return html`<h2>Your order</h2><ul>
${lines.map((line) => lineItem(line, country, line.isAvailable ? '' : 'This has sold out.'))}</ul>
<dl>${row('Subtotal', price(subtotal, country))}${codes.map(({ code, isGift, problem, cents }) =>
    row(
      isGift ? 'Gift, magic words' : `Discount, ${code}`,
      problem ? 'Does not apply' : `−${price(cents, country)}`,
    ),
  )}${row(`Delivery (${delivery.title})`, priceOrFree(delivery.cents, country))}<div class="total"><dt>Total</dt><dd>${price(totalCents, country)}</dd></div></dl>`
}

/** What the page of an open checkout shows: its quote, what was typed, what is wrong with that, and why it is not ordered. */
export type CheckoutView = {
  readonly quote: Quote
  readonly fields: Buyer
  readonly errors: FieldErrors
  readonly problem: string | null
}

/** The checkout page: lines, total and the form that completes the order. Works without JavaScript. */
export function renderCheckout({ quote, fields, errors, problem }: CheckoutView): string {
  const { country, isOrderable, totalCents } = quote
  const inputs = fieldsOf(country).map(([name, label, autocomplete]) => {
    const error = errors[name]
    const described = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : ''
    return html`<div><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${name === 'email' ? 'email' : 'text'}" autocomplete="${autocomplete}" maxlength="${MAX_LENGTH}" required value="${fields[name]}"${described}>${error && html`<p class="error" id="${name}-error">${error}</p>`}</div>`
  })
  const body = html`<form method="post">
${problem && html`<p class="error" role="alert">${problem}</p>`}
<p>This is the shop’s own order page. No card is asked for and nothing is charged.</p>
<input type="hidden" name="total" value="${totalCents}">
<section class="plate">${receipt(quote, totalCents)}</section>
<fieldset><legend>Deliver to</legend>${inputs}<p class="hint">Country: ${countryName(country)}, chosen in your cart.</p></fieldset>
<fieldset><legend>Payment</legend>${PAYMENTS.map(([value, title, text]) => html`<label class="choice"><input type="radio" name="payment" value="${value}"${value === 'paid' ? raw(' checked') : ''}> ${title} <span>${text}</span></label>`)}</fieldset>
<button${isOrderable ? '' : raw(' disabled')}>Complete order</button>
<p class="hint">By completing the order you accept our <a href="/${marketOf(country)}/terms-and-conditions">Terms &amp; Conditions</a>. Wands contain a small magnet and are not for children under ${MINIMUM_AGE}.</p></form>`
  return page('Complete your order', country, body)
}

export function renderNotFound(country: string): string {
  const text = 'There is nothing to order here any more. Your cart is waiting in the shop.'
  return page('This checkout has closed', country, html`<p>${text}</p>`)
}

/** The page of a completed order: what was ordered, for whom, and where its magic words come. */
export function renderCompleted(order: Order): string {
  const { country, buyer, name } = order
  const hasGift = order.lines.some(({ attributes }) => {
    const wrapping = wrappingOfAttributes(attributes)
    return wrapping !== null && wrapping !== 'no-wrapping'
  })
  const place = [buyer.address, buyer.city, buyer.province, buyer.zip, countryName(country)]
  const [firstName = ''] = buyer.name.trim().split(/\s+/)
  const body = html`<p>Thank you, ${firstName}. Your order number is ${name}: keep it, or print this page, which stays at its address.</p>
${hasGift && html`<p>The magic words for Vol. II come by email to ${buyer.email}.</p>`}
<section class="plate">${receipt(order, order.dueCents)}</section>
<section><h2>Where it goes</h2><p>${buyer.name}<br>${place.filter(Boolean).join(', ')}</p></section>
<p>Have you changed your mind? <a href="/${marketOf(country)}/terms-and-conditions#cancel">How to cancel an order</a>.</p>`
  return page('Order complete', country, body)
}
