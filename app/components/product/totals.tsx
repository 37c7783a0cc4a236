import { formatMoney } from '../../models/money.ts'
import { worthWithEnvelope } from '../../models/option-price.ts'
import { cn } from '../ui/cn.ts'
import { WasPrice } from '../ui/price.tsx'
import type { ConditionalPrice } from './offers.ts'
import { shownFor } from './shown-for.ts'

const BESIDE = 'flex flex-row-reverse items-baseline justify-end gap-3 [&_b]:font-semibold'
const LOOKS = {
  total: `${BESIDE} [&_b]:text-2xl [&_b]:leading-heading [&_s]:text-base`,
  bar: `${BESIDE} [&_b]:text-h4 [&_s]:text-hint [&_s]:leading-heading`,
  card: '[&_s]:block [&_s]:text-hint',
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
  return prices.map(({ when, price }) => (
    <span
      className={cn(
        LOOKS[look],
        '[&_s]:mr-0 [&_s]:text-quiet',
        shownFor(look === 'card' ? { ...when, option: undefined } : when),
      )}
      key={JSON.stringify(when)}
    >
      {hasEnvelope ? (
        <span className="not-wrapping-gift:hidden">
          <WasPrice money={worthWithEnvelope(price)} meaning="Box and envelope together" />
          <span className="sr-only">. You pay </span>
        </span>
      ) : null}
      <b>{formatMoney(price)}</b>
    </span>
  ))
}
