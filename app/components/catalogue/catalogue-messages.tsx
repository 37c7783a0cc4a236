import { Link, useLocation } from 'react-router'
import { marketPath } from '../../models/market.ts'
import { NO_PRODUCTS, NOTHING_ON_SHELF, STORE_UNAVAILABLE } from '../../models/page-messages.ts'
import { useShop } from '../layout/use-shop.ts'
import { TextLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const CONTACT_FORM = 'contact form'

/** Shown in place of the products while the storefront is unavailable. Spec: 8 Catalogue list failure */
export function StoreUnavailable({ place }: { place: 'home' | 'products' }) {
  const Heading = place === 'home' ? 'h3' : 'h2'
  const { market } = useShop()
  const { pathname, search } = useLocation()
  const { title, text } = STORE_UNAVAILABLE[place]
  const [before, after] = text.split(CONTACT_FORM)
  return (
    <div className="plate gone" role="alert">
      <Heading className="h">{title}</Heading>
      <p className="lede">
        {before}
        {after === undefined ? null : (
          <>
            <Link to={marketPath(market, '/contact')}>{CONTACT_FORM}</Link>
            {after}
          </>
        )}
      </p>
      <a className="btn" href={pathname + search}>
        <Icon name="retry" /> Try again
      </a>
    </div>
  )
}

/** A catalogue without products. Spec: 8 Empty list */
export function NoProducts({ level = 3 }: { level?: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <div className="plate gone">
      <Heading className="h">{NO_PRODUCTS.title}</Heading>
      <p className="lede">{NO_PRODUCTS.text}</p>
    </div>
  )
}

/** Shown for a filter without matching products. */
export function NoMatchingProducts() {
  const { market } = useShop()
  return (
    <div className="plate gone">
      <p className="lede">{NOTHING_ON_SHELF}</p>
      <TextLink to={marketPath(market, '/products')}>
        See everything <Icon name="arrow" />
      </TextLink>
    </div>
  )
}
