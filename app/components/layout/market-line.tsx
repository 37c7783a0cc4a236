import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type Market, marketOfCountry, otherMarket } from '../../models/market.ts'
import { CANADA_NOT_SERVED, otherStoreLink, otherStoreNotice, SWITCH_EMPTIES } from '../../models/messages.ts'
import { whenIdle } from '../../runtime/idle.ts'
import { useCartCount } from '../cart/use-cart.ts'
import { showNotice } from './notice-store.ts'
import { useShop } from './use-shop.ts'

declare global {
  interface Window {
    /** What the boot script knows of the stored market, and how it is stored. */
    readonly shopBoot?: { readonly known: () => string | undefined; readonly store: (market: Market) => void }
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
  const pieces = useCartCount()
  return (
    <>
      <p>
        {otherStoreNotice(market).title}
        {pieces > 0 ? ` ${SWITCH_EMPTIES}` : null}
      </p>
      <Choice market={otherMarket(market)}>{otherStoreLink(market).label}</Choice>
      <Choice market={market} returnTo={here}>
        Stay here
      </Choice>
    </>
  )
}

/** The country of a visitor as the server sees it; null where nobody knows it, or the server does not say. */
async function askCountry(): Promise<string | null> {
  try {
    const headers = { Accept: 'application/json' }
    const answer = await fetch('/market', { headers, signal: AbortSignal.timeout(3000) })
    const { country } = await answer.json()
    return typeof country === 'string' ? country : null
  } catch {
    return null
  }
}

/** Whether a store has been stored meanwhile: in another tab, or by the entry. */
function isStored(): boolean {
  return /(?:^|; )selected_market=/.test(document.cookie)
}

/**
 * Where no store is stored, that of the visitor's country: the browser asks, as pages are the same for everybody. What it
 * learns is stored, and said at once without moving the page; the line comes with the next one.
 * @returns whether to show the line, on pages that come without a document of their own
 */
function useCountry(market: Market): boolean {
  const { pathname } = useLocation()
  const here = useRef(pathname)
  here.current = pathname
  const [said, setSaid] = useState<{ readonly on: string; readonly market: Market } | null>(null)
  useEffect(() => {
    const { shopBoot } = window
    // The entry's script asks for itself.
    if (!shopBoot || shopBoot.known() || isStored() || document.documentElement.dataset.splash) return
    return whenIdle(async () => {
      const country = await askCountry()
      if (country === null || isStored()) return
      const own = marketOfCountry(country)
      shopBoot.store(own)
      if (own !== market) {
        setSaid({ on: here.current, market })
        showNotice(otherStoreNotice(market))
      } else if (country === 'CA') showNotice(CANADA_NOT_SERVED)
    })
  }, [market])
  return said?.market === market && said.on !== pathname
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
