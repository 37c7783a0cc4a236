import { MARKETS, type Market } from '../models/market.ts'
import type { PictureName } from '../models/pictures.ts'
import { WAND_COUNT } from '../models/wands.ts'
import { capitalizeFirst, type PageFacts } from './page-facts.ts'

/** The words on the scene. Spec: 2 Home */
export const HERO = {
  title: 'Some treasures deserve more than a drawer',
  text: 'The Wizard Box is a box in the shape of a book. Touch your wand to the symbol on its cover, and it opens.',
  button: 'PURCHASE',
  product: 'Vol. II: Magical You',
  /** Over the triangle in the picture. */
  lock: 'Touch the lock',
} as const

/** The end of the line below the scene. */
export function heroOffer(f: PageFacts): string {
  return `From ${f.boxOnlyPrice}, Gift Edition Envelope included`
}

/** Vol. II beside its film. Spec: 2 Home, Featured product */
export const FEATURED_PRODUCT = {
  title: 'Vol. II: Magical You',
  text: 'Look at the stars on the cover. They draw a figure reaching up with a wand. That is you. Everything you would rather not leave lying around goes inside.',
} as const

/** What is to know of Vol. II; the parts of a fact stay whole where it wraps. */
export function featuredFacts(f: PageFacts): readonly (readonly [name: string, ...parts: string[]])[] {
  return [
    ['Size', `${f.boxHeight} high,`, `${f.boxWidth} wide,`, `${f.boxDepth} deep`],
    ['Opens with', `Any of our ${WAND_COUNT} wands`],
    ['Ships', `${capitalizeFirst(f.giftShipsNow)}, tracked`],
  ]
}

export function featuredButton(f: PageFacts): string {
  return `${f.isPreOrder ? 'Pre-order' : 'Order'} from ${f.boxOnlyPrice}`
}

/** The way in to giving, and to what was given. */
export const GIVING = {
  title: 'Give it: five words, and the box is theirs',
  text: 'You hand over a sealed envelope with five magic words in it. Whoever says them tells us where the box should go.',
  give: 'Give',
  redeem: 'Redeem',
} as const

export const COLLECTION = { title: 'Featured Collection', link: 'See everything' } as const

export const HOW_IT_WORKS = 'How It Works'

/** How the box works, in four steps. Spec: 2 Home, How It Works */
export function howItWorksSteps(market: Market): readonly {
  readonly number: string
  readonly title: string
  readonly text: string
  readonly picture: PictureName
}[] {
  const { sellsLimitedEdition } = MARKETS[market]
  return [
    {
      number: 'I',
      title: 'Choose Your Edition',
      text: `${sellsLimitedEdition ? 'Phoenix or' : 'Vol. II:'} Magical You, with a wand or without.`,
      picture: sellsLimitedEdition ? 'both-volumes' : 'product-vol2-closed',
    },
    { number: 'II', title: 'Touch Your Wand', text: 'Rest the tip on the triangle.', picture: 'vol2-touch' },
    {
      number: 'III',
      title: 'Watch It Unlock',
      text: 'The catch lets go and the cover lifts.',
      picture: 'vol2-unlock',
    },
    {
      number: 'IV',
      title: 'Store Your Treasures',
      text: 'Close it, and it is a book on a shelf.',
      picture: 'vol2-shelf',
    },
  ]
}

/** The brand's story in two paragraphs. Spec: 2 Home, Brand story */
export const STORY = {
  title: 'Bought back, and begun again',
  paragraphs: [
    'A company that made wizard-themed things failed. Our founder bought back the pieces worth saving and asked what they could become.',
    'The answer was a box that keeps a secret. It belongs to no other world but yours.',
  ],
  link: 'Read our story',
} as const

/** The mailing list. Spec: 2 Home, Stay Connected */
export const STAY_CONNECTED = {
  title: 'Stay Connected',
  text: 'New volumes, new wands and the odd secret. We write when there is something to open.',
} as const
