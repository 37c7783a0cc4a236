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
  readonly alt: string
}

export type PictureFormat = 'avif' | Picture['fallback']

type Row = Omit<Picture, 'base'>

function transparent(widths: readonly number[], height: number, alt: string): Row {
  return { widths, width: Math.max(...widths), height, fallback: 'webp', alt }
}

function opaque(widths: readonly number[], height: number, alt: string): Row {
  return { ...transparent(widths, height, alt), fallback: 'jpg' }
}

/** 800 pixels fill most phones at nearly two pixels per CSS pixel. */
const OBJECT_WIDTHS = [160, 320, 800, 1280] as const
const SCENE_WIDTHS = [480, 720, 1080, 1600] as const

const box = (alt: string) => transparent([160, 320, 560, 800, 1280], 1600, alt)
const wand = (alt: string) => transparent([100, 200, 400], 1920, alt)
/** One piece of the gift envelope, from above. */
const piece = (alt: string) => transparent([160, 320, 480], 480, alt)
const photo = (alt: string) => opaque(OBJECT_WIDTHS, 1280, alt)
const film = (alt: string) => opaque([320, 640, 1280], 720, alt)
const tallFilm = (alt: string) => opaque([720], 900, alt)

const HERO =
  'A midnight blue Wizard Box stands in a keyhole of light while a wand touches the triangle on its cover'
const WORKSHOP =
  'A workshop at night: a red Phoenix Edition on the bench under a green lamp, a wand beside it, ' +
  'finished books on the shelf'
const WORKSHOP_US =
  'A workshop at night: a midnight blue box on the bench under a green lamp, a wand beside it, ' +
  'finished books on the shelf'
const CRATE = 'A crate of leftovers: old books, a wand, thread and a roll of leather in straw'
const SHELF = 'Vol. II stands closed on a shelf between other books, its spine to the room'
const TOUCH = 'A wand touches the triangle on the cover of Vol. II, and a star lights there'
const UNLOCK = 'The cover of Vol. II lifts, and light comes out of the box'
const BOTH_VOLUMES = 'Vol. II stands before Vol. I in Sunfire'
const DETAIL =
  'The cover of Vol. II from close up: the brass lock plate, the gold star chart and the grain of the leather'
const SCALE = 'Vol. II lies beside a mug: the book is three and a half times as long as the mug is high'
const VOL1_OPEN =
  'Vol. I in Ember, open: a bookplate inside the cover, and a tray with tied letters, a photograph, a key, a ring, ' +
  'a ticket and a feather'
const ASHBORN =
  'Vol. I in Ashborn: a charcoal book with a silver phoenix whose tail frames a triangular lock plate'
const SUNFIRE = 'Vol. I in Sunfire: an amber book with a pale gold phoenix and rays behind its head'
const EMBER =
  'Vol. I in Ember: a deep red book with a copper phoenix and a ring of sparks round the lock plate'
const VOL2_CLOSED =
  'Vol. II, closed: a midnight blue book with a gold star chart, a triangular lock plate and the phases of the moon'
const VOL2_OPEN =
  'Vol. II, open: a bookplate inside the cover, and a tray with tied letters, a photograph, a key, a ring, ' +
  'pearls, a ticket and a feather'
const ENVELOPE =
  'A midnight blue envelope with a red wax seal; a letter, a red card marked Magic Words and a gold bookmark ' +
  'stand out of the top'
const DRAGON_ELDER = 'Dragon & Elder: a straight pale wand with a scaled dark grip and a rounded end'
const DRAGON_OAK = 'Dragon & Oak: a thick brown wand with knots, a ridged grip and a pointed end'
const DRAGON_YEW =
  'Dragon & Yew: a curved red-brown wand, its grip wound by a green dragon’s tail, a gold claw at the end'
const UNICORN_CHESTNUT =
  'Unicorn & Chestnut: a dark turned wand with a white twisted grip between gold rings and a broad foot'
const UNICORN_CHERRY =
  'Unicorn & Cherry: a cherry red wand twisted to a fine point, with blossom on the grip and a gold ring at the end'
const PHOENIX_ELM =
  'Phoenix & Elm: a dark wand with two copper wings above a laced grip and a copper flame at the end'
const WANDS_SET = 'Six wands side by side in a velvet-lined case with a quilted lid'
const WANDS_VELVET = 'The six wands side by side on dark red velvet'
const TOTE = 'A cream canvas tote with a black triangle and keyhole above the name Wizard Box'
const TOTE_MIDNIGHT = 'A midnight blue canvas tote with a pale triangle and keyhole above the name Wizard Box'
const MUG = 'A bottle-green mug of tea that says Magical AF in gold, under a triangle and keyhole'
const VOL2_SHUT = 'Vol. II lies shut under one warm lamp in a dark green room'
const VOL1_SHUT = 'Vol. I, the Ember edition, lies shut under one warm lamp'
const VOL2_OPENED =
  'Vol. II lies open under one warm lamp, on letters, a photograph, a key, a ring and a feather'
const VOL1_OPENED = 'Vol. I, the Ember edition, lies open under one warm lamp, on its keepsakes'

