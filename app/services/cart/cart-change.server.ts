import { createHash } from 'node:crypto'
import { data, type RouterContextProvider } from 'react-router'
import { formatBundle, parseBundle, parseBundleSize, soldOutWands } from '#app/models/bundle.ts'
import { addLine, type Cart, findLine, lineKind, setShippingCountry, updateLine } from '#app/models/cart.ts'
import {
  type AddChange,
  bundleSizeOf,
  type CartChange,
  lineOfAdd,
  lineOfVariant,
  parseCartForm,
  type RestoreChange,
} from '#app/models/cart-change.ts'
import { isFixed, itemCount, MAX_QUANTITY, PRESS } from '#app/models/cart-fields.ts'
import { lineView } from '#app/models/cart-line.ts'
import { bundleRefused, choiceRefused } from '#app/models/choice-messages.ts'
import { type Market, marketPath } from '#app/models/market.ts'
import {
  ADD_FAILED,
  addedToCart,
  addRefused,
  bundleAdded,
  CHANGE_FAILED,
  CHOOSE_COUNTRY,
  GIFT_IS_SINGLE,
  lineRemoved,
  QUANTITY_LIMITED,
  TOO_MANY_TRIES,
  type Toast,
} from '#app/models/messages.ts'
import { formatProductChoice, parseProductChoice } from '#app/models/option-choice.ts'
import { otherCartEmptied } from '#app/models/page-messages.ts'
import { findVariant, HANDLES, handleOfLegacy, productPath } from '#app/models/product.ts'
import { isListedInMarket, kindOf } from '#app/models/product-kind.ts'
import { type CartResult, type ChangedCart, done, refused } from '#app/models/replies.ts'
import { assertNever } from '#app/models/result.ts'
import type { CartServices, Services } from '../compose.server.ts'
import { visitorKey } from '../limits/limits.server.ts'
import { shopOf } from '../request/context.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { ifReachable } from '../upstream/upstream-error.server.ts'
import { reconcileCart } from './cart-view.server.ts'
import { startCheckout } from './checkout.server.ts'
import { applyDiscount } from './discount.server.ts'

type Visit = Pick<ReturnType<typeof shopOf>, 'services' | 'ip' | 'origin'>

/**
 * Makes what a cart form asks for: its changes, one after the other, and then the checkout, if none was refused. The
 * page of the cart, the script of every page and the address of the checkout all lead here.
 * @throws a Response with 400 for what is no cart form, and with 503 when the copy could not be restored
 * Spec: 4 Cart, 4 Checkout
 */
export async function handleCartForm(
  context: Readonly<RouterContextProvider>,
  market: Market,
  form: FormData | URLSearchParams,
): Promise<CartResult> {
  const intent = form.get('intent')
  const visit = shopOf(context)
  const { services, session, ip } = visit
  const parsed = parseCartForm(form)
  if (!parsed.ok && parsed.error === 'malformed') throw data(null, { status: 400 })
  const refuse = (...toasts: readonly Toast[]) => refused(session.cart(market), ...toasts)
  if (!parsed.ok) return refuse(intent === 'add' ? ADD_FAILED : CHANGE_FAILED)
  if (intent === 'checkout') {
    if ((await services.limits.consume('checkout', visitorKey(ip))) !== null) return refuse(TOO_MANY_TRIES)
    // What is ordered already is told by the session.
    if ((await reconcileCart(services, session, market)) !== null) return refuse()
  }
  const before = session.cart(market)
  const press = intent === 'add' || form.has(PRESS) ? pressOf(form) : null
  let made = done(before)
  // The first response was stored, if not shown: its toast is on the next page. Another tab may have restored the cart.
  if ((press !== null && before.lastPress === press) || (intent === 'restore' && session.hasCart)) return made
  for (const change of parsed.value) {
    if (change.intent === 'checkout' && !made.ok) break
    const { cart } = made
    const next = await applyChange(visit, cart, change).catch((error) => {
      services.log.warn({ err: error, intent: change.intent }, 'cart not changed')
      // An answer without lines would empty the copy in the browser.
      if (change.intent === 'restore') throw data(null, { status: 503 })
      return refused(cart, change.intent === 'add' ? ADD_FAILED : CHANGE_FAILED)
    })
    made = { ...next, ok: made.ok && next.ok, toasts: [...made.toasts, ...next.toasts] }
  }
  if (made.cart === before) return made
  const other = session.otherCartMarket(market)
  session.setCart({ ...made.cart, lastPress: press })
  return other ? { ...made, toasts: [...made.toasts, otherCartEmptied(market, other)] } : made
}

/** Identifies a press: by its key, which a script gives it, else by its content. */
function pressOf(form: FormData | URLSearchParams): string {
  const key = String(form.get(PRESS) ?? '')
  const hash = createHash('sha256').update(key || JSON.stringify([...form]))
  return (key ? '' : '=') + hash.digest('base64url').slice(0, 12)
}

