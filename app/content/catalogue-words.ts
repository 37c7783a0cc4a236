import { MARKETS, type Market } from '../models/market.ts'
import type { ProductFilter } from '../models/product.ts'
import { WAND_COUNT } from '../models/wands.ts'
import { capitalizeFirst } from './page-facts.ts'

export const MERCH_HEADING = {
  title: 'Magical Merch',
  text: 'Printed after you order it, so allow time for the ink. Merch and gifts travel separately: check out one, then the other.',
}

/** The heading of the shop page for a filter. */
export function catalogueHeading(filter: ProductFilter | null, market: Market) {
  const all = 'A box that keeps your secrets, and the wand that opens it.'
  switch (filter) {
    case null:
      return { title: 'Wizard Boxes & Wands', text: all }
    case 'wizard-box':
      return {
        title: 'Wizard Boxes',
        text: `${MARKETS[market].sellsLimitedEdition ? 'Two volumes, three ways to take each one' : 'One volume, three ways to take it'} home: the box alone, with the Classic Wand or with a Premium Wand.`,
      }
    case 'wands':
      return {
        title: 'Wands',
        text: `${capitalizeFirst(WAND_COUNT)} styles, one by one or in a set. Any of them opens any Wizard Box.`,
      }
    case 'merch':
      return MERCH_HEADING
  }
}

/** What can be filtered for; null: everything. */
export const FILTERS: readonly { readonly filter: ProductFilter | null; readonly label: string }[] = [
  { filter: null, label: 'All' },
  { filter: 'wizard-box', label: 'Wizard Boxes' },
  { filter: 'wands', label: 'Wands' },
  { filter: 'merch', label: 'Merch' },
]
