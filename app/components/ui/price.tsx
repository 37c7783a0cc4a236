import { formatMoney, type Money } from '../../models/money.ts'

/** A struck-through price, with its meaning for screen readers. */
export function WasPrice({ money, meaning = 'Was' }: { money: Money; meaning?: string }) {
  return (
    <s>
      <span className="sr">{meaning} </span>
      {formatMoney(money)}
    </s>
  )
}
