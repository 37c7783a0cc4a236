import { data, redirect } from 'react-router'
import { CartAnnouncement, CartLines } from '#app/components/cart/cart-lines.tsx'
import { EmptyCart } from '#app/components/cart/cart-parts.tsx'
import { CartSummary } from '#app/components/cart/cart-summary.tsx'
import { useCart, useCartState } from '#app/components/cart/client/hooks.tsx'
import { OrderForm } from '#app/components/cart/order.tsx'
import { pageMeta } from '#app/components/page/page-meta.ts'
import { NoticeBox } from '#app/components/ui/notice.tsx'
import { CART_TITLE } from '#app/content/cart-words.ts'
import type { Cart } from '#app/models/cart.ts'
import { marketPath } from '#app/models/market.ts'
import { otherCartEmptied } from '#app/models/market-messages.ts'
import { COOKIES_REFUSED, itemsText } from '#app/models/messages.ts'
import { type CartFormReply, handleCartForm, mayTryCode } from '#app/services/cart/cart-form.server.ts'
import { readForm } from '#app/services/forms/form-post.server.ts'
import {
  marketContext,
  requestContext,
  servicesContext,
  sessionContext,
} from '#app/services/request/context.server.ts'
import type { VisitorSession } from '#app/services/session/visitor-session.server.ts'
import type { Route } from './+types/cart'
import { pageHead } from './page-head.server.ts'

/**
 * Query parameter after the first add by form: on the next page the server sees whether the browser stores cookies.
 */
const COOKIE_CHECK = 'cookies'

export const meta: Route.MetaFunction = pageMeta

/** Removes the parameter once the cookie came back. Runs before any loader, which would consume the notices. */
const passCookieCheck: Route.MiddlewareFunction = ({ request, context }) => {
  const isChecked = request.method === 'GET' && new URL(request.url).searchParams.has(COOKIE_CHECK)
  if (isChecked && context.get(sessionContext).hasCart)
    throw redirect(marketPath(context.get(marketContext), '/cart'))
}

export const middleware: Route.MiddlewareFunction[] = [passCookieCheck]

export function loader({ url, context }: Route.LoaderArgs) {
  return { head: pageHead(context, '/cart'), keepsNoCookies: url.searchParams.has(COOKIE_CHECK) }
}

/** Handles every cart change that is posted as a form. Spec: 4 Cart */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request)
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  const market = context.get(marketContext)
  if (!(await mayTryCode(services, session, context.get(requestContext).ip, form)))
    return redirect(marketPath(market, '/cart'), 303)
  const cart = session.cart(market)
  const reply = await handleCartForm(services, { market, cart, form })
  if (reply === null) throw data(null, { status: 400 })
  if (isSecondPress(form, cart, reply, session)) return redirect(reply.location, 303)
  const isFirst = !session.hasCart && reply.cart !== cart && request.headers.get('Cookie') === null
  const other = session.otherCartMarket(market)
  const emptiedNotice = reply.cart !== cart && other ? [otherCartEmptied(market, other)] : []
  if (reply.cart !== cart) session.setCart(reply.cart)
  session.flash(...reply.notices, ...emptiedNotice)
  return redirect(isFirst ? `${reply.location}?${COOKIE_CHECK}` : reply.location, 303)
}

/**
 * Whether an add is the second press of a double click, which a browser without scripts sends too: it has stored the
 * response to the first, but not shown its message, and one piece more of the same line would be added.
 */
function isSecondPress(form: FormData, before: Cart, reply: CartFormReply, session: VisitorSession): boolean {
  const isMoreOfTheSame =
    form.get('intent') === 'add' && reply.cart !== before && reply.cart.lines.length === before.lines.length
  return isMoreOfTheSame && reply.notices.some((notice) => session.hasUnread(notice))
}

export default function CartPage({ loaderData }: Route.ComponentProps) {
  const view = useCart()
  const { removed } = useCartState()
  const count = view?.itemCount ?? 0
  const isEmpty = !view || view.lines.length === 0
  return (
    <>
      {loaderData.keepsNoCookies ? (
        <div className="wrap">
          <NoticeBox notice={COOKIES_REFUSED} />
        </div>
      ) : null}
      <div className="wrap flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-band pb-part">
        <h1 className="text-title">{CART_TITLE}</h1>
        <span className="text-lede text-quiet" key={count}>
          {itemsText(count)}
        </span>
      </div>
      <p className="sr-only" aria-live="polite">
        <CartAnnouncement view={view} />
      </p>
      {view && (!isEmpty || removed) ? (
        <OrderForm>
          <div className="wrap grid grid-cols-1 items-start gap-gutter pb-section lg:grid-cols-3-2 print:p-0">
            <CartLines view={view} place="page" />
            {isEmpty ? null : <CartSummary view={view} />}
          </div>
        </OrderForm>
      ) : null}
      {isEmpty ? <EmptyCart place="page" /> : null}
    </>
  )
}
