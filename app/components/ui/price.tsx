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

/** A price in the market's money, with what it was before, struck out, and a word such as `From` in front. */
export function Price({
  money,
  was,
  prefix,
  free = false,
  className = '',
}: {
  money: Money
  was?: Money | null
  prefix?: string
  /** Says FREE where the price would stand; `money` is then struck out. */
  free?: boolean
  className?: string
}) {
  return (
    <span className={`price ${className}`.trimEnd()}>
      {free ? <WasPrice money={money} /> : was ? <WasPrice money={was} /> : null}
      {was || free ? <span className="sr">Now </span> : null}
      {prefix ? `${prefix} ` : null}
      {free ? 'FREE' : formatMoney(money)}
    </span>
  )
}
