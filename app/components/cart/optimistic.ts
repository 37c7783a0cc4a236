import { MAX_QUANTITY } from '../../models/cart.ts'
import type { CartChangeInput } from '../../models/cart-change.ts'
import { optimisticView } from '../../models/cart-view.ts'
import type { CartLineView, CartView } from '../../models/cart-view-types.ts'

/** The expected view after a change, as far as it is known without the server. */
export function applyOptimistically(view: CartView, change: CartChangeInput): CartView {
  switch (change.intent) {
    case 'update':
      return optimisticView(view, change.line, Math.min(Number(change.quantity), MAX_QUANTITY))
    case 'adjust': {
      const quantity = view.lines.find((line) => line.key === change.line)?.quantity ?? 0
      return optimisticView(view, change.line, Math.min(quantity + Number(change.by), MAX_QUANTITY))
    }
    case 'remove':
      return optimisticView(view, change.line, 0)
    case 'remove-discount':
      return recount({ ...view, discount: null })
    case 'set-country':
      return { ...view, shippingCountry: change.country || null, canCheckout: change.country !== '' }
    default:
      return view
  }
}

/** The view with a removed line restored at its former position. */
export function withLine(view: CartView, line: CartLineView, index: number): CartView {
  if (view.lines.some((other) => other.key === line.key)) return view
  const lines = [...view.lines.slice(0, index), line, ...view.lines.slice(index)]
  return recount({ ...view, lines, canCheckout: true })
}

function recount(view: CartView): CartView {
  return optimisticView(view, '', 0)
}
