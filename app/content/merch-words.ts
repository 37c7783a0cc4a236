import type { Product } from '../models/product.ts'
import { MUG_DESCRIPTION, TOTE_DESCRIPTION } from '../models/product-descriptions.ts'
import { isPrintOnDemand } from '../models/product-kind.ts'
import type { PageFacts } from './page-facts.ts'
import { customsAndRights, legalRights, makerRows, type ProductCopy } from './product-copy.ts'

type OwnWords = Omit<ProductCopy, 'title' | 'shipping' | 'dispatch' | 'returns'>

const NO_MAGNET = 'Merch contains no magnet.'
const PRINTED_TO_ORDER = ['Made', 'Printed to order'] as const
const CARE = ['Care', 'Follow the maker’s label'] as const
const PRINTED = 'Printed after you order it'

const TOTE = {
  summary: 'A canvas tote with the keyhole on the front.',
  description: TOTE_DESCRIPTION,
  features: ['Keyhole mark and name on the front', 'Two shades: Natural and Midnight', PRINTED],
  details: [['Item', 'Canvas tote bag'], ['Shades', 'Natural, Midnight'], PRINTED_TO_ORDER, CARE],
  choice: 'Choose the shade',
  warning: NO_MAGNET,
} as const satisfies OwnWords

const MUG = {
  summary: 'A mug that says so.',
  description: MUG_DESCRIPTION,
  features: ['Magical AF on the side', '11 oz, about 325 ml', PRINTED],
  details: [['Item', 'Mug'], ['Capacity', '11 oz (about 325 ml)'], PRINTED_TO_ORDER, CARE],
  choice: 'Choose the size',
  warning: `${NO_MAGNET} A hot drink is still hot.`,
} as const satisfies OwnWords

const KNOWN: ReadonlyMap<string, OwnWords> = new Map<string, OwnWords>([
  ['keyhole-tote', TOTE],
  ['magical-af-mug', MUG],
])

/** Our own words for known products; for any other what the store says of it, and nothing else. */
function wordsOf(
  product: Pick<Product, 'handle' | 'description' | 'options'>,
  isPrinted: boolean,
  facts: PageFacts,
): OwnWords {
  const known = KNOWN.get(product.handle)
  if (known) return { ...known, details: [...known.details, ...makerRows(facts)] }
  const [option, ...others] = product.options
  return {
    summary: '',
    description: product.description === '' ? [] : [product.description],
    features: [],
    details: isPrinted ? [PRINTED_TO_ORDER] : [],
    choice: option && others.length === 0 ? `Choose the ${option.name.toLowerCase()}` : 'Choose yours',
    warning: '',
  }
}

/** The texts of a product that is neither box nor wand. */
export function merchCopy(product: Product, facts: PageFacts): ProductCopy {
  const isPrinted = isPrintOnDemand(product.tags)
  return {
    title: product.title,
    ...wordsOf(product, isPrinted, facts),
    shipping: [
      ...(isPrinted ? [`Merch is printed after you order. It ships ${facts.merchShipsNow}.`] : []),
      `We ship to ${facts.region}.`,
      `Free shipping over ${facts.freeShippingOver}.`,
      `Return it within ${facts.returnDays} days of getting it, unused. Refunds are issued within ${facts.refundDays} days of receipt.`,
      ...customsAndRights(facts),
      ...(isPrinted ? ['Merch and a redeemed gift cannot share a cart. Check out one, then the other.'] : []),
    ],
    dispatch: isPrinted
      ? `**Ships ${facts.merchShipsNow}**, to ${facts.region}. It is printed after you order.`
      : `**Ships to ${facts.region}.**`,
    returns: `**Return it unused within ${facts.returnDays} days.** Refunds are issued within ${facts.refundDays} days of receipt.${legalRights(facts)}`,
  }
}
