import type { ConditionalPrice } from '#app/models/box-offers.ts'
import { formatMoney } from '#app/models/money.ts'
import { worthWithEnvelope } from '#app/models/option-price.ts'
import { cn } from '../ui/cn.ts'
import { WasPrice } from '../ui/price.tsx'
import { shownFor } from './shown-for.ts'

const BESIDE = 'flex flex-row-reverse items-baseline justify-end gap-3'
const LOOKS = {
  total: { box: BESIDE, was: 'text-base text-quiet', now: 'text-2xl leading-heading font-semibold' },
  bar: { box: BESIDE, was: 'text-hint leading-heading text-quiet', now: 'text-h4 font-semibold' },
  card: { box: '', was: '', now: '' },
}

/**
 * The price of every choice, of which CSS shows the current one. With the Gift Edition Envelope, the price plus the
 * envelope's value precedes it, struck through. Spec: 2 Product detail, Gift wrapping
 */
export function ConditionalPrices({
  prices,
  hasEnvelope,
  look,
}: {
  prices: readonly ConditionalPrice[]
  hasEnvelope: boolean
  /** On an option's card the price does not depend on which option is checked. */
  look: keyof typeof LOOKS
}) {
  const { box, was, now } = LOOKS[look]
  return prices.map(({ when, price }) => (
    <span
      className={cn(box, shownFor(look === 'card' ? { ...when, option: undefined } : when))}
      key={JSON.stringify(when)}
    >
      {hasEnvelope ? (
        <span className="not-wrapping-gift-edition:hidden">
          <WasPrice className={was} money={worthWithEnvelope(price)} meaning="Box and envelope together" />
          <span className="sr-only">. You pay </span>
        </span>
      ) : null}
      <b className={now}>{formatMoney(price)}</b>
    </span>
  ))
}
