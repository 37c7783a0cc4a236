import { useEffect } from 'react'
import { replace } from 'react-router'
import { CheckoutForm } from '#app/components/cart/cart-summary.tsx'
import { useCart } from '#app/components/cart/client/hooks.tsx'
import { GIFT_DISCOUNT } from '#app/components/cart/client/mirror.ts'
import { OrderForm } from '#app/components/cart/order.tsx'
import { tryStorage } from '#app/components/page/browser.ts'
import { ButtonLink } from '#app/components/page/links.tsx'
import { usePageFacts, useShop } from '#app/components/page/use-shop.ts'
import { RedeemHead, STEP, StepStopped } from '#app/components/redeem/stepper.tsx'
import { cn } from '#app/components/ui/cn.ts'
import { Picture } from '#app/components/ui/picture.tsx'
import { Lede, Section } from '#app/components/ui/section.tsx'
import { CACHE } from '#app/models/http.ts'
import { marketPath } from '#app/models/market.ts'
import type { RedeemSelection } from '#app/models/redeem.ts'
import { giftNotLoaded } from '#app/models/redeem-messages.ts'
import { findClaimedGift } from '#app/services/redeem/claim.server.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import type { Route } from './+types/redeem-success'
import { pageHead } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export const headers: Route.HeadersFunction = () => ({ 'Cache-Control': CACHE.secret })

export async function loader({ context }: Route.LoaderArgs) {
  const { market, services, session } = shopOf(context)
  const claimed = await findClaimedGift(services, session, market)
  // The review page says why the gift is not in this cart. Replaced, so that going back does not lead here again.
  if (claimed.kind === 'gone') throw replace(marketPath(market, '/redeem/review'))
  return { head: await pageHead(context, '/redeem/success'), claimed }
}

export default function RedeemSuccess({ loaderData }: Route.ComponentProps) {
  const { market } = useShop()
  const { giftShipsNow } = usePageFacts()
  const view = useCart()
  const { claimed } = loaderData
  const inCart = claimed.kind === 'in-cart' ? claimed : null
  const code = inCart?.discountCode ?? null
  const isSpent = claimed.kind === 'ordered'
  useEffect(() => {
    if (isSpent) tryStorage(() => localStorage.removeItem(GIFT_DISCOUNT))
    // The cart's cookie holds the code, too. Spec: 3 Browser storage
    else if (code !== null) tryStorage(() => localStorage.setItem(GIFT_DISCOUNT, code))
  }, [code, isSpent])
  if (claimed.kind === 'unknown')
    return <StepStopped step={3} toast={giftNotLoaded(marketPath(market, '/redeem'))} />
  return (
    <Section data-theme="dark" className={cn(STEP, 'bg-lamp-pine text-center')} aria-labelledby="done">
      <RedeemHead step={3} />
      <Picture
        name="box-vol2-open"
        sizes="(max-width: 30rem) 90vw, 30rem"
        priority
        className="mx-auto mb-5 max-h-[32vh] w-full max-w-120 object-contain max-md:max-h-[24vh]"
      />
      {inCart ? (
        <>
          <h2 id="done">One thing left: where shall we send it?</h2>
          <h3 className="mx-auto mt-4 text-lg">Added to cart!</h3>
          <p className="mx-auto mt-1">{doneText(inCart.done)}</p>
          <p className="mx-auto mt-4 text-quiet">
            The checkout asks for the address. The magic words are used up only when the order is complete.
          </p>
          {view?.canCheckout ? (
            <div className="mx-auto mt-8 max-w-96 text-left">
              <OrderForm>
                <CheckoutForm view={view} />
              </OrderForm>
            </div>
          ) : null}
        </>
      ) : (
        <>
          <h2 id="done">Your gift is on its way</h2>
          <Lede className="mx-auto mt-4">It is ordered, and its magic words have done their work.</Lede>
          <p className="mx-auto mt-4 text-quiet">{`Ships ${giftShipsNow}, tracked.`}</p>
        </>
      )}
      <div className="mt-6 flex flex-wrap justify-center gap-3 max-md:*:w-full">
        {inCart ? (
          <ButtonLink to="/cart" variant={view?.canCheckout ? 'ghost' : 'solid'}>
            Open the cart
          </ButtonLink>
        ) : null}
        <ButtonLink to="/products" variant={inCart ? 'ghost' : 'solid'}>
          Continue Shopping
        </ButtonLink>
      </div>
    </Section>
  )
}

/** Spec: 8 Redeem */
function doneText({ upgrade, wand }: RedeemSelection): string {
  if (upgrade === 'none') return 'Your gift discount and free shipping will be applied at checkout.'
  return upgrade === 'add-wand'
    ? 'Your gift has free shipping. The Classic Wand is billed separately.'
    : `Your gift has free shipping. The ${wand ?? 'Premium Wand'} upgrade is billed separately.`
}
