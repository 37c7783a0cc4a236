import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type Market, marketOfCountry, otherMarket } from '../../models/market.ts'
import { CANADA_NOT_SERVED, goToOtherStore, inOtherStore } from '../../models/messages.ts'
import { whenIdle } from '../../runtime/idle.ts'
import { showNotice } from './notice-store.ts'
import { useShop } from './use-shop.ts'

declare global {
  interface Window {
    /** What the boot script knows of the stored market, and how it is stored. */
    readonly shopBoot?: { readonly known: string | undefined; readonly store: (market: Market) => void }
  }
}

function Choice({ market, returnTo, children }: { market: Market; returnTo?: string; children: string }) {
  return (
    <form method="post" action="/market">
      <input type="hidden" name="market" value={market} />
      {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
      <button type="submit" className="link">
        {children}
      </button>
    </form>
  )
}

function Words({ here }: { here: string }) {
  const { market } = useShop()
  return (
    <>
      <p>{inOtherStore(market).title}</p>
      <Choice market={otherMarket(market)}>{goToOtherStore(market).label}</Choice>
      <Choice market={market} returnTo={here}>
        Stay here
      </Choice>
    </>
  )
}

/** The country of a visitor as the server sees it. @throws whatever a line can do */
async function askCountry(): Promise<string | null> {
  const headers = { Accept: 'application/json' }
  const answer = await fetch('/market', { headers, signal: AbortSignal.timeout(3000) })
  const { country } = await answer.json()
  return country
}

/**
 * Where no store is stored, that of the visitor's country: the browser asks, as pages are the same for everybody. What it
 * learns is stored, and said at once without moving the page; the line comes with the next one.
 * @returns whether to show the line, on pages that come without a document of their own
 */
function useCountry(market: Market): boolean {
  const { key } = useLocation()
  const here = useRef(key)
  here.current = key
  const [saidAt, setSaidAt] = useState<string | null>(null)
  useEffect(() => {
    const { shopBoot } = window
    // The entry's script asks for itself.
    if (!shopBoot || shopBoot.known || document.documentElement.dataset.splash) return
    return whenIdle(async () => {
      const country = await askCountry().catch(() => null)
      if (country === null) return
      const own = marketOfCountry(country)
      shopBoot.store(own)
      if (own !== market) {
        setSaidAt(here.current)
        showNotice(inOtherStore(market))
      } else if (country === 'CA') showNotice(CANADA_NOT_SERVED)
    })
  }, [market])
  return saidAt !== null && saidAt !== key
}

/** One line, where the visitor's own store differs from the address; never a redirect. Product: 8, point 8 */
export function MarketLine() {
  const { market, marketLine } = useShop()
  const { pathname, search } = useLocation()
  const isElsewhere = useCountry(market)
  if (marketLine === null && !isElsewhere) return null
  return (
    <aside className="market-line" aria-label="Your store">
      <div className="wrap">
        <Words here={pathname + search} />
      </div>
    </aside>
  )
}
