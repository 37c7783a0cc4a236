import type { ReactNode } from 'react'
import type { Market } from '#app/models/market.ts'

/** Around a button that chooses a store, and leads back to `returnTo` if that belongs to it. Spec: 4 Market */
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
