import { type MouseEvent, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { POPUP_STORAGE, popupSource } from '../../models/popup.ts'
import { SignupForm } from '../forms/signup-form.tsx'
import { Icon } from '../ui/icon.tsx'
import { Toaster } from './toaster.tsx'

function rememberClosed() {
  try {
    localStorage.setItem(POPUP_STORAGE.closedAt, String(Date.now()))
  } catch {
    // Storage may be blocked; then the popup may open again on the next visit.
  }
}

/**
 * The signup dialog. However it is closed, the time is stored, so that it does not open again soon.
 * Spec: 2 Email signup popup
 */
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
      className="email-popup plate"
      aria-labelledby="email-popup-title"
      onClick={closeOutside}
      onClose={() => {
        rememberClosed()
        onClose()
      }}
    >
      <div className="inner">
        <img className="mark" src="/art/logo-mark.svg" alt="" width="52" height="52" />
        <h2 id="email-popup-title" ref={title} tabIndex={-1}>
          Stay Connected
        </h2>
        <p className="muted">
          We write when there is a new volume, a new wand or something worth opening. Rarely, in other words.
        </p>
        <SignupForm source={popupSource(pathname)} variant="popup" onDone={close} />
        <button type="button" className="link later" onClick={close}>
          Not now
        </button>
      </div>
      <button type="button" className="x" aria-label="Close" onClick={close}>
        <Icon name="close" />
      </button>
      <Toaster dialog={dialog} />
    </dialog>
  )
}
