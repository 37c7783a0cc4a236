import { data } from 'react-router'
import { CACHE } from '#app/models/http.ts'
import { otherCartEmptied } from '#app/models/market-messages.ts'
import { TOO_MANY_TRIES } from '#app/models/messages.ts'
import type { CartReply } from '#app/models/replies.ts'
import { applyCartBatch, countCodeAttempts, parseCartBatch } from '#app/services/cart/cart-batch.server.ts'
import { loadCartView } from '#app/services/cart/cart-view.server.ts'
import { openVisitorCart } from '#app/services/cart/visitor-cart.server.ts'
import {
  requestContext,
  requireMarket,
  servicesContext,
  sessionContext,
} from '#app/services/request/context.server.ts'
import type { Route } from './+types/cart-changes'

function respond(reply: CartReply, status = 200): Response {
  return Response.json(reply, { status, headers: { 'Cache-Control': CACHE.secret } })
}

/** The current cart, for a page that may be stale. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const market = requireMarket(params.market)
  const session = context.get(sessionContext)
  const hadCart = session.hasCart
  const cart = await openVisitorCart(context.get(servicesContext), session, market)
  const notices = session.takeNotices().map((notice) => ({ ...notice, operation: '' }))
  return respond({ cart, notices, failed: [], hadCart })
}

/** Applies a batch of cart changes in order, and returns the resulting cart. Product: 8 A cart that loses no update */
export async function action({ request, params, context }: Route.ActionArgs) {
  const market = requireMarket(params.market)
  const batch = parseCartBatch(await request.json().catch(() => null))
  if (batch === null) throw data(null, { status: 400 })
  const services = context.get(servicesContext)
  const session = context.get(sessionContext)
  const hadCart = session.hasCart
  const { allowed, refused } = await countCodeAttempts(services, context.get(requestContext).ip, batch)
  const cart = session.cart(market)
  const { signal } = request
  const result = await applyCartBatch(services, { market, cart, operations: allowed, signal })
  const applied = allowed.find(({ id }) => !result.failed.includes(id))
  const other = session.otherCartMarket(market)
  const emptiedNotice =
    applied && result.cart !== cart && other
      ? [{ ...otherCartEmptied(market, other), operation: applied.id }]
      : []
  if (result.cart !== cart) session.setCart(result.cart)
  return respond({
    cart: await loadCartView(services, result.cart),
    notices: [
      ...result.notices,
      ...emptiedNotice,
      ...refused.map((operation) => ({ ...TOO_MANY_TRIES, operation })),
    ],
    failed: [...result.failed, ...refused],
    hadCart,
  })
}
