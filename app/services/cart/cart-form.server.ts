import { createHash } from 'node:crypto'
import { data, type RouterContextProvider } from 'react-router'
import { formatBundle, parseBundle } from '#app/models/bundle.ts'
import { type CartChange, parseCartForm } from '#app/models/cart-change.ts'
import { CODE, PRESS } from '#app/models/cart-fields.ts'
import { aboutCode } from '#app/models/discount.ts'
import { type Market, marketPath } from '#app/models/market.ts'
import { addFailed, CHANGE_FAILED, TOO_MANY_TRIES, type Toast } from '#app/models/messages.ts'
import {
  chooseVariant,
  formatProductChoice,
  INCOMPLETE,
  PROBLEM_ID,
  parseProductChoice,
} from '#app/models/option-choice.ts'
import { cartWentToOtherStore, otherCartEmptied } from '#app/models/page-messages.ts'
import { handleOfLegacy, isBox, isListedInMarket, kindOf, productPath } from '#app/models/product.ts'
import type { CartResult } from '#app/models/replies.ts'
import type { Services } from '../compose.server.ts'
import { visitorKey } from '../limits/limits.server.ts'
import { requestContext, servicesContext, sessionContext } from '../request/context.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { applyCartChange } from './cart-change.server.ts'
import { done, reconcileCart } from './checkout.server.ts'

type Context = Readonly<RouterContextProvider>

/**
 * Makes what a cart form asks for: its changes, one after the other, and then the checkout, if none was refused. The
 * page of the cart, the script of every page and the address of the checkout all lead here.
 * @param intent that of the form, unless its address says it
 * @throws a Response with 400 for what is no cart form
 * Spec: 4 Cart, 4 Checkout
 */
export async function handleCartForm(
  context: Context,
  market: Market,
  form: FormData,
  intent: unknown = form.get('intent'),
): Promise<CartResult> {
  const [services, session, info] = [
    context.get(servicesContext),
    context.get(sessionContext),
    context.get(requestContext),
  ]
  const parsed = parseCartForm(form, intent)
  if (!parsed.ok && parsed.error === 'malformed') throw data(null, { status: 400 })
  if (!parsed.ok) return refusal(intent === 'add' ? addFailed() : CHANGE_FAILED)
  if (intent === 'checkout') {
    if ((await services.limits.consume('checkout', visitorKey(info.ip))) !== null)
      return refusal(TOO_MANY_TRIES)
    // What is ordered already is told by the session.
    if ((await reconcileCart(services, session, market)) !== null) return refusal()
    if (session.otherCartMarket(market)) return refusal(cartWentToOtherStore(market))
  }
  const changes = await withinLimits(services, info.ip, parsed.value)
  if (changes === null) return refusal(aboutCode(TOO_MANY_TRIES, String(form.get(CODE) ?? '')))
  const before = session.cart(market)
  const press = intent === 'add' || form.has(PRESS) ? pressOf(form) : null
  let made = done(before)
  // The first response was stored, if not shown: its toast is on the next page.
  if (press !== null && before.lastPress === press) return made
  for (const change of changes) {
    if (change.intent === 'checkout' && !made.ok) break
    const next = await applyCartChange(services, made.cart, change, info.origin)
    made = { ...next, ok: made.ok && next.ok, toasts: [...made.toasts, ...next.toasts] }
  }
  if (made.cart === before) return made
  const other = session.otherCartMarket(market)
  session.setCart({ ...made.cart, lastPress: press })
  return other ? { ...made, toasts: [...made.toasts, otherCartEmptied(market, other)] } : made
}

function refusal(...toasts: readonly Toast[]): CartResult {
  return { ok: false, toasts, checkoutUrl: null }
}

/**
 * Counts each discount code as an attempt to guess one.
 * @returns the changes, without the code of a restored cart beyond the limit; null where nothing else is asked for
 */
async function withinLimits({ limits }: Services, ip: string, changes: readonly CartChange[]) {
  const hasCode = changes.some(
    (change) => 'code' in change || ('discountCode' in change && change.discountCode),
  )
  if (!hasCode || (await limits.consume('discount', visitorKey(ip))) === null) return changes
  if (changes.some(({ intent }) => intent === 'apply-discount')) return null
  return changes.map((change) => ({ ...change, discountCode: undefined }))
}

/** Identifies a press: by its key, which a script gives it, else by its content. */
function pressOf(form: FormData): string {
  const key = form.get(PRESS)
  const isKeyed = typeof key === 'string' && key !== ''
  const content = isKeyed ? key : JSON.stringify([...form])
  return (isKeyed ? '' : '=') + createHash('sha256').update(content).digest('base64url').slice(0, 12)
}

/** Forgets the last press of an add form without a key once its cart is shown: the next one is meant. */
export function endPress(session: VisitorSession, market: Market): void {
  const cart = session.cart(market)
  if (cart.lastPress?.startsWith('=')) session.setCart({ ...cart, lastPress: null })
}

/**
 * Where a plain form leads, and the toasts for that page: after a refused add its product, with the choice in the
 * query; the list of products when the market has no such page; else the cart.
 */
export async function pageAfter(
  { storefront }: Pick<Services, 'storefront'>,
  market: Market,
  form: FormData,
  { ok, toasts }: CartResult,
): Promise<{ readonly location: string; readonly toasts: readonly Toast[] }> {
  if (ok || form.get('intent') !== 'add') return { location: marketPath(market, '/cart'), toasts }
  const given = String(form.get('handle') ?? '').trim()
  const handle = handleOfLegacy(given) ?? given
  const product = await storefront.getProduct(market, handle).catch(() => null)
  // The toasts are flashed for one page; a redirect there would lose them.
  if (!product || !isListedInMarket(product, market))
    return { location: marketPath(market, '/products'), toasts }
  const kind = kindOf(product)
  const choice = parseProductChoice(form)
  const query = new URLSearchParams(
    kind === 'bundle' ? formatBundle(parseBundle(form)) : formatProductChoice(choice),
  )
  const path = productPath(market, handle)
  // The page of a volume itself shows which choice is missing.
  if (isBox(kind) && !form.has('variant') && !chooseVariant(product, choice, market).ok) {
    query.set(INCOMPLETE, '1')
    return { location: `${path}?${query}#${PROBLEM_ID}`, toasts: [] }
  }
  return { location: query.size > 0 ? `${path}?${query}` : path, toasts }
}
