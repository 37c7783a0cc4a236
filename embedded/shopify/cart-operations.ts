import {
  addLines,
  type LineInput,
  type LineUpdate,
  removeLines,
  type UserError,
  updateLines,
} from './cart-lines.ts'
import { cartWarnings, toCartNode } from './cart-nodes.ts'
import type { Attribute, Cart, Carts } from './carts.ts'
import type { Catalogue } from './catalogue.ts'
import { checkInputSize } from './connection.ts'
import { notImplemented } from './graphql-server.ts'
import { type PricingSources, priceCart } from './pricing.ts'
import type { StorefrontContext } from './storefront-query.ts'

type BuyerIdentity = {
  readonly countryCode?: string | null
  readonly email?: string | null
  readonly phone?: string | null
}
type CartInput = {
  readonly lines?: readonly LineInput[] | null
  readonly discountCodes?: readonly string[] | null
  readonly attributes?: readonly Attribute[] | null
  readonly buyerIdentity?: BuyerIdentity | null
  readonly note?: string | null
}

type OfCart<Rest> = { readonly cartId: string } & Rest
type Changed = Partial<Cart> & { readonly errors?: readonly UserError[] }

type CartOperationsOptions = {
  readonly carts: Carts
  readonly catalogue: Catalogue
  readonly sources: () => PricingSources
  readonly publicOrigin: () => string
}

const MAX_CODES = 25
const TOO_LARGE = { message: 'The cart is too large.', code: 'MAXIMUM_EXCEEDED' }
const UNKNOWN = { field: ['cartId'], message: 'The specified cart does not exist.', code: 'INVALID' }

function codeErrors(field: readonly string[], codes: readonly string[]): UserError[] {
  if (codes.length <= MAX_CODES) return []
  return [{ field, message: 'There are too many discount codes.', code: 'MAXIMUM_EXCEEDED' }]
}

/** @throws GraphQLError for what would be forgotten */
function checkKnown({ email, phone }: BuyerIdentity, note?: string | null): void {
  if (email || phone || note) throw notImplemented('A note, an email or a phone number of a cart')
}

/** The operations of the Storefront API on carts, with Shopify's user errors. Prices are computed on every call. */
export function createCartOperations({ carts, catalogue, sources, publicOrigin }: CartOperationsOptions) {
  function toPayload(cart: Cart | null, userErrors: readonly UserError[] = []) {
    const priced = cart && priceCart(cart, sources())
    return {
      cart: cart && priced && toCartNode(cart, priced, publicOrigin()),
      userErrors,
      warnings: cart && priced ? cartWarnings(cart, priced) : [],
    }
  }

  /** Changes an open cart, and saves it unless there are errors. */
  function change(cartId: string, toChanged: (cart: Cart) => Changed) {
    const cart = carts.findOpen(cartId)
    if (cart === null) return toPayload(null, [UNKNOWN])
    const { errors = [], ...changed } = toChanged(cart)
    const next = { ...cart, ...changed }
    if (errors.length > 0) return toPayload(cart, errors)
    return carts.fits(next)
      ? toPayload(carts.save(next))
      : toPayload(cart, [{ field: ['cartId'], ...TOO_LARGE }])
  }

  return {
    /** An open cart; null when it does not exist or was ordered. */
    cart({ id }: { id: string }) {
      const cart = carts.findOpen(id)
      return cart && toCartNode(cart, priceCart(cart, sources()), publicOrigin())
    },
    cartCreate({ input }: { input?: CartInput | null }, context: StorefrontContext) {
      checkInputSize('lines', input?.lines)
      checkInputSize('attributes', input?.attributes)
      checkKnown(input?.buyerIdentity ?? {}, input?.note)
      const country = input?.buyerIdentity?.countryCode ?? context.country
      const { lines, errors } = addLines(
        { lines: [], country },
        input?.lines ?? [],
        ['input', 'lines'],
        catalogue,
      )
      const state = {
        country,
        lines,
        discountCodes: input?.discountCodes ?? [],
        attributes: input?.attributes ?? [],
      }
      errors.push(...codeErrors(['input', 'discountCodes'], state.discountCodes))
      if (!carts.fits(state)) errors.push({ field: ['input'], ...TOO_LARGE })
      return errors.length > 0 ? toPayload(null, errors) : toPayload(carts.create(state))
    },
    cartLinesAdd({ cartId, lines }: OfCart<{ lines: readonly LineInput[] }>) {
      checkInputSize('lines', lines)
      return change(cartId, (cart) => addLines(cart, lines, ['lines'], catalogue))
    },
    cartLinesUpdate({ cartId, lines }: OfCart<{ lines: readonly LineUpdate[] }>) {
      checkInputSize('lines', lines)
      return change(cartId, (cart) => updateLines(cart, lines, catalogue))
    },
    cartLinesRemove({ cartId, lineIds }: OfCart<{ lineIds: readonly string[] }>) {
      checkInputSize('lineIds', lineIds)
      return change(cartId, (cart) => removeLines(cart, lineIds))
    },
    cartDiscountCodesUpdate({ cartId, discountCodes }: OfCart<{ discountCodes?: readonly string[] | null }>) {
      const codes = discountCodes ?? []
      return change(cartId, () => ({ discountCodes: codes, errors: codeErrors(['discountCodes'], codes) }))
    },
    cartAttributesUpdate({ cartId, attributes }: OfCart<{ attributes: readonly Attribute[] }>) {
      checkInputSize('attributes', attributes)
      return change(cartId, () => ({ attributes }))
    },
    cartBuyerIdentityUpdate({ cartId, buyerIdentity }: OfCart<{ buyerIdentity: BuyerIdentity }>) {
      checkKnown(buyerIdentity)
      return change(cartId, ({ country }) => ({ country: buyerIdentity.countryCode ?? country }))
    },
  }
}
