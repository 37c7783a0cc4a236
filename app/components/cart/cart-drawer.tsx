import { type MouseEvent, useEffect, useRef } from 'react'
import { discountAmount } from '#app/models/cart-totals.ts'
import { itemsText } from '#app/models/messages.ts'
import { isPlainClick } from '../page/browser.ts'
import { closeDrawer, dismissToasts, setDrawerShown } from '../page/stores.ts'
import { Toaster } from '../page/toaster.tsx'
import { IconButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { CartLines, EmptyCart } from './cart-lines.tsx'
import { AtCheckout, CheckoutForm, FreeShipping, Options, Totals } from './cart-summary.tsx'
import { useCart } from './client/hooks.tsx'
import { OrderForm } from './order.tsx'

/** Prevents scrolling of the page behind the drawer; its layout must not shift when the scrollbar disappears. */
function lockScroll(locked: boolean) {
  const { documentElement: root } = document
  if (locked) root.style.setProperty('--scrollbar', `${window.innerWidth - root.clientWidth}px`)
  root.toggleAttribute('data-held', locked)
}

/** Synchronises the native dialog with `open`. */
function useDialog(open: boolean) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (!open) return element.close()
    lockScroll(true)
    dismissToasts()
    element.showModal()
    requestAnimationFrame(() => element.open && setDrawerShown(true))
  }, [open])
  useEffect(() => {
    // The browser's buttons lead to another page.
    addEventListener('popstate', closeDrawer)
    return () => {
      removeEventListener('popstate', closeDrawer)
      lockScroll(false)
    }
  }, [])

  function onClose() {
    lockScroll(false)
    closeDrawer()
    setDrawerShown(false)
  }

  function onClick(event: MouseEvent<HTMLDialogElement>) {
    const { target, currentTarget: element, detail } = event
    // A click on the backdrop targets the dialog, at a point outside its box. The second of a double click was meant
    // for the button that has opened the drawer, so `closedby` is not used.
    const isBackdrop =
      target === element && detail < 2 && event.clientX < element.getBoundingClientRect().left
    const isLink = target instanceof Element && target.closest('a') !== null && isPlainClick(event)
    if (isBackdrop || isLink) closeDrawer()
  }

  return { ref: dialog, onClose, onClick }
}

const SIDES = 'px-6 max-sm:px-5'

/**
 * At the foot of the drawer's head, in place of the shipping progress, which has no controls: over the lines it would
 * cover some, and beside the drawer nobody looks.
 */
const TOASTER =
  'relative z-1 col-start-1 row-start-1 [&_ul]:h-full [&_ul]:gap-px [&_li]:items-center [&_li]:gap-2.5 [&_li]:py-0 [&_li]:pl-6 max-sm:[&_li]:pl-5 [&_li>svg]:mt-0 short-phone:[&_li>div]:py-2'

/** Spec: 2 Cart drawer */
export default function CartDrawer({ open }: { open: boolean }) {
  const dialog = useDialog(open)
  const view = useCart()
  const count = view?.itemCount ?? 0
  const isEmpty = !view || view.lines.length === 0
  const discount = view && discountAmount(view)

  return (
    <dialog
      className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-full max-w-120 flex-col overflow-x-hidden overflow-y-auto bg-board text-coal [--head:4.25rem] backdrop:bg-veil open:flex low-drawer:scroll-pt-20 short-phone:[--head:3.5rem] [translate:100%] moves-all transition-discrete duration-open ease-latch backdrop:opacity-0 backdrop:moves-all backdrop:transition-discrete backdrop:duration-open open:[translate:none] open:ease-lid open:backdrop:opacity-100 starting:open:[translate:100%] starting:open:backdrop:opacity-0 forced-colors:line-l"
      style={{ boxShadow: '-30px 0 60px -20px #0b141299' }}
      aria-labelledby="cart-drawer-title"
      {...dialog}
    >
      <div
        data-theme="dark"
        className={`flex items-center gap-3 bg-bottle py-4 ${SIDES} low-drawer:sticky low-drawer:top-0 low-drawer:z-2 short-phone:py-2.5`}
      >
        <h2 id="cart-drawer-title" className="text-2xl leading-heading tracking-normal max-xs:text-xl">
          Shopping Cart
        </h2>
        <span className="text-sm whitespace-nowrap text-quiet" key={count}>
          {itemsText(count)}
        </span>
        <IconButton icon="close" label="Close cart" className="-my-1 -mr-4 ml-auto" onClick={closeDrawer} />
      </div>
      {/* A message takes the place of the progress for as long as it is there. */}
      <div className="grid flex-none low-drawer:has-data-toast:sticky low-drawer:has-data-toast:top-(--head) low-drawer:has-data-toast:z-1">
        {view && !isEmpty ? (
          <FreeShipping
            view={view}
            className={`line-b bg-plate pt-4 pb-4 ${SIDES} col-start-1 row-start-1 short-phone:pt-2.5 short-phone:pb-3`}
          />
        ) : null}
        <Toaster dialog={dialog.ref} className={TOASTER} />
      </div>
      <OrderForm onOpened={closeDrawer}>
        <div className="relative flex min-h-36 flex-1 flex-col overflow-x-hidden overflow-y-auto overscroll-contain low-drawer:flex-auto low-drawer:shrink-0 low-drawer:overflow-visible">
          {view ? (
            <CartLines
              view={view}
              heading="h3"
              className={cn('shrink-0', SIDES, isEmpty ? 'flex-none' : 'flex-auto')}
            />
          ) : null}
          {isEmpty ? <EmptyCart className="py-8" /> : null}
        </div>
        {/* The options are hidden rather than unmounted: what was typed must still be there when a removal has failed. */}
        {view ? (
          <div
            className={`grid gap-4 line-t bg-plate pt-4 pb-6 ${SIDES} max-sm:gap-3 max-sm:pb-4 short-phone:gap-2 short-phone:py-3`}
            hidden={isEmpty}
          >
            <Options view={view} />
            {isEmpty ? null : (
              <>
                {/* The discount has its room below the total whether there is one or not. */}
                <Totals view={view}>
                  <AtCheckout view={view} />
                  {discount ? (
                    <span className="text-hint">
                      <span>Discount</span> <span key={discount}>{discount}</span>
                    </span>
                  ) : null}
                </Totals>
                <CheckoutForm view={view} />
              </>
            )}
          </div>
        ) : null}
      </OrderForm>
    </dialog>
  )
}
