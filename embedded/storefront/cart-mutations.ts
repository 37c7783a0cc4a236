import {
  addLines,
  attributeErrors,
  type CartUserError,
  type ChangedLines,
  invalid,
  type LineInput,
  type LineUpdate,
  removeLines,
  updateLines,
} from './cart-lines.ts'
import { cartWarnings } from './cart-nodes.ts'
import type { Attribute, Cart, Carts } from './carts.ts'
import type { Catalogue } from './catalogue.ts'
import { checkInputSize } from './connection.ts'
import type { PricingSources } from './pricing.ts'
import type { StorefrontContext } from './storefront-query.ts'

type BuyerIdentityInput = {
  readonly countryCode?: string | null
  readonly email?: string | null
  readonly phone?: string | null
}
type CartInput = {
  readonly lines?: readonly LineInput[] | null
  readonly discountCodes?: readonly string[] | null
  readonly attributes?: readonly Attribute[] | null
  readonly buyerIdentity?: BuyerIdentityInput | null
  readonly note?: string | null
}
type OfCart<Rest> = { readonly cartId: string } & Rest

export type CartMutationsOptions = {
  readonly carts: Carts
  readonly catalogue: Catalogue
  readonly sources: () => PricingSources
  readonly toCartNode: (cart: Cart) => object
}

const MAX_CODES = 25
const MAX_CODE_LENGTH = 255
const MAX_NOTE_LENGTH = 5_000

function codeErrors(field: readonly string[], codes: readonly string[] | null | undefined): CartUserError[] {
  const bad = (codes?.length ?? 0) > MAX_CODES || codes?.some((code) => code.length > MAX_CODE_LENGTH)
  return bad ? [invalid(field, 'There are too many discount codes, or one is too long.')] : []
}

function noteErrors(field: readonly string[], note: string | null | undefined): CartUserError[] {
  return (note?.length ?? 0) > MAX_NOTE_LENGTH
    ? [invalid(field, 'The note is too long.', 'NOTE_TOO_LONG')]
    : []
}

function tooLarge(field: readonly string[]): CartUserError {
  return invalid(field, 'The cart is too large.', 'MAXIMUM_EXCEEDED')
}

/** The cart mutations of the Storefront API, with Shopify's user errors. */
export function createCartMutations({ carts, catalogue, sources, toCartNode }: CartMutationsOptions) {
  const toPayload = (cart: Cart | null, userErrors: readonly CartUserError[] = []) => ({
    cart: cart && toCartNode(cart),
    userErrors,
    warnings: cart ? cartWarnings(cart, sources()) : [],
  })

  function cartCreate({ input }: { input?: CartInput | null }, context: StorefrontContext) {
    checkInputSize('lines', input?.lines)
    const country = input?.buyerIdentity?.countryCode ?? context.country
    const { lines, errors } = addLines(
      { lines: [], country },
      input?.lines ?? [],
      ['input', 'lines'],
      catalogue,
    )
    const all = [
      ...errors,
      ...attributeErrors(['input', 'attributes'], input?.attributes),
      ...codeErrors(['input', 'discountCodes'], input?.discountCodes),
      ...noteErrors(['input', 'note'], input?.note),
    ]
    if (all.length > 0) return toPayload(null, all)
    const state = {
      country,
      email: input?.buyerIdentity?.email ?? null,
      phone: input?.buyerIdentity?.phone ?? null,
      lines,
      discountCodes: input?.discountCodes ?? [],
      attributes: input?.attributes ?? [],
      note: input?.note ?? null,
    }
    return carts.fits(state) ? toPayload(carts.create(state)) : toPayload(null, [tooLarge(['input'])])
  }

  /** Changes an open cart, and saves it unless there are errors. */
  function change(
    cartId: string,
    applyChange: (cart: Cart) => {
      readonly changed: Partial<Cart>
      readonly errors: readonly CartUserError[]
    },
  ) {
    const cart = carts.findOpen(cartId)
    if (cart === null) return toPayload(null, [invalid(['cartId'], 'The specified cart does not exist.')])
    const { changed, errors } = applyChange(cart)
    if (errors.length > 0) return toPayload(cart, errors)
    const next = { ...cart, ...changed }
    return carts.fits(next) ? toPayload(carts.save(next)) : toPayload(cart, [tooLarge(['cartId'])])
  }

  function changeLines(cartId: string, applyChange: (cart: Cart) => ChangedLines) {
    return change(cartId, (cart) => {
      const { lines, errors } = applyChange(cart)
      return { changed: { lines }, errors }
    })
  }

  return {
    cartCreate,
    cartLinesAdd({ cartId, lines }: OfCart<{ lines: readonly LineInput[] }>) {
      checkInputSize('lines', lines)
      return changeLines(cartId, (cart) => addLines(cart, lines, ['lines'], catalogue))
    },
    cartLinesUpdate({ cartId, lines }: OfCart<{ lines: readonly LineUpdate[] }>) {
      checkInputSize('lines', lines)
      return changeLines(cartId, (cart) => updateLines(cart, lines, catalogue))
    },
    cartLinesRemove({ cartId, lineIds }: OfCart<{ lineIds: readonly string[] }>) {
      checkInputSize('lineIds', lineIds)
      return changeLines(cartId, (cart) => removeLines(cart, lineIds))
    },
    cartDiscountCodesUpdate: ({
      cartId,
      discountCodes,
    }: OfCart<{ discountCodes?: readonly string[] | null }>) =>
      change(cartId, () => ({
        changed: { discountCodes: discountCodes ?? [] },
        errors: codeErrors(['discountCodes'], discountCodes),
      })),
    cartBuyerIdentityUpdate: ({ cartId, buyerIdentity }: OfCart<{ buyerIdentity: BuyerIdentityInput }>) =>
      change(cartId, (cart) => ({
        changed: {
          country: buyerIdentity.countryCode ?? cart.country,
          email: buyerIdentity.email ?? cart.email,
          phone: buyerIdentity.phone ?? cart.phone,
        },
        errors: [],
      })),
    cartAttributesUpdate: ({ cartId, attributes }: OfCart<{ attributes: readonly Attribute[] }>) =>
      change(cartId, () => ({
        changed: { attributes },
        errors: attributeErrors(['attributes'], attributes),
      })),
    cartNoteUpdate: ({ cartId, note }: OfCart<{ note: string }>) =>
      change(cartId, () => ({ changed: { note }, errors: noteErrors(['note'], note) })),
  }
}
