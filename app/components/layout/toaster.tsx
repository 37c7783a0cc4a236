import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { TOAST_MS } from '../../models/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { NoticeWords, noticeIcon } from '../ui/notice.tsx'
import { currentToasts, dismissToast, noToasts, subscribeToToasts, type Toast } from './notice-store.ts'

/** One message. Its time stands still while the pointer or the focus is on it. */
function ToastCard({ toast, isSaid }: { toast: Toast; isSaid: boolean }) {
  const [held, setHeld] = useState(false)
  const { id, notice } = toast
  useEffect(() => {
    if (held) return
    const timer = setTimeout(dismissToast, notice.durationMs ?? TOAST_MS, id)
    return () => clearTimeout(timer)
  }, [held, id, notice])
  return (
    <li
      className={notice.kind === 'error' ? 'toast dark bad' : 'toast dark'}
      aria-live={isSaid ? 'off' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={noticeIcon(notice.kind)} />
      <div>
        <NoticeWords notice={notice} />
      </div>
      <button type="button" className="x" aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <Icon name="close" />
      </button>
    </li>
  )
}

/**
 * The bottom right corner where messages appear, read out once and without interrupting. The page has one, and every modal
 * dialog one of its own: what comes together with its words is often not read out, so each stands there empty before. A
 * message that goes from one to the other, as a dialog opens or closes, is not read out again.
 * @param dialog whose messages these are; the page's without one
 */
export function Toaster({ dialog }: { dialog?: RefObject<Element | null> }) {
  const { toasts, host } = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts)
  const isHere = dialog ? host !== null && host === dialog.current : host === null
  const shown = isHere ? toasts : []
  return (
    <section
      className="toasts"
      aria-live="polite"
      // An empty one is no place to go to.
      aria-label={shown.length > 0 ? 'Notifications' : undefined}
    >
      <ul>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isSaid={toast.saidIn !== host} />
        ))}
      </ul>
    </section>
  )
}
