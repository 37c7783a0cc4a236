import { type ReactNode, useSyncExternalStore } from 'react'
import type { BundleOffer, BundleSelection } from '../../models/bundle.ts'
import { formatMoney } from '../../models/money.ts'
import { WAND_STYLES, wandSlug } from '../../models/option-choice.ts'
import { Button } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { BundleButtonLabel, OneMoreMessage, PerSize, WandCount } from './bundle-texts.tsx'
import { wandPicture } from './wand-words.ts'

const subscribeToNothing = () => () => {}

/** False on the server and until hydration. */
function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

/** Pictures of the chosen wands, not announced to screen readers. */
function WandSlots({ missing }: { missing: number }) {
  return (
    <ul className="slots" aria-hidden="true">
      {WAND_STYLES.map((wand) => (
        <li key={wand} data-wand={wandSlug(wand)}>
          <Picture name={wandPicture(wand)} sizes="3rem" alt="" />
        </li>
      ))}
      {WAND_STYLES.slice(0, missing).map((wand) => (
        <li key={`without ${wand}`} className="e" />
      ))}
    </ul>
  )
}

/** The bar at the bottom of the screen: count, price, and the button, which says how many wands are missing. */
export function BundleBar({
  offers,
  selection,
  isComplete,
  missing,
  isBusy,
  children,
}: {
  offers: readonly BundleOffer[]
  selection: BundleSelection
  isComplete: boolean
  missing: number
  isBusy: boolean
  children: ReactNode
}) {
  const isHydrated = useIsHydrated()
  return (
    <section className="sum dark" aria-label="Your bundle">
      <div className="wrap">
        <WandSlots missing={selection.size === null ? 0 : missing} />
        <p className="cnt">
          <b>
            <WandCount /> wands
          </b>
          <span className="muted small">
            <OneMoreMessage />
          </span>
        </p>
        <p className="pr">
          <PerSize
            offers={offers}
            render={({ price, singly, saving }) => (
              <>
                {saving ? <WasPrice money={singly} meaning="Bought one by one" /> : null}
                {saving ? <span className="sr">, as a bundle </span> : null}
                {formatMoney(price)}
              </>
            )}
          />
        </p>
        {children}
        <Button className="live" busy={isBusy} inactive={isHydrated && !isComplete}>
          <BundleButtonLabel />
        </Button>
        <button type="button" className="btn gone" disabled>
          Sold out
        </button>
      </div>
    </section>
  )
}
