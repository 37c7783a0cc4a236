import { parseBundleSize, soldOutWands } from '#app/models/bundle.ts'
import {
  addLine,
  type Cart,
  emptyCart,
  findLine,
  lineKey,
  lineKind,
  replaceLine,
  updateLine,
} from '#app/models/cart.ts'
import {
  type AddChange,
  bundleSizeOf,
  type CartChange,
  lineOfAdd,
  lineOfVariant,
  type RestoreChange,
} from '#app/models/cart-change.ts'
import { setDiscountCode, setShippingCountry } from '#app/models/cart-checkout.ts'
import { isFixed, itemCount, MAX_QUANTITY } from '#app/models/cart-fields.ts'
import { lineName } from '#app/models/cart-line-words.ts'
import { bundleRefused, choiceRefused } from '#app/models/choice-messages.ts'
import {
  aboutCode,
  discountKept,
  discountToast,
  discountTooLong,
  giftWordsInCart,
  readDiscountCode,
} from '#app/models/discount.ts'
import { looksLikeMagicWords } from '#app/models/gift-code.ts'
import {
  addedToCart,
  addFailed,
  addRefused,
  bundleAdded,
  CHANGE_FAILED,
  CHOOSE_COUNTRY,
  lineRemoved,
  quantityLimited,
  type Toast,
  updateRefused,
} from '#app/models/messages.ts'
import { findVariant, HANDLES, handleOfLegacy, kindOf, type Product } from '#app/models/product.ts'
import { assertNever } from '#app/models/result.ts'
import type { CartServices } from '../compose.server.ts'
import { ifReachable } from '../upstream/upstream-error.server.ts'
import { cartVariants, checkDiscount, loadCartView } from './cart-view.server.ts'
import { type ChangedCart, type CheckoutServices, done, refused, startCheckout } from './checkout.server.ts'

/**
 * Applies one change to a cart by the rules of the cart model, with catalogue data: of an item, only the choice of
 * variant and options is taken from the browser. If the store is unavailable, the change is refused. Never throws.
 * @param visitedOrigin scheme and host at which the visitor uses the shop
 * Spec: 4 Cart, 5 Cart add, Bundles
 */
export async function applyCartChange(
  services: CheckoutServices,
  cart: Cart,
  change: CartChange,
  visitedOrigin: string,
): Promise<ChangedCart> {
  try {
    return await applyChange(services, cart, change, visitedOrigin)
  } catch (error) {
    services.log.warn({ err: error, intent: change.intent }, 'cart not changed')
    return refused(cart, change.intent === 'add' ? addFailed() : CHANGE_FAILED)
  }
}

function applyChange(services: CheckoutServices, cart: Cart, change: CartChange, visitedOrigin: string) {
  switch (change.intent) {
    case 'add':
      return add(services, cart, change)
    case 'update':
      return setQuantity(services, cart, change.line, () => change.quantity)
    case 'adjust':
      return setQuantity(services, cart, change.line, (quantity) => quantity + change.by)
    case 'remove':
      return setQuantity(services, cart, change.line, () => 0)
    case 'replace':
      return replace(services, cart, change.line)
    case 'apply-discount':
      return applyDiscount(services, cart, change.code)
    case 'remove-discount':
      // Unchanged, it does not replace a cart of the other store.
      return done(cart.discountCode === null ? cart : { ...cart, discountCode: null })
    case 'set-country': {
      const moved = setShippingCountry(cart, change.country)
      return moved.ok ? done(moved.value) : refused(cart, CHOOSE_COUNTRY)
    }
    case 'restore':
      return restore(services, cart, change)
    case 'checkout':
      return startCheckout(services, cart, visitedOrigin)
    default:
      return assertNever(change)
  }
}

const limitToast = (isLimited: boolean) => (isLimited ? [quantityLimited()] : [])

async function add(services: CartServices, cart: Cart, change: AddChange) {
  const { market } = cart
  const handle = handleOfLegacy(change.handle) ?? change.handle
  const product = await services.storefront.getProduct(market, handle)
  if (product === null) return refused(cart, addFailed())
  const line = lineOfAdd(product, change, market)
  if (!line.ok) return refused(cart, choiceRefused(line.error, bundleSizeOf(product, change)))
  const gone = line.value.wands
    ? soldOutWands(await ifReachable(services.storefront.getProduct(market, HANDLES.wand)))
    : []
  const missing = gone.filter((wand) => line.value.wands?.includes(wand))
  if (missing.length > 0) return refused(cart, bundleRefused(missing))
  const variants = await services.storefront.getVariants(market, [line.value.variantId])
  const added = addLine(cart, line.value, variants.get(line.value.variantId))
  if (!added.ok) return refused(cart, addRefused(added.error, market))
  const gained = itemCount(added.value) - itemCount(cart)
  const toasts = gained > 0 ? [addToast(product, line.value)] : []
  return done(added.value, ...toasts, ...limitToast(gained < line.value.quantity))
}

