import { giftText, shipsText } from '../../content/redeem-words.ts'
import type { GiftReview } from '../../models/redeem.ts'
import { usePageFacts } from '../page/use-page-facts.ts'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'

/** Contents, value and purchaser of the gift. Spec: 4 Redeem flow */
export function GiftCard({ review }: { review: GiftReview }) {
  const facts = usePageFacts()
  return (
    <div
      data-ground="theatre"
      className="lamp-midnight overflow-hidden rounded-board px-7 pt-6 pb-7 [--lamp:50%_36%]"
    >
      <Picture
        name="box-vol2-closed"
        sizes="(max-width: 63.99rem) 60vw, 22rem"
        priority
        className="mx-auto w-[min(70%,19rem)] lg:w-[78%]"
      />
      <h2 className="mb-1.5 text-h3">Vol. II: Magical You</h2>
      <div className="grid gap-1.5 text-[#cfd5e6]">
        <p>{giftText(review.kind, review.value)}</p>
        <p>{shipsText(facts)}</p>
        {review.from ? (
          <p>
            A gift from <bdi>{review.from}</bdi>
          </p>
        ) : null}
      </div>
      <dl className="mt-4.5 grid gap-1.5 border-t border-line pt-4.5">
        <div className="flex justify-between gap-4">
          <dt>Price</dt>
          <dd className="font-bold [&_s]:text-[1em]">
            <WasPrice money={review.value} meaning="Worth" /> FREE
          </dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt>Shipping</dt>
          <dd className="font-bold">Free</dd>
        </div>
      </dl>
    </div>
  )
}
