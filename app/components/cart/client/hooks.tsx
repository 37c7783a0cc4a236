import { type FormEvent, useRef, useState, useSyncExternalStore } from 'react'
import { openDrawer } from '#app/components/page/drawer-store.ts'
import { showNotice } from '#app/components/page/notice-store.ts'
import { useShop } from '#app/components/page/use-shop.ts'
import type { CartChangeInput } from '#app/models/cart-change.ts'
import type { CartLineView, CartView } from '#app/models/cart-view-types.ts'
import { addFailed } from '#app/models/messages.ts'
import { cart } from './browser.ts'
import type { CartState } from './store.ts'

// --- What is shown

/** How long after a finger was lifted its click may follow, ms. */
const CLICK_DELAY_MS = 300
const shownListeners = new Set<() => void>()
let shown = cart.getState()
let isPressed = false
let release: ReturnType<typeof setTimeout> | undefined

function showNow() {
  shown = cart.getState()
  for (const listener of shownListeners) listener()
}

cart.subscribe(() => {
  if (!isPressed) showNow()
})

function onPress({ button }: PointerEvent) {
  // Other buttons click nothing.
  if (button !== 0) return
  clearTimeout(release)
  isPressed = true
}

function onRelease() {
  clearTimeout(release)
  if (!isPressed) return
  isPressed = false
  if (shown !== cart.getState()) showNow()
}

function onLift() {
  clearTimeout(release)
  release = setTimeout(onRelease, CLICK_DELAY_MS)
}

/**
 * Holds what is shown of the cart from a press until its click: a change that comes in between must not move what is
 * under the finger, or the click would miss it.
 * @returns ends this
 */
export function holdWhilePressed(): () => void {
  const ended = new AbortController()
  const first = { capture: true, signal: ended.signal }
  const last = { signal: ended.signal }
  addEventListener('pointerdown', onPress, first)
  addEventListener('pointerup', onLift, first)
  // After the handlers of the click itself.
  addEventListener('click', onRelease, last)
  addEventListener('pointercancel', onRelease, first)
  addEventListener('blur', onRelease, last)
  return () => {
    ended.abort()
    onRelease()
  }
}

function subscribeToShown(listener: () => void): () => void {
  shownListeners.add(listener)
  return () => shownListeners.delete(listener)
}

/** The complete cart state of this tab, including what only the browser knows. */
export function useCartState(): CartState {
  const getShown = () => shown
  return useSyncExternalStore(subscribeToShown, getShown, getShown)
}

/** The cart to be shown: that of this tab, or else of the loader. Null is an empty cart. */
export function useCart(): CartView | null {
  const { cart: loaded, market } = useShop()
  const { view } = useCartState()
  return view?.market === market ? view : loaded
}

/** The item count, for the header. */
export function useCartCount(): number {
  return useCart()?.itemCount ?? 0
}

// --- Adding

/** Converts a product form to a change: `wands` is a list, all other fields are single values. */
function changeOf(fields: FormData): CartChangeInput {
  const { wands: _, ...single } = Object.fromEntries(fields)
  return { ...single, intent: 'add', wands: fields.getAll('wands') } as unknown as CartChangeInput
}

/** The lines of the cart in this tab. */
export const linesNow = (): readonly CartLineView[] => cart.getState().view?.lines ?? []

/** Key of the line that is new in the cart, or has more pieces than before; null where there is none. */
function grownLine(before: readonly CartLineView[]): string | null {
  const had = new Map(before.map(({ key, quantity }) => [key, quantity]))
  return linesNow().findLast(({ key, quantity }) => quantity > (had.get(key) ?? 0))?.key ?? null
}

/**
 * Submits an add-to-cart form without leaving the page, shows its notices, and opens the drawer on success, unless the
 * page has changed by then. While busy, further submissions are ignored: one press, one item.
 */
export function useAddToCartForm({ onAdded }: { readonly onAdded?: () => void } = {}) {
  // Not `useTransition`: React ends all running Actions together, so a button would be busy as long as another one.
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (isSending.current) return
    isSending.current = true
    setBusy(true)
    const { pathname } = location
    const before = linesNow()
    const fields = new FormData(event.currentTarget)
    const { ok, notices } = await cart.change(changeOf(fields), { quiet: true })
    // Until the drawer lies over the button, a second press is the end of a double click.
    if (ok && location.pathname === pathname) await openDrawer(grownLine(before))
    isSending.current = false
    setBusy(false)
    for (const notice of notices.length > 0 || ok ? notices : [addFailed()]) showNotice(notice)
    if (ok) onAdded?.()
  }

  return { onSubmit, isBusy }
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** A click with the main button and without modifier keys, which opens a link in this window. */
export function isPlainClick(click: Click): boolean {
  return !(click.button || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
}
