import { type MouseEvent, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import '../../styles/cart-drawer.css'
import type { CartView } from '../../models/cart.ts'
import { marketPath } from '../../models/market.ts'
import { CART_EMPTY, itemsText } from '../../models/messages.ts'
import { formatMoneyExact } from '../../models/money.ts'
import { atCheckoutText } from '../../models/page-messages.ts'
import { Toaster } from '../layout/toaster.tsx'
import { useShop } from '../layout/use-shop.ts'
import { ButtonLink } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { cartStore } from './cart-client.ts'
import { CartLines, CartSaid } from './cart-lines.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { Destination } from './destination.tsx'
import { discountAmount } from './discount-amount.ts'
import { addedLine, closeDrawer, setDrawerShown, subscribeToDrawer } from './drawer-state.ts'
import { FreeShipping } from './free-shipping.tsx'
import { MagicWords } from './magic-words.tsx'
import { useCart, useCartState } from './use-cart.ts'

/** Lets the page behind the drawer stand still, without anything moving as its scrollbar goes. */
function holdPage(held: boolean) {
  const { documentElement: root } = document
  if (held) root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`)
  root.toggleAttribute('data-held', held)
}

/** A dialog is on the screen for as long before its live regions are noticed by what reads them out. Milliseconds. */
const UNTIL_HEARD = 100

/** Keeps the native dialog in step with `open`; the focus goes back to where it was when it closes. */
function useDialog(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const [isHeard, setHeard] = useState(false)

  function setShown(shown: boolean) {
    setHeard(shown)
    setDrawerShown(shown)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: opening it is what counts
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (!open) return element.close()
    cameFrom.current = document.activeElement
    holdPage(true)
    element.showModal()
    // After the frame that shows it, which may take its time.
    requestAnimationFrame(() => setTimeout(() => element.open && setShown(true), UNTIL_HEARD))
  }, [open])
  useEffect(() => () => holdPage(false), [])

  function closed() {
    holdPage(false)
    closeDrawer()
    setShown(false)
    cartStore.forgetRemoved()
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus({ preventScroll: true })
  }
  return { dialog, closed, isHeard }
}

/** A link of the drawer leads to another page: there it would be in the way. */
function useClosingOnNavigation() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    // The query alone may change with a choice on the page below.
    if (last.current !== pathname) closeDrawer()
    last.current = pathname
  }, [pathname])
}

/** Brings the line into view that the drawer opens for. @returns its key; null where it opens for none */
function useAddedLine(open: boolean, dialog: RefObject<HTMLDialogElement | null>): string | null {
  const added = useSyncExternalStore(subscribeToDrawer, addedLine, addedLine)
  useEffect(() => {
    if (open && added !== null)
      dialog.current?.querySelector('.ln.added')?.scrollIntoView({ block: 'nearest' })
  }, [open, added, dialog])
  return added
}

/** The cart at the side of the page. Spec: 2 Cart drawer */
export default function CartDrawer({ open }: { open: boolean }) {
  const { dialog, closed, isHeard } = useDialog(open)
  // After the dialog is shown: what is not shown cannot be scrolled to.
  const added = useAddedLine(open, dialog)
  const view = useCart()
  const count = view?.itemCount ?? 0
  useClosingOnNavigation()

  /** Where browsers do not yet close by themselves: only the backdrop is the dialog itself and outside its box. */
  function pressed(event: MouseEvent<HTMLDialogElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    if (event.target === event.currentTarget && event.clientX < box.left) closeDrawer()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which dialogs have
    <dialog
      className="cart-drawer"
      ref={dialog}
      aria-labelledby="cart-drawer-title"
      onClose={closed}
      onClick={pressed}
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
        {isHeard ? <CartSaid view={view} /> : null}
      </p>
      {/* On a narrow screen a message takes the place of the progress for as long as it is there. */}
      <div className="ct">
        {view && view.lines.length > 0 ? <FreeShipping view={view} /> : null}
        <Toaster dialog={dialog} />
      </div>
      <DrawerBody view={view} added={added} />
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
        {isEmpty ? <Nothing /> : null}
      </div>
      {isEmpty ? null : (
        <div className="cf">
          <Options view={view} />
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
          <CheckoutForm view={view} onOpened={closeDrawer} />
        </div>
      )}
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

function Nothing() {
  const { market } = useShop()
  return (
    <div className="none dark">
      <Picture name="empty-shelf" sizes="24rem" alt="" />
      <p>{CART_EMPTY.title}</p>
      <ButtonLink to={marketPath(market, '/products')}>Go to the shop</ButtonLink>
    </div>
  )
}
