import { QUANTITY_CLAMP } from './cart.ts'
import type { CartChangeInput } from './cart-change.ts'
import type { Fields } from './option-choice.ts'

/** What the browser knows of cart forms; the library that parses them stays on the server (`cart-change.ts`). */

/** Names of the fields in which the page of a cart sends what it showed, beside what is typed. */
export const quantityField = (line: string) => `quantity:${line}`
export const shownQuantityField = (line: string) => `shown-quantity:${line}`
export const COUNTRY = 'country'
export const SHOWN_COUNTRY = 'shown-country'
export const CODE = 'code'
export const SHOWN_CODE = 'shown-code'

/**
 * The changes that were typed or chosen in the fields of a cart: those whose value differs from what the page showed.
 * What is no quantity counts as not typed.
 * Spec: 5 Checkout
 */
export function typedChanges(
  fields: Iterable<readonly [string, unknown]> & Pick<Fields, 'get'>,
): CartChangeInput[] {
  const changes: CartChangeInput[] = []
  for (const [name, value] of fields) {
    const typed = typeof value === 'string' ? value.trim() : ''
    if (typed === '') continue
    const line = name.startsWith('quantity:') ? name.slice('quantity:'.length) : null
    if (line !== null && /^\d+$/.test(typed) && typed !== fields.get(shownQuantityField(line)))
      changes.push({ intent: 'update', line, quantity: Math.min(Number(typed), QUANTITY_CLAMP) })
    if (name === COUNTRY && typed !== fields.get(SHOWN_COUNTRY))
      changes.push({ intent: 'set-country', country: typed })
    if (name === CODE && typed !== fields.get(SHOWN_CODE))
      changes.push({ intent: 'apply-discount', code: typed })
  }
  return changes
}
