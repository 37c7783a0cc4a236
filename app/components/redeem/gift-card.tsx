import type { GiftReview } from '../../models/gift-review.ts'
import { useShop } from '../layout/use-shop.ts'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { giftText, shipsText } from './redeem-words.ts'

/** Contents, value and purchaser of the gift. Spec: 4 Redeem flow */
export function GiftCard({ review }: { review: GiftReview }) {
  const { market, now } = useShop()
  return (
    <div className="gift">
      <div className="pic">
        <Picture name="box-vol2-closed" sizes="(max-width: 63.99rem) 60vw, 22rem" priority />
      </div>
      <div className="t">
        <h2>Vol. II: Magical You</h2>
        <p>{giftText(review.kind, review.value)}</p>
        <p>{shipsText(market, now)}</p>
        {review.from ? (
          <p>
            A gift from <bdi>{review.from}</bdi>
          </p>
        ) : null}
        <dl>
          <div>
            <dt>Price</dt>
            <dd>
              <WasPrice money={review.value} meaning="Worth" /> FREE
            </dd>
          </div>
          <div>
            <dt>Shipping</dt>
            <dd>Free</dd>
          </div>
        </dl>
      </div>
    </div>
  )
}
