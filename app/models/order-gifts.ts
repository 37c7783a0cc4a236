import { GIFT_BUNDLE_TITLES, type GiftCode, giftKindOfPurchase, giftVariantOfKind } from './gift-code.ts'
import { MARKET_ELSEWHERE, MARKET_IDS, MARKETS, type Market } from './market.ts'
import type { GiftWrapping } from './option-choice.ts'
import { isGiftVariant, isUpgradeVariant, type Product, type Variant } from './product.ts'
import { marketsOfTags } from './product-kind.ts'
import type { OrderLine, StoreOrder } from './store-order.ts'
import { wandOfTitle } from './wands.ts'

/**
 * What an order in the store says of its gifts. A message of the store is a doorbell only: the order is read as it is
 * now, and `planOrder` names what is still to be done for the gifts to agree with it. So the last reading leaves the
 * same result, whatever was lost, repeated or late before it. The database decides between concurrent orders; this model
 * describes.
 *
 * An order has gifts in two ways: those that it bought for somebody, one for each unit with a wrapping, and those that
 * it used with a gift's discount code. Product: 6 Orders that count, Who makes gift codes, Setting `redeemed`
 */

type OrderProduct = Pick<Product, 'title' | 'tags'> & {
  readonly variants: readonly Pick<Variant, 'id' | 'title'>[]
}
/** The products of an order's lines by id, of those that may be gifts. */
export type OrderProducts = ReadonlyMap<string, OrderProduct>

/** A gift that an order has, or whose discount `code` is on it; null when the order no longer names it. */
type UsedGift = { readonly gift: GiftCode; readonly code: string | null }

/** What the shop has stored about an order. */
export type KnownGifts = {
  readonly bought: readonly GiftCode[]
  readonly used: readonly UsedGift[]
  readonly products: OrderProducts
  /** The owner wants gifts of the lines that have no wrapping. */
  readonly withoutWrapping: boolean
}

/** A gift to be made for one unit of a paid line. */
export type GiftPurchase = Pick<GiftCode, 'market' | 'productTitle' | 'purchaserName'> & {
  readonly orderId: string
  /** For display, such as `#1043`. */
  readonly orderName: string
  readonly orderLineId: string
  readonly orderLineUnit: number
  /** Empty where the product lacks this bundle: it is found when the gift is redeemed. What was paid for is never refused. */
  readonly productVariantId: string
  readonly wrapping: GiftWrapping
  readonly chosenWand?: string | null
  readonly purchaserEmail: string | null
}

/**
 * A step towards the order:
 * - `issue`: make the words of a bought unit;
 * - `revoke`: take back a gift whose unit is no longer bought, and end its discount;
 * - `redeem`: spend the gift on this order, which names its discount `code`;
 * - `reopen`: take it back from this order, and end its discount. The next claim gets another one;
 * - `renew`: end the discount of a gift that this order has not got.
 */
export type GiftStep =
  | { readonly kind: 'issue'; readonly purchase: GiftPurchase }
  | { readonly kind: 'redeem'; readonly gift: GiftCode; readonly code: string }
  | { readonly kind: 'revoke' | 'reopen' | 'renew'; readonly gift: GiftCode }

/** What the owner has to look at. */
export type OrderReport =
  | 'unknown-order'
  | 'redeemed-gift-refunded'
  | 'gift-not-open'
  | 'too-many-gifts'
  | 'upgrades-without-gift'
  | 'no-gift-bundles'
  | 'no-wrapping'

const isGiftLine = ({ title, variantTitle }: OrderLine) => isGiftVariant(title, variantTitle)
const isUpgrade = ({ variantTitle }: OrderLine) => isUpgradeVariant(variantTitle)
/** Whether a gift can still be redeemed. */
export const isOpen = ({ redeemed, revokedAt }: Pick<GiftCode, 'redeemed' | 'revokedAt'>) =>
  !redeemed && revokedAt === null
/** Units of a line that are bought: none of a cancelled order. */
const unitsOf = (order: StoreOrder, line: OrderLine) => (order.status === 'cancelled' ? 0 : line.left)

/** Whether a line could be bought as a gift for somebody, if its product has gift bundles. */
export function mayBeGift(line: OrderLine): boolean {
  return !isGiftLine(line) && !isUpgrade(line)
}

/** The market of a gift: that of its product, else that of the order's currency. */
function marketOf({ currency }: StoreOrder, { tags }: OrderProduct): Market {
  const [market, other] = marketsOfTags(tags)
  if (market !== undefined && other === undefined) return market
  return MARKET_IDS.find((id) => MARKETS[id].currencyCode === currency) ?? MARKET_ELSEWHERE
}

