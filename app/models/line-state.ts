import { type Cart, type CartLine, type CartVariant, lineKind } from './cart.ts'
import { hasKind, isFixed } from './cart-fields.ts'
import { MARKETS, type Market, shippingCountries } from './market.ts'
import { LINE_SOLD_OUT, LINE_WITHOUT_GIFT, lineNotShipped } from './messages.ts'
import { isSoldInMarket, marketsOfTags, type Product } from './product.ts'
import { plainTitle } from './wands.ts'

/** What the store says of a line now. One thing: whatever is shown, refused or offered follows from it. */
export type LineState =
  | { readonly kind: 'for-sale'; readonly variant: CartVariant }
  | { readonly kind: 'sold-out'; readonly variant: CartVariant }
  /** Its product or its options are no longer there. */
  | { readonly kind: 'gone' }
  /** The same options of the product have another id: the only variant that can be it. */
  | { readonly kind: 'replaced'; readonly variant: CartVariant }
  /** Its product is sold in another market only. */
  | { readonly kind: 'moved'; readonly market: Market }
  /** The store is out of reach. */
  | { readonly kind: 'unknown' }

/** What the store has at the handle that a line was added from. */
type Found = { readonly product: Pick<Product, 'tags'>; readonly cartVariants: readonly CartVariant[] }

/**
 * What the store says of a line.
 * @param variant the variant with its id, or null when the store has none
 * @param found needed where there is no such variant
 */
export function lineState(
  { added }: CartLine,
  market: Market,
  variant: CartVariant | null,
  found: Found | null = null,
): LineState {
  const tags = variant?.productTags ?? found?.product.tags
  if (tags === undefined) return { kind: 'gone' }
  // A gift may come from the product of another market. Spec: 7 Storefront
  if (!isSoldInMarket({ tags }, market) && !(variant && isFixed(lineKind(variant)))) {
    const [elsewhere] = marketsOfTags(tags)
    return elsewhere ? { kind: 'moved', market: elsewhere } : { kind: 'gone' }
  }
  if (variant) return { kind: variant.availableForSale ? 'for-sale' : 'sold-out', variant }
  const wanted = plainTitle(added?.variantTitle ?? '')
  const [same, ...others] = found?.cartVariants.filter(({ title }) => plainTitle(title) === wanted) ?? []
  // A gift comes back by its magic words, which make its discount anew.
  if (!same || others.length > 0 || isFixed(lineKind(same))) return { kind: 'gone' }
  return { kind: same.availableForSale ? 'replaced' : 'sold-out', variant: same }
}

const REMOVE = 'Please remove it to check out.'

/** Why a line blocks the checkout of a cart, in one sentence below its title; null when it does not. */
export function lineRefusal(state: LineState, cart: Cart): string | null {
  switch (state.kind) {
    case 'unknown':
      return null
    case 'sold-out':
      return LINE_SOLD_OUT
    case 'gone':
      return `This is no longer in the shop. ${REMOVE}`
    case 'replaced':
      return 'The shop has this anew. Take the new one, or remove it to check out.'
    case 'moved':
      return `This is sold in the ${MARKETS[state.market].storeName} only. ${REMOVE}`
    case 'for-sale': {
      // Spec: 3 Variant title conventions
      if (lineKind(state.variant) === 'upgrade' && !hasKind(cart, 'gift')) return LINE_WITHOUT_GIFT
      if (!cart.unavailable.includes(state.variant.id)) return null
      const { market, shippingCountry } = cart
      const abroad = shippingCountry !== MARKETS[market].countryCode
      const country = shippingCountries(market).find(({ code }) => abroad && code === shippingCountry)
      return country ? lineNotShipped(country.name) : LINE_SOLD_OUT
    }
  }
}
