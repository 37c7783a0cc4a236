/* The SVG drawings: logos, motifs, the lock plate and the seven gift pieces. */

/** Attributes for an `<img>`: `<img {...DRAWINGS['logo-mark']} />`. */
export type Drawing = {
  readonly src: string
  readonly width: number
  readonly height: number
  readonly alt: string
}

const DRAWING_TABLE = {
  'logo-lockup': { src: '/art/logo-lockup.svg', width: 606, height: 100, alt: 'Wizard Box' },
  'logo-lockup-light': { src: '/art/logo-lockup-light.svg', width: 606, height: 100, alt: 'Wizard Box' },
  'logo-stacked': { src: '/art/logo-stacked.svg', width: 400, height: 260, alt: 'Wizard Box' },
  'logo-mark': { src: '/art/logo-mark.svg', width: 200, height: 200, alt: 'Wizard Box' },
  'logo-mark-mono': { src: '/art/logo-mark-mono.svg', width: 200, height: 200, alt: 'Wizard Box' },
  'lock-plate': {
    src: '/art/lock-plate.svg',
    width: 400,
    height: 400,
    alt: 'A brass triangle with three screws and a keyhole',
  },
  'motif-feather': { src: '/art/motif-feather.svg', width: 80, height: 160, alt: '' },
  'motif-key': { src: '/art/motif-key.svg', width: 80, height: 160, alt: '' },
  'motif-spark': { src: '/art/motif-spark.svg', width: 80, height: 80, alt: '' },
  'motif-star': { src: '/art/motif-star.svg', width: 80, height: 80, alt: '' },
  'gift-1-outer-envelope': giftPiece(
    '1-outer-envelope',
    'A midnight blue envelope, open, with a letter showing',
  ),
  'gift-2-letter': giftPiece(
    '2-letter',
    'A cream letter with a gold triangle at the top and a signature at the foot',
  ),
  'gift-3-redemption-card': giftPiece(
    '3-redemption-card',
    'A dark red card with a gold triangle and a code on a white strip',
  ),
  'gift-4-how-to-redeem': giftPiece('4-how-to-redeem', 'A card with three numbered steps'),
  'gift-5-bookmark': giftPiece('5-bookmark', 'A gold bookmark with a keyhole and a red tassel'),
  'gift-6-wax-seal': giftPiece('6-wax-seal', 'A red wax seal pressed with a triangle and keyhole'),
  'gift-7-holographic-sticker': giftPiece(
    '7-holographic-sticker',
    'A triangular sticker with a keyhole, shining in rainbow shades',
  ),
} satisfies Record<string, Drawing>

export type DrawingName = keyof typeof DRAWING_TABLE

/** All drawings by name. */
export const DRAWINGS: Readonly<Record<DrawingName, Drawing>> = DRAWING_TABLE

function giftPiece(name: string, alt: string): Drawing {
  return { src: `/art/gift-${name}.svg`, width: 160, height: 160, alt }
}
