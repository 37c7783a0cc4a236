import { type ReactNode, useSyncExternalStore } from 'react'
import type { BundleOffer } from '#app/models/bundle.ts'
import { formatMoney } from '#app/models/money.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { WasPrice } from '../ui/price.tsx'
import { BundleButtonLabel, OneMoreMessage, ShownFor, WandCount } from './bundle-texts.tsx'

const subscribeToNothing = () => () => {}

/** False on the server and until hydration. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

const BUY =
  'max-md:ml-auto max-md:px-4 whitespace-nowrap max-xs:px-3 max-2xs:min-w-0 max-2xs:px-2 max-2xs:whitespace-normal'

/** The bar at the bottom of the screen, to the end of the page: count, price, and the button, which says how many wands are missing. */
export function BundleBar({
  offers,
  isComplete,
  isBusy,
  onEarlyPress,
  children,
}: {
  offers: readonly BundleOffer[]
  isComplete: boolean
  isBusy: boolean
  /** The button was pressed before the bundle is complete. */
  onEarlyPress: () => void
  children: ReactNode
}) {
  const isHydrated = useIsHydrated()
  return (
    <section
      data-theme="dark"
      data-buybar="always"
      className="fixed inset-x-0 bottom-0 z-20 order-last bg-soot lg:sticky forced-colors:border-y print:static print:order-none low-window:static low-window:order-none"
      aria-label="Your bundle"
    >
      <div className="wrap flex items-center gap-4 py-3 max-xs:gap-3 md:gap-x-8 lg:py-4">
        <p className="text-sm leading-snug max-2xs:hidden md:text-base md:leading-snug">
          <b className="block">
            <WandCount /> wands
          </b>
          <span className="text-sm text-quiet">
            <OneMoreMessage />
          </span>
        </p>
        <p className="text-lg leading-heading font-semibold whitespace-nowrap md:ml-auto md:text-right md:text-xl">
          {offers.map(({ size, price, singly, saving }) => (
            <ShownFor key={size} size={size}>
              {saving ? (
                <>
                  <WasPrice
                    className="block text-sm leading-heading text-quiet"
                    money={singly}
                    meaning="Bought one by one"
                  />
                  <span className="sr-only">, as a bundle </span>
                </>
              ) : null}
              {formatMoney(price)}
            </ShownFor>
          ))}
        </p>
        {children}
        <Button
          className={cn(BUY, 'sold-out:hidden')}
          busy={isBusy}
          inactive={isHydrated && !isComplete}
          onInactiveClick={onEarlyPress}
        >
          <BundleButtonLabel />
        </Button>
        <Button type="button" className={cn(BUY, 'not-sold-out:hidden')} disabled>
          Sold out
        </Button>
      </div>
    </section>
  )
}
