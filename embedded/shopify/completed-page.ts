import { html } from 'hono/html'
import { wrappingOfAttributes } from '#app/models/cart-checkout.ts'
import { BOX_OF_WORDS, boxGoesTo } from '#app/models/cart-line-words.ts'
import { currentTitle, isGiftVariant, kindOf, type ProductKind } from '#app/models/product.ts'
import { hasVol2Shipped, isPosted, type Shipping, ships } from '#app/models/shipping-dates.ts'
import { backToShop, deliveryTo, type Html, headline, lineItem, page, sums } from './checkout-parts.ts'
import type { OrderRecord } from './orders.ts'
import type { Receipt, ReceiptLine } from './quote.ts'
import { countryName, marketOf } from './regions.ts'

/** How a box of Vol. II was sold: anything else is sold without a wrapping. */
const wrappingOf = ({ attributes }: ReceiptLine) => wrappingOfAttributes(attributes) ?? 'no-wrapping'

/** When a box of Vol. II ships: one that was given follows its words, which this order spends. */
const boxShips = (line: ReceiptLine, shipping: Shipping) =>
  ships(shipping, isGiftVariant(line.title, line.words) ? 'gift-edition' : wrappingOf(line))

const hasEnvelope = ({ lines }: Receipt) => lines.some((line) => wrappingOf(line) === 'gift-edition')

/** When the items of an order ship, relative to the day it was placed. */
function shippingNotes({ receipt }: OrderRecord, shipping: Shipping): string[] {
  const kinds = new Set(receipt.lines.map(({ title, handle }) => kindOf({ title, handle })))
  const has = (...some: ProductKind[]) => some.some((kind) => kinds.has(kind))
  const boxes = receipt.lines
    .filter(({ title, handle }) => kindOf({ title, handle }) === 'vol-2')
    .map((line) => boxShips(line, shipping))
  return [
    has('vol-1') && `Vol. I: The Phoenix Edition ships ${ships(shipping, 'vol-1')}.`,
    ...[...new Set(boxes)].map((when) => `Vol. II: Magical You ships ${when}, tracked.`),
    hasEnvelope(receipt) &&
      `The Gift Edition Envelope ${isPosted(shipping.market)} ${ships(shipping, 'envelope')}, untracked.`,
    has('wand', 'bundle') && `Wands ship ${ships(shipping, 'wand')}.`,
    has('other') && `Merch is printed to order and ships ${ships(shipping, 'merch')}.`,
  ].filter((note) => note !== false)
}

function destination({ state: { buyer }, country, receipt }: OrderRecord, shipping: Shipping): Html {
  const { address, city, province, zip } = receipt.address
  const place = country === 'US' ? `${city}, ${province} ${zip}` : `${city}, ${zip}`
  return html`<section class="inf" aria-labelledby="to"><h2 id="to">Where it goes</h2>${hasEnvelope(receipt) ? html`<p class="small muted">Your envelope goes to</p>` : ''}<p>${buyer.name}<br>${address}<br>${place}<br>${countryName(country)}</p><p class="small muted">${receipt.delivery.title}, ${deliveryTo(country, shipping)}.</p></section>`
}

function list(id: string, title: string, items: readonly (string | Html)[]): Html {
  return html`<section class="inf" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></section>`
}

function nextSteps({ state: { buyer }, country, receipt }: OrderRecord): (string | Html)[] {
  const hasGift = receipt.lines.some((line) => wrappingOf(line) !== 'no-wrapping')
  const terms = `/${marketOf(country)}/terms-and-conditions`
  return [
    ...(hasGift
      ? [
          `The magic words for Vol. II come by email to ${buyer.email}. ${BOX_OF_WORDS}`,
          html`For yourself? Once you have them, <a href="/${marketOf(country)}/redeem">say the words</a>.`,
        ]
      : []),
    ...(receipt.lines.some(({ attributes }) => wrappingOfAttributes(attributes) === 'no-wrapping')
      ? [boxGoesTo('no-wrapping')]
      : []),
    'Keep your order number. This page stays at its address, and it can be printed.',
    html`Have you changed your mind? <a href="${terms}#cancel">How to cancel an order</a>.`,
  ]
}

/** The page of a completed order: items, destination, shipping times and next steps. @param shipping on its day */
export function renderCompleted(order: OrderRecord, shipping: Shipping): string {
  const { country, receipt } = order
  const { name, buyer } = order.state
  const [first = ''] = buyer.name.trim().split(/\s+/)
  const hasShipped = hasVol2Shipped(shipping)
  const title = 'Order complete'
  const thanks = `Thank you, ${first}. Your order number is ${name}.`
  const body = html`${headline(title, thanks, html``)}
<div class="wrap od"><div>${destination(order, shipping)}${list('when', 'When it ships', shippingNotes(order, shipping))}${list('next', 'What happens next', nextSteps(order))}</div>
<section class="plate rec" aria-labelledby="rc"><h2 id="rc">Your order</h2><ul>
${receipt.lines.map((line) => lineItem({ ...line, title: currentTitle(line, hasShipped) }, country))}</ul>
${sums(receipt, country)}
${backToShop(country, 'btn wide')}</section></div>`
  return page(title, country, body, html``)
}
