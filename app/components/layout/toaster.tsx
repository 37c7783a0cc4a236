import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { TOAST_MS } from '../../models/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { NoticeText, noticeIcon } from '../ui/notice.tsx'
import { dismissToast, getServerToasts, getToasts, subscribeToToasts, type Toast } from './notice-store.ts'

/** One notice. Its timer is paused while the pointer or the focus is on it. */
function ToastCard({ toast, isAnnounced }: { toast: Toast; isAnnounced: boolean }) {
  const [isPaused, setPaused] = useState(false)
  const { id, notice } = toast
  useEffect(() => {
    if (isPaused) return
    const timer = setTimeout(dismissToast, notice.durationMs ?? TOAST_MS, id)
    return () => clearTimeout(timer)
  }, [isPaused, id, notice])
  return (
    <li
      className={notice.kind === 'error' ? 'toast dark bad' : 'toast dark'}
      aria-live={isAnnounced ? 'off' : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon name={noticeIcon(notice.kind)} />
      <div>
        <NoticeText notice={notice} />
      </div>
      <button type="button" className="x" aria-label="Dismiss" onClick={() => dismissToast(id)}>
        <Icon name="close" />
      </button>
    </li>
  )
}

/**
 * The live region for toasts, in the bottom right corner. The page has one, and so has every modal dialog, as the
 * page is inert behind it. Each is in the document while it is empty, because screen readers often ignore a live
 * region that is inserted with its content. A toast that moves between them, as a dialog opens or closes, is not
 * announced again.
 * @param dialog the dialog that it belongs to; none for the page
 */
export function Toaster({ dialog }: { dialog?: RefObject<Element | null> }) {
  const { toasts, host } = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts)
  const isHere = dialog ? host !== null && host === dialog.current : host === null
  const shown = isHere ? toasts : []
  return (
    <section
      className="toasts"
      aria-live="polite"
      // Only labelled sections are landmarks, and an empty one should not be.
      aria-label={shown.length > 0 ? 'Notifications' : undefined}
    >
      <ul>
        {shown.map((toast) => (
          <ToastCard key={toast.id} toast={toast} isAnnounced={toast.announcedIn !== host} />
        ))}
      </ul>
    </section>
  )
}
