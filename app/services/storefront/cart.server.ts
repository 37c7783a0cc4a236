import { type Cart, shippingCountryOf } from '#app/models/cart.ts'
import { checkoutAttributes } from '#app/models/cart-line-words.ts'
import { type CartDiscountView, isSameCode } from '#app/models/discount.ts'
import { MARKETS, type Market } from '#app/models/market.ts'
import { fromMinorUnits, type Money, toMinorUnits } from '#app/models/money.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import type { StorefrontClient } from './client.server.ts'
import { toMoney } from './mapping.server.ts'
import { CREATE_CART, GET_CART, type WireCart, type WireCartPayload } from './operations.server.ts'

/** What the store's warnings say of a code that does not apply. */
const STATES: Readonly<Record<string, CartDiscountView['state']>> = {
  DISCOUNT_NOT_FOUND: 'unknown',
  DISCOUNT_USAGE_LIMIT_REACHED: 'used',
  DISCOUNT_CUSTOMER_USAGE_LIMIT_REACHED: 'used',
  DISCOUNT_NO_ENTITLED_LINE_ITEMS: 'no-item',
  DISCOUNT_CURRENTLY_INACTIVE: 'inactive',
}

/** What a code takes off all lines together. */
function amountOf(wire: WireCart, code: string, market: Market): Money {
  const allocations = [...wire.discountAllocations, ...wire.lines.flatMap((line) => line.discountAllocations)]
  const units = allocations
    .filter((allocation) => isSameCode(allocation.code ?? '', code))
    .map((allocation) => toMoney(allocation.discountedAmount, market))
    .reduce((sum, money) => sum + (money ? toMinorUnits(money) : 0), 0)
  return fromMinorUnits(units, MARKETS[market].currencyCode)
}

function toRemoteCart(wire: WireCart, market: Market, warnings: NonNullable<WireCartPayload['warnings']>) {
  const discountOf = (code: string, isApplied: boolean): CartDiscountView => {
    if (isApplied) return { code, state: 'applied', amount: amountOf(wire, code, market) }
    // Shopify does not tell which code a warning is about.
    const [state = 'refused'] = warnings.flatMap((warning) => STATES[warning.code] ?? [])
    return { code, state, amount: null }
  }
  return {
    id: wire.id,
    checkoutUrl: wire.checkoutUrl ?? '',
    discounts: wire.discountCodes.map(({ code, applicable }) => discountOf(code, applicable)),
    lines: wire.lines.map(({ merchandise, quantity }) => ({ variantId: merchandise.id, quantity })),
  }
}

export type RemoteCart = ReturnType<typeof toRemoteCart>

/** The input of a remote cart, and with it what its discounts depend on. */
export function remoteCartInput(cart: Cart) {
  return {
    lines: cart.lines.map((line) => ({
      merchandiseId: line.variantId,
      quantity: line.quantity,
      attributes: checkoutAttributes(line),
    })),
    discountCodes: [cart.discountCode, cart.giftDiscountCode].filter((code) => code !== null),
    buyerIdentity: { countryCode: shippingCountryOf(cart) },
  }
}

/** Carts at the storefront. Spec: 3 Remote cart, 7 Storefront */
export function createRemoteCarts(client: StorefrontClient) {
  return {
    /**
     * Creates a remote cart; its checkout URL must be checked before a visitor is sent there.
     * @throws UpstreamError also where the storefront refuses it, with its messages
     */
    async createCart(cart: Cart): Promise<RemoteCart> {
      const input = remoteCartInput(cart)
      const { countryCode: country } = input.buyerIdentity
      const { cart: wire, userErrors, warnings } = await client.request(CREATE_CART, { country, input })
      if (wire && userErrors.length === 0) return toRemoteCart(wire, cart.market, warnings ?? [])
      const messages = userErrors.map(({ message }) => message).join(' ')
      throw new UpstreamError('cartCreate', null, { cause: new Error(messages) })
    },

    /** Whether a remote cart exists: it does not once it has expired or was paid. @throws UpstreamError */
    async hasCart(id: string): Promise<boolean> {
      return (await client.request(GET_CART, { id })) !== null
    },
  }
}
