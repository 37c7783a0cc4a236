import { setDiscountCode } from '#app/models/cart-checkout.ts'
import {
  discountKept,
  discountOfOtherStore,
  discountTooLong,
  giftWordsInCart,
  readDiscountCode,
} from '#app/models/discount.ts'
import { looksLikeMagicWords } from '#app/models/gift-code.ts'
import { inMarket, type Market } from '#app/models/market.ts'
import { type Notice, TOO_MANY_TRIES } from '#app/models/messages.ts'
import { localAddress } from '../forms/form-post.server.ts'
import { visitorKey } from '../limits/visitor-key.server.ts'
import type { CartServices, Services } from '../request/services.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { applyCartChange } from './cart-change.server.ts'

/** Headers by which browsers and mail programs say that nobody has followed a link yet. */
const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Purpose', 'X-Moz']

/**
 * Whether somebody has followed a link: not a prefetch or preview, not a picture or frame of another page, and not a
 * check whether the link works.
 */
export function isFollowed({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  if (method !== 'GET') return false
  if (PURPOSES.some((name) => /prefetch|preview/i.test(headers.get(name) ?? ''))) return false
  return (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document'
}

/** The page that a link leads to: a path of this shop, in the visitor's market; its home page where there is none. */
export function pageOfLink(redirect: string | null, market: Market): string {
  return inMarket(market, localAddress(redirect) ?? '/')
}

/**
 * Stores the discount code of a link with the visitor's cart of `market`, and tells the outcome on the next page. Counts
 * as an attempt at a code. A cart of the other store is not touched. Never throws.
 * Product: 5 Outward addresses
 */
export async function keepDiscountOfLink(
  services: CartServices & Pick<Services, 'limits'>,
  session: VisitorSession,
  { market, typed, ip }: { readonly market: Market; readonly typed: string; readonly ip: string },
): Promise<void> {
  if (readDiscountCode(typed) === '') return
  if ((await services.limits.consume('discount', visitorKey(ip))) !== null)
    return session.flash(TOO_MANY_TRIES)
  const other = session.otherCartMarket(market)
  if (other) return session.flash(discountOfOtherStore(market, other))
  const cart = session.cart(market)
  if (cart.lines.length === 0) return session.flash(keepForLater(session, market, typed))
  const change = { intent: 'apply-discount', code: typed } as const
  const reply = await applyCartChange(services, cart, change)
  if (reply.cart !== cart) session.setCart(reply.cart)
  session.flash(...reply.notices)
}

/** Keeps a code for an empty cart: the store can only say whether it applies once there is something in it. */
function keepForLater(session: VisitorSession, market: Market, typed: string): Notice {
  const code = readDiscountCode(typed)
  if (looksLikeMagicWords(typed)) return giftWordsInCart(market)
  const kept = setDiscountCode(session.cart(market), code)
  if (!kept.ok) return discountTooLong(code)
  session.setCart(kept.value)
  return discountKept(code)
}
