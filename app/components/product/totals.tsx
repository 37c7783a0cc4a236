import { formatMoney } from '../../models/money.ts'
import { worthWithEnvelope } from '../../models/option-price.ts'
import { WasPrice } from '../ui/price.tsx'
import { conditionProps } from './condition-props.tsx'
import type { ConditionalPrice } from './offers.ts'

/**
 * The price of every choice, of which CSS shows the current one. With the Gift Edition Envelope, the price plus the
 * envelope's value precedes it, struck through. Spec: 2 Product detail, gift wrapping
 */
export function ConditionalPrices({
  prices,
  hasEnvelope,
  isOnOptionCard = false,
}: {
  prices: readonly ConditionalPrice[]
  hasEnvelope: boolean
  /** On an option's card the price does not depend on which option is checked. */
  isOnOptionCard?: boolean
}) {
  return prices.map(({ when, price }) => (
    <span
      className="sum"
      key={JSON.stringify(when)}
      {...conditionProps(isOnOptionCard ? { ...when, option: undefined } : when)}
    >
      {hasEnvelope ? (
        <span data-wrapping="gift-edition">
          <WasPrice money={worthWithEnvelope(price)} meaning="Box and envelope together" />
          <span className="sr">. You pay </span>
        </span>
      ) : null}
      <b>{formatMoney(price)}</b>
    </span>
  ))
}
