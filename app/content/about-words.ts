import { capitalizeFirst } from '#app/models/wands.ts'
import { LIMITED_EDITION_MARKET, MARKETS } from '../models/market.ts'
import type { PictureName } from '../models/pictures.ts'
import { WAND_COUNT } from '../models/wands.ts'
import type { PageFacts } from './page-facts.ts'

export const ABOUT = { title: 'Our Story', text: 'How a box of leftovers became a box of secrets.' } as const

/** A chapter of the story with its picture. */
export type Chapter = {
  readonly number: string
  readonly title: string
  readonly paragraphs: readonly string[]
  readonly picture: {
    readonly name: PictureName
    readonly alt: string
    /** `crate` fills its frame; the others stand on a coloured ground. */
    readonly look: 'crate' | 'velvet' | 'stone' | 'midnight'
  }
}

/** The history of the shop. Spec: 2 Other pages, About */
export function chapters(f: PageFacts): Chapter[] {
  return [
    {
      number: 'I',
      title: 'Bought back',
      paragraphs: [
        'There was once a company that made wizard-themed things. It failed. Companies do. What was left was sold off, as what is left usually is.',
        'Our founder bought some of it back. Not all of it, and not the old story. Only the pieces that seemed too good for the place where such things end up.',
      ],
      picture: {
        name: 'story-crate',
        alt: 'Old books, a wand and a roll of leather in a crate of straw',
        look: 'crate',
      },
    },
    {
      number: 'II',
      title: 'The question',
      paragraphs: [
        'That company had made wands. A wand with nothing to do is a stick with ambitions. So the question on the workbench was a simple one: what should a wand open?',
        'Not a door. Doors are for everybody. It should open something of your own, in your own house, that nobody else would look at twice.',
      ],
      picture: {
        name: 'wands-collectors-set',
        alt: `${capitalizeFirst(WAND_COUNT)} wands in a velvet-lined case`,
        look: 'velvet',
      },
    },
    {
      number: 'III',
      title: 'The answer',
      paragraphs: [
        'A book. It stands on a shelf with the others and gives nothing away. On the cover is a triangle with a keyhole, and there is no key. Touch the wand to it and the cover lifts.',
        'That is the Wizard Box. It keeps letters, photographs, rings, tickets and whatever else you have never found the right drawer for. Hence the line over our door: Some Treasures Deserve More Than a Drawer.',
      ],
      picture: { name: 'box-vol2-open', alt: 'Vol. II, open, with keepsakes in its tray', look: 'midnight' },
    },
    {
      number: 'IV',
      title: 'The volumes',
      paragraphs: [volumeOne(f), volumeTwo(f)],
      picture: f.store.sellsLimitedEdition
        ? { name: 'box-vol1-ember', alt: 'Vol. I: The Phoenix Edition in Ember', look: 'stone' }
        : { name: 'box-vol2-closed', alt: 'Vol. II: Magical You', look: 'stone' },
    },
  ]
}

function volumeOne(f: PageFacts): string {
  const first = 'Vol. I: The Phoenix Edition came first, because it is about beginning again.'
  return f.store.sellsLimitedEdition
    ? `${first} ${f.vol1Copies} copies, hand-made, signed and numbered.`
    : `${first} Its ${f.vol1Copies} hand-made, signed and numbered copies ship to ${MARKETS[LIMITED_EDITION_MARKET].onlyRegion}.`
}

function volumeTwo(f: PageFacts): string {
  return f.isPreOrder
    ? `Vol. II: Magical You comes next, in ${f.vol2ShipsNow}. It is about you.`
    : 'Vol. II: Magical You came next. It is about you.'
}

/** On the shop's independence. */
export const OWN_HOUSE = {
  title: 'Our own house',
  paragraphs: [
    'Wizard Box is independent. We are not affiliated with the earlier company or its brand, nor with any other. Original wands of the earlier company do open our boxes, so if you have kept yours, it has work again. Questions about that brand are not ours to answer.',
    'The rest is plain shopkeeping. We make a small number of things, say what they are, and [write back when you write to us](/contact).',
  ],
} as const

/** The end of the page, which leads to the shop. */
export function aboutEnd(f: PageFacts) {
  return {
    title: 'The shelf is this way',
    text: `${f.store.sellsLimitedEdition ? 'Two volumes' : 'One box'}, ${WAND_COUNT} wands, one lock.`,
    button: 'See the boxes and wands',
  }
}