/** Forgets the last press of an add form without a key once its cart is shown: the next one is meant. */
export function endPress(session: VisitorSession, market: Market): void {
  const cart = session.cart(market)
  if (cart.lastPress?.startsWith('=')) session.setCart({ ...cart, lastPress: null })
}

/**
 * Applies one change to a cart by the rules of the cart model, with catalogue data: of an item, only the choice of
 * variant and options is taken from the browser. Rejects when the store is unavailable.
 * Spec: 4 Cart, 5 Cart add, Bundles
 */
async function applyChange(visit: Visit, cart: Cart, change: CartChange): Promise<ChangedCart> {
  const { services } = visit
  switch (change.intent) {
    case 'add':
      return add(services, cart, change)
    case 'update':
    case 'adjust':
      return setQuantity(cart, change)
    case 'apply-discount':
      return applyDiscount(services, cart, change.code, visit.ip)
    case 'remove-discount':
      // Unchanged, it does not replace a cart of the other store.
      return done(cart.discountCode === null ? cart : { ...cart, discountCode: null })
    case 'set-country': {
      const moved = setShippingCountry(cart, change.country)
      return moved.ok ? done(moved.value) : refused(cart, CHOOSE_COUNTRY)
    }
    case 'restore':
      return restore(visit, cart, change)
    case 'checkout':
      return startCheckout(services, cart, visit.origin)
    default:
      return assertNever(change)
  }
}

const limitToast = (isLimited: boolean) => (isLimited ? [QUANTITY_LIMITED] : [])

async function add(services: CartServices, cart: Cart, change: AddChange) {
  const { market } = cart
  const handle = handleOfLegacy(change.handle) ?? change.handle
  const product = await services.storefront.getProduct(market, handle)
  if (product === null) return refused(cart, ADD_FAILED)
  const line = lineOfAdd(product, change, market)
  if (!line.ok) return refused(cart, choiceRefused(line.error, bundleSizeOf(product, change)))
  const { variantId, wands, quantity } = line.value
  const gone = wands
    ? soldOutWands(await ifReachable(services.storefront.getProduct(market, HANDLES.wand)))
    : []
  const missing = gone.filter((wand) => wands?.includes(wand))
  if (missing.length > 0) return refused(cart, bundleRefused(missing))
  const variants = await services.storefront.getVariants(market, [variantId])
  const added = addLine(cart, line.value, variants.get(variantId))
  if (!added.ok) return refused(cart, addRefused(added.error, market))
  const gained = itemCount(added.value) - itemCount(cart)
  const size = parseBundleSize(wands?.length)
  const wand = kindOf(product) === 'wand' ? findVariant(product, variantId) : null
  const toast = size === null ? addedToCart(wand?.title ?? product.title) : bundleAdded(size)
  return done(added.value, ...(gained > 0 ? [toast] : []), ...limitToast(gained < quantity))
}

function setQuantity(cart: Cart, change: Extract<CartChange, { line: string }>): ChangedCart {
  const line = findLine(cart, change.line)
  const quantity = change.intent === 'adjust' ? (line?.quantity ?? 1) + change.by : change.quantity
  // Another tab, or a double click, may have removed it already.
  if (!line) return quantity <= 0 ? done(cart) : refused(cart, CHANGE_FAILED)
  if (quantity > 1 && isFixed(line.kind)) return refused(cart, GIFT_IS_SINGLE)
  const updated = updateLine(cart, line, quantity)
  if (quantity > 0) return done(updated, ...limitToast(quantity > MAX_QUANTITY))
  return done(updated, lineRemoved(lineView(line, null, cart.market).name))
}

/**
 * Fills a cart whose cookie was lost with the lines stored in the browser, each validated like a new one. It has failed
 * if anything was left out.
 */
async function restore({ services, ip }: Visit, cart: Cart, change: RestoreChange): Promise<ChangedCart> {
  const ids = change.lines.map((line) => line.variantId)
  const variants = await services.storefront.getVariants(cart.market, ids)
  let [next, ok] = [cart, true]
  for (const stored of change.lines) {
    const variant = variants.get(stored.variantId)
    // By its magic words only: see `restoreGift`.
    if (variant && isFixed(lineKind(variant))) continue
    const line = variant && lineOfVariant(variant, stored, cart.market)
    const added = line?.ok ? addLine(next, line.value, variant) : null
    if (added?.ok) next = added.value
    else ok = false
  }
  if (next.lines.length === 0) return { ...done(cart), ok }
  const moved = change.shippingCountry ? setShippingCountry(next, change.shippingCountry) : null
  if (moved?.ok) next = moved.value
  return { ...(await applyDiscount(services, next, change.discountCode ?? '', ip)), ok, toasts: [] }
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
  const isBundle = kindOf(product) === 'bundle'
  const query = isBundle ? formatBundle(parseBundle(form)) : formatProductChoice(parseProductChoice(form))
  return { location: productPath(market, handle) + (query && `?${query}`), toasts }
}
