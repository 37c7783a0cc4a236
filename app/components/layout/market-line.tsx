import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { MARKETS, type Market, otherMarket } from '../../models/market.ts'
import { lineOfCountry, type MarketLineFacts } from '../../models/market-line.ts'
import { CANADA_NOT_SERVED } from '../../models/messages.ts'
import { whenIdle } from '../../runtime/idle.ts'
import { useShop } from './use-shop.ts'

declare global {
  interface Window {
    /** What the boot script knows of the stored market, and how it is stored. */
    readonly shopBoot?: { readonly known: string | undefined; readonly store: (market: Market) => void }
  }
}

const REGION: Record<Market, string> = { us: 'the US only', uk: 'the UK and EU' }

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

function Words({ line, here }: { line: MarketLineFacts; here: string }) {
  const { market } = useShop()
  const other = otherMarket(market)
  const isSuggested = 'suggested' in line
  return (
    <>
      <p>
        {isSuggested
          ? `You are in the ${MARKETS[market].storeName}, which ships to ${REGION[market]}.`
          : CANADA_NOT_SERVED.title}
      </p>
      {isSuggested ? <Choice market={other}>{`Go to the ${MARKETS[other].storeName}`}</Choice> : null}
      <Choice market={market} returnTo={here}>
        Stay here
      </Choice>
    </>
  )
}

/**
 * The country of a visitor who has no store yet, asked for where pages are the same for everybody: in the browser. A store
 * that is their own anyway is theirs from then on. Null until it is known, and where nobody knows it.
 */
function useCountry(market: Market): string | null {
  const [country, setCountry] = useState<string | null>(null)
  useEffect(() => {
    const { shopBoot } = window
    if (!shopBoot || shopBoot.known) return
    return whenIdle(() =>
      fetch('/market', { headers: { Accept: 'application/json' }, signal: AbortSignal.timeout(3000) })
        .then((answer) => answer.json())
        .then(({ country }: { country: string | null }) => {
          if (country !== null && lineOfCountry(market, country) === null) shopBoot.store(market)
          setCountry(country)
        })
        .catch(() => undefined),
    )
  }, [market])
  return country
}

/** One line, where the visitor's own store differs from the address; never a redirect. Product: 8, point 8 */
export function MarketLine() {
  const { market, marketLine } = useShop()
  const { pathname, search } = useLocation()
  const country = useCountry(market)
  const line = marketLine ?? lineOfCountry(market, country)
  if (line === null) return null
  return (
    <aside className="market-line" aria-label="Your store">
      <div className="wrap">
        <Words line={line} here={pathname + search} />
      </div>
    </aside>
  )
}
