/* The SVG drawings: logos, motifs and the lock plate. */

/** Attributes for an `<img>`: `<img {...DRAWINGS['logo-mark']} alt="" />`. */
export const DRAWINGS = {
  'logo-lockup-light': { src: '/art/logo-lockup-light.svg', width: 606, height: 100 },
  'logo-stacked': { src: '/art/logo-stacked.svg', width: 400, height: 260 },
  'logo-mark': { src: '/art/logo-mark.svg', width: 200, height: 200 },
  'lock-plate': { src: '/art/lock-plate.svg', width: 400, height: 400 },
  'motif-feather': { src: '/art/motif-feather.svg', width: 80, height: 160 },
  'motif-key': { src: '/art/motif-key.svg', width: 80, height: 160 },
  'motif-spark': { src: '/art/motif-spark.svg', width: 80, height: 80 },
  'motif-star': { src: '/art/motif-star.svg', width: 80, height: 80 },
} as const