function addToast(product: Product, line: { variantId: string; wands?: readonly unknown[] }): Toast {
  const size = parseBundleSize(line.wands?.length)
  if (size !== null) return bundleAdded(size)
  const variant = kindOf(product) === 'wand' ? findVariant(product, line.variantId) : null
  return addedToCart(variant?.title ?? product.title)
}

async function setQuantity(
  services: CartServices,
  cart: Cart,
  key: string,
  quantityOf: (quantity: number) => number,
): Promise<ChangedCart> {
  const line = findLine(cart, key)
  const quantity = quantityOf(line?.quantity ?? 1)
  // Another tab, or a double click, may have removed it already.
  if (!line) return quantity <= 0 ? done(cart) : refused(cart, updateRefused('no-line'))
  const updated = updateLine(cart, key, quantity)
  if (!updated.ok) return refused(cart, updateRefused(updated.error))
  if (quantity > 0) return done(updated.value, ...limitToast(quantity > MAX_QUANTITY))
  const [shown] = (await loadCartView(services, { ...emptyCart(cart.market), lines: [line] })).lines
  return done(updated.value, lineRemoved(shown ? lineName(shown) : null))
}

/** Takes the same options of the product under their new id. */
async function replace(services: CartServices, cart: Cart, key: string): Promise<ChangedCart> {
  const line = findLine(cart, key)
  if (!line) return refused(cart, updateRefused('no-line'))
  const variants = await cartVariants(services, cart)
  const state = (await services.storefront.getLineStates(cart.market, [line], variants)).get(line.variantId)
  if (state?.kind !== 'replaced') return refused(cart, CHANGE_FAILED)
  const replaced = replaceLine(cart, line, state.variant)
  if (!replaced.ok) return refused(cart, addRefused(replaced.error, cart.market))
  return done(replaced.value, ...limitToast(itemCount(replaced.value) < itemCount(cart)))
}

async function applyDiscount(services: CartServices, cart: Cart, typed: string): Promise<ChangedCart> {
  const code = readDiscountCode(typed)
  if (code === '' || code.toLowerCase() === cart.giftDiscountCode?.toLowerCase()) return done(cart)
  const refuse = (toast: Toast) => refused(cart, aboutCode(toast, typed))
  const words = looksLikeMagicWords(typed) ? giftWordsInCart(cart.market) : null
  const next = setDiscountCode(cart, code)
  if (!next.ok) return refuse(discountTooLong(code))
  // The store can only say whether it applies once there is something in the cart.
  if (cart.lines.length === 0) return words ? refuse(words) : done(next.value, discountKept(code))
  const discount = await checkDiscount(services, next.value, await cartVariants(services, cart))
  if (discount?.state === 'unknown') return refuse(words ?? discountToast(discount))
  const toasts = discount ? [{ ...discountToast(discount), isAboutCode: true } as const] : []
  // A code that does not apply is kept, but opens no checkout.
  return { ...done(next.value, ...toasts), ok: discount?.state !== 'refused' }
}

/**
 * Restores lines stored in the browser, each validated like a new one, without messages. Lines that are already in the
 * cart are skipped, so that two tabs can restore concurrently. It has failed if anything was left out.
 */
async function restore(services: CartServices, cart: Cart, change: RestoreChange): Promise<ChangedCart> {
  const ids = change.lines.map((line) => line.variantId)
  const variants = await cartVariants(services, cart, ids)
  let [next, ok] = [cart, true]
  for (const stored of change.lines) {
    const variant = variants.get(stored.variantId)
    // By its magic words only: see `restoreGift`.
    if (variant && isFixed(lineKind(variant))) continue
    const line = variant && lineOfVariant(variant, stored, cart.market)
    const isThere = line?.ok && findLine(next, lineKey(line.value)) !== undefined
    const added = line?.ok && !isThere ? addLine(next, line.value, variant) : null
    if (added?.ok) next = added.value
    else ok &&= Boolean(isThere)
  }
  return { ...done(next.lines.length > 0 ? restoreCountryAndCode(next, change) : next), ok }
}

function restoreCountryAndCode(cart: Cart, change: RestoreChange): Cart {
  const withCountry = change.shippingCountry ? setShippingCountry(cart, change.shippingCountry) : null
  const next = withCountry?.ok ? withCountry.value : cart
  if (next.discountCode !== null || !change.discountCode) return next
  const withCode = setDiscountCode(next, change.discountCode)
  return withCode.ok ? withCode.value : next
}
