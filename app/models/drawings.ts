/* The SVG drawings: logos, motifs and the lock plate. */

/** Attributes for an `<img>`: `<img {...DRAWINGS['logo-mark']} />`. */
export type Drawing = {
  readonly src: string
  readonly width: number
  readonly height: number
  readonly alt: string
}

const DRAWING_TABLE = {
  'logo-lockup-light': { src: '/art/logo-lockup-light.svg', width: 606, height: 100, alt: 'Wizard Box' },
  'logo-stacked': { src: '/art/logo-stacked.svg', width: 400, height: 260, alt: 'Wizard Box' },
  'logo-mark': { src: '/art/logo-mark.svg', width: 200, height: 200, alt: 'Wizard Box' },
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
} satisfies Record<string, Drawing>

export type DrawingName = keyof typeof DRAWING_TABLE

export const DRAWINGS: Readonly<Record<DrawingName, Drawing>> = DRAWING_TABLE
