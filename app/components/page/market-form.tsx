import type { ReactNode } from 'react'
import type { Market } from '#app/models/market.ts'

/**
 * The form around a button that chooses a store. A form, because choosing one stores it. Spec: 4 Market
 * @param returnTo the page that it leads back to, if that belongs to the store
 */
export function MarketForm(props: { market: Market; returnTo?: string; children: ReactNode }) {
  const { market, returnTo, children } = props
  return (
    <form method="post" action="/market">
      <input type="hidden" name="market" value={market} />
      {returnTo ? <input type="hidden" name="returnTo" value={returnTo} /> : null}
      {children}
    </form>
  )
}
