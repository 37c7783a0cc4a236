import { redirect } from 'react-router'
import { CartLines, EmptyCart } from '#app/components/cart/cart-lines.tsx'
import { CartSummary } from '#app/components/cart/cart-summary.tsx'
import { useCart } from '#app/components/cart/client/hooks.tsx'
import { OrderForm } from '#app/components/cart/order.tsx'
import { withFormSent } from '#app/models/form-messages.ts'
import { itemsText } from '#app/models/messages.ts'
import { endPress, handleCartForm, pageAfter } from '#app/services/cart/cart-change.server.ts'
import { readForm } from '#app/services/forms/form-post.server.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import type { Route } from './+types/cart'
import { pageHead } from './page-head.server.ts'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { market, session } = shopOf(context)
  endPress(session, market)
  return { head: await pageHead(context, '/cart') }
}

/** Handles every cart change that is posted as a form. Spec: 4 Cart */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const { market, services, session } = shopOf(context)
  const { hasCart } = session
  const result = await handleCartForm(context, market, form)
  if (result.checkoutUrl !== null) return redirect(result.checkoutUrl, 303)
  const { location, toasts } = await pageAfter(services, market, form, result)
  session.flash(...toasts)
  // Of a browser that keeps no cookies, the next page says so.
  const isFirst = !hasCart && session.hasCart && !request.headers.has('Cookie')
  return redirect(isFirst ? withFormSent(location, 'cart') : location, 303)
}

export default function CartPage() {
  const view = useCart()
  const count = view?.itemCount ?? 0
  return (
    <>
      <div className="wrap flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-band pb-part">
        <h1 className="text-title">Shopping Cart</h1>
        <span className="text-lede text-quiet" key={count}>
          {itemsText(count)}
        </span>
      </div>
      {view && view.lines.length > 0 ? (
        <OrderForm>
          <div className="wrap grid grid-cols-1 items-start gap-gutter pb-section lg:grid-cols-3-2 print:p-0">
            <CartLines view={view} heading="h2" className="line-t border-gilt" />
            <CartSummary view={view} />
          </div>
        </OrderForm>
      ) : (
        <EmptyCart className="py-stage" />
      )}
    </>
  )
}
