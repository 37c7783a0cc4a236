import { type ComponentProps, type ReactNode, Suspense } from 'react'
import { cn } from './cn.ts'

/** A band of the page. `Suspense` lets React hydrate it in a task of its own, so that no task is long. */
export function Section({
  ground,
  className,
  children,
  ...rest
}: ComponentProps<'section'> & { ground?: 'bottle' }) {
  return (
    <section
      data-theme={ground && 'dark'}
      {...rest}
      className={cn('py-section', ground && 'bg-bottle', className)}
    >
      <div className="wrap">
        <Suspense>{children}</Suspense>
      </div>
    </section>
  )
}

/**
 * What is hydrated after the page, or when it is touched: closed menus, the footer. React hydrates the boundaries of a
 * depth together, and the page is one at the first.
 */
export function Later({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <Suspense>{children}</Suspense>
    </Suspense>
  )
}

/** The heading of a section, and what stands beside it. */
export function SectionHead(props: { id: string; title: string; className?: string; children?: ReactNode }) {
  const { id, title, className, children } = props
  return (
    <div className={cn('mb-panel flex flex-wrap items-end justify-between gap-x-8 gap-y-4', className)}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}

export function Lede({ className, ...rest }: ComponentProps<'p'>) {
  return <p {...rest} className={cn('text-lede text-balance', className)} />
}

/** Buttons and links below a text, of full width on phones. */
export function Actions({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cn(
        'mt-8 flex flex-wrap items-center gap-x-6 gap-y-4 max-md:[&>.shade-rule]:w-full',
        className,
      )}
    />
  )
}

/** The first link of a page, visible while it has the focus. It skips the navigation. */
export function SkipLink() {
  return (
    <a
      className="absolute -top-16 left-4 z-70 block bg-leaf px-4 py-3 text-coal focus:top-4 print:hidden"
      href="#main"
    >
      Skip to content
    </a>
  )
}

/** Classes of a plate, for other elements than a `div`. They need `data-theme="light"` too. */
export function plateClass(className?: string, isFramed = true): string {
  return cn(
    isFramed ? 'framed' : 'relative',
    'rounded-board bg-plate shade-rest forced-colors:edge print:break-inside-avoid print:[box-shadow:none]',
    className,
  )
}

export const SUCCESS_PLATE =
  'bg-lamp-bottle p-part [--lamp:12%_50%] text-bone [outline:1px_solid_#c9993f] -outline-offset-8 forced-colors:edge print:bg-none print:text-inherit'

/** The framed cream-coloured card, light on every ground. */
export function Plate({ className, isFramed, ...rest }: ComponentProps<'div'> & { isFramed?: boolean }) {
  return <div data-theme="light" {...rest} className={plateClass(className, isFramed)} />
}
