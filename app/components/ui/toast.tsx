import { Link } from 'react-router'
import type { Toast } from '#app/models/messages.ts'
import type { IconName } from './icon.tsx'
import { Note } from './note.tsx'

const ICONS: Record<Toast['kind'], IconName> = { success: 'check', error: 'alert', info: 'alert' }

export function toastIcon(kind: Toast['kind']): IconName {
  return ICONS[kind]
}

/** Title, text and link of a message, without the box around them. */
export function ToastText({ toast }: { toast: Toast }) {
  return (
    <>
      <b className="block">{toast.title}</b>
      {toast.text ? <span>{toast.text} </span> : ' '}
      {toast.explanation ? <span className="mt-1.5 block">{toast.explanation} </span> : null}
      {toast.link ? (
        <Link to={toast.link.href} prefetch="intent">
          {toast.link.label}
        </Link>
      ) : null}
    </>
  )
}

/** A message in the page about what the visitor has just done. */
export function ToastBox({ toast, className }: { toast: Toast; className?: string }) {
  return (
    <Note
      tone={toast.kind}
      icon={toastIcon(toast.kind)}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      className={className}
    >
      <ToastText toast={toast} />
    </Note>
  )
}
