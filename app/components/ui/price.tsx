import type { ComponentProps } from 'react'
import { formatMoney, formatMoneyExact, type Money } from '#app/models/money.ts'
import { cn } from './cn.ts'

/** A price, with a struck-through one before it where there is one. */
export function Price({ className, ...rest }: ComponentProps<'p'>) {
  return (
    <p
      {...rest}
      className={cn(
        'text-lg leading-tight font-semibold whitespace-nowrap max-2xs:whitespace-normal',
        className,
      )}
    />
  )
}

/** A struck-through price, with its meaning for screen readers; `isExact` with cents, as in a cart. */
export function WasPrice(props: { money: Money; meaning?: string; isExact?: boolean; className: string }) {
  const { money, meaning = 'Was', isExact = false, className } = props
  return (
    <s className={className}>
      <span className="sr-only">{meaning} </span>
      {isExact ? formatMoneyExact(money) : formatMoney(money)}
    </s>
  )
}
