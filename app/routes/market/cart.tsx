import { redirect } from 'react-router'
import { CartLines, EmptyCart } from '#app/components/cart/cart-lines.tsx'
import { CartSummary } from '#app/components/cart/cart-summary.tsx'
import { useCart } from '#app/components/cart/client/hooks.tsx'
import { OrderForm } from '#app/components/cart/order.tsx'
import { ToastBox } from '#app/components/ui/note.tsx'
import { marketPath } from '#app/models/market.ts'
import { COOKIES_REFUSED, itemsText } from '#app/models/messages.ts'
import { endPress, handleCartForm, pageAfter } from '#app/services/cart/cart-change.server.ts'
import { readForm } from '#app/services/forms/form-post.server.ts'
import { shopOf } from '#app/services/request/context.server.ts'
import type { Route } from './+types/cart'
import { pageHead } from './page-head.server.ts'

/** After the first add by form: on the next page the server sees whether the browser stores cookies. */
const COOKIE_CHECK = 'cookies'

export { pageMeta as meta } from '#app/components/page/page-head.tsx'

/** Removes the parameter once the cookie came back. Runs before any loader, which would consume the toasts. */
const passCookieCheck: Route.MiddlewareFunction = ({ request, context }) => {
  const { market, session } = shopOf(context)
  const isChecked = request.method === 'GET' && new URL(request.url).searchParams.has(COOKIE_CHECK)
  if (isChecked && session.hasCart) throw redirect(marketPath(market, '/cart'))
}

export const middleware: Route.MiddlewareFunction[] = [passCookieCheck]

export async function loader({ url, context }: Route.LoaderArgs) {
  const { market, session } = shopOf(context)
  endPress(session, market)
  return {
    head: await pageHead(context, '/cart'),
    keepsNoCookies: url.searchParams.has(COOKIE_CHECK),
  }
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
  const isFirst = !hasCart && session.hasCart && request.headers.get('Cookie') === null
  return redirect(isFirst ? `${location}?${COOKIE_CHECK}` : location, 303)
}

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const view = useCart()
  const count = view?.itemCount ?? 0
  return (
    <>
      {loaderData.keepsNoCookies ? (
        <div className="wrap">
          <ToastBox toast={COOKIES_REFUSED} />
        </div>
      ) : null}
      <div className="wrap flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-band pb-part">
        <h1 className="text-title">Shopping Cart</h1>
        <span className="text-lede text-quiet" key={count}>
          {itemsText(count)}
        </span>
      </div>
      {view && view.lines.length > 0 ? (
        <OrderForm>
          <div className="wrap grid grid-cols-1 items-start gap-gutter pb-section lg:grid-cols-3-2 print:p-0">
            <CartLines view={view} heading="h2" className="border-t border-gilt" />
            <CartSummary view={view} />
          </div>
        </OrderForm>
      ) : (
        <EmptyCart className="py-stage" />
      )}
    </>
  )
}
