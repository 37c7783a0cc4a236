import { type Cart, type CartLine, type CartVariant, lineKind, toCartVariant } from './cart.ts'
import { hasKind, isFixed } from './cart-fields.ts'
import { MARKETS, shippingCountries } from './market.ts'
import { LINE_SOLD_OUT, LINE_WITHOUT_GIFT, lineNotShipped } from './messages.ts'
import type { Product } from './product.ts'
import { isSoldInMarket, marketsOfTags } from './product-kind.ts'
import { plainTitle } from './wands.ts'

/** What the store says of a line now. */
export type LineState = {
  /** Why it blocks the checkout, in one sentence below its title; null when it does not. */
  readonly refusal: string | null
  /** The same options of its product under another id, which can take its place. */
  readonly replacement?: CartVariant
}

const REMOVE = 'Please remove it to check out.'
const GONE = `This is no longer in the shop. ${REMOVE}`

/**
 * What the store says of a line of a cart: one thing, whatever else may be true.
 * @param variant the variant with its id, or null when the store has none
 * @param product what the store has at the handle that the line was added from; needed where there is no such variant
 */
export function lineState(
  line: CartLine,
  cart: Cart,
  variant: CartVariant | null,
  product: Product | null = null,
): LineState {
  const tags = variant?.productTags ?? product?.tags
  if (tags === undefined) return { refusal: GONE }
  // A gift may come from the product of another market. Spec: 7 Storefront
  if (!isSoldInMarket({ tags }, cart.market) && !(variant && isFixed(lineKind(variant)))) {
    const [elsewhere] = marketsOfTags(tags)
    return {
      refusal: elsewhere ? `This is sold in the ${MARKETS[elsewhere].storeName} only. ${REMOVE}` : GONE,
    }
  }
  if (variant) return { refusal: variant.availableForSale ? refusalIn(cart, variant) : LINE_SOLD_OUT }
  const wanted = plainTitle(line.added?.variantTitle ?? '')
  const [same, ...others] = product?.variants.filter(({ title }) => plainTitle(title) === wanted) ?? []
  const replacement = product && same && toCartVariant(product, same)
  // A gift comes back by its magic words, which make its discount anew.
  if (!replacement || others.length > 0 || isFixed(lineKind(replacement))) return { refusal: GONE }
  if (!same.availableForSale) return { refusal: LINE_SOLD_OUT }
  return { refusal: 'The shop has this anew. Take the new one, or remove it to check out.', replacement }
}

/** Why a variant that is for sale blocks the checkout of a cart. */
function refusalIn(cart: Cart, variant: CartVariant): string | null {
  // Spec: 3 Variant title conventions
  if (lineKind(variant) === 'upgrade' && !hasKind(cart, 'gift')) return LINE_WITHOUT_GIFT
  if (!cart.unavailable.includes(variant.id)) return null
  const { market, shippingCountry } = cart
  const abroad = shippingCountry !== MARKETS[market].countryCode
  const country = shippingCountries(market).find(({ code }) => abroad && code === shippingCountry)
  return country ? lineNotShipped(country.name) : LINE_SOLD_OUT
}
