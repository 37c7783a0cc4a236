import { GIFT_BUNDLE_TITLES, giftKindOfPurchase, giftVariantOfKind } from './gift-code.ts'
import { type Market, marketOfCurrency } from './market.ts'
import type { GiftWrapping, Wrapping } from './option-choice.ts'
import { isGiftVariant, isUpgradeVariant, marketsOfTags } from './product.ts'
import { type WandStyle, wandOfTitle } from './wands.ts'

/**
 * What an order in the store says of its gifts. A message of the store is a doorbell only: the order is read as it is
 * now, and `planOrder` names what is still to be done for the gifts to agree with it. So the last reading leaves the
 * same result, whatever was lost, repeated or late before it. The database decides between concurrent orders; this model
 * describes.
 *
 * An order has gifts in two ways: those that it bought for somebody, one for each unit with a wrapping, and those that
 * it used with a gift's discount code. Product: 6 Orders that count, Who makes gift codes, Setting `redeemed`
 */

export type OrderLine = {
  readonly id: string
  readonly productId: string | null
  readonly variantId: string | null
  readonly title: string
  readonly variantTitle: string
  /** Null for a line that was not sold by our cart. */
  readonly wrapping: Wrapping | null
  /** Units that are left after edits and refunds. */
  readonly left: number
  /** Units that were sent to somebody, returned or not. */
  readonly shipped: number
}

/** An order as the store has it at one moment. */
export type StoreOrder = {
  readonly id: string
  /** For display, such as `#1043`. */
  readonly name: string
  /** Changes with every change of the order. */
  readonly version: string
  /** Not while it is only authorized, pending or paid in part; money given back later does not change it. */
  readonly isPaid: boolean
  readonly isCancelled: boolean
  readonly isTest: boolean
  readonly currency: string
  readonly email: string | null
  readonly buyer: string | null
  /** The discount codes that the store has applied to it, in upper case. */
  readonly codes: readonly string[]
  readonly lines: readonly OrderLine[]
}

type OrderProduct = {
  readonly title: string
  readonly tags: readonly string[]
  readonly variants: readonly { readonly id: string; readonly title: string }[]
}
/** The products of an order's lines by id, of those that may be gifts. */
export type OrderProducts = ReadonlyMap<string, OrderProduct>

/** A stored gift, as far as orders decide about it. Times are ISO 8601. */
export type OrderGift = {
  readonly id: string
  /** What bought it: the order, its line, and the unit of that line. */
  readonly orderId: string | null
  readonly orderLineId: string | null
  readonly orderLineUnit: number | null
  readonly productTitle: string
  readonly productVariantId: string | null
  readonly redeemed: boolean
  /** The order that has it. */
  readonly redeemedOrderId: string | null
  readonly revokedAt: string | null
  /** The discount code that the next cart gets; null when the next claim creates one. */
  readonly discountCode: string | null
  /** When its mail was first accepted. */
  readonly deliveredAt: string | null
}

/** A gift that an order has, or whose discount `code` is on it; null when the order no longer names it. */
type UsedGift = { readonly gift: OrderGift; readonly code: string | null }

/** What the shop has stored about an order. */
export type KnownGifts = {
  readonly bought: readonly OrderGift[]
  readonly used: readonly UsedGift[]
  readonly products: OrderProducts
  /** The owner wants gifts of the lines that have no wrapping. */
  readonly withoutWrapping: boolean
}

