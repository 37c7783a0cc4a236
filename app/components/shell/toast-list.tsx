import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { showToast, useToasts } from '../page/toast-store.ts'
import { useShop } from '../page/use-shop.ts'
import { cn } from '../ui/cn.ts'
import { SEALED } from '../ui/plate.tsx'
import { ToastBox } from '../ui/toast.tsx'

const announced = new WeakSet<object>()

/**
 * Shows the server's toasts after a form submission. Those of a document are at the top of the page until the
 * visitor navigates or submits again; those that arrive later are shown as toasts. Each is shown once.
 */
export function ToastList() {
  const { toasts } = useShop()
  const { key } = useLocation()
  const [initial] = useState({ toasts, key })
  const { arePageToastsOutdated } = useToasts()
  useEffect(() => {
    for (const toast of toasts === initial.toasts ? [] : toasts) {
      if (announced.has(toast)) continue
      announced.add(toast)
      showToast(toast)
    }
  }, [toasts, initial])
  if (initial.toasts.length === 0 || initial.key !== key || arePageToastsOutdated) return null
  return (
    <div className="wrap grid gap-2 py-4 wrap-anywhere" data-toasts="">
      {initial.toasts.map((toast) => (
        <ToastBox
          key={toast.title + toast.text}
          toast={toast}
          // Success looks like the cover of the book.
          className={
            toast.kind === 'success'
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
