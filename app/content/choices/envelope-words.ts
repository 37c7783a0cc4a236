import type { PictureName } from '#app/models/pictures.ts'

/** The contents of the envelope. Spec: 3 Gift Edition Envelope contents */
export const SEVEN_PIECES: readonly {
  readonly picture: PictureName
  readonly name: string
  readonly line: string
}[] = [
  {
    picture: 'gift-1-outer-envelope',
    name: 'Premium outer envelope (unsealed)',
    line: 'Left open, so you can add a note of your own',
  },
  { picture: 'gift-2-letter', name: 'Letter of Gift', line: 'Room for their name and yours' },
  {
    picture: 'gift-3-redemption-card',
    name: 'Redemption Card with unique code',
    line: 'The magic words, once only',
  },
  { picture: 'gift-4-how-to-redeem', name: 'How to Redeem info card', line: 'Three steps on one card' },
  { picture: 'gift-5-bookmark', name: 'Gold-foil bookmark', line: 'Theirs to keep' },
  { picture: 'gift-6-wax-seal', name: 'Wax-seal sticker', line: 'Press it on last' },
  {
    picture: 'gift-7-holographic-sticker',
    name: 'Holographic laptop sticker',
    line: 'For people who cannot keep a secret',
  },
]