/** All pictures by name. Names with the prefix `product-` are square, opaque product photographs. */
const ROWS = {
  'hero-scene': opaque([720, 1080, 1600, 2560], 1440, HERO),
  'hero-scene-tall': opaque([520, 780, 1170, 1560], 1950, HERO),
  'hero-behind-wand': opaque([340, 680], 450, ''),
  'story-scene': opaque(SCENE_WIDTHS, 900, WORKSHOP),
  'story-scene-us': opaque(SCENE_WIDTHS, 900, WORKSHOP_US),
  'story-crate': opaque([480, 800, 1280], 1101, CRATE),
  'vol2-shelf': opaque([320, 640, 960], 1280, SHELF),
  'vol2-touch': opaque([320, 640, 960], 1280, TOUCH),
  'vol2-unlock': opaque([320, 640, 960], 1280, UNLOCK),
  'both-volumes': opaque([320, 640, 960], 1280, BOTH_VOLUMES),
  'empty-shelf': transparent([360, 720, 1440], 640, ''),

  'box-vol1-ashborn': box(ASHBORN),
  'box-vol1-sunfire': box(SUNFIRE),
  'box-vol1-ember': box(EMBER),
  'box-vol2-closed': box(VOL2_CLOSED),
  'box-vol2-open': transparent(OBJECT_WIDTHS, 947, VOL2_OPEN),
  'gift-envelope': transparent(OBJECT_WIDTHS, 1024, ENVELOPE),

  'gift-1-outer-envelope': piece('A midnight blue envelope, open, with a letter showing'),
  'gift-2-letter': piece('A cream letter with a gold triangle at the top and a signature at the foot'),
  'gift-3-redemption-card': piece('A dark red card with a gold triangle and a code on a white strip'),
  'gift-4-how-to-redeem': piece('A card with three numbered steps'),
  'gift-5-bookmark': piece('A gold bookmark with a keyhole and a red tassel'),
  'gift-6-wax-seal': piece('A red wax seal pressed with a triangle and keyhole'),
  'gift-7-holographic-sticker': piece('A triangular sticker with a keyhole, shining in rainbow shades'),

  'wand-dragon-elder': wand(DRAGON_ELDER),
  'wand-dragon-oak': wand(DRAGON_OAK),
  'wand-dragon-yew': wand(DRAGON_YEW),
  'wand-unicorn-chestnut': wand(UNICORN_CHESTNUT),
  'wand-unicorn-cherry': wand(UNICORN_CHERRY),
  'wand-phoenix-elm': wand(PHOENIX_ELM),
  'wands-velvet': opaque(SCENE_WIDTHS, 760, WANDS_VELVET),
  'wands-collectors-set': transparent(OBJECT_WIDTHS, 1024, WANDS_SET),

  'merch-tote': box(TOTE),
  'merch-mug': transparent(OBJECT_WIDTHS, 1280, MUG),

  'letter-a4': opaque([320, 640], 905, 'The printable Letter of Gift as one A4 page to frame'),
  'letter-a5': opaque([320, 560], 793, 'The printable Letter of Gift as a folded A5 card'),

  'product-vol2-closed': photo(VOL2_CLOSED),
  'product-vol2-open': photo(VOL2_OPEN),
  'product-vol2-envelope': photo(ENVELOPE),
  'product-vol2-detail': photo(DETAIL),
  'product-vol2-scale': photo(SCALE),
  'product-vol2-touch': photo(TOUCH),
  'product-vol2-shelf': photo(SHELF),
  'product-vol2-with-classic-wand': photo('Vol. II with the Dragon & Elder wand'),
  'product-vol2-with-premium-wand': photo('Vol. II with the Dragon & Oak wand'),

  'product-vol1-ashborn': photo(ASHBORN),
  'product-vol1-sunfire': photo(SUNFIRE),
  'product-vol1-ember': photo(EMBER),
  'product-vol1-trio': photo('The three editions of Vol. I: Ashborn, Ember and Sunfire'),
  'product-vol1-open': photo(VOL1_OPEN),

  'product-wand-dragon-elder': photo(DRAGON_ELDER),
  'product-wand-dragon-oak': photo(DRAGON_OAK),
  'product-wand-dragon-yew': photo(DRAGON_YEW),
  'product-wand-unicorn-chestnut': photo(UNICORN_CHESTNUT),
  'product-wand-unicorn-cherry': photo(UNICORN_CHERRY),
  'product-wand-phoenix-elm': photo(PHOENIX_ELM),
  'product-wands-six': photo(WANDS_VELVET),
  'product-wands-set': photo(WANDS_SET),

  'product-tote-natural': photo(TOTE),
  'product-tote-midnight': photo(TOTE_MIDNIGHT),
  'product-mug': photo(MUG),

  'film-vol2-wide-closed': film(VOL2_SHUT),
  'film-vol2-wide-open': film(VOL2_OPENED),
  'film-vol2-tall-closed': tallFilm(VOL2_SHUT),
  'film-vol2-tall-open': tallFilm(VOL2_OPENED),
  'film-vol1-wide-closed': film(VOL1_SHUT),
  'film-vol1-tall-closed': tallFilm(VOL1_SHUT),
  'film-vol1-tall-open': tallFilm(VOL1_OPENED),
} satisfies Record<string, Row>

export type PictureName = keyof typeof ROWS

/** The path of a picture's files, up to their width. */
function baseOf(name: string): string {
  if (name.startsWith('product-')) return name.replace('product-', '/products/')
  return name.startsWith('film-') ? name.replace('film-', '/film/poster-') : `/img/${name}`
}

const pictures = Object.entries(ROWS).map(([name, row]) => [name, { base: baseOf(name), ...row }])

export const PICTURES: Readonly<Record<PictureName, Picture>> = Object.fromEntries(pictures)

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
