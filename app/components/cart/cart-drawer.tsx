import { type MouseEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { CartView } from '../../models/cart-view-types.ts'
import { marketPath } from '../../models/market.ts'
import { CART_EMPTY, itemsText } from '../../models/messages.ts'
import { formatMoneyExact } from '../../models/money.ts'
import { atCheckoutText } from '../../models/page-messages.ts'
import { Toaster } from '../layout/toaster.tsx'
import { useShop } from '../layout/use-shop.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { isPlainClick } from '../ui/plain-click.ts'
import { CartAnnouncement, CartLines } from './cart-lines.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { cart } from './client/browser.ts'
import {
  closeDrawer,
  OrderForm,
  setDrawerShown,
  useAddedLine,
  useCart,
  useCartState,
} from './client/hooks.tsx'
import { Destination } from './destination.tsx'
import { discountAmount } from './discount-amount.ts'
import { FreeShipping } from './free-shipping.tsx'
import { MagicWords } from './magic-words.tsx'

/** Prevents scrolling of the page behind the drawer; its layout must not shift when the scrollbar disappears. */
function lockScroll(locked: boolean) {
  const { documentElement: root } = document
  if (locked) root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`)
  root.toggleAttribute('data-held', locked)
}

/** Screen readers ignore the live regions of a dialog until shortly after it was opened. */
const ANNOUNCE_DELAY_MS = 100

/** Synchronises the native dialog with `open`, and restores the focus when it closes. */
function useDialog(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const focusedBefore = useRef<Element | null>(null)
  const openedAt = useRef('')
  const [isAnnounced, setAnnounced] = useState(false)

  function setShown(shown: boolean) {
    setAnnounced(shown)
    setDrawerShown(shown)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it is what counts
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (!open) return element.close()
    focusedBefore.current = document.activeElement
    openedAt.current = location.pathname
    lockScroll(true)
    element.showModal()
    // Rendering the first frame may take long, so the delay starts after it.
    requestAnimationFrame(() => setTimeout(() => element.open && setShown(true), ANNOUNCE_DELAY_MS))
  }, [open])
  useEffect(() => () => lockScroll(false), [])

  function onClose() {
    lockScroll(false)
    closeDrawer()
    setShown(false)
    cart.forgetRemoved()
    // After a navigation, to the content of the new page, as `PageChange` does.
    const isSamePage = openedAt.current === location.pathname
    const target = isSamePage ? focusedBefore.current : document.getElementById('main')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  return { dialog, onClose, isAnnounced }
}

/**
 * Closes the drawer after a client-side navigation by one of its links, or by the browser's buttons. It stays open when
 * the page behind it is replaced because of a change in the drawer: its message must be seen.
 */
function useClosingOnNavigation() {
  const { pathname } = useLocation()
  const isReplaced = useNavigationType() === 'REPLACE'
  const lastPathname = useRef(pathname)
  useEffect(() => {
    // A choice on the page below changes the query only.
    if (lastPathname.current !== pathname && !isReplaced) closeDrawer()
    lastPathname.current = pathname
  }, [pathname, isReplaced])
}

/** Whether a click is on a link to the page behind the drawer, after which the path stays the same. */
function isLinkToThisPage(target: EventTarget, click: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest('a') : null
  return link?.pathname === location.pathname && isPlainClick(click)
}

/** Scrolls the added line into view when the drawer opens for it. @returns its key, or null */
function useAddedInView(open: boolean, dialog: RefObject<HTMLDialogElement | null>): string | null {
  const added = useAddedLine()
  useEffect(() => {
    if (open && added !== null)
      dialog.current?.querySelector('.ln.added')?.scrollIntoView({ block: 'nearest' })
  }, [open, added, dialog])
  return added
}

/** Spec: 2 Cart drawer */
export default function CartDrawer({ open }: { open: boolean }) {
  const { dialog, onClose, isAnnounced } = useDialog(open)
  // After the dialog is shown: hidden elements cannot be scrolled to.
  const added = useAddedInView(open, dialog)
  const view = useCart()
  const count = view?.itemCount ?? 0
  useClosingOnNavigation()

  function onClick(event: MouseEvent<HTMLDialogElement>) {
    const { target, currentTarget: element } = event
    // For browsers without `closedby`: a click on the backdrop targets the dialog, at a point outside its box.
    const isBackdrop = target === element && event.clientX < element.getBoundingClientRect().left
    if (isBackdrop || isLinkToThisPage(target, event)) closeDrawer()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: dialogs close with Escape
    <dialog
      className="cart-drawer"
      ref={dialog}
      aria-labelledby="cart-drawer-title"
      onClose={onClose}
      onClick={onClick}
      {...{ closedby: 'any' }}
    >
      <div className="ch dark">
        <h2 id="cart-drawer-title">Shopping Cart</h2>
        <span className="muted" key={count}>
          {itemsText(count)}
        </span>
        <button type="button" className="x" aria-label="Close cart" onClick={closeDrawer}>
          <Icon name="close" />
        </button>
      </div>
      <p className="sr" aria-live="polite">
        {isAnnounced ? <CartAnnouncement view={view} /> : null}
      </p>
      {/* On a narrow screen a message takes the place of the progress for as long as it is there. */}
      <div className="ct">
        {view && view.lines.length > 0 ? <FreeShipping view={view} /> : null}
        <Toaster dialog={dialog} />
      </div>
      <OrderForm onOpened={closeDrawer}>
        <DrawerBody view={view} added={added} />
      </OrderForm>
    </dialog>
  )
}

function DrawerBody({ view, added }: { view: CartView | null; added: string | null }) {
  const { removed } = useCartState()
  const isEmpty = !view || view.lines.length === 0
  const discount = view && discountAmount(view)
  return (
    <>
      <div className="cb">
        {view && (!isEmpty || removed) ? <CartLines view={view} heading="h3" added={added} /> : null}
        {isEmpty ? <EmptyCart /> : null}
      </div>
      {/* The options are hidden rather than unmounted: what was typed must still be there when a removal has failed. */}
      {view ? (
        <div className="cf" hidden={isEmpty}>
          <Options view={view} />
          {isEmpty ? null : (
            <>
              {discount ? (
                <div className="sumr">
                  <span>Discount</span>
                  <span key={discount}>{discount}</span>
                </div>
              ) : null}
              <div className="sumr">
                <span>
                  Total
                  <span className="hint">{atCheckoutText(view.freeShipping)}</span>
                </span>
                <b key={view.total.amount}>{formatMoneyExact(view.total)}</b>
              </div>
              <CheckoutForm view={view} />
            </>
          )}
        </div>
      ) : null}
    </>
  )
}

function Options({ view }: { view: CartView }) {
  return (
    <div className="co">
      <Destination view={view} />
      <MagicWords view={view} inPlace />
    </div>
  )
}

function EmptyCart() {
  const { market } = useShop()
  return (
    <div className="none dark">
      <Picture name="empty-shelf" sizes="24rem" alt="" />
      <p>{CART_EMPTY.title}</p>
      <ButtonLink to={marketPath(market, '/products')}>Go to the shop</ButtonLink>
    </div>
  )
}
