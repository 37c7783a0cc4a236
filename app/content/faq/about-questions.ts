import { LIMITED_EDITION_MARKET, MARKETS } from '#app/models/market.ts'
import { CLASSIC_WAND, listOf, PREMIUM_COUNT, PREMIUM_WANDS, WAND_COUNT } from '#app/models/wands.ts'
import type { PageFacts } from '../page-facts.ts'
import type { FaqItem } from './faq-types.ts'

export function aboutQuestions(f: PageFacts): FaqItem[] {
  return [
    {
      id: 'what-is-a-wizard-box',
      question: 'What is a Wizard Box?',
      answer: [
        'A box in the shape of a book. It opens when a wand touches the symbol on its cover. Closed, it looks like a book on a shelf.',
      ],
    },
    {
      id: 'how-it-opens',
      question: 'How does it open?',
      answer: [
        'Rest the tip of the wand on the triangle. The catch lets go and the cover lifts. The wand holds a small magnet. The rest we leave to you.',
      ],
    },
    {
      id: 'which-wands-work',
      question: 'Which wands work?',
      answer: [
        `Any of our ${WAND_COUNT}, with any Wizard Box. Original wands of the earlier company work too. No others do.`,
      ],
    },
    {
      id: 'need-a-wand',
      question: 'Do I need to buy a wand?',
      answer: [
        'You need one to open the box. If you have one of ours already, or an original of the earlier company, choose Wizard Box Only. If not, choose a Complete Set.',
      ],
    },
    {
      id: 'classic-or-premium',
      question: 'What is the difference between the Classic and the Premium Wand?',
      answer: [
        `Only the style. The Classic Wand is ${CLASSIC_WAND}. The ${PREMIUM_COUNT} premium wands are ${listOf(PREMIUM_WANDS)}. They all open the same boxes.`,
      ],
    },
    { id: 'vol-1', question: 'What is Vol. I: The Phoenix Edition?', answer: vol1(f) },
    { id: 'vol-2', question: 'What is Vol. II: Magical You?', answer: [vol2(f)] },
    {
      id: 'size',
      question: 'How big is it?',
      answer: [`${f.boxHeight} high, ${f.boxWidth} wide and ${f.boxDepth} deep.`],
    },
    {
      id: 'is-it-a-safe',
      question: 'Is it a safe?',
      answer: [
        'No. It keeps a secret from people who are not looking for one. Any of our wands opens any Wizard Box, so put keepsakes in it, not gold bars.',
      ],
    },
    {
      id: 'other-brands',
      question: 'Are you part of another wizard brand?',
      answer: [
        'No. Our founder bought back assets from a wizard-themed company that had failed. We are independent and not affiliated with that brand or any other, and we cannot answer questions about it.',
      ],
    },
  ]
}

function vol1(f: PageFacts): string[] {
  const what = `Our first volume: hand-made, signed and numbered, limited to ${f.vol1Copies} copies. It comes in three editions: Ashborn, Sunfire and Ember.`
  return f.store.sellsLimitedEdition
    ? [what]
    : [
        what,
        `It ships to ${MARKETS[LIMITED_EDITION_MARKET].onlyRegion}, so the ${f.store.shortName} store does not sell it.`,
      ]
}

function vol2(f: PageFacts): string {
  const what = f.isPreOrder ? 'Our second volume, now on pre-order.' : 'Our second volume.'
  return `${what} It includes a free Gift Edition Envelope worth ${f.envelopeValue}. It ships tracked: ${f.vol2ShipsNow}.`
}
