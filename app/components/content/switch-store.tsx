import { MARKETS, otherMarket } from '../../models/market.ts'
import { useShop } from '../layout/use-shop.ts'

/** The other store, as a form: changing store changes what the shop remembers. Spec: 4 Market */
export function SwitchStore() {
  const other = otherMarket(useShop().market)
  return (
    <form method="post" action="/market">
      <input type="hidden" name="market" value={other} />
      <button type="submit" className="link">
        Switch to the {MARKETS[other].storeName}
      </button>
    </form>
  )
}
