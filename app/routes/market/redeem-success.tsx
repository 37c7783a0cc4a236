import { redirect } from 'react-router'
import { pageMeta } from '../../components/layout/page-meta.ts'
import { useShop } from '../../components/layout/use-shop.ts'
import { StepStopped } from '../../components/redeem/step-stopped.tsx'
import { RedeemHead } from '../../components/redeem/stepper.tsx'
import { useGiftDiscount } from '../../components/redeem/use-gift-discount.ts'
import { ButtonLink, TextLink } from '../../components/ui/button.tsx'
import { marketContext, requestContext, sessionContext } from '../../context.ts'
import { CACHE } from '../../http.ts'
import { DRAWINGS } from '../../models/drawings.ts'
import { marketPath } from '../../models/market.ts'
import { giftNotLoaded, redeemDone } from '../../models/redeem-messages.ts'
import { readStep } from '../../services/redeem/redeem-step.server.ts'
import '../../styles/pages/redeem.css'
import type { Route } from './+types/redeem-success'

export const meta: Route.MetaFunction = (args) => pageMeta(args, 'redeem-success', '/redeem/success')

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': CACHE.secret })

export function loader({ context }: Route.LoaderArgs) {
  const session = context.get(sessionContext)
  const market = context.get(marketContext)
  const step = readStep(session, context.get(requestContext).now)
  const { giftDiscountCode } = session.cart(market)
  // Not in this cart, or not any more: the review says what has become of the gift.
  if (step && (!step.done || giftDiscountCode === null)) throw redirect(marketPath(market, '/redeem/review'))
  return { done: step?.done ?? null, discountCode: step ? giftDiscountCode : null }
}

export default function RedeemSuccess({ loaderData }: Route.ComponentProps) {
  const { market } = useShop()
  const { done, discountCode } = loaderData
  useGiftDiscount(discountCode)
  if (done === null) return <StepStopped step={3} notice={giftNotLoaded(marketPath(market, '/redeem'))} />
  const { title, text } = redeemDone(done)
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
            Go to checkout and tell us where to send it. The magic words are used up only when the order is
            complete.
          </p>
          <div className="act">
            <ButtonLink to={marketPath(market, '/products')}>Continue Shopping</ButtonLink>
            <TextLink to={marketPath(market, '/cart')}>Open the cart</TextLink>
          </div>
        </div>
      </section>
    </div>
  )
}
