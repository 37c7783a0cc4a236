import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { showNotice, useToasts } from '../page/notice-store.ts'
import { useShop } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { NoticeBox } from '../ui/notice.tsx'
import { SEALED } from '../ui/plate.tsx'

const announced = new WeakSet<object>()

/**
 * Shows the server's notices after a form submission. Those of a document are at the top of the page until the
 * visitor navigates or submits again; those that arrive later are shown as toasts. Each is shown once.
 */
export function NoticeList() {
  const { notices } = useShop()
  const { key } = useLocation()
  const [initial] = useState({ notices, key })
  const { arePageNoticesOutdated } = useToasts()
  useEffect(() => {
    for (const notice of notices === initial.notices ? [] : notices) {
      if (announced.has(notice)) continue
      announced.add(notice)
      showNotice(notice)
    }
  }, [notices, initial])
  if (initial.notices.length === 0 || initial.key !== key || arePageNoticesOutdated) return null
  return (
    <div className="wrap grid gap-2 py-4 wrap-anywhere" data-notices="">
      {initial.notices.map((notice) => (
        <NoticeBox
          key={notice.title + notice.text}
          notice={notice}
          // Success looks like the cover of the book.
          className={
            notice.kind === 'success'
              ? cn(
                  SEALED,
                  'items-center gap-5 border-0 text-base text-bone [&>svg]:mt-0 [&>svg]:size-7 [&>svg]:text-gilt-bright [&_b]:font-display [&_b]:text-h3 [&_b]:leading-heading [&_b]:font-normal print:bg-none print:text-inherit',
                )
              : undefined
          }
        />
      ))}
    </div>
  )
}
