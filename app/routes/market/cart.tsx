import { data, redirect } from 'react-router'
import { CartAnnouncement, CartLines } from '../../components/cart/cart-lines.tsx'
import { CartSummary } from '../../components/cart/cart-summary.tsx'
import { useCart, useCartState } from '../../components/cart/client/hooks.tsx'
import { OrderForm } from '../../components/cart/order.tsx'
import { pageMeta } from '../../components/page/page-meta.ts'
import { useShop } from '../../components/page/use-shop.ts'
import { ButtonLink } from '../../components/ui/button.tsx'
import { NoticeBox } from '../../components/ui/notice.tsx'
import { Picture } from '../../components/ui/picture.tsx'
import { Lede } from '../../components/ui/section.tsx'
import { marketPath } from '../../models/market.ts'
import { otherCartEmptied } from '../../models/market-messages.ts'
import { COOKIES_REFUSED, itemsText, TOO_MANY_TRIES } from '../../models/messages.ts'
import { handleCartForm, hasTypedCode, withTypedCode } from '../../services/cart/cart-form.server.ts'
import { visitorKey } from '../../services/limits/visitor-key.server.ts'
import {
  marketContext,
  requestContext,
  servicesContext,
  sessionContext,
} from '../../services/request/context.server.ts'
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
  const form = await request.formData().catch(() => null)
  if (form === null) throw data(null, { status: 400 })
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  const market = context.get(marketContext)
  if (hasTypedCode(form)) {
    const wait = await services.limits.consume('discount', visitorKey(context.get(requestContext).ip))
    if (wait !== null) {
      session.flash(withTypedCode(TOO_MANY_TRIES, form))
      return redirect(marketPath(market, '/cart'), 303)
    }
  }
  const cart = session.cart(market)
  const reply = await handleCartForm(services, { market, cart, form })
  if (reply === null) throw data(null, { status: 400 })
  const isFirst = !session.hasCart && reply.cart !== cart && request.headers.get('Cookie') === null
  const emptiedNotice = reply.cart !== cart && session.hasOtherCart(market) ? [otherCartEmptied(market)] : []
  if (reply.cart !== cart) session.setCart(reply.cart)
  session.flash(...reply.notices, ...emptiedNotice)
  return redirect(isFirst ? `${reply.location}?${COOKIE_CHECK}` : reply.location, 303)
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
      <div className="wrap flex flex-wrap items-baseline gap-x-4 gap-y-1 pt-[clamp(2.25rem,4.5vw,4rem)] pb-[clamp(1.25rem,2.5vw,2rem)]">
        <h1 className="text-[clamp(2.4rem,1.5rem+3.4vw,4.25rem)]">Shopping Cart</h1>
        <span className="text-lede text-quiet" key={count}>
          {itemsText(count)}
        </span>
      </div>
      <p className="sr-only" aria-live="polite">
        <CartAnnouncement view={view} />
      </p>
      {view && (!isEmpty || removed) ? (
        <OrderForm>
          <div className="wrap grid grid-cols-1 items-start gap-[clamp(2rem,4vw,4rem)] pb-section lg:grid-cols-[minmax(0,7.4fr)_minmax(0,4.6fr)] print:p-0">
            <CartLines view={view} place="page" />
            {isEmpty ? null : <CartSummary view={view} />}
          </div>
        </OrderForm>
      ) : null}
      {isEmpty ? <EmptyCart /> : null}
    </>
  )
}

function EmptyCart() {
  const { market } = useShop()
  return (
    <section
      data-ground="theatre"
      className="lamp-pine text-center [--lamp:50%_34%]"
      aria-labelledby="empty-cart"
    >
      <div className="wrap grid justify-items-center gap-4 py-[clamp(3rem,6vw,5.5rem)]">
        <Picture
          name="empty-shelf"
          sizes="(max-width: 48rem) 90vw, 34rem"
          alt=""
          className="mb-[clamp(0.5rem,2vw,1.5rem)] w-[min(34rem,100%)]"
        />
        <h2 id="empty-cart">Nothing here yet.</h2>
        <Lede className="text-quiet">The shelf is that way.</Lede>
        <ButtonLink to={marketPath(market, '/products')} className="mt-3 max-[36rem]:w-full">
          Go to the shop
        </ButtonLink>
      </div>
    </section>
  )
}
