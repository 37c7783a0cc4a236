import type { ComponentProps } from 'react'
import { formatMoney, type Money } from '../../models/money.ts'
import { cn } from './cn.ts'

/** A price, with a struck-through one before it where there is one. */
export function Price({ className, ...rest }: ComponentProps<'p'>) {
  return (
    <p
      {...rest}
      className={cn(
        'text-[1.1875rem] leading-tight font-semibold whitespace-nowrap max-[18rem]:whitespace-normal',
        className,
      )}
    />
  )
}

/** A struck-through price, with its meaning for screen readers. */
export function WasPrice({ money, meaning = 'Was' }: { money: Money; meaning?: string }) {
  return (
    <s className="mr-[0.4em] text-[0.86em]">
      <span className="sr-only">{meaning} </span>
      {formatMoney(money)}
    </s>
  )
}
