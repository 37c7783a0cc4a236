import { type ReactNode, useSyncExternalStore } from 'react'
import type { BundleOffer, BundleSelection } from '../../models/bundle.ts'
import { formatMoney } from '../../models/money.ts'
import { WAND_STYLES, wandSlug } from '../../models/option-choice.ts'
import { Button } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { ButtonWords, BySize, CountOfSize, OneMoreWords } from './bundle-texts.tsx'
import { wandPicture } from './wand-words.ts'

const never = () => () => {}

/** False on the server and until the page is hydrated. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** What the bundle holds so far, for eyes only. */
function Slots({ missing }: { missing: number }) {
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

/** The bar that stays at the foot: count, price and the button, which says how many are missing. */
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
  const isAlive = useIsAlive()
  return (
    <section className="sum dark" aria-label="Your bundle">
      <div className="wrap">
        <Slots missing={selection.size === null ? 0 : missing} />
        <p className="cnt">
          <b>
            <CountOfSize /> wands
          </b>
          <span className="muted small">
            <OneMoreWords />
          </span>
        </p>
        <p className="pr">
          <BySize
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
        <Button className="live" busy={isBusy} off={isAlive && !isComplete}>
          <ButtonWords />
        </Button>
        <button type="button" className="btn gone" disabled>
          Sold out
        </button>
      </div>
    </section>
  )
}
