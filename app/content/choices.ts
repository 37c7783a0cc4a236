import type { PictureName } from '#app/models/pictures.ts'
import { WAND_COUNT, type WandStyle } from '#app/models/wands.ts'

export const CHOOSE_WAND = 'Choose a wand to see it.'

/** The description of each style, `line` for small spaces. The names describe the style, not the materials. */
export const WAND_TEXTS: Readonly<Record<WandStyle, { readonly line: string; readonly text: string }>> = {
  'Dragon & Elder': {
    line: 'A straight, quiet wand with a scaled grip.',
    text: 'The one the others are measured against. A pale, straight shaft, a silver collar and a grip scaled like something that sleeps with one eye open. It suits people who know what they are looking for and where they left it.',
  },
  'Dragon & Oak': {
    line: 'Thick, knotted and in no hurry.',
    text: 'It looks as if it were picked up on a walk and turned out to be exactly right. Knots down the whole length, a ridged grip, a plain dark band. For people who fix things, and for people who would rather be outside.',
  },
  'Dragon & Yew': {
    line: 'A curved shaft, wound by a dragon’s tail.',
    text: `The only one of the ${WAND_COUNT} with a curve. A green tail climbs the red-brown shaft, and at the other end a gold claw holds on to an amber bead. For people who take the long way round and arrive first.`,
  },
  'Unicorn & Chestnut': {
    line: 'Turned like a chair leg, gripped like a horn.',
    text: 'Dark, turned and well mannered, with a white twisted grip between gold rings and a foot broad enough to lean on. For people who write their thank-you letters the same day.',
  },
  'Unicorn & Cherry': {
    line: 'Cherry to the tip, with a ring at the end.',
    text: 'Cherry red, wound to a fine point, with blossom on the grip and a gold ring to hang it by. It is the cheerful one. For people who keep the ribbon.',
  },
  'Phoenix & Elm': {
    line: 'Dark and laced, with copper wings.',
    text: 'A dark shaft comes up between two copper wings, above a laced grip that ends in a flame. It is not a shy wand. For people who have started again at least once.',
  },
}

/** The contents of the envelope. Spec: 3 Gift Edition Envelope contents */
export const SEVEN_PIECES: readonly (readonly [picture: PictureName, name: string, line: string])[] = [
  [
    'gift-1-outer-envelope',
    'Premium outer envelope (unsealed)',
    'Left open, so you can add a note of your own',
  ],
  ['gift-2-letter', 'Letter of Gift', 'Room for their name and yours'],
  ['gift-3-redemption-card', 'Redemption Card with unique code', 'The magic words, once only'],
  ['gift-4-how-to-redeem', 'How to Redeem info card', 'Three steps on one card'],
  ['gift-5-bookmark', 'Gold-foil bookmark', 'Theirs to keep'],
  ['gift-6-wax-seal', 'Wax-seal sticker', 'Press it on last'],
  ['gift-7-holographic-sticker', 'Holographic laptop sticker', 'For people who cannot keep a secret'],
]
