/** Descriptions of products, one paragraph per array item, and alternative texts of images. */

const VOL_1 = [
  'The first Wizard Box is about a bird that burns and gets up again. It seemed the right place to start.',
  'Close it and it is a book among books, 33 cm tall, with a phoenix on the cover. Its tail runs down to a triangle with a keyhole in it. There is no key. Rest the tip of a wand on the triangle, the catch lets go, and the cover lifts.',
  'Inside there is room for the things that never had a proper place: letters, a photograph, a ticket, the ring that no longer fits. We do not ask. That is rather the point.',
  'Each copy is made by hand, signed and numbered. There are 200 in all, in three editions, and then no more.',
]

function vol2(height: string, width: string, depth: string): string[] {
  return [
    'Vol. I was about a bird. Vol. II is about you.',
    'The cover is midnight blue with a gold star chart. Follow the stars and you will find a figure reaching up with a wand. Under the chart sits the triangle with a keyhole in it, and under that the moon, going through its usual changes.',
    'Rest the tip of a wand on the triangle. The catch lets go and the cover lifts. Inside there is a bookplate for your name and a tray for the rest: letters, a photograph you never framed, the key to a door you no longer have.',
    `Close it, and it goes back to being a book. ${height} by ${width} by ${depth}, on the shelf, saying nothing.`,
    'Every Vol. II pre-order includes the Gift Edition Envelope, so you can hand somebody a letter and a set of magic words while the box is on its way.',
  ]
}

const WAND = [
  'A Wizard Box has no key. It has a triangle on the cover and an opinion about what may touch it. These are what may touch it.',
  'There are six: three dragons, two unicorns and a phoenix. Dragon & Elder is the classic. The other five are premium. They differ in shape, in grip and in temper. They do not differ in what they open, which is any Wizard Box.',
  'Rest the tip on the triangle. You need not say anything, though many people do.',
]

const COLLECTORS_SET = [
  'One wand opens a box. Several make a collection, settle an argument about whose is whose, or give everybody at the table one of their own.',
  'Pick three, four, five or all six. Each wand goes in once. The more you take, the less each one costs. And whichever you choose, every one of them opens every Wizard Box.',
]

const TOTE = [
  'A bag with our lock plate on it: a triangle, a keyhole and no key. It carries books, groceries and, with care, a Wizard Box. It does not lock. You cannot have everything.',
  'Natural is cream with a dark print. Midnight is dark blue.',
]

const MUG = [
  'It holds 11 oz of whatever gets you going and says Magical AF on the side. It is the least secret thing we sell.',
]

export const DESCRIPTIONS = {
  vol1: VOL_1,
  vol2Us: vol2('33 cm (13 in)', '23.5 cm (9¼ in)', '7.5 cm (3 in)'),
  vol2Uk: vol2('33 cm', '23.5 cm', '7.5 cm'),
  wand: WAND,
  collectorsSet: COLLECTORS_SET,
  tote: TOTE,
  mug: MUG,
} as const satisfies Record<string, readonly string[]>

/** Alternative text of each product image. Append only: an image's id is derived from its index. */
export const PICTURE_TEXTS = {
  'vol2-closed':
    'Vol. II, closed: a midnight blue book with a gold star chart, a triangular lock plate and the phases of the moon',
  'vol2-open':
    'Vol. II, open: a bookplate inside the cover, and a tray with tied letters, a photograph, a key, a ring, pearls, a ticket and a feather',
  'vol2-envelope':
    'A midnight blue envelope with a red wax seal; a letter, a red card marked Magic Words and a gold bookmark stand out of the top',
  'vol2-touch': 'A wand touches the triangle on the cover of Vol. II, and a star lights there',
  'vol2-with-classic-wand': 'Vol. II with the Dragon & Elder wand',
  'vol2-with-premium-wand': 'Vol. II with the Dragon & Oak wand',
  'vol1-ashborn':
    'Vol. I in Ashborn: a charcoal book with a silver phoenix whose tail frames a triangular lock plate',
  'vol1-sunfire': 'Vol. I in Sunfire: an amber book with a pale gold phoenix and rays behind its head',
  'vol1-ember':
    'Vol. I in Ember: a deep red book with a copper phoenix and a ring of sparks round the lock plate',
  'vol1-trio': 'The three editions of Vol. I: Ashborn, Ember and Sunfire',
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
  'wands-six': 'The six magic wands side by side on dark red velvet',
  'wands-set': 'Six wands side by side in a velvet-lined case with a quilted lid',
  'tote-natural': 'A cream canvas tote with a black triangle and keyhole above the name Wizard Box',
  'tote-midnight': 'A midnight blue canvas tote with a pale triangle and keyhole above the name Wizard Box',
  mug: 'A bottle-green mug of tea that says Magical AF in gold, under a triangle and keyhole',
  'vol2-detail':
    'The cover of Vol. II from close up: the brass lock plate, the gold star chart and the grain of the leather',
  'vol2-scale': 'Vol. II lies beside a mug: the book is three and a half times as long as the mug is high',
  'vol2-shelf': 'Vol. II stands closed on a shelf between other books, its spine to the room',
  'vol1-open':
    'Vol. I in Ember, open: a bookplate inside the cover, and a tray with tied letters, a photograph, a key, a ring, a ticket and a feather',
} as const satisfies Record<string, string>

export type PictureSlug = keyof typeof PICTURE_TEXTS
