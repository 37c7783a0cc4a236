import {
  type GiftStep,
  type KnownGifts,
  type OrderGift,
  planOrder,
  type StoreOrder,
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
/** When the orders that wait for a gift are read, if this process dies while it gives the gift back. */
const GIVEN_BACK_MS = 60_000

/**
 * Brings the gifts of an order into agreement with it (`models/order-gifts.ts`). Each step is a single statement that a
 * concurrent one can refuse; after all of them, the gifts are read again. Idempotent, also after a killed process.
 * @returns what the owner has to look at
 * @throws UpstreamError or ShopifyAdminError, and what `keep` throws; a repeated call continues
 */
export async function settleOrder(
  services: SettleServices,
  order: StoreOrder,
  { keep, ...context }: Context,
) {
  const { backend } = services
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const [bought, used] = await Promise.all([backend.gifts.listOfOrder(order.id), listUsed(services, order)])
    const { steps, mails, reports } = planOrder(order, { bought, used, ...context })
    for (const step of steps) {
      await keep()
      await applyStep(services, order, step)
    }
    if (steps.length > 0) continue
    for (const { id } of mails) {
      await keep()
      // It may have been redeemed while the mails before it were sent.
      const gift = await backend.gifts.get(id)
      if (gift && !gift.redeemed && gift.revokedAt === null) await backend.gifts.deliver(gift)
    }
    for (const { gift } of used) if (gift.redeemedOrderId === order.id) await backend.tellRedeemed(gift)
    return reports
  }
  throw new Error('the gifts of an order do not settle')
}

/** The gifts that an order has, and those whose discounts are on it. */
export async function listUsed({ backend: { gifts } }: Pick<SettleServices, 'backend'>, order: StoreOrder) {
  const used = new Map<string, { readonly gift: StoredGiftCode; readonly code: string | null }>()
  for (const gift of await gifts.listRedeemedBy(order.id)) used.set(gift.id, { gift, code: null })
  for (const code of order.codes) {
    const gift = await gifts.findByDiscount(code)
    if (gift) used.set(gift.id, { gift, code })
  }
  return [...used.values()]
}

async function applyStep(services: SettleServices, order: StoreOrder, step: GiftStep): Promise<void> {
  const { backend, giftDiscounts } = services
  const { gifts, orders } = backend
  /** It is still known whose it was. Stores differ in whether a cancelled order uses a discount up. */
  async function endDiscount({ id, discountCode }: OrderGift) {
    if (discountCode === null) return
    await gifts.keepDiscount(id, discountCode)
    await giftDiscounts.deactivateDiscount(discountCode)
  }
  switch (step.kind) {
    case 'issue': {
      const purchaser = { purchaserName: order.buyer, purchaserEmail: order.email }
      await gifts.issue({ ...step.unit, orderId: order.id, orderName: order.name, ...purchaser })
      return
    }
    // Mails go first: one that still waits would promise something that is gone.
    case 'redeem':
      await backend.deleteUnsentGiftMails(step.gift.id)
      if (step.gift.discountCode?.toUpperCase() !== step.code) await endDiscount(step.gift)
      await gifts.redeem(step.gift, { ...order, discount: step.code })
      return
    case 'revoke':
      await backend.deleteUnsentGiftMails(step.gift.id)
      await endDiscount(step.gift)
      await gifts.revoke(step.gift, order.isCancelled ? 'order cancelled' : 'refunded')
      return
    case 'renew':
      await endDiscount(step.gift)
      return gifts.reopen(step.gift)
    case 'reopen': {
      const ringWaiting = (pauseMs: number) => orders.ringWaiting(order.id, step.gift.orderId, pauseMs)
      await ringWaiting(GIVEN_BACK_MS)
      await endDiscount(step.gift)
      await gifts.reopen(step.gift)
      return ringWaiting(0)
    }
  }
}
