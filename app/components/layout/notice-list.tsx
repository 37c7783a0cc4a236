import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { NoticeBox } from '../ui/notice.tsx'
import { getServerToasts, getToasts, showNotice, subscribeToToasts } from './notice-store.ts'
import { useShop } from './use-shop.ts'

const announced = new WeakSet<object>()

/**
 * Shows the server's notices after a form submission. Those of a document are at the top of the page until the
 * visitor navigates or submits again; those that arrive later are shown as toasts. Each is shown once.
 */
export function NoticeList() {
  const { notices } = useShop()
  const { key } = useLocation()
  const [initial] = useState({ notices, key })
  const { arePageNoticesOutdated } = useSyncExternalStore(subscribeToToasts, getToasts, getServerToasts)
  useEffect(() => {
    for (const notice of notices === initial.notices ? [] : notices) {
      if (announced.has(notice)) continue
      announced.add(notice)
      showNotice(notice)
    }
  }, [notices, initial])
  if (initial.notices.length === 0 || initial.key !== key || arePageNoticesOutdated) return null
  return (
    <div className="notices wrap">
      {initial.notices.map((notice) => (
        <NoticeBox key={notice.title + notice.text} notice={notice} />
      ))}
    </div>
  )
}
