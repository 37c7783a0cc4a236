import { isSellerGiven, sellerOf } from '#app/models/company.ts'
import { MARKET_IDS, MARKETS } from '#app/models/market.ts'
import { BRAND } from '#app/models/page-messages.ts'
import { countWord } from '#app/models/wands.ts'
import { capitalizeFirst, type PageFacts } from '../page-facts.ts'
import type { LegalSection } from './legal-types.ts'

/** Sections 1 to 6 of the terms: seller, products, customers and prices. */
export function saleTerms(f: PageFacts): LegalSection[] {
  return [
    {
      id: 'who-we-are',
      title: 'Who we are',
      blocks: [
        sellerDetails(f),
        `In these terms, “we” means ${f.legalEntity === '' ? BRAND : 'that company'}, and “you” means the person who orders. You must be 18 or over to order, or have the permission of a parent or guardian.`,
      ],
    },
    {
      id: 'two-stores',
      title: `${capitalizeFirst(countWord(MARKET_IDS.length))} stores`,
      blocks: [
        {
          kind: 'list',
          items: MARKET_IDS.map((market) => {
            const { storeName, currencyName, region } = MARKETS[market]
            return `The ${storeName} sells in ${currencyName} and ships to ${region}.`
          }),
        },
        'Carts, prices, discount codes and gifts belong to the store they come from.',
      ],
    },
    {
      id: 'ordering',
      title: 'Ordering',
      blocks: [
        'You choose, you check the cart, you pay in the checkout. Before you pay you see the goods, the price, the delivery cost and the total, and can put right any mistake.',
        'Your order is an offer to buy. We accept it when we confirm it by email. That is the moment the contract is made. If we cannot accept it, because something has sold out or because of a plain mistake in a price, we tell you and return your money.',
        'Each order is made in English. Your order confirmation holds its details. Please keep it.',
      ],
    },
    preOrders(f),
    {
      id: 'limited-edition',
      title: 'Limited edition',
      blocks: [
        f.store.sellsLimitedEdition
          ? `Vol. I: The Phoenix Edition is limited to ${f.vol1Copies} signed and numbered copies. You choose the edition: Ashborn, Sunfire or Ember. We sell it to ${f.store.onlyRegion}.`
          : `Vol. I is not sold in the ${f.store.storeName}.`,
      ],
    },
    {
      id: 'prices',
      title: 'Prices and payment',
      blocks: [
        f.store.consumerRights !== 'uk-eu'
          ? `Prices are in ${f.store.currencyName}. Sales tax is added at checkout where the law asks for it.`
          : `Prices are in ${f.store.currencyName} and include UK VAT where it is charged. Orders to the EU may meet tax and duties on arrival: see [section 9](#customs).`,
        `Shipping is free on orders over ${f.freeShippingOver}. Below that, the checkout shows the cost before you pay. Payment is handled by our storefront host and its payment partners. The price that counts is the one in the checkout when you order.`,
        `A struck-through price beside Vol. II is the price plus the value of the envelope (${f.envelopeValue}). It is not an earlier price. Savings on bundles and sets compare with buying the same things separately in this shop.`,
      ],
    },
  ]
}

/** The company's details as configured by the owner; missing ones are available by email. */
function sellerDetails(f: PageFacts): string {
  const numbers = [
    f.companyNumber && ` Company number: ${f.companyNumber}.`,
    f.vatNumber && ` Tax or VAT number: ${f.vatNumber}.`,
  ].join('')
  const contactHint = isSellerGiven(f) ? '' : ' Write to us for our registered name and postal address.'
  return `${sellerOf(f)}. Email: [${f.contactEmail}](mailto:${f.contactEmail}).${numbers}${contactHint}`
}

function preOrders(f: PageFacts): LegalSection {
  return {
    id: 'pre-orders',
    title: f.isPreOrder ? 'Pre-orders' : 'Vol. II: Magical You',
    blocks: [
      f.isPreOrder
        ? `Vol. II: Magical You is sold as a pre-order. It ships tracked: ${f.vol2ShipsNow}.`
        : `Vol. II: Magical You ships tracked: ${f.vol2ShipsNow}.`,
      `Payment is taken ${f.paymentTaken}. If the date moves, we tell you the new one, and you may cancel for a full refund instead of waiting.`,
      `Vol. II comes with the Gift Edition Envelope, worth ${f.envelopeValue}, free of charge, or with the printable letter if you choose that. Envelopes ship ${f.envelopeShipsNow}, untracked.`,
    ],
  }
}
