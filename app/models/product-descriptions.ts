import type { Facts } from './facts.ts'
import { CLASSIC_WAND, PREMIUM_COUNT, SIZES_TEXT, WAND_BEASTS, WAND_COUNT } from './wands.ts'

/* The descriptions of the shop's products, one paragraph per item: on its pages, and in the store. */

/** Vol. I, with the figures of a store. */
export function vol1Description(facts: Pick<Facts, 'boxHeight'> & { vol1Copies: string }): string[] {
  return [
    'The first Wizard Box is about a bird that burns and gets up again. It seemed the right place to start.',
    `Close it and it is a book among books, ${facts.boxHeight} tall, with a phoenix on the cover. Its tail runs down to a triangle with a keyhole in it. There is no key. Rest the tip of a wand on the triangle, the catch lets go, and the cover lifts.`,
    'Inside there is room for the things that never had a proper place: letters, a photograph, a ticket, the ring that no longer fits. We do not ask. That is rather the point.',
    `Each copy is made by hand, signed and numbered. There are ${facts.vol1Copies} in all, in three editions, and then no more.`,
  ]
}

/** Vol. II, with the figures of a store. */
export function vol2Description(facts: Pick<Facts, 'boxHeight' | 'boxWidth' | 'boxDepth'>): string[] {
  return [
    'Vol. I was about a bird. Vol. II is about you.',
    'The cover is midnight blue with a gold star chart. Follow the stars and you will find a figure reaching up with a wand. Under the chart sits the triangle with a keyhole in it, and under that the moon, going through its usual changes.',
    'Rest the tip of a wand on the triangle. The catch lets go and the cover lifts. Inside there is a bookplate for your name and a tray for the rest: letters, a photograph you never framed, the key to a door you no longer have.',
    `Close it, and it goes back to being a book. ${facts.boxHeight} by ${facts.boxWidth} by ${facts.boxDepth}, on the shelf, saying nothing.`,
  ]
}

export const WAND_DESCRIPTION = [
  'A Wizard Box has no key. It has a triangle on the cover and an opinion about what may touch it. These are what may touch it.',
  `There are ${WAND_COUNT}: ${WAND_BEASTS}. ${CLASSIC_WAND} is the classic. The other ${PREMIUM_COUNT} are premium. They differ in shape, in grip and in temper. They do not differ in what they open, which is any Wizard Box.`,
  'Rest the tip on the triangle. You need not say anything, though many people do.',
]

export const SET_DESCRIPTION = [
  'One wand opens a box. Several make a collection, settle an argument about whose is whose, or give everybody at the table one of their own.',
  `Pick ${SIZES_TEXT}. Each wand goes in once. The more you take, the less each one costs. And whichever you choose, every one of them opens every Wizard Box.`,
]

export const TOTE_DESCRIPTION = [
  'A bag with our lock plate on it: a triangle, a keyhole and no key. It carries books, groceries and, with care, a Wizard Box. It does not lock. You cannot have everything.',
  'Natural is cream with a dark print. Midnight is dark blue.',
]

export const MUG_DESCRIPTION = [
  'It holds 11 oz of whatever gets you going and says Magical AF on the side. It is the least secret thing we sell.',
]
