/*
 * All pictures of the shop: base path, widths, formats and alternative text. `scripts/images.mjs` generates the files
 * of `/img` and `/products` from this table.
 */

export type PictureFormat = 'avif' | 'webp' | 'jpg'

/** A picture with the files `<base>-<width>.<format>`; sizes in pixels, best format first. */
export type Picture = {
  readonly base: string
  readonly widths: readonly number[]
  readonly width: number
  readonly height: number
  readonly formats: readonly PictureFormat[]
  readonly alt: string
}

const TRANSPARENT_FORMATS: readonly PictureFormat[] = ['avif', 'webp']
const OPAQUE_FORMATS: readonly PictureFormat[] = ['avif', 'webp', 'jpg']

function transparent(base: string, widths: readonly number[], height: number, alt: string): Picture {
  return { base, widths, width: Math.max(...widths), height, formats: TRANSPARENT_FORMATS, alt }
}

function opaque(base: string, widths: readonly number[], height: number, alt: string): Picture {
  return { base, widths, width: Math.max(...widths), height, formats: OPAQUE_FORMATS, alt }
}

/** 800 pixels fill most phones at nearly two pixels per CSS pixel. */
const OBJECT_WIDTHS = [160, 320, 800, 1280] as const
const WAND_WIDTHS = [100, 200, 400] as const
const PIECE_WIDTHS = [160, 320, 480] as const
const SCENE_WIDTHS = [480, 720, 1080, 1600] as const

function box(name: string, alt: string): Picture {
  return transparent(`/img/${name}`, OBJECT_WIDTHS, 1600, alt)
}

function wand(name: string, alt: string): Picture {
  return transparent(`/img/${name}`, WAND_WIDTHS, 1920, alt)
}

/** One piece of the gift envelope, from above. */
function piece(name: string, alt: string): Picture {
  return transparent(`/img/${name}`, PIECE_WIDTHS, 480, alt)
}

function photo(slug: string, alt: string): Picture {
  return opaque(`/products/${slug}`, OBJECT_WIDTHS, 1280, alt)
}

