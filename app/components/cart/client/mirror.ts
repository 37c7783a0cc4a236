import { tryStorage } from '#app/components/page/browser.ts'
import { cartForm, hasKind, KEPT_GIFT, MAX_LINES } from '#app/models/cart-fields.ts'
import type { CartLineView } from '#app/models/cart-line.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import { type Market, parseMarket } from '#app/models/market.ts'
import { isGiftVariant } from '#app/models/product.ts'

export type CartState = {
  /** The cart to be shown, including pending changes; null before it is known. */
  readonly view: CartView | null
  /** True while a checkout is being created. */
  readonly isLoading: boolean
}

/** Key of the saved cart in local storage. Spec: 3 Cart store */
export const MIRROR = 'wizard-box-cart'
/** Key of the gift discount code in local storage. Spec: 3 Browser storage */
export const GIFT_DISCOUNT = 'gift_discount_code'

/** A line as it is saved: as the specification names its fields, and what restores it. */
function itemOf({ variantId, quantity, edition, wrapping, wands, ...line }: CartLineView) {
  return {
    variantId,
    quantity,
    edition,
    wrapping,
    wands,
    price: line.unitPrice,
    product: { handle: line.handle, title: line.title, image: line.image?.url ?? null },
    variantTitle: line.variantTitle,
    selectedOptions: [...(edition ? [{ name: 'Edition', value: edition }] : []), ...line.selectedOptions],
  }
}

type Item = Partial<ReturnType<typeof itemOf>> | null

function isGiftItem(item: Item): boolean {
  return isGiftVariant(item?.product?.title ?? '', item?.variantTitle ?? '')
}

type Mirror = {
  readonly market: Market
  readonly items: readonly Item[]
  readonly shippingCountry?: unknown
  readonly discountCode?: unknown
}

/** The saved cart; null without one, or when it is corrupt. */
function savedMirror(): Mirror | null {
  const mirror = tryStorage(() => JSON.parse(localStorage.getItem(MIRROR) ?? 'null'))
  return parseMarket(mirror?.market) && Array.isArray(mirror.items) ? mirror : null
}

/**
 * Saves the cart to local storage. An empty cart does not replace a saved cart of the other market, as the visitor may
 * only be looking around, unless they have come to the market that they have chosen. Spec: 3 Cart store
 * @param isArrival whether a page has just been opened: two tabs would empty the cart of each other without end
 * @returns whether the saved cart of this market was another
 */
export function saveMirror({ view, isLoading }: CartState, isArrival = false): boolean {
  if (!view) return false
  const saved = savedMirror()
  const isOfOther = saved && saved.market !== view.market && saved.items.length > 0
  const isChosen = () => document.cookie.split('; ').includes(`selected_market=${view.market}`)
  if (view.lines.length === 0 && isOfOther && !(isArrival && isChosen())) return false
  const { lines, remoteCartId, checkoutUrl, market, shippingCountry, discount } = view
  const hasLines = lines.length > 0
  const text = JSON.stringify({
    items: lines.map(itemOf),
    cartId: hasLines ? remoteCartId : null,
    checkoutUrl: hasLines ? checkoutUrl : null,
    isLoading,
    market,
    shippingCountry,
    discountCode: discount?.code ?? null,
  })
  const isOther = saved?.market === view.market && localStorage.getItem(MIRROR) !== text
  const isGiftGone = saved?.items.some(isGiftItem) && !hasKind(view, 'gift')
  // Where storage is denied or full, the cookie holds the cart.
  tryStorage(() => {
    if (isGiftGone) localStorage.removeItem(GIFT_DISCOUNT)
    localStorage.setItem(MIRROR, text)
  })
  return isOther
}

/** Reads the saved cart of `market` as a form that restores it; null without one. */
export function readMirror(market: Market): FormData | null {
  const saved = savedMirror()
  // The server drops those whose values are invalid.
  const lines = saved?.market === market ? saved.items.slice(0, MAX_LINES).filter(Boolean) : []
  if (lines.length === 0) return null
  const { shippingCountry, discountCode } = saved ?? {}
  return cartForm({
    intent: 'restore',
    lines: JSON.stringify(lines),
    ...(lines.some(isGiftItem) && { [KEPT_GIFT]: '1' }),
    ...(typeof shippingCountry === 'string' && { shippingCountry }),
    ...(typeof discountCode === 'string' && { discountCode }),
  })
}
