import { GIFT_BUNDLE_TITLES, giftKindOfPurchase, giftVariantOfKind } from './gift-code.ts'
import { type Market, marketOfCurrency } from './market.ts'
import type { GiftWrapping, Wrapping } from './option-choice.ts'
import { isGiftVariant, isUpgradeVariant, marketsOfTags, type Product } from './product.ts'
import { type WandStyle, wandOfTitle } from './wands.ts'

/**
 * What an order in the store says of its gifts. A message of the store is a doorbell only: the order is read as it is
 * now, and `orderSteps` names what is still to be done for the gifts to agree with it. So the last reading leaves the
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
  /** Units that were ordered, and those that are left after edits and refunds. */
  readonly quantity: number
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

/** The products of an order's lines by id, of those that may be gifts. */
export type OrderProducts = ReadonlyMap<string, Pick<Product, 'title' | 'tags' | 'variants'>>

/** A stored gift, as far as orders decide about it. */
export type OrderGift = {
  readonly id: string
  readonly lineId: string | null
  readonly unit: number
  readonly title: string
  readonly variantId: string | null
  readonly isRevoked: boolean
  /** The order that has the gift; null while it is open. */
  readonly redeemedBy: string | null
  /** The discount code that the next cart gets, in upper case; null when the next claim creates one. */
  readonly discount: string | null
  /** Its mail is on its way. */
  readonly isTold: boolean
}

/** A gift whose discount is on an order, or that the order has redeemed. */
export type UsedGift = {
  readonly gift: OrderGift
  /** Its discount code on the order; null when the order no longer names it. */
  readonly code: string | null
  /** It is written down that this order wants the gift. */
  readonly isReserved: boolean
}

/** What the shop has stored about an order. */
export type KnownGifts = {
  readonly bought: readonly OrderGift[]
  readonly used: readonly UsedGift[]
  readonly products: OrderProducts
  /** The owner wants gifts of the lines that have no wrapping. */
  readonly withoutWrapping: boolean
}

/** A gift that is to be made for one unit of a line. */
type GiftUnit = {
  readonly lineId: string
  readonly unit: number
  readonly market: Market
  readonly title: string
  /** Empty where the product lacks this bundle: it is found when the gift is redeemed. What was paid for is never refused. */
  readonly variantId: string
  readonly wrapping: GiftWrapping
  /** The premium style that the giver has chosen, which the recipient may change. */
  readonly wand: WandStyle | null
}

/**
 * A step towards the order:
 * - `issue`, `deliver`: make the words of a bought unit, and mail them;
 * - `revoke`: take back a gift whose unit is no longer bought;
 * - `reserve`, `release`: write down that the order wants a gift, or no longer does, so that another one may have it;
 * - `redeem`: spend the gift on this order; `reopen`: take it back from it;
 * - `renew`: give up a discount that is used up or must not work. The next claim gets another one;
 * - `retire`: end the discount of a gift that was redeemed with an earlier one.
 */
export type GiftStep =
  | { readonly kind: 'issue'; readonly unit: GiftUnit }
  | {
      readonly kind: 'deliver' | 'revoke' | 'reserve' | 'release' | 'redeem' | 'reopen'
      readonly giftId: string
    }
  | { readonly kind: 'renew'; readonly giftId: string; readonly discount: string }
  | { readonly kind: 'retire'; readonly giftId: string; readonly discount: string; readonly used: string }

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
const counts = (order: StoreOrder) => order.isPaid && !order.isCancelled && !order.isTest
const sumOf = (lines: readonly OrderLine[]) => lines.reduce((sum, line) => sum + line.left, 0)

/** Whether a line could be bought as a gift for somebody, if its product has gift bundles. */
export function mayBeGift(line: OrderLine): boolean {
  return !isGiftLine(line) && !isUpgrade(line)
}

/** The product of a line that has gift bundles of its own; null for any other, whatever its title. */
function giftProductOf({ productId }: OrderLine, products: OrderProducts) {
  const product = productId === null ? undefined : products.get(productId)
  return product?.variants.some(({ title }) => isGiftVariant(product.title, title)) ? product : null
}

/** Units of a line that are bought: none of a cancelled order. */
const unitsOf = (order: StoreOrder, line: OrderLine) => (order.isCancelled ? 0 : line.left)