function poster(name: string, alt: string): Picture {
  const tall = name.includes('-tall-')
  return opaque(`/film/poster-${name}`, tall ? [720] : [320, 640, 1280], tall ? 900 : 720, alt)
}

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
export const PICTURES = {
  'hero-scene': opaque('/img/hero-scene', [720, 1080, 1600, 2560], 1440, HERO),
  'hero-scene-tall': opaque('/img/hero-scene-tall', [520, 780, 1170, 1560], 1950, HERO),
  'story-scene': opaque('/img/story-scene', SCENE_WIDTHS, 900, WORKSHOP),
  'story-scene-us': opaque('/img/story-scene-us', SCENE_WIDTHS, 900, WORKSHOP_US),
  'story-crate': opaque('/img/story-crate', [480, 800, 1280], 1101, CRATE),
  'vol2-shelf': opaque('/img/vol2-shelf', [320, 640, 960], 1280, SHELF),
  'vol2-touch': opaque('/img/vol2-touch', [320, 640, 960], 1280, TOUCH),
  'vol2-unlock': opaque('/img/vol2-unlock', [320, 640, 960], 1280, UNLOCK),
  'both-volumes': opaque('/img/both-volumes', [320, 640, 960], 1280, BOTH_VOLUMES),
  'empty-shelf': transparent('/img/empty-shelf', [360, 720, 1440], 640, ''),

  'box-vol1-ashborn': box('box-vol1-ashborn', ASHBORN),
  'box-vol1-sunfire': box('box-vol1-sunfire', SUNFIRE),
  'box-vol1-ember': box('box-vol1-ember', EMBER),
  'box-vol2-closed': box('box-vol2-closed', VOL2_CLOSED),
  'box-vol2-open': transparent('/img/box-vol2-open', OBJECT_WIDTHS, 947, VOL2_OPEN),
  'gift-envelope': transparent('/img/gift-envelope', OBJECT_WIDTHS, 1024, ENVELOPE),

  'gift-1-outer-envelope': piece(
    'gift-1-outer-envelope',
    'A midnight blue envelope, open, with a letter showing',
  ),
  'gift-2-letter': piece(
    'gift-2-letter',
    'A cream letter with a gold triangle at the top and a signature at the foot',
  ),
  'gift-3-redemption-card': piece(
    'gift-3-redemption-card',
    'A dark red card with a gold triangle and a code on a white strip',
  ),
  'gift-4-how-to-redeem': piece('gift-4-how-to-redeem', 'A card with three numbered steps'),
  'gift-5-bookmark': piece('gift-5-bookmark', 'A gold bookmark with a keyhole and a red tassel'),
  'gift-6-wax-seal': piece('gift-6-wax-seal', 'A red wax seal pressed with a triangle and keyhole'),
  'gift-7-holographic-sticker': piece(
    'gift-7-holographic-sticker',
    'A triangular sticker with a keyhole, shining in rainbow shades',
  ),

  'wand-dragon-elder': wand('wand-dragon-elder', DRAGON_ELDER),
  'wand-dragon-oak': wand('wand-dragon-oak', DRAGON_OAK),
  'wand-dragon-yew': wand('wand-dragon-yew', DRAGON_YEW),
  'wand-unicorn-chestnut': wand('wand-unicorn-chestnut', UNICORN_CHESTNUT),
  'wand-unicorn-cherry': wand('wand-unicorn-cherry', UNICORN_CHERRY),
  'wand-phoenix-elm': wand('wand-phoenix-elm', PHOENIX_ELM),
  'wands-velvet': opaque('/img/wands-velvet', SCENE_WIDTHS, 760, WANDS_VELVET),
  'wands-collectors-set': transparent('/img/wands-collectors-set', OBJECT_WIDTHS, 1024, WANDS_SET),

  'merch-tote': box('merch-tote', TOTE),
  'merch-tote-midnight': box('merch-tote-midnight', TOTE_MIDNIGHT),
  'merch-mug': transparent('/img/merch-mug', OBJECT_WIDTHS, 1280, MUG),

  'letter-a4': opaque(
    '/img/letter-a4',
    [320, 640],
    905,
    'The printable Letter of Gift as one A4 page to frame',
  ),
  'letter-a5': opaque('/img/letter-a5', [320, 560], 793, 'The printable Letter of Gift as a folded A5 card'),

  'product-vol2-closed': photo('vol2-closed', VOL2_CLOSED),
  'product-vol2-open': photo('vol2-open', VOL2_OPEN),
  'product-vol2-envelope': photo('vol2-envelope', ENVELOPE),
  'product-vol2-detail': photo('vol2-detail', DETAIL),
  'product-vol2-scale': photo('vol2-scale', SCALE),
  'product-vol2-touch': photo('vol2-touch', TOUCH),
  'product-vol2-shelf': photo('vol2-shelf', SHELF),
  'product-vol2-with-classic-wand': photo('vol2-with-classic-wand', 'Vol. II with the Dragon & Elder wand'),
  'product-vol2-with-premium-wand': photo('vol2-with-premium-wand', 'Vol. II with the Dragon & Oak wand'),

  'product-vol1-ashborn': photo('vol1-ashborn', ASHBORN),
  'product-vol1-sunfire': photo('vol1-sunfire', SUNFIRE),
  'product-vol1-ember': photo('vol1-ember', EMBER),
  'product-vol1-trio': photo('vol1-trio', 'The three editions of Vol. I: Ashborn, Ember and Sunfire'),
  'product-vol1-open': photo('vol1-open', VOL1_OPEN),
  'product-vol1-with-classic-wand': photo('vol1-with-classic-wand', 'Vol. I with the Dragon & Elder wand'),
  'product-vol1-with-premium-wand': photo('vol1-with-premium-wand', 'Vol. I with the Dragon & Oak wand'),

  'product-wand-dragon-elder': photo('wand-dragon-elder', DRAGON_ELDER),
  'product-wand-dragon-oak': photo('wand-dragon-oak', DRAGON_OAK),
  'product-wand-dragon-yew': photo('wand-dragon-yew', DRAGON_YEW),
  'product-wand-unicorn-chestnut': photo('wand-unicorn-chestnut', UNICORN_CHESTNUT),
  'product-wand-unicorn-cherry': photo('wand-unicorn-cherry', UNICORN_CHERRY),
  'product-wand-phoenix-elm': photo('wand-phoenix-elm', PHOENIX_ELM),
  'product-wands-six': photo('wands-six', WANDS_VELVET),
  'product-wands-set': photo('wands-set', WANDS_SET),

  'product-tote-natural': photo('tote-natural', TOTE),
  'product-tote-midnight': photo('tote-midnight', TOTE_MIDNIGHT),
  'product-mug': photo('mug', MUG),

  'film-vol2-wide-closed': poster('vol2-wide-closed', VOL2_SHUT),
  'film-vol2-wide-open': poster('vol2-wide-open', VOL2_OPENED),
  'film-vol2-tall-closed': poster('vol2-tall-closed', VOL2_SHUT),
  'film-vol2-tall-open': poster('vol2-tall-open', VOL2_OPENED),
  'film-vol1-wide-closed': poster('vol1-wide-closed', VOL1_SHUT),
  'film-vol1-wide-open': poster('vol1-wide-open', VOL1_OPENED),
  'film-vol1-tall-closed': poster('vol1-tall-closed', VOL1_SHUT),
  'film-vol1-tall-open': poster('vol1-tall-open', VOL1_OPENED),
} satisfies Record<string, Picture>

export type PictureName = keyof typeof PICTURES
