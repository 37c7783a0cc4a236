import { type SubmitEvent, useEffect } from 'react'
import { useLocation } from 'react-router'
import { marketPath } from '../../models/market.ts'
import { COOKIE_NOTICE } from '../../models/page-messages.ts'
import { Icon } from '../ui/icon.tsx'
import { PageLink } from '../ui/page-link.tsx'
import { CachedPageFragment } from './cached-fragment.tsx'
import { useShop } from './use-shop.ts'

const STORAGE_KEY = 'cookieConsent'

/**
 * Stores the answer in the browser and hides the notice. Without `localStorage` the form is submitted to the
 * server.
 */
function storeAnswer(event: SubmitEvent<HTMLFormElement>) {
  const submitter = event.nativeEvent.submitter
  const choice = submitter instanceof HTMLButtonElement ? submitter.value : 'dismissed'
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    return
  }
  event.preventDefault()
  document.documentElement.dataset.consent = choice
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Hides the notice when it is answered in another tab. */
function onStorage({ key, newValue }: StorageEvent) {
  if (key === STORAGE_KEY && newValue) document.documentElement.dataset.consent = newValue
}

/**
 * Says what the shop stores; the visitor can accept or close it, and is not asked again in either case. Nothing
 * that needs consent is stored before. Spec: 2 Banner and cookie notice
 */
export function CookieNotice() {
  return useShop().consent ? null : (
    <CachedPageFragment name="cookie notice">
      <NoticeForm />
    </CachedPageFragment>
  )
}

function NoticeForm() {
  const { market } = useShop()
  const { pathname, search } = useLocation()
  useEffect(() => {
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }, [])
  return (
    <section className="cookie-notice dark" aria-label="Cookie notice" data-later="">
      <form method="post" action="/consent" onSubmit={storeAnswer}>
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
