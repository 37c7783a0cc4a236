/** What the browser knows of cart forms; the library that parses them stays on the server (`cart-change.ts`). */

export const MAX_QUANTITY = 20
export const MAX_LINES = 30

/** Names of the fields in which the page of a cart sends what it showed, beside what is typed. */
export const quantityField = (line: string) => `quantity:${line}`
export const shownQuantityField = (line: string) => `shown-quantity:${line}`
export const COUNTRY = 'country'
export const SHOWN_COUNTRY = 'shown-country'
export const CODE = 'code'
export const SHOWN_CODE = 'shown-code'
/** Identifies one press of a button: the same one is made only once. */
export const PRESS = 'idempotencyKey'
/** A form as text, where a window that closes sends several of them together. */
export const UNANSWERED_FORM = 'unanswered'
/** Says that the page shows a cart: where its cookie was lost, a change is refused, and the copy restored. */
export const SHOWN_CART = 'shown-cart'

/** The copy of a cart has a gift, which is given back only to its visitor. */
export const KEPT_GIFT = 'kept-gift'

/** A cart form without markup. */
export function cartForm(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

/** What has rules of its own in a cart. */
export const LINE_KINDS = ['gift', 'upgrade', 'print-on-demand'] as const
export type LineKind = (typeof LINE_KINDS)[number]

type LinesOf<Line> = { readonly lines: readonly Line[] }

/** True when the quantity is always 1: a gift, or the upgrade of one. */
export function isFixed(kind: LineKind | null | undefined): boolean {
  return kind === 'gift' || kind === 'upgrade'
}

/** Whether a cart has a line of a kind. */
export function hasKind({ lines }: LinesOf<{ readonly kind?: LineKind }>, wanted: LineKind): boolean {
  return lines.some(({ kind }) => kind === wanted)
}

/**
 * Lines of which one has another quantity, `MAX_QUANTITY` at most, and one for a gift and its upgrade: 0 or less removes
 * it, and with a gift its upgrade, which is sold with it only. Spec: 4 Cart
 */
export function withQuantity<Line extends { readonly kind?: LineKind; readonly quantity: number }>(
  lines: readonly Line[],
  line: Line,
  wanted: number,
): readonly Line[] {
  const quantity = Math.min(wanted, isFixed(line.kind) ? 1 : MAX_QUANTITY)
  if (quantity > 0) return lines.map((other) => (other === line ? { ...line, quantity } : other))
  return lines.filter((other) => other !== line && !(line.kind === 'gift' && other.kind === 'upgrade'))
}

/** The units of all lines together. */
export function itemCount(cart: LinesOf<{ readonly quantity: number }>): number {
  return cart.lines.reduce((sum, line) => sum + line.quantity, 0)
}
