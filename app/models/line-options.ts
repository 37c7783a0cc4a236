import type { CartLine } from './cart.ts'
import type { CartLineView } from './cart-view-types.ts'
import type { Wrapping } from './option-choice.ts'
import type { SelectedOption } from './product.ts'

/** What was chosen for a cart line beside its variant, in the words of each place that names it. */

export type LineAttribute = { readonly label: string; readonly value: string }
/** A line attribute of the remote cart, the checkout and the order. */
export type CheckoutAttribute = { readonly key: string; readonly value: string }

const WRAPPING_LABELS: Record<Wrapping, string> = {
  'gift-edition': 'Gift Edition Envelope, free',
  'printable-only': 'Printable letter',
}
const WRAPPING_AT_CHECKOUT: Record<Wrapping, string> = {
  'gift-edition': 'Gift Edition Envelope',
  'printable-only': 'Printable letter',
}

/** What a line says of its options to a shopper. */
export function lineAttributes(line: CartLine): LineAttribute[] {
  const attributes: LineAttribute[] = []
  if (line.edition) attributes.push({ label: 'Edition', value: line.edition })
  if (line.wands?.length)
    attributes.push({ label: line.wands.length === 1 ? 'Wand' : 'Wands', value: line.wands.join(', ') })
  if (line.wrapping) attributes.push({ label: 'Wrapping', value: WRAPPING_LABELS[line.wrapping] })
  return attributes
}

/**
 * The options of a line as attributes of the remote cart: Edition, Gift wrapping, Wands.
 * Product: 6 Wands of a bundle
 */
export function checkoutAttributes(line: CartLine): CheckoutAttribute[] {
  const attributes: CheckoutAttribute[] = []
  if (line.edition) attributes.push({ key: 'Edition', value: line.edition })
  if (line.wrapping) attributes.push({ key: 'Gift wrapping', value: WRAPPING_AT_CHECKOUT[line.wrapping] })
  if (line.wands?.length) attributes.push({ key: 'Wands', value: line.wands.join(', ') })
  return attributes
}

/** The wrapping in the attributes of an order line, or null: the inverse of `checkoutAttributes`. */
export function wrappingOfAttributes(attributes: readonly CheckoutAttribute[]): Wrapping | null {
  const value = attributes.find((attribute) => attribute.key === 'Gift wrapping')?.value
  if (value === WRAPPING_AT_CHECKOUT['gift-edition']) return 'gift-edition'
  return value === WRAPPING_AT_CHECKOUT['printable-only'] ? 'printable-only' : null
}

/** The options of a shown line as the browser stores them: the chosen edition before those of the variant. Spec: 3 Cart line */
export function editionBeforeOptions(
  line: Pick<CartLineView, 'attributes' | 'selectedOptions'>,
): SelectedOption[] {
  return [...line.attributes.map(({ label, value }) => ({ name: label, value })), ...line.selectedOptions]
}

/** What was chosen, in options that the browser has stored: the inverse of `editionBeforeOptions`. */
export function choiceOfOptions(options: readonly SelectedOption[]) {
  const chosen = (name: string) => options.find((option) => option.name === name)?.value
  const wrapping = chosen('Wrapping')
  return {
    edition: chosen('Edition'),
    wrapping: wrapping && (wrapping.startsWith('Printable') ? 'printable-only' : 'gift-edition'),
    wands: chosen('Wands')?.split(', '),
  } as const
}