/**
 * The wrapping that a line's gifts get; null for a line that buys no gift. Our own carts say "none" for a box that its
 * buyer keeps: a line that says nothing was sold by the owner, or at a till.
 */
function wrappingOf(line: OrderLine, known: KnownGifts): GiftWrapping | null {
  if (!mayBeGift(line) || giftProductOf(line, known.products) === null) return null
  if (line.wrapping === 'no-wrapping') return null
  return line.wrapping ?? (known.withoutWrapping ? 'printable-only' : null)
}

const byUnit = (a: OrderGift, b: OrderGift) => a.unit - b.unit

/** The gifts of a line, and how many of them have to go. */
function purchaseOf(order: StoreOrder, line: OrderLine, known: KnownGifts) {
  const gifts = known.bought.filter(({ lineId }) => lineId === line.id).sort(byUnit)
  const live = gifts.filter(({ isRevoked }) => !isRevoked)
  return { gifts, live, excess: live.length - unitsOf(order, line) }
}

function purchaseSteps(order: StoreOrder, line: OrderLine, known: KnownGifts): GiftStep[] {
  const { gifts, live, excess } = purchaseOf(order, line, known)
  if (excess > 0) {
    // A redeemed gift stays with its recipient.
    const open = live.filter(({ redeemedBy }) => redeemedBy === null)
    return open
      .slice(Math.max(0, open.length - excess))
      .map(({ id }) => ({ kind: 'revoke', giftId: id }) as const)
  }
  const wrapping = wrappingOf(line, known)
  const product = giftProductOf(line, known.products)
  if (!counts(order) || wrapping === null || product === null) return []
  const kind = giftKindOfPurchase(line.variantTitle)
  const bundle = giftVariantOfKind(product, kind)
  const unit = {
    lineId: line.id,
    market: marketOf(order, product),
    title: GIFT_BUNDLE_TITLES[kind],
    variantId: bundle?.id ?? '',
    wrapping,
    wand: kind === 'premium-wand' ? wandOfTitle(line.variantTitle) : null,
  }
  const last = gifts.at(-1)?.unit ?? 0
  return Array.from({ length: -excess }, (_, index) => {
    return { kind: 'issue', unit: { ...unit, unit: last + 1 + index } }
  })
}

/** The market of a gift: that of its product, else that of the order's currency. */
function marketOf({ currency }: StoreOrder, { tags }: Pick<Product, 'tags'>): Market {
  const [market, other] = marketsOfTags(tags)
  if (market !== undefined && other === undefined) return market
  return marketOfCurrency(currency)
}

/**
 * The gifts that an order keeps: of several, those for which it has units, by their variants; another one where none
 * fits. A box that was sent stays given, returned or not.
 */
function keptGifts(order: StoreOrder, used: readonly UsedGift[]): ReadonlySet<string> {
  if (order.isTest) return new Set()
  const digitsOf = (id: string | null) => id?.split('/').at(-1)
  const lines = order.lines.filter(
    (line) =>
      isGiftLine(line) || used.some(({ gift }) => digitsOf(gift.variantId) === digitsOf(line.variantId)),
  )
  const units = lines.flatMap((line) =>
    Array.from({ length: Math.max(unitsOf(order, line), line.shipped) }, () => line),
  )
  const rank = ({ gift }: UsedGift) => (gift.redeemedBy === order.id ? 0 : gift.redeemedBy === null ? 1 : 2)
  const sorted = [...used].sort((a, b) => rank(a) - rank(b) || (a.gift.id < b.gift.id ? -1 : 1))
  // A code that the owner has made by hand may be for another variant: the order has the gift while it stands.
  if (lines.length === 0 && !order.isCancelled) return new Set(sorted.map(({ gift }) => gift.id))
  const isUnitOf = (line: OrderLine, { variantId, title }: OrderGift) =>
    digitsOf(line.variantId) === digitsOf(variantId) ||
    line.variantTitle.toLowerCase() === title.toLowerCase()
  const kept = new Set<string>()
  for (const isFitting of [isUnitOf, () => true])
    for (const { gift } of sorted) {
      const place = kept.has(gift.id) ? -1 : units.findIndex((line) => isFitting(line, gift))
      if (place >= 0) {
        units.splice(place, 1)
        kept.add(gift.id)
      }
    }
  return kept
}

