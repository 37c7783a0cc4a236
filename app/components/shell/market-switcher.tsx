import { MARKET_IDS, MARKETS } from '#app/models/market.ts'
import { SWITCH_EMPTIES } from '#app/models/market-messages.ts'
import { useCartCount } from '../cart/client/hooks.tsx'
import { MarketForm } from '../page/market-form.tsx'
import { useShop } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'

/** The two markets, each with a button. Spec: 4 Market */
export function StoreChoice({ className }: { className?: string }) {
  const { market } = useShop()
  const itemCount = useCartCount()
  return (
    <>
      {MARKET_IDS.map((id) => (
        <MarketForm key={id} market={id}>
          <button
            type="submit"
            className={cn(
              'flex min-h-tap w-full items-center justify-between gap-4 px-3 py-2.5 text-left leading-snug hover:bg-board aria-current:font-semibold',
              className,
            )}
            aria-current={id === market ? 'true' : undefined}
          >
            <span>
              {MARKETS[id].name}
              <span className="block text-sm font-normal text-quiet">{MARKETS[id].switcherNote}</span>
            </span>
            {id === market ? <Icon name="check" /> : null}
          </button>
        </MarketForm>
      ))}
      {itemCount > 0 ? (
        <p className={cn('px-3 pt-2.5 pb-1.5 text-hint text-quiet', className)}>{SWITCH_EMPTIES}</p>
      ) : null}
    </>
  )
}
