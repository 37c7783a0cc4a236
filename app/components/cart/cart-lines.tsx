import { useRef } from 'react'
import { Link } from 'react-router'
import type { CartLineView, CartView } from '../../models/cart-view-types.ts'
import { itemsText, lineName, lineRemoved, YOUR_GIFT } from '../../models/messages.ts'
import { formatMoney, formatMoneyExact } from '../../models/money.ts'
import { isUpgradeVariant, productPath } from '../../models/product.ts'
import { useShop } from '../layout/use-shop.ts'
import { Badge } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'
import { WasPrice } from '../ui/price.tsx'
import { CartForm } from './cart-form.tsx'
import { cart } from './client/browser.ts'
import { useCartState } from './client/hooks.tsx'
import { restoreLine } from './client/mirror.ts'
import { type Removed, withLine } from './client/store.ts'
import { discountAmount } from './discount-amount.ts'
import { Quantity } from './quantity.tsx'

/**
 * Item count, discount and total for screen readers.
 *
 * All figures of the cart have a `key`, so that a changed one is a new element: browser translation replaces text
 * nodes by its own, which React cannot update.
 */
export function CartAnnouncement({ view }: { view: CartView | null }) {
  if (!view) return null
  const discount = discountAmount(view)
  const discountText = discount ? ` Discount ${discount}.` : ''
  const text = `${itemsText(view.itemCount)}.${discountText} Total ${formatMoneyExact(view.total)}`
  return <span key={text}>{text}</span>
}

type Heading = 'h2' | 'h3'

/**
 * The lines of the cart; the line removed last is replaced by an Undo button.
 * @param added key of the line that was just added, which is highlighted for a moment
 */
export function CartLines(props: { view: CartView; heading: Heading; added?: string | null }) {
  const { view, heading, added = null } = props
  const { removed } = useCartState()
  const list = useRef<HTMLUListElement>(null)
  const rows = view.lines.map((line) => (
    <Line key={line.key} line={line} heading={heading} isAdded={line.key === added} />
  ))
  if (removed && !view.lines.some((line) => line.key === removed.line.key)) {
    const focusList = () => list.current?.focus()
    rows.splice(removed.index, 0, <RemovedRow key="removed" removed={removed} onUndo={focusList} />)
  }
  return (
    <ul className="lines" ref={list} tabIndex={-1}>
      {rows}
    </ul>
  )
}

function RemovedRow({ removed, onUndo }: { removed: Removed; onUndo: () => void }) {
  const { line, index } = removed
  function undo() {
    void cart.change(restoreLine(line), { preview: (view) => withLine(view, line, index) })
    onUndo()
  }
  return (
    <li className="gone">
      <span key={line.key}>{lineRemoved(lineName(line)).title}</span>
      {/* Gifts and upgrades can only be added again by magic words. */}
      {line.isGift || isUpgradeVariant(line.variantTitle) ? null : (
        <button
          type="button"
          className="rm"
          ref={(button) => button?.focus()}
          aria-label={`Undo: ${lineName(line)} removed`}
          onClick={undo}
        >
          Undo
        </button>
      )}
    </li>
  )
}

function titleOf(line: CartLineView): string {
  return line.isGift ? YOUR_GIFT : line.title
}

function Line(props: { line: CartLineView; heading: Heading; isAdded: boolean }) {
  const { line, heading: Heading, isAdded } = props
  const { market } = useShop()
  const title = titleOf(line)
  return (
    <li className={`ln${line.isGift ? ' gift' : ''}${isAdded ? ' added' : ''}`}>
      <span className="pic">
        {line.isGift ? (
          <Picture name="gift-envelope" sizes="7.5rem" alt="" />
        ) : line.image ? (
          <Picture image={line.image} sizes="7.5rem" alt="" />
        ) : null}
      </span>
      <Heading>
        {line.handle && !line.isGift ? <Link to={productPath(market, line.handle)}>{title}</Link> : title}
      </Heading>
      <LinePrice line={line} />
      <LineDetails line={line} />
      <div className="q">
        {line.isGift ? (
          <Badge tone="free">
            <Icon name="check" /> Magic words accepted
          </Badge>
        ) : isUpgradeVariant(line.variantTitle) ? (
          <span />
        ) : (
          <Quantity line={line} />
        )}
        <CartForm fields={{ intent: 'remove', line: line.key }}>
          <button type="submit" className="rm" aria-label={`Remove ${lineName(line)}`}>
            Remove
          </button>
        </CartForm>
      </div>
    </li>
  )
}

function LinePrice({ line }: { line: CartLineView }) {
  if (line.linePrice === null) return <span className="p un">Price unavailable</span>
  const isFree = line.isGift && Number(line.linePrice.amount) === 0
  return (
    <span className="p" key={`${line.linePrice.amount} ${line.wasPrice?.amount}`}>
      {line.wasPrice ? <WasPrice money={line.wasPrice} /> : null}
      {line.wasPrice ? <span className="sr">Now </span> : null}
      {isFree ? 'FREE' : formatMoney(line.linePrice)}
    </span>
  )
}

function LineDetails({ line }: { line: CartLineView }) {
  const texts = [
    // A cart received from a tab with an earlier version may have no details.
    ...(line.details ?? []),
    ...(line.isGift ? ['Ships free. One gift, one box. The number stays at 1.'] : []),
  ]
  return (
    <div className="v muted">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {line.linePrice === null ? (
        <p>We cannot reach the price just now. Try again in a moment, or remove this line.</p>
      ) : null}
      {line.refusal ? <p className="un">{line.refusal}</p> : null}
    </div>
  )
}
