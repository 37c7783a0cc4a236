import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { NoticeBox } from '../ui/notice.tsx'
import { currentToasts, noToasts, showNotice, subscribeToToasts } from './notice-store.ts'
import { useShop } from './use-shop.ts'

const shown = new WeakSet<object>()

/**
 * What the server has to say after a form. A page that was loaded whole carries it at its top, where it stays until
 * the visitor goes on or tries again; what comes later, within the page, becomes a toast. Either way it is said once.
 */
export function NoticeList() {
  const { notices } = useShop()
  const { key } = useLocation()
  const [first] = useState({ notices, key })
  const { isPageOutdated } = useSyncExternalStore(subscribeToToasts, currentToasts, noToasts)
  useEffect(() => {
    for (const notice of notices === first.notices ? [] : notices) {
      if (shown.has(notice)) continue
      shown.add(notice)
      showNotice(notice)
    }
  }, [notices, first])
  if (first.notices.length === 0 || first.key !== key || isPageOutdated) return null
  return (
    <div className="notices wrap">
      {first.notices.map((notice) => (
        <NoticeBox key={notice.title + notice.text} notice={notice} />
      ))}
    </div>
  )
}
