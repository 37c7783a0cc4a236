import { PICTURE_TEXTS, type PictureName } from './pictures.ts'

type Photo = Extract<PictureName, `product-${string}`>

/** What the pictures without background show, of editions and wands. */
export const OBJECT_TEXTS = {
  'box-vol1-ashborn':
    'Vol. I in Ashborn: a charcoal book with a silver phoenix whose tail frames a triangular lock plate',
  'box-vol1-sunfire': 'Vol. I in Sunfire: an amber book with a pale gold phoenix and rays behind its head',
  'box-vol1-ember':
    'Vol. I in Ember: a deep red book with a copper phoenix and a ring of sparks round the lock plate',
  'wand-dragon-elder': 'Dragon & Elder: a straight pale wand with a scaled dark grip and a rounded end',
  'wand-dragon-oak': 'Dragon & Oak: a thick brown wand with knots, a ridged grip and a pointed end',
  'wand-dragon-yew':
    'Dragon & Yew: a curved red-brown wand, its grip wound by a green dragon’s tail, a gold claw at the end',
  'wand-unicorn-chestnut':
    'Unicorn & Chestnut: a dark turned wand with a white twisted grip between gold rings and a broad foot',
  'wand-unicorn-cherry':
    'Unicorn & Cherry: a cherry red wand twisted to a fine point, with blossom on the grip and a gold ring at the end',
  'wand-phoenix-elm':
    'Phoenix & Elm: a dark wand with two copper wings above a laced grip and a copper flame at the end',
} as const satisfies Partial<Record<PictureName, string>>

/** What the product photographs show: the alternative texts that the store gets with them. */
export const PHOTO_TEXTS: Readonly<Record<Photo, string>> = {
  'product-vol2-closed': PICTURE_TEXTS['box-vol2-closed'],
  'product-vol2-open': PICTURE_TEXTS['box-vol2-open'],
  'product-vol2-envelope': PICTURE_TEXTS['gift-envelope'],
  'product-vol2-detail':
    'The cover of Vol. II from close up: the brass lock plate, the gold star chart and the grain of the leather',
  'product-vol2-scale':
    'Vol. II lies beside a mug: the book is three and a half times as long as the mug is high',
  'product-vol2-touch': 'A wand touches the triangle on the cover of Vol. II, and a star lights there',
  'product-vol2-shelf': 'Vol. II stands closed on a shelf between other books, its spine to the room',
  'product-vol2-with-classic-wand': 'Vol. II with the Dragon & Elder wand',
  'product-vol2-with-premium-wand': 'Vol. II with the Dragon & Oak wand',
  'product-vol1-ashborn': OBJECT_TEXTS['box-vol1-ashborn'],
  'product-vol1-sunfire': OBJECT_TEXTS['box-vol1-sunfire'],
  'product-vol1-ember': OBJECT_TEXTS['box-vol1-ember'],
  'product-vol1-trio': 'The three editions of Vol. I: Ashborn, Ember and Sunfire',
  'product-vol1-open':
    'Vol. I in Ember, open: a bookplate inside the cover, and a tray with tied letters, a photograph, a key, a ring, ' +
    'a ticket and a feather',
  'product-wand-dragon-elder': OBJECT_TEXTS['wand-dragon-elder'],
  'product-wand-dragon-oak': OBJECT_TEXTS['wand-dragon-oak'],
  'product-wand-dragon-yew': OBJECT_TEXTS['wand-dragon-yew'],
  'product-wand-unicorn-chestnut': OBJECT_TEXTS['wand-unicorn-chestnut'],
  'product-wand-unicorn-cherry': OBJECT_TEXTS['wand-unicorn-cherry'],
  'product-wand-phoenix-elm': OBJECT_TEXTS['wand-phoenix-elm'],
  'product-wands-six': PICTURE_TEXTS['wands-velvet'],
  'product-wands-set': 'Six wands side by side in a velvet-lined case with a quilted lid',
  'product-tote-natural': PICTURE_TEXTS['merch-tote'],
  'product-tote-midnight':
    'A midnight blue canvas tote with a pale triangle and keyhole above the name Wizard Box',
  'product-mug': 'A bottle-green mug of tea that says Magical AF in gold, under a triangle and keyhole',
}
