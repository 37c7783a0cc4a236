import { addLines, type LineInput, type UserError } from './cart-lines.ts'
import { cartWarnings, toCartNode } from './cart-nodes.ts'
import type { Attribute, Cart, Carts } from './carts.ts'
import type { Catalogue } from './catalogue.ts'
import { checkInputSize } from './connection.ts'
import { notImplemented } from './graphql-server.ts'
import { type PricingSources, priceCart } from './pricing.ts'
import type { StorefrontContext } from './storefront-query.ts'

type CartInput = {
  readonly lines?: readonly LineInput[] | null
  readonly discountCodes?: readonly string[] | null
  readonly attributes?: readonly Attribute[] | null
  readonly buyerIdentity?: {
    readonly countryCode?: string | null
    readonly email?: string | null
    readonly phone?: string | null
  } | null
  readonly note?: string | null
}

type CartOperationsOptions = {
  readonly carts: Carts
  readonly catalogue: Catalogue
  readonly sources: () => PricingSources
  readonly publicOrigin: () => string
}

/**
 * The operations of the Storefront API on carts: the shop keeps its carts itself, creates one here for each checkout, and
 * reads it again. Prices are computed on every call.
 */
export function createCartOperations({ carts, catalogue, sources, publicOrigin }: CartOperationsOptions) {
  function toPayload(cart: Cart | null, userErrors: readonly UserError[] = []) {
    const priced = cart && priceCart(cart, sources())
    return {
      cart: cart && priced && toCartNode(cart, priced, publicOrigin()),
      userErrors,
      warnings: cart && priced ? cartWarnings(cart, priced) : [],
    }
  }

  return {
    /** An open cart; null when it does not exist or was ordered. */
    cart({ id }: { id: string }) {
      const cart = carts.findOpen(id)
      return cart && toCartNode(cart, priceCart(cart, sources()), publicOrigin())
    },
    cartCreate({ input }: { input?: CartInput | null }, context: StorefrontContext) {
      const { lines = [], discountCodes, attributes, buyerIdentity, note } = input ?? {}
      checkInputSize('lines', lines)
      checkInputSize('attributes', attributes)
      if (buyerIdentity?.email || buyerIdentity?.phone || note)
        throw notImplemented('A note, an email or a phone number of a cart')
      const country = buyerIdentity?.countryCode ?? context.country
      const added = addLines(lines ?? [], country, catalogue)
      if (added.errors.length > 0) return toPayload(null, added.errors)
      const state = { country, lines: added.lines, discountCodes: discountCodes ?? [] }
      return toPayload(carts.create({ ...state, attributes: attributes ?? [] }))
    },
  }
}
