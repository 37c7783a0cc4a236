import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { type Market, marketOfCountry } from '#app/models/market.ts'
import {
  CANADA_NOT_SERVED,
  otherStoreLink,
  otherStoreToast,
  SWITCH_EMPTIES,
} from '#app/models/page-messages.ts'
import { useCart } from '../cart/client/hooks.tsx'
import { MarketForm } from '../page/navigation.tsx'
import { showToast } from '../page/stores.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'

/**
 * If no market is stored, asks for the visitor's country and stores its market, or the page's if the country is unknown.
 * The browser does this because pages are cached for all visitors. If it is the other market, a toast says so, which
 * shifts nothing; the line is in the next document.
 */
function useCountryMarket(market: Market): void {
  useEffect(() => {
    const { storedMarket } = window
    // The splash requests the market itself.
    if (!storedMarket || storedMarket.read() || document.documentElement.dataset.splash) return
    let isGone = false
    const headers = { Accept: 'application/json' }
    const answer = fetch(`/market?page=${market}`, { headers, signal: AbortSignal.timeout(3000) })
      .then((response) => response.json())
      .then(({ country }) => country)
      .catch(() => null)
    void answer.then((country: unknown) => {
      // Another tab or the splash may have stored a market meanwhile.
      if (isGone || storedMarket.read()) return
      const countryMarket = typeof country === 'string' ? marketOfCountry(country) : market
      storedMarket.write(countryMarket)
      if (countryMarket !== market) showToast(otherStoreToast(market, countryMarket))
      else if (country === 'CA') showToast(CANADA_NOT_SERVED)
    })
    return () => {
      isGone = true
    }
  }, [market])
}

/** A line shown where the visitor's market differs from that of the URL; never a redirect. Product: 8 The other market */
export function MarketLine() {
  const { market, marketLine: own } = useShop()
  const { pathname, search } = useLocation()
  const itemCount = useCart()?.itemCount ?? 0
  useCountryMarket(market)
  if (!own) return null
  return (
    <aside
      data-theme="light"
      // On a phone hidden until the cookie notice below it is answered, so that one thing at a time pushes the page down.
      className="bg-candle text-sm leading-snug max-md:has-[+[data-cookie-notice]]:hidden max-md:consented:block print:hidden"
      aria-label="Your store"
    >
      {/* Both buttons share a line, below the sentence if they do not fit beside it. */}
      <div className="wrap flex flex-wrap items-center gap-x-6 py-1.5 lg:justify-center-safe">
        <p className="max-w-none py-1.5 max-lg:basis-full">
          {otherStoreToast(market, own).title}
          {itemCount > 0 ? ` ${SWITCH_EMPTIES}` : null}
        </p>
        <MarketForm market={own}>
          <Button variant="link" className="decoration-gilt-ink">
            {otherStoreLink(own).label}
          </Button>
        </MarketForm>
        <MarketForm market={market} returnTo={pathname + search}>
          <Button variant="link" className="decoration-gilt-ink">
            Stay here
          </Button>
        </MarketForm>
      </div>
    </aside>
  )
}
