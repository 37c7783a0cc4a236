import { Link } from 'react-router'
import { marketPath } from '../../models/market.ts'
import type { ProductFilter } from '../../models/product.ts'
import { useShop } from '../layout/use-shop.ts'

const FILTERS: readonly { readonly filter: ProductFilter | null; readonly label: string }[] = [
  { filter: null, label: 'All' },
  { filter: 'wizard-box', label: 'Wizard Boxes' },
  { filter: 'wands', label: 'Wands' },
  { filter: 'merch', label: 'Merch' },
]

/** The product filters, as links. */
export function Filters({ filter: current }: { filter: ProductFilter | null }) {
  const { market } = useShop()
  return (
    <nav className="filters" aria-label="Filter">
      <ul>
        {FILTERS.map(({ filter, label }) => (
          <li key={label}>
            <Link
              to={marketPath(market, filter ? `/products?filter=${filter}` : '/products')}
              prefetch="intent"
              preventScrollReset
              aria-current={filter === current ? 'true' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
