import { Link } from 'react-router'
import { marketPath } from '../../models/market.ts'
import { useShop } from '../page/use-shop.ts'

/**
 * What a visitor agrees to by submitting a form, with a link to the privacy policy.
 * @param inDialog opens the policy in another tab, so that typed values are not lost
 */
export function ConsentText({ text, inDialog = false }: { text: string; inDialog?: boolean }) {
  const { market } = useShop()
  const policy = marketPath(market, '/privacy-policy')
  return (
    <p className="col-span-full text-hint text-quiet">
      {text} See our{' '}
      {inDialog ? (
        <a href={policy} target="_blank" rel="noopener">
          Privacy Policy<span className="sr-only"> (opens in a new tab)</span>
        </a>
      ) : (
        <Link to={policy} prefetch="intent">
          Privacy Policy
        </Link>
      )}
      .
    </p>
  )
}
