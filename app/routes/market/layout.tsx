import { data, isRouteErrorResponse, Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { CartClient } from '#app/components/cart/cart-client.tsx'
import { ErrorPage } from '#app/components/page/late-error.tsx'
import { LoadingProduct } from '#app/components/page/navigation.tsx'
import { memoPage, SharedShop, type ShopData, useLoadedShop } from '#app/components/page/use-shop.ts'
import { Frame } from '#app/components/shell/frame.tsx'
import { sentFacts } from '#app/content/page-facts.ts'
import { FORM_SENT, formSent, parseFormName, withFormSent } from '#app/models/form-messages.ts'
import { originalSearch } from '#app/models/http.ts'
import { DEFAULT_MARKET, type Market, marketOfPath, marketPath, parseMarket } from '#app/models/market.ts'
import { COOKIES_REFUSED, type Toast } from '#app/models/messages.ts'
import { pageAt } from '#app/models/pages.ts'
import { openVisitorCart } from '#app/services/cart/cart-view.server.ts'
import { marketContext, shopOf } from '#app/services/request/context.server.ts'
import { isVol1SoldOut } from '#app/services/storefront/page-data.server.ts'
import { hasVol2Shipped, type Shipping, shippingOf } from '#supabase/functions/_shared/mail/shipping.ts'
import type { Route } from './+types/layout'

/**
 * The URL decides the market, whichever is stored. A page's address without a market redirects to the stored market, us
 * by default; any other prefix is not found. Spec: 2 Markets and route shape, 4 Market
 */
const resolveMarket: Route.MiddlewareFunction = async ({ request, params, url, context }) => {
  const market = parseMarket(params.market)
  if (market === null && pageAt(url.pathname)) {
    if (request.method === 'POST') throw data({ reason: 'method' }, { status: 405 })
    const stored = parseMarket(shopOf(context).session.plain('selected_market')) ?? DEFAULT_MARKET
    throw redirect(marketPath(stored, url.pathname) + originalSearch(request.url), 302)
  }
  // No loader runs then, so the error carries the data of the frame around the error page.
  if (market === null)
    throw data({ shop: await loadFrame(context, url, marketOfPath(url.pathname)) }, { status: 404 })
  context.set(marketContext, market)
}

/** Removes the form's result from the URL if the browser keeps cookies: there it comes as one, or the address is an old one. */
const dropFormSent: Route.MiddlewareFunction = ({ request, url }) => {
  const isInUrl = request.method === 'GET' && url.searchParams.has(FORM_SENT)
  if (isInUrl && request.headers.has('Cookie')) throw redirect(withFormSent(url.pathname + url.search, null))
}

export const middleware: Route.MiddlewareFunction[] = [dropFormSent, resolveMarket]

export const loader = ({ context, url }: Route.LoaderArgs) => loadFrame(context, url, shopOf(context).market)

async function loadFrame(context: Route.LoaderArgs['context'], url: URL, market: Market) {
  const { origin, now, services, session } = shopOf(context)
  const stored = parseMarket(session.plain('selected_market'))
  const shipping = shippingOf(await services.company.current(), market, now)
  return {
    market,
    origin,
    cart: session.hasCart ? await openVisitorCart(services, session, market) : null,
    toasts: [...session.takeToasts(), ...formToast(url, shipping)],
    // The stored store is suggested, without a redirect. Product: 8 The other market
    marketLine: stored === market ? null : stored,
    consent: session.plain('cookieConsent') !== null,
    mainHost: services.config.mainHost,
    hostedCheckout: services.config.hostedCheckout,
    facts: sentFacts(shipping),
    vol1SoldOut: await isVol1SoldOut(services.storefront, market),
  }
}

/** The toast of a posted form, for browsers without cookies: there the cart says that it forgets. */
function formToast(url: URL, shipping: Shipping): Toast[] {
  const sent = url.searchParams.get(FORM_SENT)
  if (sent === 'cart') return [COOKIES_REFUSED]
  const form = parseFormName(sent)
  return form ? [formSent(form, url.pathname.endsWith('/subscribe'), hasVol2Shipped(shipping))] : []
}

/** Reloads the frame's data on a change of market or after a form, not on every navigation. */
export function shouldRevalidate(to: ShouldRevalidateFunctionArgs) {
  const isOtherMarket = to.currentParams.market !== to.nextParams.market
  return isOtherMarket || (to.formMethod !== undefined && to.defaultShouldRevalidate)
}

function MarketLayout({ loaderData }: Route.ComponentProps) {
  return (
    <SharedShop value={loaderData}>
      <Frame>
        <Outlet />
        <CartClient />
        <LoadingProduct />
      </Frame>
    </SharedShop>
  )
}
export default memoPage(MarketLayout)

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  // The frame's data, as `resolveMarket` attaches it to an error.
  const attached = isRouteErrorResponse(error) ? (error.data as { shop?: ShopData } | null)?.shop : null
  const shop = useLoadedShop(attached)
  return (
    <SharedShop value={shop}>
      <Frame>
        <ErrorPage error={error} />
        {/* Without the frame's data, the cart's scripts would conclude that the cart was lost. */}
        {shop.facts ? <CartClient /> : null}
      </Frame>
    </SharedShop>
  )
}
