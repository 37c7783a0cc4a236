import { type MouseEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { popupSource } from '#app/models/signup-source.ts'
import { SignupForm } from '../forms/list-forms.tsx'
import { Toaster } from '../page/toaster.tsx'
import { Button, IconButton } from '../ui/button.tsx'

/** The signup dialog. Spec: 2 Email signup popup */
export default function EmailPopupDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { pathname } = useLocation()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const box = dialog.current
    if (box && !box.open) box.showModal()
    // Content blockers hide elements with such names, and a modal dialog blocks the page even if it is hidden.
    if (box?.getClientRects().length === 0) return box.close()
    // Not the first field: on a phone that would open the keyboard over the text.
    title.current?.focus()
    return () => box?.close()
  }, [])
  const close = () => dialog.current?.close()
  const openedOn = useRef(pathname)
  useEffect(() => {
    // Going back or forward must not leave the dialog over another page.
    if (pathname !== openedOn.current) dialog.current?.close()
  }, [pathname])
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current) close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      data-theme="light"
      // The padding is the frame's distance from the edge; the words scroll inside the frame.
      className="group fixed inset-0 m-auto framed flex-col overflow-hidden bg-plate p-2.5 shade-rest backdrop:bg-veil open:flex [translate:0_1rem] opacity-0 transition-all transition-discrete duration-open ease-lid open:[translate:none] open:opacity-100 starting:open:[translate:0_1rem] starting:open:opacity-0"
      style={{ width: 'min(34rem,100% - 2rem)', maxHeight: 'calc(100dvh - 2rem)' }}
      aria-labelledby="email-popup-title"
      onClick={closeOutside}
      onClose={onClose}
    >
      <div className="relative z-1 min-h-0 flex-initial overflow-y-auto p-panel upright-low:py-6 sideways:py-3 sideways:pr-13">
        <img
          className="mb-4 w-13 upright-low:hidden sideways:hidden"
          src="/art/logo-mark.svg"
          alt=""
          width="52"
          height="52"
        />
        <h2 id="email-popup-title" ref={title} tabIndex={-1} className="pr-8 text-subhead sideways:text-2xl">
          Stay Connected
        </h2>
        <p className="mt-3 mb-6 text-quiet sideways:mb-2">
          We write when there is a new volume, a new wand or something worth opening. Rarely, in other words.
        </p>
        <SignupForm source={popupSource(pathname)} variant="popup" onDone={close} />
        <Button variant="link" type="button" className="mt-2 text-sm" onClick={close}>
          Not now
        </Button>
      </div>
      <IconButton
        icon="close"
        label="Close"
        className="absolute top-4 right-4 z-2 bg-plate hover:bg-board"
        onClick={close}
      />
      {/* While a field shows its error, the toast is for screen readers only. */}
      <Toaster dialog={dialog} className="flex-none has-[li]:m-4 group-has-[[aria-invalid=true]]:sr-only" />
    </dialog>
  )
}
