import type { ReactNode } from 'react'
import { cn } from '../ui/cn.ts'

/** From small laptops on two columns, the pictures in the left one. Its second child is a `BuyColumn`. */
export function ProductColumns({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div
      className={cn(
        'wrap grid grid-cols-1 items-start gap-x-[clamp(2rem,5vw,5rem)] pt-3 pb-[clamp(3rem,6vw,6rem)] max-tab:gap-y-8 tab:grid-cols-[minmax(0,6.6fr)_minmax(0,5.4fr)]',
        className,
      )}
    >
      {children}
    </div>
  )
}

/** What is chosen and bought, on the right. */
export function BuyColumn({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cn('flex min-w-0 flex-col gap-4.5 tab:col-start-2 tab:row-start-1', className)}>
      {children}
    </div>
  )
}

export function ProductTitle({ children }: { children: ReactNode }) {
  return <h1 className="text-[clamp(2.25rem,1.6rem+2.6vw,3.5rem)]">{children}</h1>
}
