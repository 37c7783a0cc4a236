import { type GiftStep, isOpen, planOrder } from '#app/models/order-gifts.ts'
import type { StoreOrder } from '#app/models/store-order.ts'
import type { Backend } from '../backend/backend.server.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import type { NotedOrder } from '../backend/store-orders.server.ts'
import type { GiftDiscounts } from '../storefront/gift-discounts.server.ts'
import type { StoreApi } from './store-api.server.ts'

export type SettleServices = {
  readonly backend: Backend
  readonly giftDiscounts: GiftDiscounts
  readonly api: StoreApi
}

/** Enough for every step of several concurrent orders; more means that something else changes the gifts all the time. */
const MAX_TURNS = 20
/** When the orders that wait for a gift are read, if this process dies while it gives the gift back. */
const GIVEN_BACK_MS = 60_000

/** Somebody has asked for the order while it was being settled, or another process has taken it over. */
export const OVERTAKEN = new Error('asked for again')

/**
 * Brings the gifts of an order into agreement with it (`models/order-gifts.ts`). Each step is a single statement that a
 * concurrent one can refuse; after all of them, the gifts are read again. Idempotent, also after a killed process.
 * @param noted the same order, locked by this process
 * @returns what the owner has to look at
 * @throws UpstreamError, ShopifyAdminError or OVERTAKEN; a repeated call continues
 */
export async function settleOrder(services: SettleServices, order: StoreOrder, noted: NotedOrder) {
  const { backend, api } = services
  const { gifts, orders } = backend
  const keep = async () => {
    if (!(await orders.extend(noted))) throw OVERTAKEN
  }
  const products = await api.readProducts(order)
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const [bought, used] = await Promise.all([gifts.listOfOrder(order.id), listUsed(backend, order)])
    const { withoutWrapping } = noted
    const { steps, mails, reports } = planOrder(order, { bought, used, products, withoutWrapping })
    for (const step of steps) {
      await keep()
      await applyStep(services, order, step)
    }
    if (steps.length > 0) continue
    for (const { id } of mails) {
      await keep()
      // It may have been redeemed while the mails before it were sent.
      const gift = await gifts.get(id)
      if (gift && isOpen(gift)) await gifts.deliver(gift)
    }
    for (const { gift } of used) if (gift.redeemedOrderId === order.id) await backend.tellRedeemed(gift)
    return reports
  }
  throw new Error('the gifts of an order do not settle')
}

/** The gifts that an order has, and those whose discounts are on it. */
async function listUsed({ gifts }: Backend, order: StoreOrder) {
  const used = new Map<string, { readonly gift: StoredGiftCode; readonly code: string | null }>()
  for (const gift of await gifts.listRedeemedBy(order.id)) used.set(gift.id, { gift, code: null })
  for (const code of order.codes) {
    const gift = await gifts.findByDiscount(code)
    if (gift) used.set(gift.id, { gift, code })
  }
  return [...used.values()]
}

/** Takes one step, in an order that a process may die in at any place: the next reading plans the step again. */
async function applyStep({ backend, giftDiscounts }: SettleServices, order: StoreOrder, step: GiftStep) {
  const { gifts, orders } = backend
  if (step.kind === 'issue') {
    await gifts.issue(step.purchase)
    return
  }
  const { gift, kind } = step
  const ringWaiting = (pauseMs: number) => orders.ringWaiting(order.id, gift.orderId, pauseMs)
  if (kind === 'reopen') await ringWaiting(GIVEN_BACK_MS)
  // A mail that still waits would promise something that is gone.
  if (kind === 'redeem' || kind === 'revoke') await backend.deleteUnsentGiftMails(gift.id)
  const isUsedHere = kind === 'redeem' && gift.discountCode?.toUpperCase() === step.code
  if (gift.discountCode !== null && !isUsedHere) {
    // It is still known whose it was. Stores differ in whether a cancelled order uses a discount up.
    await gifts.keepDiscount(gift.id, gift.discountCode)
    await giftDiscounts.deactivateDiscount(gift.discountCode)
  }
  if (kind === 'redeem') await gifts.redeem(gift, { ...order, discount: step.code })
  else if (kind === 'revoke')
    await gifts.revoke(gift, order.status === 'cancelled' ? 'order cancelled' : 'refunded')
  else await gifts.reopen(gift)
  if (kind === 'reopen') await ringWaiting(0)
}
