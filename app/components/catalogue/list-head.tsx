import { Link } from 'react-router'
import { MARKETS, marketPath } from '#app/models/market.ts'
import type { ProductFilter } from '#app/models/product.ts'
import { capitalizeFirst, WAND_COUNT } from '#app/models/wands.ts'
import { useShop } from '../page/use-shop.ts'
import { Lede } from '../ui/section.tsx'

export const MERCH_HEADING = [
  'Magical Merch',
  'Printed after you order it, so allow time for the ink. Merch and gifts travel separately: check out one, then the other.',
] as const

/** What can be filtered for; null: everything. */
const FILTERS: readonly (readonly [ProductFilter | null, label: string])[] = [
  [null, 'All'],
  ['wizard-box', 'Wizard Boxes'],
  ['wands', 'Wands'],
  ['merch', 'Merch'],
]

export function ListHead({ filter: current }: { filter: ProductFilter | null }) {
  const { market } = useShop()
  const ways = MARKETS[market].sellsLimitedEdition
    ? 'Two volumes, three ways to take each one'
    : 'One volume, three ways to take it'
  const headings: Readonly<Record<ProductFilter | 'all', readonly [title: string, text: string]>> = {
    all: ['Wizard Boxes & Wands', 'A box that keeps your secrets, and the wand that opens it.'],
    'wizard-box': [
      'Wizard Boxes',
      `${ways} home: the box alone, with the Classic Wand or with a Premium Wand.`,
    ],
    wands: [
      'Wands',
      `${capitalizeFirst(WAND_COUNT)} styles, one by one or in a set. Any of them opens any Wizard Box.`,
    ],
    merch: MERCH_HEADING,
  }
  const [title, text] = headings[current ?? 'all']
  return (
    <>
      <h1 id="shop-title">{title}</h1>
      <Lede className="mt-4 text-quiet">{text}</Lede>
      <nav aria-label="Filter">
        <ul className="mt-8 flex flex-wrap gap-2 border-b border-line pb-6">
          {FILTERS.map(([filter, label]) => (
            <li key={label}>
              <Link
                to={marketPath(market, filter ? `/products?filter=${filter}` : '/products')}
                prefetch="intent"
                preventScrollReset
                aria-current={filter === current ? 'true' : undefined}
                className="inline-flex min-h-tap items-center rounded-board border border-edge justify-center min-w-tap px-4 max-md:px-2 py-1.5 text-sm font-medium no-underline hover:border-ink aria-current:border-soot aria-current:bg-soot aria-current:text-bone forced-colors:aria-current:not-focus-visible:outline-3 forced-colors:aria-current:not-focus-visible:outline-highlight print:aria-current:bg-transparent print:aria-current:text-inherit"
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  )
}
