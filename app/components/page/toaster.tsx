import { type RefObject, useEffect, useState } from 'react'
import { TOAST_MS } from '#app/models/messages.ts'
import { IconButton } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { TOAST_ICONS, ToastText } from '../ui/note.tsx'
import { dismissToast, type ShownToast, useToasts } from './stores.ts'

/** One toast. Its timer is paused while the pointer or the focus is on it. */
function ToastCard(props: { shown: ShownToast; isAnnounced: boolean; isKept: boolean }) {
  const { shown, isAnnounced, isKept } = props
  const [isPaused, setPaused] = useState(false)
  const { id, toast } = shown
  useEffect(() => {
    if (isPaused || isKept) return
    const timer = setTimeout(dismissToast, toast.durationMs ?? TOAST_MS, id)
    return () => clearTimeout(timer)
  }, [isPaused, isKept, id, toast])
  return (
    <li
      data-theme="dark"
      data-toast={toast.kind}
      className={cn(
        'pointer-events-auto flex items-start moves-all ease-lid starting:[translate:0_1rem] starting:opacity-0 gap-4 stripe bg-soot py-2 pr-1.5 pl-4 text-sm leading-snug shade-drop forced-colors:edge',
        toast.kind === 'error' ? 'border-wax-bright' : 'border-gilt-bright',
      )}
      aria-live={isAnnounced ? 'off' : undefined}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <Icon
        name={TOAST_ICONS[toast.kind]}
        className={cn('mt-3 max-2xs:hidden', toast.kind === 'error' ? 'text-wax-bright' : 'text-gilt-bright')}
      />
      <div className="min-w-0 flex-1 py-2.5">
        <ToastText toast={toast} />
      </div>
      <IconButton icon="close" label="Dismiss" onClick={() => dismissToast(id)} />
    </li>
  )
}

/**
 * The live region for toasts. The page has one, and so has each modal dialog, behind which the page is inert. It exists
 * while empty, as screen readers often ignore a live region that is inserted with its content. Toasts that move from one
 * region to another are not announced again.
 */
export function Toaster(props: {
  dialog?: RefObject<Element | null>
  className?: string
  /** Errors stay until they are dismissed. */
  areErrorsKept?: boolean
}) {
  const { dialog } = props
  const { toasts, host } = useToasts()
  const isHere = dialog ? host !== null && host === dialog.current : host === null
  const here = isHere ? toasts : []
  return (
    <section
      className={cn(
        'wrap-anywhere print:hidden',
        dialog
          ? props.className
          : 'pointer-events-none fixed right-4 bottom-[calc(var(--buybar-height)+1rem)] z-60 w-[min(24rem,100%-2rem)]',
      )}
      aria-live="polite"
      // Only labelled sections are landmarks, and an empty one should not be.
      aria-label={here.length > 0 ? 'Notifications' : undefined}
    >
      <ul className="grid gap-3">
        {here.map((shown) => (
          <ToastCard
            key={shown.id}
            shown={shown}
            isAnnounced={shown.announcedIn !== host}
            isKept={props.areErrorsKept === true && shown.toast.kind === 'error'}
          />
        ))}
      </ul>
    </section>
  )
}