/** A gift that is to be made for one unit of a line. */
export type GiftUnit = {
  readonly orderLineId: string
  /** Number of the unit in its line, from 1. */
  readonly unit: number
  readonly market: Market
  readonly productTitle: string
  /** Empty where the product lacks this bundle: it is found when the gift is redeemed. What was paid for is never refused. */
  readonly productVariantId: string
  readonly wrapping: GiftWrapping
  /** The premium style that the giver has chosen, which the recipient may change. */
  readonly wand?: WandStyle | null
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
  | { readonly kind: 'issue'; readonly unit: GiftUnit }
  | { readonly kind: 'redeem'; readonly gift: OrderGift; readonly code: string }
  | { readonly kind: 'revoke' | 'reopen' | 'renew'; readonly gift: OrderGift }

/** What the owner has to look at. */
export type OrderReport =
  | 'unknown-order'
  | 'gift-not-open'
  | 'too-many-gifts'
  | 'upgrades-without-gift'
  | 'redeemed-gift-refunded'
  | 'no-gift-bundles'
  | 'no-wrapping'

const isGiftLine = ({ title, variantTitle }: OrderLine) => isGiftVariant(title, variantTitle)
const isUpgrade = ({ variantTitle }: OrderLine) => isUpgradeVariant(variantTitle)
const isOpen = ({ redeemed, revokedAt }: OrderGift) => !redeemed && revokedAt === null
const sumOf = (lines: readonly OrderLine[]) => lines.reduce((sum, line) => sum + line.left, 0)
/** Units of a line that are bought: none of a cancelled order. */
const unitsOf = (order: StoreOrder, line: OrderLine) => (order.isCancelled ? 0 : line.left)

/** Whether a line could be bought as a gift for somebody, if its product has gift bundles. */
export function mayBeGift(line: OrderLine): boolean {
  return !isGiftLine(line) && !isUpgrade(line)
}

/** The market of a gift: that of its product, else that of the order's currency. */
function marketOf({ currency }: StoreOrder, { tags }: OrderProduct): Market {
  const [market, other] = marketsOfTags(tags)
  return market !== undefined && other === undefined ? market : marketOfCurrency(currency)
}

/** What a line says of its gifts. */
function readLine(order: StoreOrder, line: OrderLine, known: KnownGifts) {
  const found = line.productId === null ? undefined : known.products.get(line.productId)
  const own = known.bought
    .filter(({ orderLineId }) => orderLineId === line.id)
    .sort((a, b) => (a.orderLineUnit ?? 0) - (b.orderLineUnit ?? 0))
  const live = own.filter(({ revokedAt }) => revokedAt === null)
  return {
    line,
    own,
    /** A redeemed gift stays with its recipient. */
    open: live.filter(isOpen),
    /** How many gifts there are more than units. */
    excess: live.length - unitsOf(order, line),
    /** Its product, if that has gift bundles of its own: no other makes gifts, whatever its title. */
    product: found?.variants.some(({ title }) => isGiftVariant(found.title, title)) ? found : null,
    /** Our own carts say "none" for a box that its buyer keeps; other lines were sold by the owner, or at a till. */
    wrapping: line.wrapping ?? (known.withoutWrapping ? 'printable-only' : null),
    /** It could have made gifts, and has none. */
    isWithout: mayBeGift(line) && line.wrapping !== 'no-wrapping' && line.left > 0 && own.length === 0,
  }
}
type ReadLine = ReturnType<typeof readLine>

function boughtSteps(
  order: StoreOrder,
  { line, own, open, excess, product, wrapping }: ReadLine,
  doesCount: boolean,
): GiftStep[] {
  if (excess > 0)
    return open.slice(Math.max(0, open.length - excess)).map((gift) => ({ kind: 'revoke', gift }))
  if (!doesCount || !mayBeGift(line) || !product || !wrapping || wrapping === 'no-wrapping') return []
  const kind = giftKindOfPurchase(line.variantTitle)
  const unit = {
    orderLineId: line.id,
    market: marketOf(order, product),
    productTitle: GIFT_BUNDLE_TITLES[kind],
    productVariantId: giftVariantOfKind(product, kind)?.id ?? '',
    wrapping,
    wand: kind === 'premium-wand' ? wandOfTitle(line.variantTitle) : null,
  }
  const last = own.at(-1)?.orderLineUnit ?? 0
  return Array.from({ length: -excess }, (_, at) => ({
    kind: 'issue',
    unit: { ...unit, unit: last + 1 + at },
  }))
}

/**
 * The gifts that an order keeps: of several, those for which it has units, by their variants; another one where none
 * fits. A box that was sent stays given, returned or not.
 */
function keptGifts(order: StoreOrder, used: readonly UsedGift[]): ReadonlySet<string> {
  if (order.isTest) return new Set()
  const digitsOf = (id: string | null) => id?.split('/').at(-1)
  const isOfVariant = (line: OrderLine, { productVariantId }: OrderGift) =>
    digitsOf(line.variantId) === digitsOf(productVariantId)
  const lines = order.lines.filter(
    (line) => isGiftLine(line) || used.some(({ gift }) => isOfVariant(line, gift)),
  )
  const rank = (gift: OrderGift) => (gift.redeemedOrderId === order.id ? 0 : gift.redeemed ? 2 : 1)
  const gifts = used.map(({ gift }) => gift).sort((a, b) => rank(a) - rank(b) || (a.id < b.id ? -1 : 1))
  // A code that the owner has made by hand may be for another variant: the order has the gift while it stands.
  if (lines.length === 0 && !order.isCancelled) return new Set(gifts.map(({ id }) => id))
  const units = lines.flatMap((line) => Array(Math.max(unitsOf(order, line), line.shipped)).fill(line))
  const kept = new Set<string>()
  for (const isFitting of [
    (line: OrderLine, gift: OrderGift) =>
      isOfVariant(line, gift) || line.variantTitle.toLowerCase() === gift.productTitle.toLowerCase(),
    () => true,
  ])
    for (const gift of gifts) {
      const place = kept.has(gift.id) ? -1 : units.findIndex((line) => isFitting(line, gift))
      if (place >= 0) {
        units.splice(place, 1)
        kept.add(gift.id)
      }
    }
  return kept
}

function usedSteps(
  order: StoreOrder,
  { gift, code }: UsedGift,
  isKept: boolean,
  doesCount: boolean,
): GiftStep[] {
  if (isKept) return isOpen(gift) && doesCount && code !== null ? [{ kind: 'redeem', gift, code }] : []
  if (gift.redeemedOrderId === order.id) return [{ kind: 'reopen', gift }]
  const hasDiscount = code !== null && gift.discountCode?.toUpperCase() === code
  return hasDiscount && !gift.redeemed ? [{ kind: 'renew', gift }] : []
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
  const doesCount = order.isPaid && !order.isCancelled && !order.isTest
  const lines = order.lines.map((line) => readLine(order, line, known))
  const kept = keptGifts(order, known.used)
  const wanted = known.used.filter(({ gift }) => kept.has(gift.id))
  const given = wanted.filter(({ gift }) => gift.redeemedOrderId === order.id).length
  const reports: readonly [OrderReport, boolean][] = [
    ['redeemed-gift-refunded', lines.some(({ excess, open }) => excess > open.length)],
    ['gift-not-open', doesCount && wanted.length > given],
    ['too-many-gifts', doesCount && given > 0 && sumOf(order.lines.filter(isGiftLine)) > given],
    ['upgrades-without-gift', doesCount && sumOf(order.lines.filter(isUpgrade)) > given],
    [
      'no-gift-bundles',
      doesCount && lines.some(({ line, isWithout, product }) => isWithout && line.wrapping && !product),
    ],
    [
      'no-wrapping',
      doesCount && lines.some(({ line, isWithout, product }) => isWithout && !line.wrapping && product),
    ],
  ]
  return {
    steps: [
      ...known.used.flatMap((one) => usedSteps(order, one, kept.has(one.gift.id), doesCount)),
      ...lines.flatMap((line) => boughtSteps(order, line, doesCount)),
    ],
    mails: known.bought.filter((gift) => isOpen(gift) && gift.deliveredAt === null),
    reports: order.isTest ? [] : reports.flatMap(([report, applies]) => (applies ? [report] : [])),
  }
}
