import { type LineInput, toLines } from './cart-lines.ts'
import { cartWarnings, toCartNode } from './cart-nodes.ts'
import type { Attribute, Carts } from './carts.ts'
import type { Catalogue } from './catalogue.ts'
import { checkInputSize } from './connection.ts'
import { type PricingSources, priceCart } from './pricing.ts'
import type { StorefrontContext } from './storefront-query.ts'

type CartInput = {
  readonly lines?: readonly LineInput[] | null
  readonly discountCodes?: readonly string[] | null
  readonly attributes?: readonly Attribute[] | null
  readonly buyerIdentity?: { readonly countryCode?: string | null } | null
}

type CartOperationsOptions = {
  readonly carts: Carts
  readonly catalogue: Catalogue
  readonly sources: () => PricingSources
  readonly publicOrigin: () => string
}

/** The operations of the Storefront API on carts, with Shopify's user errors. Prices are computed on every call. */
export function createCartOperations({ carts, catalogue, sources, publicOrigin }: CartOperationsOptions) {
  return {
    /** An open cart; null when it does not exist or was ordered. */
    cart({ id }: { id: string }) {
      const cart = carts.findOpen(id)
      return cart && toCartNode(cart, priceCart(cart, sources()), publicOrigin())
    },
    cartCreate({ input }: { input?: CartInput | null }, context: StorefrontContext) {
      checkInputSize('lines', input?.lines)
      checkInputSize('discountCodes', input?.discountCodes)
      const country = input?.buyerIdentity?.countryCode ?? context.country
      const { lines, errors } = toLines(input?.lines ?? [], country, catalogue)
      const state = {
        country,
        lines,
        discountCodes: input?.discountCodes ?? [],
        attributes: input?.attributes ?? [],
      }
      if (!carts.fits(state))
        errors.push({ field: ['input'], message: 'The cart is too large.', code: 'MAXIMUM_EXCEEDED' })
      if (errors.length > 0) return { cart: null, userErrors: errors, warnings: [] }
      const cart = carts.create(state)
      const priced = priceCart(cart, sources())
      return {
        cart: toCartNode(cart, priced, publicOrigin()),
        userErrors: [],
        warnings: cartWarnings(priced),
      }
    },
  }
}
