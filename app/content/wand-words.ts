import { SIZE_RANGE } from '../models/bundle.ts'
import { SET_DESCRIPTION, WAND_DESCRIPTION } from '../models/product-descriptions.ts'
import { WAND_BEASTS, WAND_COUNT, WAND_STYLES } from '../models/wands.ts'
import { capitalizeFirst, type PageFacts } from './page-facts.ts'
import {
  customsAndRights,
  freeShipping,
  legalRights,
  magnetWarning,
  makerRows,
  type ProductCopy,
} from './product-copy.ts'

/** The page of the single wands. Spec: 2 Product detail, Wand product */
export const WANDS = {
  text: `${capitalizeFirst(WAND_COUNT)} styles. Any one of them opens any Wizard Box.`,
  choose: 'Choose the one you would reach for. There is no wrong answer.',
  names: 'The names describe the style, not the materials. No dragon, unicorn or phoenix was inconvenienced.',
  bundle: { question: 'Three or more?', offer: 'Build a bundle.', link: 'Build a bundle and save' },
  features: [
    'Opens any Wizard Box, Vol. I or Vol. II',
    `${capitalizeFirst(WAND_COUNT)} styles, ${WAND_BEASTS}`,
    `Sold one by one here, or in bundles of ${SIZE_RANGE}`,
  ],
} as const

const BUNDLE_FEATURES = [
  `${capitalizeFirst(SIZE_RANGE)} different wands, your choice`,
  `${capitalizeFirst(WAND_COUNT)} styles: ${WAND_STYLES.join(', ')}`,
  'Each one opens any Wizard Box, Vol. I or Vol. II',
  'Costs less than the same wands bought one by one',
]

/** Leads from the wands to the boxes. */
export const NO_BOX_YET = {
  title: 'No box yet?',
  text: 'A wand without a box is a very good pointing stick. See what it opens.',
  textOfSet: 'The wands are ready. They would like something to open.',
} as const

export const BOXES = {
  title: 'Something to open',
  vol1: { title: 'Vol. I: The Phoenix Edition', link: 'See Vol. I' },
  vol2: { title: 'Vol. II: Magical You', text: 'Gift Edition Envelope included.', link: 'See Vol. II' },
} as const

export const WHY_SEVERAL_TITLE = 'Why own several'

/** Heading and text of each reason. */
export const WHY_SEVERAL = [
  [
    'One that stays with the box',
    'A wand on the shelf beside the book gives nothing away. It looks like an ornament.',
  ],
  [
    'One for someone you trust',
    'Any of our wands opens any Wizard Box. To share a secret, hand over a second wand.',
  ],
  [
    'One to carry',
    `${capitalizeFirst(WAND_COUNT)} shapes, ${WAND_COUNT} characters. People tend to know theirs when they see it.`,
  ],
] as const

/** The texts of the single wands, or of a bundle of them. */
export function wandCopy(facts: PageFacts, isBundle = false): ProductCopy {
  return {
    summary: '',
    description: isBundle ? SET_DESCRIPTION : WAND_DESCRIPTION,
    features: isBundle ? BUNDLE_FEATURES : WANDS.features,
    details: [
      ['Works with', 'Every Wizard Box'],
      [
        'In the order',
        isBundle
          ? 'The wands you select. A Wizard Box is sold separately.'
          : 'One wand in your chosen style. The box is sold separately.',
      ],
      ['Contains', isBundle ? 'A small magnet in each wand' : 'A small magnet'],
      ['Age', `Not for children under ${facts.minimumAge}`],
      ...makerRows(facts),
    ],
    warning: magnetWarning(
      facts,
      `Each wand contains a small magnet. It is dangerous if swallowed${isBundle ? ', and two magnets are worse than one' : ''}.`,
      ', and from bank cards',
    ),
    shipping: [
      `Wands ship ${facts.wandShipsNow}.`,
      `We ship to ${facts.region}. Delivery then takes ${facts.delivery}.`,
      freeShipping(facts),
      `Wands have a ${facts.wandReturnDays}-day return policy. Refunds are issued within ${facts.refundDays} days of receipt.`,
      ...customsAndRights(facts),
    ],
    dispatch: `**Ships ${facts.wandShipsNow}**, to ${facts.region}. Delivery then takes ${facts.delivery}.`,
    returns: `**${facts.wandReturnDays} days to return it.** Refunds are issued within ${facts.refundDays} days of receipt.${legalRights(facts)}`,
  }
}
