import { tryStorage } from '#app/components/page/storage.ts'
import { MAX_LINES } from '#app/models/cart.ts'
import type { CartChangeInput } from '#app/models/cart-change.ts'
import { type Market, marketOfPath, parseMarket } from '#app/models/market.ts'
import { isGiftVariant } from '#app/models/product.ts'
import type { CartState } from './store.ts'

const NAME = 'wizard-box-cart'
/** Key of the gift discount code in local storage. Spec: 3 Browser storage */
export const GIFT_DISCOUNT = 'gift_discount_code'
/** Changes that a window was closed before it could send. */
const LEFT = 'wizard-box-cart-left'
/** After this they are no longer what the visitor has in mind. */
const LEFT_MAX_AGE_MS = 3_600_000
/** The response to a request of a closed window arrives within this, and with it a new cookie. */
const ARRIVAL_MS = 2_000

type Restore = Extract<CartChangeInput, { intent: 'restore' }>

/**
 * Saves the cart to local storage. The spec fixes its key and fields; the others of a line are what restores it. An
 * empty cart does not replace a saved cart of the other market, as the visitor may only be looking around.
 * Spec: 3 Cart store
 * @returns whether the saved cart of this market was another
 */
export function saveMirror(state: CartState): boolean {
  const { view } = state
  if (!view || (view.lines.length === 0 && isOtherMarket(savedMarket(), view.market))) return false
  const mirror = {
    items: view.lines.map((line) => ({
      variantId: line.variantId,
      quantity: line.quantity,
      edition: line.edition,
      wrapping: line.wrapping,
      wands: line.wands,
      price: line.unitPrice,
      product: { handle: line.handle, title: line.title, image: line.image?.url ?? null },
      variantTitle: line.variantTitle,
      selectedOptions: [
        ...(line.edition ? [{ name: 'Edition', value: line.edition }] : []),
        ...line.selectedOptions,
      ],
    })),
    cartId: view.lines.length > 0 ? view.remoteCartId : null,
    checkoutUrl: view.lines.length > 0 ? view.checkoutUrl : null,
    isLoading: state.isLoading,
    market: view.market,
    shippingCountry: view.shippingCountry,
    discountCode: view.discount?.code ?? null,
  }
  const text = JSON.stringify(mirror)
  const isOther = savedMarket() === view.market && tryStorage(() => localStorage.getItem(NAME)) !== text
  // Otherwise the cookie holds the cart.
  tryStorage(() => {
    const isGiftGone = !view.storeUnavailable && !view.lines.some((line) => line.isGift) && hadGift()
    if (isGiftGone) localStorage.removeItem(GIFT_DISCOUNT)
    localStorage.setItem(NAME, text)
  })
  return isOther
}

/** The market of the saved cart; null without one, or when it is corrupt. */
function savedMarket(): Market | null {
  return tryStorage(() => parseMarket(JSON.parse(localStorage.getItem(NAME) ?? 'null')?.market)) ?? null
}

function isOtherMarket(saved: Market | null, market: Market): boolean {
  return saved !== null && saved !== market
}

/** True when the saved cart has a gift and its discount code is stored. */
function hadGift(): boolean {
  const had = tryStorage(() => {
    if (localStorage.getItem(GIFT_DISCOUNT) === null) return false
    const { items } = JSON.parse(localStorage.getItem(NAME) ?? '')
    return items.some((item: { product: { title: string }; variantTitle: string }) =>
      isGiftVariant(item.product.title, item.variantTitle),
    )
  })
  return had ?? false
}

/**
 * Reads the saved cart of `market` as a change that restores it; null without one, or when it is corrupt. A saved
 * cart of the other market is deleted if the visitor has chosen this market: a change of store empties the cart.
 */
export function readMirror(market: Market): Restore | null {
  const saved = tryStorage((): Restore | null => {
    const mirror = JSON.parse(localStorage.getItem(NAME) ?? 'null')
    if (isOtherMarket(savedMarket(), market) && hasChosen(market)) forgetMirror()
    if (mirror?.market !== market) return null
    // The server drops those whose values are invalid.
    const lines = mirror.items.slice(0, MAX_LINES).filter(Boolean)
    const { shippingCountry, discountCode } = mirror
    return lines.length > 0 ? { intent: 'restore', lines, shippingCountry, discountCode } : null
  })
  return saved ?? null
}

/** False for visitors who have only opened a page of the market. */
function hasChosen(market: Market): boolean {
  return document.cookie.split('; ').includes(`selected_market=${market}`)
}

function forgetMirror(): void {
  localStorage.removeItem(NAME)
  localStorage.removeItem(GIFT_DISCOUNT)
}

/**
 * Deletes the saved cart when the market switcher is submitted, as the next page may be left before its scripts run.
 * Spec: 4 Market
 */
export function forgetMirrorOnSwitch({ target, defaultPrevented }: Event): void {
  if (
    defaultPrevented ||
    !(target instanceof HTMLFormElement) ||
    new URL(target.action).pathname !== '/market'
  )
    return
  const chosen = new FormData(target).get('market')
  if (chosen === marketOfPath(location.pathname) || chosen === savedMarket()) return
  tryStorage(() => {
    forgetMirror()
    // The next page stores the choice again, which tells the other tabs.
    localStorage.removeItem('selected_market')
  })
}

type Left = {
  readonly market: Market
  readonly changes: readonly CartChangeInput[]
  readonly isSending: boolean
  /** ms since 1970 */
  readonly at: number
}

function readLeft(market: Market): Left | null {
  const found = tryStorage((): Left | null => {
    const left: Left | null = JSON.parse(localStorage.getItem(LEFT) ?? 'null')
    const isOld = left !== null && !(Date.now() - left.at < LEFT_MAX_AGE_MS)
    if (isOld) localStorage.removeItem(LEFT)
    return !isOld && left?.market === market && Array.isArray(left.changes) ? left : null
  })
  return found ?? null
}

/** Whether a closed window has left something: see `leaveChanges`. */
export function hasLeft(market: Market): boolean {
  return readLeft(market) !== null
}

/**
 * Leaves the changes that a closing window has not sent to the next window or page, after those of earlier ones.
 * @param isSending whether a request is on its way, which the browser completes
 */
export function leaveChanges(market: Market, changes: readonly CartChangeInput[], isSending: boolean): void {
  const earlier = readLeft(market)
  const left: Left = {
    market,
    changes: [...(earlier?.changes ?? []), ...changes],
    isSending: isSending || earlier?.isSending === true,
    at: Date.now(),
  }
  tryStorage(() => localStorage.setItem(LEFT, JSON.stringify(left)))
}

/**
 * Takes what closed windows have left, once the request of theirs has had the time to arrive: its cookie would replace
 * the one of the next request. To be called by one tab at a time.
 * @returns null when they have left nothing
 */
export async function takeLeft(market: Market): Promise<readonly CartChangeInput[] | null> {
  const found = readLeft(market)
  if (found === null) return null
  const wait = found.isSending ? Math.min(found.at + ARRIVAL_MS - Date.now(), ARRIVAL_MS) : 0
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  const left = readLeft(market)
  localStorage.removeItem(LEFT)
  return left?.changes ?? null
}
