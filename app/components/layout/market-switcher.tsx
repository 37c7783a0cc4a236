import { MARKET_IDS, MARKETS } from '../../models/market.ts'
import { SWITCH_EMPTIES } from '../../models/messages.ts'
import { useCartCount } from '../cart/client/hooks.tsx'
import { Icon } from '../ui/icon.tsx'
import { useShop } from './use-shop.ts'

/** The two markets, as forms, because choosing one stores it. Spec: 4 Market */
export function StoreChoice() {
  const { market } = useShop()
  const itemCount = useCartCount()
  return (
    <>
      {MARKET_IDS.map((id) => (
        <form key={id} method="post" action="/market">
          <input type="hidden" name="market" value={id} />
          <button type="submit" className="store" aria-current={id === market ? 'true' : undefined}>
            <span>
              {MARKETS[id].name}
              <span className="small muted">{MARKETS[id].switcherNote}</span>
            </span>
            {id === market ? <Icon name="check" /> : null}
          </button>
        </form>
      ))}
      {itemCount > 0 ? <p>{SWITCH_EMPTIES}</p> : null}
    </>
  )
}
