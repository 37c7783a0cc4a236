import type { CheckoutLine } from '#app/models/cart-checkout.ts'
import type { CartDiscountView } from '#app/models/cart-view-types.ts'
import { DISCOUNT_REASONS } from '#app/models/discount.ts'
import { MARKETS, type Market } from '#app/models/market.ts'
import { fromMinorUnits, type Money, toMinorUnits } from '#app/models/money.ts'
import type { StorefrontClient } from './client.server.ts'
import { toMoney } from './mapping.server.ts'
import { CREATE_CART, GET_CART, type WireCart, type WireCartPayload } from './operations.server.ts'

export type RemoteCartInput = {
  readonly market: Market
  /** Country code of the delivery address, which decides availability. */
  readonly country: string
  readonly lines: readonly CheckoutLine[]
  readonly discountCodes: readonly string[]
}

export type RemoteCart = ReturnType<typeof toRemoteCart>

/** The remote cart, or the messages with which the storefront refused it. */
export type RemoteCartReply =
  | { readonly ok: true; readonly value: RemoteCart }
  | { readonly ok: false; readonly error: 'refused'; readonly messages: readonly string[] }

const NOT_FOUND = 'DISCOUNT_NOT_FOUND'
const REASONS: Readonly<Record<string, string>> = {
  DISCOUNT_USAGE_LIMIT_REACHED: DISCOUNT_REASONS.usedUp,
  DISCOUNT_CUSTOMER_USAGE_LIMIT_REACHED: DISCOUNT_REASONS.usedUp,
  DISCOUNT_NO_ENTITLED_LINE_ITEMS: DISCOUNT_REASONS.noMatchingItems,
  DISCOUNT_CURRENTLY_INACTIVE: DISCOUNT_REASONS.inactive,
}

function isSameCode(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** What a code takes off all lines together. */
function amountOf(wire: WireCart, code: string, market: Market): Money {
  const allocations = [
    ...wire.discountAllocations,
    ...wire.lines.edges.flatMap(({ node }) => node.discountAllocations),
  ]
  const units = allocations
    .filter((allocation) => isSameCode(allocation.code ?? '', code))
    .map((allocation) => toMoney(allocation.discountedAmount, market))
    .reduce((sum, money) => sum + (money ? toMinorUnits(money) : 0), 0)
  return fromMinorUnits(units, MARKETS[market].currencyCode)
}

/** Whether a message contains a code as a separate word: a code such as `E` is part of many words. */
function hasWord(message: string, code: string): boolean {
  const words = message.split(/\s+/).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
  return words.some((word) => isSameCode(word, code))
}

function toRemoteCart(wire: WireCart, market: Market, warnings: NonNullable<WireCartPayload['warnings']>) {
  const discountOf = (code: string, isApplied: boolean): CartDiscountView => {
    if (isApplied) return { code, state: 'applied', reason: null, amount: amountOf(wire, code, market) }
    const ofCode = warnings.find((warning) => hasWord(warning.message, code))
    const said = (ofCode ?? warnings.find((warning) => warning.code === NOT_FOUND || warning.code in REASONS))
      ?.code
    if (said === NOT_FOUND) return { code, state: 'unknown', reason: null, amount: null }
    return {
      code,
      state: 'refused',
      reason: REASONS[said ?? ''] ?? DISCOUNT_REASONS.notApplicable,
      amount: null,
    }
  }
  return {
    id: wire.id,
    checkoutUrl: wire.checkoutUrl || null,
    discounts: wire.discountCodes.map(({ code, applicable }) => discountOf(code, applicable)),
    lines: wire.lines.edges.map(
      ({ node }): CheckoutLine => ({
        merchandiseId: node.merchandise.id,
        quantity: node.quantity,
        attributes: node.attributes.map(({ key, value }) => ({ key, value: value ?? '' })),
      }),
    ),
  }
}

function toReply(payload: WireCartPayload, market: Market): RemoteCartReply {
  const messages = payload.userErrors.map(({ message }) => message)
  if (!payload.cart || messages.length > 0) return { ok: false, error: 'refused', messages }
  return { ok: true, value: toRemoteCart(payload.cart, market, payload.warnings ?? []) }
}

/** Carts at the storefront. Spec: 3 Remote cart, 7 Storefront */
export function createRemoteCarts(client: StorefrontClient) {
  return {
    /** Creates a remote cart; its checkout URL must be checked before a visitor is sent there. @throws UpstreamError */
    async createCart(input: RemoteCartInput): Promise<RemoteCartReply> {
      const payload = await client.request(CREATE_CART, {
        country: input.country,
        input: {
          lines: input.lines,
          discountCodes: input.discountCodes,
          buyerIdentity: { countryCode: input.country },
        },
      })
      return toReply(payload, input.market)
    },

    /** The remote cart, or null when it has expired or was paid. @throws UpstreamError */
    async getCart(market: Market, id: string): Promise<RemoteCart | null> {
      const wire = await client.request(GET_CART, { id })
      return wire === null ? null : toRemoteCart(wire, market, [])
    },
  }
}
