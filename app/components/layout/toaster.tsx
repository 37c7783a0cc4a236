import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { TOAST_MS } from '../../models/messages.ts'
import { Icon } from '../ui/icon.tsx'
import { NoticeWords, noticeIcon } from '../ui/notice.tsx'
import { currentToasts, dismissToast, noToasts, subscribeToToasts, type Toast } from './notice-store.ts'

/** One message. Its time stands still while the pointer or the focus is on it. */
function ToastCard({ toast }: { toast: Toast }) {
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

/** The bottom right corner where messages appear, read out once and without interrupting. */
export function Toaster() {
  const { toasts, host } = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts)
  const region = (
    <section className="toasts" aria-label="Notifications" aria-live="polite">
      <ul>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </ul>
    </section>
  )
  return host ? createPortal(region, host) : region
}
