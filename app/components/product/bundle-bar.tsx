import { type ReactNode, useSyncExternalStore } from 'react'
import { wandPicture } from '../../content/wand-words.ts'
import type { BundleOffer, BundleSelection } from '../../models/bundle.ts'
import { formatMoney } from '../../models/money.ts'
import { WAND_STYLES, type WandStyle } from '../../models/option-choice.ts'
import { Button } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { BundleButtonLabel, OneMoreMessage, PerSize, WandCount } from './bundle-texts.tsx'

const subscribeToNothing = () => () => {}

/** False on the server and until hydration. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

const WHILE_CHECKED: Readonly<Record<WandStyle, string>> = {
  'Dragon & Elder': 'not-wands-dragon-elder:hidden',
  'Dragon & Oak': 'not-wands-dragon-oak:hidden',
  'Dragon & Yew': 'not-wands-dragon-yew:hidden',
  'Unicorn & Chestnut': 'not-wands-unicorn-chestnut:hidden',
  'Unicorn & Cherry': 'not-wands-unicorn-cherry:hidden',
  'Phoenix & Elm': 'not-wands-phoenix-elm:hidden',
}

const SLOT = 'relative h-15 w-11 overflow-hidden rounded-board border border-edge bg-bottle'

/** Pictures of the chosen wands, not announced to screen readers. */
function WandSlots({ missing }: { missing: number }) {
  return (
    <ul className="flex gap-2 max-[58rem]:hidden" aria-hidden="true">
      {WAND_STYLES.map((wand) => (
        <li key={wand} className={cn(SLOT, WHILE_CHECKED[wand])}>
          <Picture
            name={wandPicture(wand)}
            sizes="3rem"
            alt=""
            className="absolute -bottom-[6%] left-1/2 h-[280%] w-auto max-w-none -translate-x-1/2"
          />
        </li>
      ))}
      {WAND_STYLES.slice(0, missing).map((wand) => (
        <li key={`without ${wand}`} className={cn(SLOT, 'border-dashed')} />
      ))}
    </ul>
  )
}

const BUY =
  'max-md:ml-auto max-md:px-4.5 max-md:whitespace-nowrap max-[22rem]:px-3.5 max-[18rem]:px-2 max-[18rem]:text-sm'

/** The bar at the bottom of the screen, to the end of the page: count, price, and the button, which says how many wands are missing. */
export function BundleBar({
  offers,
  selection,
  isComplete,
  missing,
  isBusy,
  onEarlyPress,
  children,
}: {
  offers: readonly BundleOffer[]
  selection: BundleSelection
  isComplete: boolean
  missing: number
  isBusy: boolean
  /** The button was pressed before the bundle is complete. */
  onEarlyPress: () => void
  children: ReactNode
}) {
  const isHydrated = useIsHydrated()
  return (
    <section
      data-ground="theatre"
      data-buybar="always"
      className="sticky bottom-0 z-20 order-last bg-soot forced-colors:border-y print:static print:order-none low-window:static low-window:order-none"
      aria-label="Your bundle"
    >
      <div className="wrap flex items-center gap-4 py-3 max-[22rem]:gap-3 max-[18rem]:gap-2 md:gap-x-8 tab:flex-wrap tab:py-4">
        <WandSlots missing={selection.size === null ? 0 : missing} />
        <p className="text-sm leading-[1.35] md:text-base md:leading-[1.35]">
          <b className="block">
            <WandCount /> wands
          </b>
          <span className="text-sm text-quiet">
            <OneMoreMessage />
          </span>
        </p>
        <p className="text-[1.25rem] leading-[1.15] font-semibold whitespace-nowrap md:ml-auto md:text-right md:text-[1.5rem] [&_s]:mr-0 [&_s]:block [&_s]:text-sm [&_s]:leading-[1.15] [&_s]:text-quiet">
          <PerSize
            offers={offers}
            render={({ price, singly, saving }) => (
              <>
                {saving ? <WasPrice money={singly} meaning="Bought one by one" /> : null}
                {saving ? <span className="sr-only">, as a bundle </span> : null}
                {formatMoney(price)}
              </>
            )}
          />
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
