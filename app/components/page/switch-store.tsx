import { MARKETS, otherMarket } from '../../models/market.ts'
import { Button } from '../ui/button.tsx'
import { useShop } from './use-shop.ts'

/** Switches to the other store. A form, because it changes the stored market. Spec: 4 Market */
export function SwitchStore() {
  const other = otherMarket(useShop().market)
  return (
    <form method="post" action="/market">
      <input type="hidden" name="market" value={other} />
      <Button variant="link" className="text-hint">
        Switch to the {MARKETS[other].storeName}
      </Button>
    </form>
  )
}
