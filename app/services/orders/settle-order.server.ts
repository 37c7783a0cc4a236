import {
  type GiftStep,
  type KnownGifts,
  type OrderGift,
  type OrderReport,
  orderReports,
  orderSteps,
  type StoreOrder,
  type UsedGift,
} from '#app/models/order-gifts.ts'
import type { Backend } from '../backend/backend.server.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import type { GiftDiscounts } from '../storefront/gift-discounts.server.ts'

export type SettleServices = { readonly backend: Backend; readonly giftDiscounts: GiftDiscounts }

/** What the shop knows of an order besides its gifts. */
type Context = Pick<KnownGifts, 'products' | 'withoutWrapping'> & {
  /** Called before each step. It throws when the order must not be settled any further by this process. */
  readonly keep: () => Promise<void>
}

/** Enough for every step of several concurrent orders; more means that something else changes the gifts all the time. */
const MAX_TURNS = 20

/**
 * Brings the gifts of an order into agreement with it (`models/order-gifts.ts`). Each step is a single statement that a
 * concurrent one can refuse; after all of them, the gifts are read again. Idempotent, also after a killed process.
 * @returns what the owner has to look at
 * @throws UpstreamError or ShopifyAdminError, and what `keep` throws; a repeated call continues
 */
export async function settleOrder(
  services: SettleServices,
  order: StoreOrder,
  { products, withoutWrapping, keep }: Context,
): Promise<readonly OrderReport[]> {
  const told = new Set<string>()
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const stored = await loadGifts(services, order)
    const known = { ...toKnown(stored, told), products, withoutWrapping }
    const steps = orderSteps(order, known)
    if (steps.length === 0) {
      for (const { gift } of stored.used.values())
        if (gift.redeemedOrderId === order.id) await services.backend.tellRedeemed(gift)
      return orderReports(order, known)
    }
    for (const step of steps) {
      await keep()
      await takeStep(services, order, stored, step)
      if (step.kind === 'deliver') told.add(step.giftId)
    }
  }
  throw new Error('the gifts of an order do not settle')
}

type StoredGifts = {
  readonly bought: readonly StoredGiftCode[]
  /** With the code of the order that is the gift's, if it names one. */
  readonly used: ReadonlyMap<string, { readonly gift: StoredGiftCode; readonly code: string | null }>
  readonly reserved: readonly string[]
}

async function loadGifts({ backend }: SettleServices, order: StoreOrder): Promise<StoredGifts> {
  const [bought, redeemed, reserved] = await Promise.all([
    backend.gifts.listOfOrder(order.id),
    backend.gifts.listRedeemedBy(order.id),
    backend.orders.giftsOf(order.id),
  ])
  const wanted = await Promise.all(reserved.map((id) => backend.gifts.get(id)))
  const used = new Map(
    [...redeemed, ...wanted].flatMap((gift) =>
      gift ? [[gift.id, { gift, code: null as string | null }]] : [],
    ),
  )
  for (const code of order.codes) {
    const gift = await backend.gifts.findByDiscount(code)
    if (gift) used.set(gift.id, { gift, code })
  }
  return { bought, used, reserved }
}

function toKnown({ bought, used, reserved }: StoredGifts, told: ReadonlySet<string>) {
  return {
    bought: bought.map((gift) => toOrderGift(gift, told)),
    used: [...used.values()].map(
      ({ gift, code }): UsedGift => ({
        gift: toOrderGift(gift, told),
        code,
        isReserved: reserved.includes(gift.id),
      }),
    ),
  }
}

function toOrderGift(gift: StoredGiftCode, told: ReadonlySet<string>): OrderGift {
  return {
    id: gift.id,
    lineId: gift.orderLineId,
    unit: gift.orderLineUnit ?? 0,
    title: gift.productTitle,
    variantId: gift.productVariantId,
    isRevoked: gift.revokedAt !== null,
    redeemedBy: gift.redeemed ? (gift.redeemedOrderId ?? '') : null,
    discount: gift.discountCode?.toUpperCase() ?? null,
    isTold: gift.deliveredAt !== null || told.has(gift.id),
  }
}

async function takeStep(
  { backend, giftDiscounts }: SettleServices,
  order: StoreOrder,
  { bought, used }: StoredGifts,
  step: GiftStep,
): Promise<void> {
  const { gifts, orders } = backend
  if (step.kind === 'issue') {
    const { title: productTitle, variantId: productVariantId, lineId: orderLineId, ...unit } = step.unit
    const purchaser = { purchaserName: order.buyer, purchaserEmail: order.email }
    const bundle = { productTitle, productVariantId, orderLineId, ...unit }
    await gifts.issue({ orderId: order.id, orderName: order.name, ...bundle, ...purchaser })
    return
  }
  const { giftId } = step
  const use = used.get(giftId)
  const gift = use?.gift ?? bought.find(({ id }) => id === giftId)
  if (gift === undefined) return
  switch (step.kind) {
    case 'deliver': {
      // It may have been redeemed while the mails before it were sent.
      const fresh = await gifts.get(giftId)
      return fresh && !fresh.redeemed && fresh.revokedAt === null ? gifts.deliver(fresh) : undefined
    }
    // Mails go first: one that still waits would promise something that is gone.
    case 'revoke':
      await backend.deleteUnsentGiftMails(giftId)
      return void (await gifts.revoke(giftId, order.isCancelled ? 'order cancelled' : 'refunded'))
    case 'reserve':
      if (use?.code != null) await gifts.keepDiscount(giftId, use.code)
      return orders.reserve(giftId, order.id)
    case 'release': {
      const others = [gift.orderId, ...(await orders.ordersOf(giftId))]
      for (const id of new Set(others)) if (id !== null && id !== order.id) await orders.ringAgain(id)
      return orders.release(giftId, order.id)
    }
    case 'redeem':
      await backend.deleteUnsentGiftMails(giftId)
      return void (await gifts.redeem(giftId, order))
    // Discounts are deactivated first: stores differ in whether a cancelled order uses them up, and a record without
    // its discount could not name it to a retry.
    case 'reopen':
      if (gift.discountCode !== null) await giftDiscounts.deactivateDiscount(gift.discountCode)
      return gifts.reopen(gift, order.id)
    case 'renew':
      await giftDiscounts.deactivateDiscount(step.discount)
      return gifts.dropDiscount(giftId, gift.discountCode ?? step.discount)
    case 'retire':
      await giftDiscounts.deactivateDiscount(step.discount)
      return gifts.setUsedDiscount(giftId, order.id, step.used)
  }
}
