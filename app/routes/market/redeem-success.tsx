import { replace } from 'react-router'
import { pageMeta } from '../../components/layout/page-head.ts'
import { useShop } from '../../components/layout/use-shop.ts'
import { shipsText } from '../../components/redeem/redeem-words.ts'
import { StepStopped } from '../../components/redeem/step-stopped.tsx'
import { RedeemHead } from '../../components/redeem/stepper.tsx'
import { useGiftDiscount } from '../../components/redeem/use-gift-discount.ts'
import { useStepRevalidation } from '../../components/redeem/use-step-revalidation.ts'
import { ButtonLink, TextLink } from '../../components/ui/button.tsx'
import { marketContext, servicesContext, sessionContext } from '../../context.ts'
import { CACHE } from '../../http.ts'
import { DRAWINGS } from '../../models/drawings.ts'
import { marketPath } from '../../models/market.ts'
import { giftNotLoaded, REDEEM_ORDERED, redeemDone } from '../../models/redeem-messages.ts'
import { findClaimedGift } from '../../services/redeem/claimed.server.ts'
import type { Route } from './+types/redeem-success'

export const meta: Route.MetaFunction = (args) => pageMeta(args, '/redeem/success')

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': CACHE.secret })

export async function loader({ context }: Route.LoaderArgs) {
  const market = context.get(marketContext)
  const claimed = await findClaimedGift(context.get(servicesContext), context.get(sessionContext), market)
  // The gift is not in this cart, or not any more: the review page tells why. Going back must not lead here again.
  if (claimed.kind === 'gone') throw replace(marketPath(market, '/redeem/review'))
  return { claimed }
}

export default function RedeemSuccess({ loaderData }: Route.ComponentProps) {
  const { market, now } = useShop()
  const { claimed } = loaderData
  const inCart = claimed.kind === 'in-cart' ? claimed : null
  useGiftDiscount(inCart?.discountCode ?? null, claimed.kind === 'ordered')
  useStepRevalidation()
  if (claimed.kind === 'unknown')
    return <StepStopped step={3} notice={giftNotLoaded(marketPath(market, '/redeem'))} />
  const { title, text } = inCart ? redeemDone(inCart.done) : REDEEM_ORDERED
  const plate = DRAWINGS['lock-plate']
  return (
    <div className="page-redeem">
      <section className="state dark fin" aria-labelledby="done">
        <div className="wrap">
          <RedeemHead step={3} />
          <img className="k" src={plate.src} width={plate.width} height={plate.height} alt="" />
          <h2 id="done">{title}</h2>
          <p className="lede">{text}</p>
          <p className="muted">
            {inCart
              ? 'Go to checkout and tell us where to send it. The magic words are used up only when the order is complete.'
              : shipsText(market, now)}
          </p>
          <div className="act">
            <ButtonLink to={marketPath(market, '/products')}>Continue Shopping</ButtonLink>
            {inCart ? <TextLink to={marketPath(market, '/cart')}>Open the cart</TextLink> : null}
          </div>
        </div>
      </section>
    </div>
  )
}
