import { formatBundle, parseBundle } from '../../models/bundle.ts'
import type { Cart } from '../../models/cart.ts'
import { parseCartChangeForm } from '../../models/cart-change.ts'
import { cutText } from '../../models/cut-text.ts'
import { type Market, marketPath } from '../../models/market.ts'
import { addFailed, CHANGE_FAILED, type Notice } from '../../models/messages.ts'
import { formatProductChoice, parseProductChoice } from '../../models/option-choice.ts'
import {
  handleOfLegacy,
  isHiddenInMarket,
  isSoldInMarket,
  kindOf,
  productPath,
} from '../../models/product.ts'
import { applyCartChange } from './cart-change.server.ts'
import type { CartServices } from './cart-services.server.ts'

const INTENTS = ['add', 'update', 'adjust', 'remove', 'apply-discount', 'remove-discount', 'set-country']

/** As much of a code as its field takes. */
const LONGEST_CODE = 64

/** What a cart form comes to: the cart, what to say, and the page to show next. */
export type CartFormReply = {
  readonly cart: Cart
  readonly notices: readonly Notice[]
  readonly location: string
}

/**
 * Carries out a cart form of a page. An add that was refused leads back to its product with the choice kept in the
 * address; everything else leads to the cart.
 * @returns null when the form is none of the cart's
 */
export async function answerCartForm(
  services: CartServices,
  { market, cart, form }: { market: Market; cart: Cart; form: FormData },
): Promise<CartFormReply | null> {
  const intent = form.get('intent')
  if (typeof intent !== 'string' || !INTENTS.includes(intent)) return null
  const isAdd = intent === 'add'
  const change = parseCartChangeForm(form)
  const reply = change.ok
    ? await applyCartChange(services, { market, cart, change: change.value })
    : { cart, notices: [isAdd ? addFailed() : CHANGE_FAILED], failed: true }
  const location =
    isAdd && reply.failed ? await productAddress(services, market, form) : marketPath(market, '/cart')
  const notices = reply.failed ? reply.notices.map((notice) => withTypedCode(notice, form)) : reply.notices
  return { cart: reply.cart, notices, location }
}

/** A refusal with the code that was typed, which the cart does not keep; as it is where the form is about something else. */
export function withTypedCode(notice: Notice, form: FormData): Notice {
  const typed = form.get('code')
  const isCode = form.get('intent') === 'apply-discount' && typeof typed === 'string'
  return isCode ? { ...notice, typed: cutText(typed, LONGEST_CODE) } : notice
}

/** The page that a refused add came from, showing the same choice; the shop's list when the market has no such page. */
async function productAddress(services: CartServices, market: Market, form: FormData): Promise<string> {
  const given = form.get('handle')
  const handle = typeof given === 'string' ? (handleOfLegacy(given.trim()) ?? given.trim()) : ''
  const product = await services.storefront.getProduct(market, handle).catch(() => null)
  // A page that sends its visitor on would use up the message.
  if (!product || !isSoldInMarket(product, market) || isHiddenInMarket(product, market))
    return marketPath(market, '/products')
  const query =
    kindOf(product) === 'collectors-set'
      ? formatBundle(parseBundle(form))
      : formatProductChoice(parseProductChoice(form))
  return `${productPath(market, handle)}${query === '' ? '' : `?${query}`}`
}
