import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { LIST_UNREACHABLE } from '#app/models/owner-messages.ts'
import { cn } from '../ui/cn.ts'
import { Icon } from '../ui/icon.tsx'
import { Breakable } from './table.tsx'

/** The heading of a page, with a few words beside it. */
export function AdminHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
      <h1 className="text-head">{title}</h1>
      {children ? <p className="text-quiet">{children}</p> : null}
    </div>
  )
}

/** A part of a page under its heading. */
export function AdminSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="mt-panel" aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A card of two columns: what it is about, and what there is. */
export function AdminCard({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cn(
        'grid items-start gap-part rounded-board bg-plate p-part shadow-rest lg:grid-cols-2-3',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** Something that waits for the owner. */
export function AdminAlert({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section
      className="mt-6 grid gap-1.5 rounded-r-board border-l-4 border-gilt bg-candle px-4 pt-5 pb-3 text-sm md:px-6 md:pb-4"
      aria-labelledby={id}
    >
      <h2 id={id} className="flex items-center gap-3 text-xl leading-heading">
        <Icon name="alert" className="size-6 text-accent" />
        <span className="wrap-anywhere">
          <Breakable text={title} />
        </span>
      </h2>
      {children}
    </section>
  )
}

/** In place of a list that has no rows. */
export function EmptyNote({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <p role={role} className="max-w-none rounded-board bg-plate px-6 py-band text-center text-balance">
      <img src="/art/logo-mark.svg" alt="" width="200" height="200" className="mx-auto mb-4 h-12 w-auto" />
      {children}
    </p>
  )
}

/** Shown in place of a list when the backend is unreachable. */
export function Unreachable() {
  const { pathname, search } = useLocation()
  return (
    <div className="mt-6">
      <EmptyNote role="alert">
        {LIST_UNREACHABLE} <a href={pathname + search}>Try again</a>
      </EmptyNote>
    </div>
  )
}
