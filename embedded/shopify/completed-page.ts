import { html } from 'hono/html'
import { wrappingOfAttributes } from '#app/models/cart-checkout.ts'
import type { Company } from '#app/models/company.ts'
import { factsOf } from '#app/models/facts.ts'
import { kindOf, type ProductKind } from '#app/models/product.ts'
import {
  envelopePosted,
  giftBoxShips,
  isPosted,
  shippingOf,
  vol1Ships,
  vol2Ships,
} from '#app/models/shipping-dates.ts'
import { backToShop, type Html, headline, lineItem, page, sums } from './checkout-parts.ts'
import type { OrderRecord } from './orders.ts'
import type { ReceiptLine } from './quote.ts'
import { countryName, marketOf } from './regions.ts'

/** Whether a line is a gift, which its recipient redeems with magic words. */
function isGift({ attributes }: ReceiptLine): boolean {
  return wrappingOfAttributes(attributes) !== null
}

/** When the items of an order ship, relative to the day it was placed. */
function shippingNotes({ country, receipt }: OrderRecord, company: Company): string[] {
  const market = marketOf(country)
  const shipping = shippingOf(company, market, receipt.at)
  const { wandDispatch, merchDispatch } = factsOf(market)
  const kinds = new Set(receipt.lines.map(({ title, handle }) => kindOf({ title, handle })))
  const has = (...some: ProductKind[]) => some.some((kind) => kinds.has(kind))
  const boxes = receipt.lines
    .filter(({ title, handle }) => kindOf({ title, handle }) === 'vol-2')
    .map((line) => (isGift(line) ? giftBoxShips(shipping) : vol2Ships(shipping)))
  return [
    has('vol-1') && `Vol. I: The Phoenix Edition ships ${vol1Ships(shipping)}.`,
    ...[...new Set(boxes)].map((ships) => `Vol. II: Magical You ships ${ships}, tracked.`),
    receipt.lines.some(({ attributes }) => wrappingOfAttributes(attributes) === 'gift-edition') &&
      `The Gift Edition Envelope ${isPosted(market)} ${envelopePosted(shipping)}, untracked.`,
    has('wand', 'collectors-set') && `Wands ship within ${wandDispatch}.`,
    has('other') && `Merch is printed to order and ships ${merchDispatch}.`,
  ].filter((note) => note !== false)
}

function destination({ buyer, country, receipt }: OrderRecord): Html {
  const { address, city, province, zip } = receipt.address
  const place = country === 'US' ? `${city}, ${province} ${zip}` : `${city}, ${zip}`
  return html`<section class="inf" aria-labelledby="to"><h2 id="to">Where it goes</h2><p>${buyer.name}<br>${address}<br>${place}<br>${countryName(country)}</p><p class="small muted">${receipt.delivery.title}, ${receipt.delivery.time}.</p></section>`
}

function list(id: string, title: string, items: readonly (string | Html)[]): Html {
  return html`<section class="inf" aria-labelledby="${id}"><h2 id="${id}">${title}</h2><ul>${items.map((item) => html`<li>${item}</li>`)}</ul></section>`
}

function nextSteps({ buyer, country, receipt }: OrderRecord): (string | Html)[] {
  const hasGift = receipt.lines.some(isGift)
  const terms = `/${marketOf(country)}/terms-and-conditions`
  return [
    ...(hasGift ? [`The magic words for Vol. II come by email to ${buyer.email}.`] : []),
    'Keep your order number. This page stays at its address, and it can be printed.',
    html`Have you changed your mind? <a href="${terms}#cancel">How to cancel an order</a>.`,
  ]
}

/** The page of a completed order: items, destination, shipping times and next steps. @param company with the announced dates */
export function renderCompleted(order: OrderRecord, company: Company): string {
  const { name, buyer, country, receipt } = order
  const [first = ''] = buyer.name.trim().split(/\s+/)
  const title = 'Order complete'
  const thanks = `Thank you, ${first}. Your order number is ${name}.`
  const body = html`${headline(title, thanks, html``)}
<div class="wrap od"><div>${destination(order)}${list('when', 'When it ships', shippingNotes(order, company))}${list('next', 'What happens next', nextSteps(order))}</div>
<section class="plate rec" aria-labelledby="rc"><h2 id="rc">Your order</h2><ul>
${receipt.lines.map((line) => lineItem(line, country))}</ul>
${sums(receipt, country)}
${backToShop(country, 'btn wide')}</section></div>`
  return page(title, country, body, html``)
}
