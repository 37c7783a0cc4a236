/*
 * All pictures of the shop: widths, alternative text, and the format for browsers without AVIF. `scripts/images.mjs`
 * generates the files of `/img` and `/products` from this table.
 */

/** A picture with the files `<base>-<width>.avif`, and `<base>-<width>.<fallback>`; sizes in pixels. */
export type Picture = {
  readonly base: string
  readonly widths: readonly number[]
  readonly width: number
  readonly height: number
  /** JPEG, unless the picture is transparent. */
  readonly fallback: 'jpg' | 'webp'
}

export type PictureFormat = 'avif' | Picture['fallback']

type Row = Omit<Picture, 'base'>

function transparent(widths: readonly number[], height: number): Row {
  return { widths, width: Math.max(...widths), height, fallback: 'webp' }
}

function opaque(widths: readonly number[], height: number): Row {
  return { ...transparent(widths, height), fallback: 'jpg' }
}

/** 800 pixels fill most phones at nearly two pixels per CSS pixel. */
const OBJECT_WIDTHS = [160, 320, 800, 1280] as const
const SCENE_WIDTHS = [480, 720, 1080, 1600] as const
const STEP_WIDTHS = [320, 640, 960] as const

const BOX = transparent([160, 320, 560, 800, 1280], 1600)
const WAND = transparent([100, 200, 400], 1920)
/** One piece of the gift envelope, from above. */
const PIECE = transparent([160, 320, 480], 480)
const STEP = opaque(STEP_WIDTHS, 1280)
const PHOTO = opaque(OBJECT_WIDTHS, 1280)
const FILM = opaque([320, 640, 1280], 720)
const TALL_FILM = opaque([720], 900)

/** All pictures by name. Names with the prefix `product-` are square, opaque product photographs. */
const ROWS = {
  'hero-scene': opaque([720, 1080, 1600, 2560], 1440),
  'hero-scene-tall': opaque([520, 780, 1170, 1560], 1950),
  'story-scene': opaque(SCENE_WIDTHS, 900),
  'story-scene-us': opaque(SCENE_WIDTHS, 900),
  'story-crate': opaque([480, 800, 1280], 1101),
  'vol2-shelf': STEP,
  'vol2-touch': STEP,
  'vol2-unlock': STEP,
  'both-volumes': STEP,
  'empty-shelf': transparent([360, 720, 1440], 640),

  'box-vol1-ashborn': BOX,
  'box-vol1-sunfire': BOX,
  'box-vol1-ember': BOX,
  'box-vol2-closed': BOX,
  'box-vol2-open': transparent(OBJECT_WIDTHS, 947),
  'gift-envelope': transparent(OBJECT_WIDTHS, 1024),

  'gift-1-outer-envelope': PIECE,
  'gift-2-letter': PIECE,
  'gift-3-redemption-card': PIECE,
  'gift-4-how-to-redeem': PIECE,
  'gift-5-bookmark': PIECE,
  'gift-6-wax-seal': PIECE,
  'gift-7-holographic-sticker': PIECE,

  'wand-dragon-elder': WAND,
  'wand-dragon-oak': WAND,
  'wand-dragon-yew': WAND,
  'wand-unicorn-chestnut': WAND,
  'wand-unicorn-cherry': WAND,
  'wand-phoenix-elm': WAND,
  'wands-velvet': opaque(SCENE_WIDTHS, 760),
  'wands-collectors-set': transparent(OBJECT_WIDTHS, 1024),

  'merch-tote': BOX,
  'merch-mug': transparent(OBJECT_WIDTHS, 1280),

  'letter-a4': opaque([320, 640], 905),
  'letter-a5': opaque([320, 560], 793),

  'product-vol2-closed': PHOTO,
  'product-vol2-open': PHOTO,
  'product-vol2-envelope': PHOTO,
  'product-vol2-detail': PHOTO,
  'product-vol2-scale': PHOTO,
  'product-vol2-touch': PHOTO,
  'product-vol2-shelf': PHOTO,
  'product-vol2-with-classic-wand': PHOTO,
  'product-vol2-with-premium-wand': PHOTO,
  'product-vol1-ashborn': PHOTO,
  'product-vol1-sunfire': PHOTO,
  'product-vol1-ember': PHOTO,
  'product-vol1-trio': PHOTO,
  'product-vol1-open': PHOTO,
  'product-wand-dragon-elder': PHOTO,
  'product-wand-dragon-oak': PHOTO,
  'product-wand-dragon-yew': PHOTO,
  'product-wand-unicorn-chestnut': PHOTO,
  'product-wand-unicorn-cherry': PHOTO,
  'product-wand-phoenix-elm': PHOTO,
  'product-wands-six': PHOTO,
  'product-wands-set': PHOTO,
  'product-tote-natural': PHOTO,
  'product-tote-midnight': PHOTO,
  'product-mug': PHOTO,

  'film-vol2-wide-closed': FILM,
  'film-vol2-wide-open': FILM,
  'film-vol2-tall-closed': TALL_FILM,
  'film-vol2-tall-open': TALL_FILM,
  'film-vol1-wide-closed': FILM,
  'film-vol1-tall-closed': TALL_FILM,
  'film-vol1-tall-open': TALL_FILM,
} satisfies Record<string, Row>

export type PictureName = keyof typeof ROWS

/** The path of a picture's files, up to their width. */
function baseOf(name: string): string {
  if (name.startsWith('product-')) return name.replace('product-', '/products/')
  return name.startsWith('film-') ? name.replace('film-', '/film/poster-') : `/img/${name}`
}

const pictures = Object.entries(ROWS).map(([name, row]) => [name, { base: baseOf(name), ...row }])

export const PICTURES: Readonly<Record<PictureName, Picture>> = Object.fromEntries(pictures)

/** What pictures of several pages show. Those of one page are described there, others in `picture-texts.ts`. */
export const PICTURE_TEXTS = {
  'gift-envelope':
    'A midnight blue envelope with a red wax seal; a letter, a red card marked Magic Words and a gold bookmark ' +
    'stand out of the top',
  'box-vol2-closed':
    'Vol. II, closed: a midnight blue book with a gold star chart, a triangular lock plate and the phases of the moon',
  'box-vol2-open':
    'Vol. II, open: a bookplate inside the cover, and a tray with tied letters, a photograph, a key, a ring, ' +
    'pearls, a ticket and a feather',
  'wands-velvet': 'The six wands side by side on dark red velvet',
  'merch-tote': 'A cream canvas tote with a black triangle and keyhole above the name Wizard Box',
} as const satisfies Partial<Record<PictureName, string>>

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
