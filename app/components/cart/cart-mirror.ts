import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartLineView } from '../../models/cart-view-types.ts'
import { type Market, marketOfPath, parseMarket } from '../../models/market.ts'
import { isGiftVariant } from '../../models/product.ts'
import type { CartState } from './cart-state.ts'

const NAME = 'wizard-box-cart'
/** Where the browser keeps the discount of a gift in the cart. Spec: 3 Browser storage */
export const GIFT_DISCOUNT = 'gift_discount_code'
const MOST_LINES = 30

type Restore = Extract<CartChangeInput, { intent: 'restore' }>
type KeptLine = Restore['lines'][number]

/**
 * Writes the cart to local storage, under the name and with the fields that the shop has always used. A store where nothing
 * lies in the cart is only looked at: the copy of the other store's cart stays. Spec: 3 Cart store
 */
export function keepMirror(state: CartState): void {
  const { view } = state
  if (!view || (view.lines.length === 0 && isOfOther(keptMarket(), view.market))) return
  const mirror = {
    items: view.lines.map((line) => ({
      variantId: line.variantId,
      quantity: line.quantity,
      price: line.unitPrice,
      product: { handle: line.handle, title: line.title, image: line.image?.url ?? null },
      variantTitle: line.variantTitle,
      selectedOptions: [...optionsOf(line), ...line.selectedOptions],
    })),
    cartId: view.lines.length > 0 ? state.cartId : null,
    checkoutUrl: view.lines.length > 0 ? state.checkoutUrl : null,
    isLoading: state.isLoading,
    market: view.market,
    shippingCountry: view.shippingCountry,
    discountCode: view.discount?.code ?? null,
  }
  try {
    const isGiftGone = !view.storeUnavailable && !view.lines.some((line) => line.isGift) && hadGift()
    if (isGiftGone) localStorage.removeItem(GIFT_DISCOUNT)
    localStorage.setItem(NAME, JSON.stringify(mirror))
  } catch {
    // Storage may be full or denied; the cookie holds the cart.
  }
}

/** Whose market's cart is kept; null where that cannot be told. */
function keptMarket(): Market | null {
  try {
    return parseMarket(JSON.parse(localStorage.getItem(NAME) ?? 'null')?.market)
  } catch {
    return null
  }
}

function isOfOther(kept: Market | null, market: Market): boolean {
  return kept !== null && kept !== market
}

/** Whether there was a gift in the cart until now: its discount has been used, or it is not wanted. */
function hadGift(): boolean {
  try {
    if (localStorage.getItem(GIFT_DISCOUNT) === null) return false
    const { items } = JSON.parse(localStorage.getItem(NAME) ?? '')
    return items.some((item: { product: { title: string }; variantTitle: string }) =>
      isGiftVariant(item.product.title, item.variantTitle),
    )
  } catch {
    return false
  }
}

/**
 * A mirrored cart of `market` as a change that restores it; null for none or a corrupt one. One of the other market
 * is forgotten by those who have chosen this one: whoever changes store leaves the cart behind, and is not to find it again
 * on the way back.
 */
export function readMirror(market: Market): Restore | null {
  try {
    const mirror = JSON.parse(localStorage.getItem(NAME) ?? 'null')
    if (isOfOther(keptMarket(), market) && hasChosen(market)) forgetMirror()
    if (mirror?.market !== market || !Array.isArray(mirror.items) || mirror.items.length === 0) return null
    const lines = mirror.items.slice(0, MOST_LINES).map(keptLine)
    const { shippingCountry, discountCode } = mirror
    return { intent: 'restore', lines, shippingCountry, discountCode }
  } catch {
    return null
  }
}

/** A look at the other store chooses nothing. */
function hasChosen(market: Market): boolean {
  return document.cookie.split('; ').includes(`selected_market=${market}`)
}

function forgetMirror(): void {
  localStorage.removeItem(NAME)
  localStorage.removeItem(GIFT_DISCOUNT)
}

/**
 * Forgets the cart when a form leaves its store: the page that it leads to may be left again before its scripts have run.
 * Spec: 4 Market
 */
export function forgetOnSwitch({ target }: Event): void {
  if (!(target instanceof HTMLFormElement) || new URL(target.action).pathname !== '/market') return
  const chosen = new FormData(target).get('market')
  if (chosen === marketOfPath(location.pathname) || chosen === keptMarket()) return
  try {
    forgetMirror()
  } catch {
    // Storage may be denied; then nothing was kept.
  }
}

/** The change that puts a line back as it was. */
export function restoreLine(line: CartLineView): Restore {
  return { intent: 'restore', lines: [keptLine({ ...line, selectedOptions: optionsOf(line) })] }
}

/** What was chosen for a line, the edition first. */
function optionsOf({ attributes }: CartLineView) {
  return attributes.map(({ label, value }) => ({ name: label, value }))
}

function keptLine(item: {
  variantId: string
  quantity: number
  selectedOptions?: readonly { name: string; value: string }[]
}): KeptLine {
  const option = (name: string) => item.selectedOptions?.find((o) => o.name === name)?.value
  const wrapping = option('Wrapping')
  return {
    variantId: String(item.variantId),
    quantity: Number(item.quantity),
    edition: option('Edition'),
    wrapping: wrapping && (wrapping.startsWith('Printable') ? 'printable-only' : 'gift-edition'),
    wands: option('Wands')?.split(', '),
  }
}
