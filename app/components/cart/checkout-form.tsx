import { Link } from 'react-router'
import { RIGHT_TO_CANCEL } from '#app/content/cart-words.ts'
import { isTotalKnown } from '#app/models/cart-view.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import { MARKETS, marketPath } from '#app/models/market.ts'
import { CHECKOUT_NEEDS_JAVASCRIPT } from '#app/models/page-messages.ts'
import { useShop } from '../page/use-shop.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { NoticeBox } from '../ui/notice.tsx'
import { useCartState } from './client/hooks.tsx'
import { useOrder } from './order.tsx'

/** The order form, which opens the checkout in a new tab; `OrderForm` handles it. Spec: 4 Checkout, 5 Checkout */
export function CheckoutForm({ view }: { view: CartView }) {
  const { market, hostedCheckout } = useShop()
  const { isLoading } = useCartState()
  const { formId, submit, refusal } = useOrder()
  return (
    <form
      className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2 short-phone:gap-y-1 print:hidden"
      id={formId}
      method="post"
      action={marketPath(market, '/checkout')}
      target="_blank"
      rel="noopener"
      onSubmit={submit}
    >
      {refusal ? <NoticeBox notice={refusal} className="w-full" /> : null}
      {/* Typed fields are checked by the buttons that apply them. */}
      <Button
        wide
        formNoValidate
        busy={isLoading}
        busyLabel="Opening checkout..."
        disabled={!view.canCheckout || !isTotalKnown(view)}
      >
        <Icon name="lock" /> Checkout
      </Button>
      <p className="text-hint text-quiet">Opens in a new tab.</p>
      {hostedCheckout ? (
        <noscript className="w-full">
          <p className="text-hint text-quiet">{CHECKOUT_NEEDS_JAVASCRIPT}</p>
        </noscript>
      ) : null}
      {MARKETS[market].needsCountry ? (
        <Link className="text-hint text-quiet" to={marketPath(market, '/terms-and-conditions')}>
          {RIGHT_TO_CANCEL}
        </Link>
      ) : null}
    </form>
  )
}
