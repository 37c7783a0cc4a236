import { shipsAbroad } from '#app/models/market.ts'
import { capitalizeFirst, type PageFacts } from '../page-facts.ts'
import type { LegalSection, LegalTable } from './legal-types.ts'

/** Sections 7 to 9 of the terms: codes, gifts, delivery and duties. */
export function deliveryTerms(f: PageFacts): LegalSection[] {
  return [
    gifts(),
    {
      id: 'delivery',
      title: 'Delivery',
      blocks: [
        { kind: 'table', table: dispatchTable(f) },
        `Delivery takes ${f.delivery} once an order has shipped.`,
        'If we give no other date, we deliver within 30 days of your order. If we are late, you may set us a fair new date and cancel if we miss it.',
        'Goods are at our risk until they reach you or somebody you name.',
      ],
    },
    {
      id: 'customs',
      title: 'Customs duties',
      blocks: [
        !shipsAbroad(f.market)
          ? `None apply to orders inside ${f.store.shipsTo}.`
          : 'Orders from the United Kingdom store to the EU may be charged customs duties, import VAT or a handling fee. The carrier tells you. They are yours to pay, we cannot say in advance how much they will be, and they are non-refundable by us, also when you return the goods. Your customs office may be able to give some of it back: ask them.',
      ],
    },
  ]
}

function gifts(): LegalSection {
  return {
    id: 'gifts',
    title: 'Discount codes and gifts',
    blocks: [
      'A discount code works on the terms it comes with, and only in its own store. It has no cash value.',
      'When Vol. II is bought with gift wrapping, the purchaser receives magic words by email. Whoever enters them on the [Redeem page](/redeem) receives the gift, shipped free.',
      {
        kind: 'list',
        items: [
          'Each set of magic words works once, for one gift, in the store where it was bought.',
          'The words are used up when the order is complete, not before.',
          'The box is sent once, to the address given with the gift’s order.',
          'Treat them like cash. If somebody else uses them before you do, we cannot call the box back. If you think they have been stolen, write to us at once.',
          'An upgrade is billed separately and is paid by the person who chooses it.',
          'A gift cannot share a cart with printed-to-order merch.',
          'A refund for a gift goes to the person who paid for it.',
        ],
      },
    ],
  }
}

function dispatchTable(f: PageFacts): LegalTable {
  const to = f.store.onlyRegion.replace(/^the /, '')
  const vol1Before = `From ${f.vol1ShipsFrom}, then within ${f.vol1Dispatch}`
  const vol1 = ['Vol. I', f.vol1HasShipped ? `Within ${f.vol1Dispatch}` : vol1Before, to]
  return {
    caption: 'When things ship, and where to',
    head: ['What', 'Ships', 'To'],
    rows: [
      ...(f.store.sellsLimitedEdition ? [vol1] : []),
      ['Vol. II', `Tracked, ${f.vol2ShipsNow}`, to],
      ['Gift envelopes', `${capitalizeFirst(f.envelopeShipsNow)}, untracked`, 'As Vol. II'],
      ['Wands and bundles', `Within ${f.wandDispatch}`, to],
      ['Merch', `Printed to order, ${f.merchDispatch}`, to],
    ],
  }
}
