import { Link, useLocation } from 'react-router'
import { marketPath } from '../../models/market.ts'
import { COOKIE_NOTICE } from '../../models/page-messages.ts'
import { Icon } from '../ui/icon.tsx'
import { useShop } from './use-shop.ts'

/**
 * Says what the shop stores; the visitor can accept or close it, and is not asked again in either case. Nothing
 * that needs consent is stored before. Spec: 2 Banner and cookie notice
 */
export function CookieNotice() {
  return useShop().consent ? null : <NoticeForm />
}

/** The inline script (`before-paint.ts`) handles its answer, from the moment that it can be seen. */
function NoticeForm() {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  return (
    <section className="cookie-notice dark" aria-label="Cookie notice">
      <form method="post" action="/consent">
        <input type="hidden" name="returnTo" value={pathname + search} />
        <p>{COOKIE_NOTICE}</p>
        <div className="row">
          <button type="submit" className="btn" name="choice" value="accepted">
            Accept
          </button>
          <Link className="link" to={marketPath(market, '/privacy-policy')} prefetch="intent">
            Privacy Policy
          </Link>
        </div>
        <button
          type="submit"
          className="x"
          name="choice"
          value="dismissed"
          aria-label="Close this notice without accepting"
        >
          <Icon name="close" />
        </button>
      </form>
    </section>
  )
}
