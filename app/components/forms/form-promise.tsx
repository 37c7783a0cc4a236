import { marketPath } from '../../models/market.ts'
import { useShop } from '../layout/use-shop.ts'
import { PageLink } from '../ui/page-link.tsx'

/** What somebody agrees to by sending a form, and where it is told at length. */
export function FormPromise({ text }: { text: string }) {
  const { market } = useShop()
  return (
    <p className="hint">
      {text} See our{' '}
      <PageLink to={marketPath(market, '/privacy-policy')} prefetch="intent">
        Privacy Policy
      </PageLink>
      .
    </p>
  )
}