/** What a line has bought, and what is wrong with it. */
function planLine(order: StoreOrder, line: OrderLine, known: KnownGifts) {
  const own = known.bought
    .filter(({ orderLineId }) => orderLineId === line.id)
    .sort((a, b) => (a.orderLineUnit ?? 0) - (b.orderLineUnit ?? 0))
  const live = own.filter(({ revokedAt }) => revokedAt === null)
  // A redeemed gift stays with its recipient.
  const open = live.filter(isOpen)
  const excess = live.length - unitsOf(order, line)
  const found = known.products.get(line.productId ?? '')
  // No other product makes gifts, whatever its title.
  const product = found?.variants.some(({ title }) => isGiftVariant(found.title, title)) ? found : null
  // Our own carts say "none" for a box that its buyer keeps; other lines were sold by the owner, or at a till.
  const wrapping = line.wrapping ?? (known.withoutWrapping ? 'printable-only' : null)
  const mayMake = order.status === 'paid' && mayBeGift(line) && line.wrapping !== 'no-wrapping'
  const isWithout = mayMake && line.left > 0 && own.length === 0

  function steps(): GiftStep[] {
    if (excess > 0)
      return open.slice(Math.max(0, open.length - excess)).map((gift) => ({ kind: 'revoke', gift }))
    if (!mayMake || !product || !wrapping || wrapping === 'no-wrapping') return []
    const kind = giftKindOfPurchase(line.variantTitle)
    const purchase = {
      orderId: order.id,
      orderName: order.name,
      orderLineId: line.id,
      market: marketOf(order, product),
      productTitle: GIFT_BUNDLE_TITLES[kind],
      productVariantId: giftVariantOfKind(product, kind)?.id ?? '',
      wrapping,
      chosenWand: kind === 'premium-wand' ? wandOfTitle(line.variantTitle) : null,
      purchaserName: order.buyer,
      purchaserEmail: order.email,
    }
    const next = (own.at(-1)?.orderLineUnit ?? 0) + 1
    return Array.from({ length: -excess }, (_, at) => ({
      kind: 'issue',
      purchase: { ...purchase, orderLineUnit: next + at },
    }))
  }

  return {
    steps: steps(),
    'redeemed-gift-refunded': excess > open.length,
    'no-gift-bundles': isWithout && line.wrapping !== null && product === null,
    'no-wrapping': isWithout && line.wrapping === null && product !== null,
  }
}

/**
 * The gifts that an order keeps: of several, those for which it has units, by their variants; another one where none
 * fits. A box that was sent stays given, returned or not.
 */
function keptGifts(order: StoreOrder, used: readonly UsedGift[]): ReadonlySet<GiftCode> {
  if (order.status === 'test') return new Set()
  const digitsOf = (id: string | null) => id?.split('/').at(-1)
  const isOfVariant = (line: OrderLine, { productVariantId }: GiftCode) =>
    digitsOf(line.variantId) === digitsOf(productVariantId)
  const lines = order.lines.filter(
    (line) => isGiftLine(line) || used.some(({ gift }) => isOfVariant(line, gift)),
  )
  const rank = (gift: GiftCode) => (gift.redeemedOrderId === order.id ? 0 : gift.redeemed ? 2 : 1)
  const gifts = used.map(({ gift }) => gift).sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
  // A code that the owner has made by hand may be for another variant: the order has the gift while it stands.
  if (lines.length === 0 && order.status !== 'cancelled') return new Set(gifts)
  const units = lines.flatMap((line) => Array(Math.max(unitsOf(order, line), line.shipped)).fill(line))
  const isFitting = (line: OrderLine, gift: GiftCode) =>
    isOfVariant(line, gift) || line.variantTitle.toLowerCase() === gift.productTitle.toLowerCase()
  const kept = new Set<GiftCode>()
  for (const fits of [isFitting, () => true])
    for (const gift of gifts) {
      const place = kept.has(gift) ? -1 : units.findIndex((line) => fits(line, gift))
      if (place < 0) continue
      units.splice(place, 1)
      kept.add(gift)
    }
  return kept
}

/**
 * What is left to do for the gifts to agree with an order. Each step can be repeated, and refused by the database when
 * another order was first: after them, the gifts are read and planned again. Once no step is left, the words of `mails`
 * are sent, as some could be taken back before, and `reports` is what the owner has to look at before the order ships.
 *
 * A gift discount makes every unit of the gift variant free, and upgrades are cheap because a gift pays for the rest;
 * only our own carts limit them to one gift with one upgrade, so that other orders are reported.
 */
export function planOrder(order: StoreOrder, known: KnownGifts) {
  const isPaid = order.status === 'paid'
  const lines = order.lines.map((line) => planLine(order, line, known))
  const kept = keptGifts(order, known.used)
  const given = [...kept].filter(({ redeemedOrderId }) => redeemedOrderId === order.id).length
  function usedSteps({ gift, code }: UsedGift): GiftStep[] {
    if (kept.has(gift)) return isOpen(gift) && isPaid && code !== null ? [{ kind: 'redeem', gift, code }] : []
    if (gift.redeemedOrderId === order.id) return [{ kind: 'reopen', gift }]
    const hasDiscount = code !== null && gift.discountCode?.toUpperCase() === code
    return hasDiscount && !gift.redeemed ? [{ kind: 'renew', gift }] : []
  }
  const sumOf = (isCounted: (line: OrderLine) => boolean) =>
    order.lines.reduce((sum, line) => sum + (isCounted(line) ? line.left : 0), 0)
  const reports: readonly [OrderReport, boolean][] = [
    ['redeemed-gift-refunded', lines.some((line) => line['redeemed-gift-refunded'])],
    ['gift-not-open', isPaid && kept.size > given],
    ['too-many-gifts', isPaid && given > 0 && sumOf(isGiftLine) > given],
    ['upgrades-without-gift', isPaid && sumOf(isUpgrade) > given],
    ['no-gift-bundles', lines.some((line) => line['no-gift-bundles'])],
    ['no-wrapping', lines.some((line) => line['no-wrapping'])],
  ]
  return {
    steps: [...known.used.flatMap(usedSteps), ...lines.flatMap(({ steps }) => steps)],
    mails: known.bought.filter((gift) => isOpen(gift) && gift.deliveredAt === null),
    reports: order.status === 'test' ? [] : reports.flatMap(([report, applies]) => (applies ? [report] : [])),
  }
}
