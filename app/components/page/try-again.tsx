import { useLocation } from 'react-router'
import { REFUSED_PATH } from '#app/models/market.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

/** Loads the URL again as a document, since cached data may be the problem. Not shown for a URL without a page. */
export function TryAgain({ className }: { className?: string }) {
  const { pathname, search } = useLocation()
  if (pathname.endsWith(REFUSED_PATH)) return null
  return (
    <a className={buttonClass({}, className)} href={pathname + search}>
      <Icon name="retry" /> Try again
    </a>
  )
}
