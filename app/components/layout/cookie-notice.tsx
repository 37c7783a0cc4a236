import { type SubmitEvent, useEffect } from 'react'
import { useLocation } from 'react-router'
import { marketPath } from '../../models/market.ts'
import { COOKIE_NOTICE } from '../../models/page-messages.ts'
import { Icon } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { CachedPageFragment } from './cached-fragment.tsx'
import { useShop } from './use-shop.ts'

const NAME = 'cookieConsent'

/** Keeps the answer in the browser and hides the notice at once; without that, the form asks the server to remember. */
function answer(event: SubmitEvent<HTMLFormElement>) {
  const submitter = event.nativeEvent.submitter
  const choice = submitter instanceof HTMLButtonElement ? submitter.value : 'dismissed'
  try {
    localStorage.setItem(NAME, choice)
  } catch {
    return
  }
  event.preventDefault()
  document.documentElement.dataset.consent = choice
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** In another tab. */
function hear({ key, newValue }: StorageEvent) {
  if (key === NAME && newValue) document.documentElement.dataset.consent = newValue
}

/**
 * Says what the shop stores and lets the visitor accept or close. Nothing that needs consent is stored before, and
 * closing is as final as accepting. Spec: 2 Banner and cookie notice
 */
export function CookieNotice() {
  return useShop().consent ? null : (
    <CachedPageFragment name="cookie notice">
      <Question />
    </CachedPageFragment>
  )
}

function Question() {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  useEffect(() => {
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  }, [])
  return (
    <section className="cookie-notice dark" aria-label="Cookie notice" data-later="">
      <form method="post" action="/consent" onSubmit={answer}>
        <input type="hidden" name="returnTo" value={pathname + search} />
        <p>{COOKIE_NOTICE}</p>
        <div className="row">
          <button type="submit" className="btn" name="choice" value="accepted">
            Accept
          </button>
          <PageLink className="link" to={marketPath(market, '/privacy-policy')} prefetch="intent">
            Privacy Policy
          </PageLink>
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
