import type { Product } from '../models/product.ts'
import { SET_DESCRIPTION, WAND_DESCRIPTION } from '../models/product-descriptions.ts'
import { capitalizeFirst, SIZE_RANGE, WAND_BEASTS, WAND_COUNT, WAND_STYLES } from '../models/wands.ts'
import type { PageFacts } from './page-facts.ts'
import {
  customsAndRights,
  freeShipping,
  legalRights,
  magnetWarning,
  makerRows,
  type ProductCopy,
} from './product-copy.ts'

const WAND_FEATURES = [
  'Opens any Wizard Box, Vol. I or Vol. II',
  `${capitalizeFirst(WAND_COUNT)} styles, ${WAND_BEASTS}`,
  `Sold one by one here, or in bundles of ${SIZE_RANGE}`,
]

const BUNDLE_FEATURES = [
  `${capitalizeFirst(SIZE_RANGE)} different wands, your choice`,
  `${capitalizeFirst(WAND_COUNT)} styles: ${WAND_STYLES.join(', ')}`,
  'Each one opens any Wizard Box, Vol. I or Vol. II',
  'Costs less than the same wands bought one by one',
]

export const WHY_SEVERAL_TITLE = 'Why own several'

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

/** The texts of the single wands, or of a bundle of them; the title is the store's. */
export function wandCopy(facts: PageFacts, { title }: Pick<Product, 'title'>, isBundle = false): ProductCopy {
  return {
    title,
    summary: '',
    description: isBundle ? SET_DESCRIPTION : WAND_DESCRIPTION,
    features: isBundle ? BUNDLE_FEATURES : WAND_FEATURES,
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
