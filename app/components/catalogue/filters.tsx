import { Link } from 'react-router'
import { FILTERS } from '../../content/catalogue-words.ts'
import { marketPath } from '../../models/market.ts'
import type { ProductFilter } from '../../models/product.ts'
import { useShop } from '../page/use-shop.ts'

/** The product filters, as links. */
export function Filters({ filter: current }: { filter: ProductFilter | null }) {
  const { market } = useShop()
  return (
    <nav aria-label="Filter">
      <ul className="mt-8 flex flex-wrap gap-2 border-b border-line pb-6">
        {FILTERS.map(({ filter, label }) => (
          <li key={label}>
            <Link
              to={marketPath(market, filter ? `/products?filter=${filter}` : '/products')}
              prefetch="intent"
              preventScrollReset
              aria-current={filter === current ? 'true' : undefined}
              className="inline-flex min-h-tap items-center rounded-board border border-edge px-4 max-md:px-3 py-1.5 text-sm font-medium no-underline hover:border-ink aria-current:border-soot aria-current:bg-soot aria-current:text-bone forced-colors:aria-current:not-focus-visible:outline-3 forced-colors:aria-current:not-focus-visible:outline-highlight print:aria-current:bg-transparent print:aria-current:text-inherit"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
