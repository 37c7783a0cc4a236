import type { PictureName } from '#app/models/pictures.ts'

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
