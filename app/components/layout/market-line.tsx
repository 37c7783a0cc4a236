import { useLocation } from 'react-router'
import { MARKETS, type Market, otherMarket } from '../../models/market.ts'
import { type ShopData, useShop } from './use-shop.ts'

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

function Words({ shop, here }: { shop: ShopData; here: string }) {
  const { market, marketLine } = shop
  if (marketLine === null) return null
  if ('country' in marketLine) {
    return (
      <p>This store ships to the United States only, so not to Canada yet. You are welcome to look around.</p>
    )
  }
  const other = otherMarket(market)
  return (
    <>
      <p>
        You are in the {MARKETS[market].storeName}, which ships to {REGION[market]}.
      </p>
      <Choice market={other}>{`Go to the ${MARKETS[other].storeName}`}</Choice>
      <Choice market={market} returnTo={here}>
        Stay here
      </Choice>
    </>
  )
}

/** One line, where the visitor's own store differs from the address; never a redirect. Product: 8, point 8 */
export function MarketLine() {
  const shop = useShop()
  const { pathname, search } = useLocation()
  if (shop.marketLine === null) return null
  return (
    <aside className="market-line" aria-label="Your store">
      <div className="wrap">
        <Words shop={shop} here={pathname + search} />
      </div>
    </aside>
  )
}
