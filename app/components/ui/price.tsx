import { formatMoney, type Money } from '../../models/money.ts'

/** A struck-out amount that says aloud what the line through it means. */
export function WasPrice({ money, meaning = 'Was' }: { money: Money; meaning?: string }) {
  return (
    <s>
      <span className="sr">{meaning} </span>
      {formatMoney(money)}
    </s>
  )
}