function usedSteps(order: StoreOrder, { gift, code, isReserved }: UsedGift, isKept: boolean): GiftStep[] {
  const { id: giftId, discount, redeemedBy } = gift
  // First of all, as giving it up later tells the other orders that want it.
  if (!isReserved && (isKept || redeemedBy === order.id)) return [{ kind: 'reserve', giftId }]
  if (!isKept) {
    const undo: GiftStep[] = []
    if (redeemedBy === order.id) undo.push({ kind: 'reopen', giftId })
    else if (redeemedBy === null && discount !== null && discount === code)
      undo.push({ kind: 'renew', giftId, discount })
    return isReserved ? [...undo, { kind: 'release', giftId }] : undo
  }
  if (redeemedBy === null) return counts(order) && !gift.isRevoked ? [{ kind: 'redeem', giftId }] : []
  const isReplaced = redeemedBy === order.id && code !== null && discount !== null && discount !== code
  return isReplaced ? [{ kind: 'retire', giftId, discount, used: code }] : []
}

/**
 * The steps that are left for the gifts to agree with an order; none when they do. Each can be repeated, and refused by
 * the database when another order was first: after them, the gifts are read again. Nothing is mailed before all else is
 * done, as some gifts may have been taken back already.
 */
export function orderSteps(order: StoreOrder, known: KnownGifts): readonly GiftStep[] {
  const kept = keptGifts(order, known.used)
  const steps = [
    ...known.used.flatMap((used) => usedSteps(order, used, kept.has(used.gift.id))),
    ...order.lines.flatMap((line) => purchaseSteps(order, line, known)),
    // Carts may still have the discount of a gift that was taken back.
    ...known.bought.flatMap(({ id, isRevoked, redeemedBy, discount }): GiftStep[] =>
      isRevoked && redeemedBy === null && discount !== null ? [{ kind: 'renew', giftId: id, discount }] : [],
    ),
  ]
  if (steps.length > 0) return steps
  return known.bought
    .filter(({ isRevoked, redeemedBy, isTold }) => !isRevoked && redeemedBy === null && !isTold)
    .sort(byUnit)
    .map(({ id }) => ({ kind: 'deliver', giftId: id }))
}

/**
 * What the owner has to look at before an order ships. A gift discount makes every unit of the gift variant free, and
 * upgrades are cheap because a gift pays for the rest; only our own carts limit them to one gift with one upgrade.
 */
export function orderReports(order: StoreOrder, known: KnownGifts): readonly OrderReport[] {
  if (order.isTest) return []
  const isOver = (line: OrderLine) => {
    const { live, excess } = purchaseOf(order, line, known)
    return excess > live.filter(({ redeemedBy }) => redeemedBy === null).length
  }
  const isRefunded = order.lines.some(isOver)
  const refunded: OrderReport[] = isRefunded ? ['redeemed-gift-refunded'] : []
  if (!counts(order)) return refunded
  const kept = keptGifts(order, known.used)
  const wanted = known.used.filter(({ gift }) => kept.has(gift.id))
  const given = wanted.filter(({ gift }) => gift.redeemedBy === order.id).length
  const isMissing = (line: OrderLine) =>
    mayBeGift(line) &&
    line.wrapping !== 'no-wrapping' &&
    line.left > 0 &&
    known.bought.every(({ lineId }) => lineId !== line.id)
  const hasProduct = (line: OrderLine) => giftProductOf(line, known.products) !== null
  const reports: readonly (readonly [OrderReport, boolean])[] = [
    ['gift-not-open', wanted.some(({ gift }) => gift.redeemedBy !== order.id)],
    ['too-many-gifts', given > 0 && sumOf(order.lines.filter(isGiftLine)) > given],
    ['upgrades-without-gift', sumOf(order.lines.filter(isUpgrade)) > given],
    [
      'no-gift-bundles',
      order.lines.some((line) => line.wrapping !== null && isMissing(line) && !hasProduct(line)),
    ],
    [
      'no-wrapping',
      order.lines.some((line) => line.wrapping === null && isMissing(line) && hasProduct(line)),
    ],
  ]
  return [...refunded, ...reports.flatMap(([report, applies]) => (applies ? [report] : []))]
}
