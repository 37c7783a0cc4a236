import type { Edition, Wrapping } from '../models/option-choice.ts'
import { vol1Description, vol2Description } from '../models/product-descriptions.ts'
import { WAND_COUNT } from '../models/wands.ts'
import type { PageFacts } from './page-facts.ts'
import {
  EU_DUTIES,
  freeShipping,
  hasLegalRights,
  legalRights,
  magnetWarning,
  makerRows,
  type ProductCopy,
} from './product-copy.ts'

const OPENS_WITH = 'Our wands, or original wands of the earlier company. No others.'
const WORKS_WITH = `Works with any of our ${WAND_COUNT} wands, and with original wands of the earlier company`
const LIKE_A_BOOK = 'Closed, it looks like a book on a shelf'
const OPENS = 'Opens when a wand touches the symbol on the cover'
const BOX_MAGNET = 'The wand contains a small magnet. It is dangerous if swallowed.'

function sizeRows(facts: PageFacts): (readonly [string, string])[] {
  return [
    ['Height', facts.boxHeight],
    ['Width', facts.boxWidth],
    ['Depth', facts.boxDepth],
    ['Opens with', OPENS_WITH],
  ]
}

export function vol1Copy(facts: PageFacts): ProductCopy {
  const ships = facts.vol1HasShipped
    ? `Vol. I ships within ${facts.vol1DispatchDays} business days.`
    : `Vol. I ships from ${facts.vol1ShipsFrom}. After that date, orders ship within ${facts.vol1DispatchDays} business days.`
  return {
    title: 'Vol. I: The Phoenix Edition',
    summary:
      'A hand-made box in the shape of a book, signed and numbered. Touch your wand to the triangle on the cover, and it opens.',
    description: vol1Description(facts),
    features: [
      OPENS,
      'Hand-made, signed and numbered',
      `Limited to ${facts.vol1Copies} copies in three editions: Ashborn, Sunfire and Ember`,
      WORKS_WITH,
      LIKE_A_BOOK,
    ],
    details: [
      ...sizeRows(facts),
      ['In the box', 'One Wizard Box in your edition. One wand, if you choose a Complete Set.'],
      ['Copies', `${facts.vol1Copies}, signed and numbered`],
      ...makerRows(facts),
    ],
    warning: magnetWarning(facts, BOX_MAGNET),
    shipping: [
      ships,
      `We send it to the UK and EU only. Delivery then takes ${facts.delivery}.`,
      freeShipping(facts),
      EU_DUTIES,
      `Vol. I is final sale, except for damage or a defect. Tell us within ${facts.vol1ReportDays} days, with photos, and we will put it right.`,
      'This policy takes nothing away from the rights the law gives you, including any right to cancel. See [Returns & Refunds, with the model cancellation form](/terms-and-conditions#cancel).',
    ],
    dispatch: `**Ships ${facts.vol1ShipsNow}**, to the UK and EU only. Delivery takes ${facts.delivery}.`,
    returns: `**Final sale**, apart from damage or defects reported within ${facts.vol1ReportDays} days with photos. Your legal rights come first: see [the Returns page](/terms-and-conditions#cancel).`,
  }
}

export function vol2Copy(facts: PageFacts): ProductCopy {
  return {
    title: 'Vol. II: Magical You',
    summary:
      'A book-shaped box for the things you keep to yourself. Touch your wand to the triangle on the cover, and the catch lets go.',
    description: vol2Description(facts),
    features: [
      OPENS,
      `Gift Edition Envelope, worth ${facts.envelopeValue}: seven pieces. Or the printable letter`,
      WORKS_WITH,
      'A bookplate inside for a name',
      LIKE_A_BOOK,
    ],
    details: [
      ...sizeRows(facts),
      ['In the box', 'One Wizard Box, Vol. II. One wand, if you choose a Complete Set.'],
      ['With it', 'The Gift Edition Envelope or the printable letter'],
      ['Ships', `Tracked, ${facts.vol2ShipsNow}`],
      ...makerRows(facts),
    ],
    warning: magnetWarning(facts, BOX_MAGNET),
    shipping: [
      facts.isPreOrder
        ? `Vol. II is a pre-order. It ships ${facts.vol2ShipsNow}, tracked.`
        : `Vol. II ships tracked: ${facts.vol2ShipsNow}.`,
      `Gift envelopes ship ${facts.envelopeShipsNow}, untracked.`,
      `We ship to ${facts.region}. Delivery takes ${facts.delivery} once the box has shipped.`,
      freeShipping(facts),
      `Return it within ${facts.returnDays} days of getting it, unopened. We deduct ${facts.envelopeValue}, the value of the gift wrap, where the Gift Edition Envelope came with it. The refund is issued within ${facts.refundDays} days of receipt.`,
      ...(hasLegalRights(facts)
        ? [
            EU_DUTIES,
            'This policy takes nothing away from your legal right to cancel. See [Returns & Refunds, with the model cancellation form](/terms-and-conditions#cancel).',
          ]
        : []),
    ],
    dispatch: `**Ships to ${facts.region}.** Delivery takes ${facts.delivery} once the box has shipped.`,
    returns: `**Return it unopened within ${facts.returnDays} days**; ${facts.envelopeValue} is deducted for the gift wrap of the Gift Edition Envelope, nothing otherwise.${legalRights(facts)}`,
  }
}

const EDITION_WORDS = {
  Ashborn: {
    line: 'What is left when the fire goes out, and what gets up again.',
    features: ['Charcoal cover, silver phoenix', 'Silver lock plate'],
  },
  Sunfire: {
    line: 'The bird at noon, with the light behind it.',
    features: ['Amber cover, pale gold phoenix', 'Rays behind the head'],
  },
  Ember: {
    line: 'Banked, not out.',
    features: ['Deep red cover, copper phoenix', 'A ring of sparks round the lock plate'],
  },
} satisfies Record<Edition, object>

export function editionCopy(edition: Edition, facts: PageFacts) {
  const { ashbornCopies: Ashborn, sunfireCopies: Sunfire, emberCopies: Ember } = facts
  const { [edition]: copies, ...others } = { Ashborn, Sunfire, Ember }
  const { line, features } = EDITION_WORDS[edition]
  const isFewest = Object.values(others).every((other) => Number(other) > Number(copies))
  const numbered = `${copies} copies, ${isFewest ? 'the fewest of the three' : 'signed and numbered'}`
  return { copies, line, features: [...features, numbered] }
}

/** The shipping note below the wrapping; dates in the past are replaced. Spec: 2 Product detail */
export function shippingNote(facts: PageFacts, wrapping: Wrapping): string {
  const { giftShipsNow, ownShipsNow, envelopeShipsNow, envelopesGoFirst, store } = facts
  switch (wrapping) {
    case 'gift-edition': {
      const envelope = `Your envelope ${facts.envelopeVerb} ${envelopeShipsNow}, untracked.`
      return `${envelope} The box ${envelopesGoFirst ? 'follows in' : 'ships'} ${giftShipsNow}, tracked, ${store.shipsWhere}.`
    }
    case 'printable-only':
      return `Nothing to wait for: print the letter today. The magic words come by email after purchase. The delivery that you pay now is the box’s, which ships ${giftShipsNow}, tracked.`
    case 'no-wrapping':
      return `No magic words are made. The box ships ${ownShipsNow}, tracked, to the address of this order.`
  }
}
