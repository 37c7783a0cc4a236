import type { ComponentProps } from 'react'
import { Link } from 'react-router'
import type { Toast } from '#app/models/messages.ts'
import { cn } from './cn.ts'
import { Icon, type IconName } from './icon.tsx'

/** The look of a note, and of its icon. */
const TONES = {
  info: ['border-gilt bg-plate', 'text-gilt-ink'],
  success: ['border-verdigris bg-plate', 'text-verdigris'],
  error: ['border-wax bg-blush', 'text-wax'],
} as const

/** Information or the result of an action, beside an icon. Paper on every ground. */
export function Note(props: ComponentProps<'div'> & { tone?: keyof typeof TONES; icon: IconName }) {
  const { tone = 'info', icon, className, children, ...rest } = props
  const [look, iconLook] = TONES[tone]
  return (
    <div
      data-theme="light"
      {...rest}
      className={cn(
        'flex gap-3 stripe px-4 py-4 text-sm text-coal forced-colors:edge print:break-inside-avoid [&_p]:max-w-none',
        look,
        className,
      )}
    >
      <Icon name={icon} className={cn('mt-0.5', iconLook)} />
      <div className="flex-1">{children}</div>
    </div>
  )
}

/** A safety warning or a condition of sale that must be seen before buying. Its `b` is the bold lead. */
export function Warning({ className, children, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      data-theme="light"
      {...rest}
      className={cn(
        'grid grid-cols-lead gap-x-4 gap-y-1 stripe border-wax bg-blush px-5 py-4 text-sm text-coal max-2xs:grid-cols-1 forced-colors:edge [&_b]:text-wax',
        className,
      )}
    >
      <Icon name="warning" className="row-span-2 mt-0.5 size-6 text-wax max-2xs:row-auto" />
      {children}
    </div>
  )
}

export const TOAST_ICONS = { success: 'check', error: 'alert', info: 'alert' } as const

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

export function ToastBox({ toast, ...rest }: { toast: Toast } & ComponentProps<'div'>) {
  return (
    <Note
      tone={toast.kind}
      icon={TOAST_ICONS[toast.kind]}
      role={toast.kind === 'error' ? 'alert' : 'status'}
      {...rest}
    >
      <ToastText toast={toast} />
    </Note>
  )
}
