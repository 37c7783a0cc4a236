import { html, raw } from 'hono/html'
import { type CompanyFacts, deliveryTime } from '#app/models/company.ts'
import { MARKETS, zoneOf } from '#app/models/market.ts'
import { CHECKOUT_STYLE } from './checkout-style.ts'
import type { Receipt, ReceiptDiscount, ReceiptLine } from './quote.ts'
import { marketOf, toPrice } from './regions.ts'

export type Html = ReturnType<typeof html>

/** Formats minor units with the symbol of the country's currency. */
export function price(cents: number, country: string): string {
  return `${MARKETS[marketOf(country)].symbol}${toPrice(cents)}`
}

/** How long delivery to a country takes. */
export function deliveryTo(country: string, company: CompanyFacts): string {
  const zone = zoneOf(country)
  return zone ? `${deliveryTime(zone, company)} once it ships` : ''
}

/** A complete document in the shop's style. @param back shown at the end of the header */
export function page(title: string, country: string, body: Html, back: Html): string {
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
<a class="skip" href="#main">Skip to content</a>
<header class="oh dark"><div class="wrap"><a href="/${market}"><img src="/art/logo-lockup-light.svg" alt="Wizard Box, home" width="178" height="34"></a>${back}</div></header>
<main id="main">${body}</main>
<footer class="of"><div class="wrap"><p>© ${new Date().getFullYear()} Wizard Box.</p><p>Delivery and returns: <a href="/${market}/terms-and-conditions">Terms &amp; Conditions</a></p></div></footer>
</body>
</html>
`)
}

/** The dark header section of a page without a form. @param action a link beside the text */
export function headline(title: string, text: string, action: Html): Html {
  return html`<section class="thx dark" aria-labelledby="tk"><div class="wrap"><img src="/art/lock-plate.svg" alt="" width="400" height="400"><div><h1 id="tk">${title}</h1><p class="muted">${text}</p></div>${action}</div></section>`
}

export function backToShop(country: string, className = 'btn'): Html {
  return html`<a class="${className}" href="/${marketOf(country)}">Back to the shop</a>`
}

function thumbnail(url: string): string {
  return url.replace(/^(\/products\/.*)-1280\.jpg$/, '$1-160.jpg')
}

/** A line of the order. @param note why it can't be ordered, or null */
export function lineItem(line: ReceiptLine, country: string, note: Html | null = null): Html {
  const { subtotalCents, totalCents, picture } = line
  const free = totalCents === 0 && subtotalCents > 0
  const before =
    totalCents < subtotalCents
      ? html`<s><span class="sr">Was </span>${price(subtotalCents, country)}</s>`
      : ''
  return html`<li class="it"><span class="pic">${picture ? html`<img src="${thumbnail(picture)}" alt="" width="160" height="160">` : ''}<span class="n"><span class="sr">Quantity </span>${line.quantity}</span></span><span><b>${free ? 'Your gift' : line.title}</b><span class="small muted">${line.words}</span>${note ?? ''}</span><span class="p">${before}${free ? 'FREE' : price(totalCents, country)}</span></li>`
}

function discountRow({ code, isGift, cents }: ReceiptDiscount, country: string): Html {
  const label = isGift ? 'Gift, magic words' : `Discount, ${code}`
  return html`<div class="g"><dt>${label}</dt><dd>−${price(cents, country)}</dd></div>`
}

/** Subtotal, discounts, delivery and total. @param refused discount codes that do not apply */
export function sums(
  order: Pick<Receipt, 'lines' | 'discounts' | 'delivery' | 'totalCents'>,
  country: string,
  refused: readonly string[] = [],
): Html {
  const sum = order.lines.reduce((total, line) => total + line.subtotalCents, 0)
  const free = order.delivery.cents === 0
  return html`<dl class="tots"><div><dt>Subtotal</dt><dd>${price(sum, country)}</dd></div>${order.discounts.map((discount) => discountRow(discount, country))}${refused.map((code) => html`<div><dt>Discount, ${code}</dt><dd>Does not apply</dd></div>`)}<div${free ? raw(' class="g"') : ''}><dt>Delivery</dt><dd>${free ? 'FREE' : price(order.delivery.cents, country)}</dd></div><div class="t"><dt>Total</dt><dd>${price(order.totalCents, country)}</dd></div></dl>`
}
