import { formatBundle, parseBundle } from '#app/models/bundle.ts'
import type { Cart } from '#app/models/cart.ts'
import { cartChangeSchema, parseCartChangeForm } from '#app/models/cart-change.ts'
import { CODE, SHOWN_CODE, typedChanges } from '#app/models/cart-fields.ts'
import { cutText } from '#app/models/cut-text.ts'
import { MAX_CODE_LENGTH } from '#app/models/discount-code.ts'
import { INCOMPLETE, PROBLEM_ID } from '#app/models/incomplete-choice.ts'
import { type Market, marketPath } from '#app/models/market.ts'
import { addFailed, CHANGE_FAILED, type Notice, TOO_MANY_TRIES } from '#app/models/messages.ts'
import { chooseVariant, formatProductChoice, parseProductChoice } from '#app/models/option-choice.ts'
import { handleOfLegacy, isListedInMarket, isVolume, kindOf, productPath } from '#app/models/product.ts'
import { visitorKey } from '../limits/visitor-key.server.ts'
import type { CartServices, Services } from '../request/services.server.ts'
import type { VisitorSession } from '../session/visitor-session.server.ts'
import { applyCartChange, type CartChangeReply } from './cart-change.server.ts'

const INTENTS = cartChangeSchema.options.map(({ shape }) => shape.intent.value as string)

/** The result of a cart form, with the path to redirect to. */
export type CartFormReply = {
  readonly cart: Cart
  readonly notices: readonly Notice[]
  readonly location: string
}

/**
 * Applies a cart form submitted without JavaScript. A refused add redirects to its product, with the choice in the
 * query; everything else to the cart.
 * @returns null when the form is not a cart form
 */
export async function handleCartForm(
  services: CartServices,
  { market, cart, form }: { market: Market; cart: Cart; form: FormData },
): Promise<CartFormReply | null> {
  const intent = form.get('intent')
  if (intent === 'apply-typed' || (intent === 'apply-discount' && form.has(SHOWN_CODE))) {
    // The button to apply a code applies it again, even if the page showed it.
    if (intent === 'apply-discount') form.delete(SHOWN_CODE)
    const { cart: next, notices } = await applyTyped(services, { market, cart, form })
    return { cart: next, notices, location: marketPath(market, '/cart') }
  }
  if (typeof intent !== 'string' || !INTENTS.includes(intent)) return null
  const isAdd = intent === 'add'
  const change = parseCartChangeForm(form)
  const reply: CartChangeReply = change.ok
    ? await applyCartChange(services, { market, cart, change: change.value })
    : { cart, notices: [isAdd ? addFailed() : CHANGE_FAILED], failed: true }
  if (isAdd && reply.failed) {
    const { location, isShownByPage } = await productPathWithChoice(services, market, form)
    return { cart: reply.cart, notices: isShownByPage ? [] : reply.notices, location }
  }
  return { cart: reply.cart, notices: noticesOf(reply, form), location: marketPath(market, '/cart') }
}

function noticesOf({ notices, failed, removed }: CartChangeReply, form: FormData): Notice[] {
  const restorableLines = removed && JSON.stringify([removed])
  return notices.map((notice) =>
    failed ? withTypedCode(notice, form) : { ...notice, ...(restorableLines && { restorableLines }) },
  )
}

/**
 * Counts a form with a discount code as an attempt to guess one.
 * @returns false beyond the limit, of which the next page tells
 */
export async function mayTryCode(
  { limits }: Pick<Services, 'limits'>,
  session: VisitorSession,
  ip: string,
  form: FormData,
): Promise<boolean> {
  if (!hasTypedCode(form) || (await limits.consume('discount', visitorKey(ip))) === null) return true
  session.flash(withTypedCode(TOO_MANY_TRIES, form))
  return false
}

/** Whether a form applies a discount code. */
function hasTypedCode(form: FormData): boolean {
  return (
    form.get('intent') === 'apply-discount' ||
    typedChanges(form).some(({ intent }) => intent === 'apply-discount')
  )
}

/**
 * Applies what was typed into the fields of a cart, as sent by its order form: see `typedChanges`.
 * @returns the cart, the notices, and whether anything was refused or does not apply
 * Spec: 5 Checkout
 */
export async function applyTyped(
  services: CartServices,
  { market, cart, form }: { market: Market; cart: Cart; form: FormData },
): Promise<{ readonly cart: Cart; readonly notices: readonly Notice[]; readonly isRefused: boolean }> {
  let next = cart
  let isRefused = false
  const notices: Notice[] = []
  for (const typed of typedChanges(form)) {
    const change = cartChangeSchema.safeParse(typed)
    const reply: CartChangeReply = change.success
      ? await applyCartChange(services, { market, cart: next, change: change.data })
      : { cart: next, notices: [CHANGE_FAILED], failed: true }
    next = reply.cart
    const isCode = typed.intent === 'apply-discount'
    isRefused ||= reply.failed || (isCode && reply.notices.some(({ kind }) => kind === 'error'))
    notices.push(...noticesOf(reply, isCode ? form : new FormData()))
  }
  return { cart: next, notices, isRefused }
}

/** Adds the typed discount code to a refusal, since the cart does not have it; other forms are unchanged. */
function withTypedCode(notice: Notice, form: FormData): Notice {
  const typed = form.get(CODE)
  return hasTypedCode(form) && typeof typed === 'string'
    ? { ...notice, typed: cutText(typed, MAX_CODE_LENGTH) }
    : notice
}

/**
 * The path of the product page with the same choice; of the product list when the market has no such page. The page
 * of a volume itself shows which choice is missing.
 */
async function productPathWithChoice(
  services: CartServices,
  market: Market,
  form: FormData,
): Promise<{ location: string; isShownByPage: boolean }> {
  const given = form.get('handle')
  const handle = typeof given === 'string' ? (handleOfLegacy(given.trim()) ?? given.trim()) : ''
  const product = await services.storefront.getProduct(market, handle).catch(() => null)
  // The notices are flashed for one page; a redirect there would lose them.
  if (!product || !isListedInMarket(product, market))
    return { location: marketPath(market, '/products'), isShownByPage: false }
  const path = productPath(market, handle)
  const kind = kindOf(product)
  const choice = parseProductChoice(form)
  const query = new URLSearchParams(
    kind === 'collectors-set' ? formatBundle(parseBundle(form)) : formatProductChoice(choice),
  )
  if (isVolume(kind) && !form.has('variant') && !chooseVariant(product, choice, market).ok) {
    query.set(INCOMPLETE, '1')
    return { location: `${path}?${query}#${PROBLEM_ID}`, isShownByPage: true }
  }
  return { location: query.size > 0 ? `${path}?${query}` : path, isShownByPage: false }
}
