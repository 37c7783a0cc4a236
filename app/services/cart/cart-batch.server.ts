import { z } from 'zod'
import type { Cart } from '#app/models/cart.ts'
import { type CartChange, cartChangeSchema } from '#app/models/cart-change.ts'
import type { Market } from '#app/models/market.ts'
import { CHANGE_FAILED } from '#app/models/messages.ts'
import type { OperationNotice } from '#app/models/replies.ts'
import { visitorKey } from '../limits/visitor-key.server.ts'
import type { CartServices, Services } from '../request/services.server.ts'
import { applyCartChange, type CartChangeReply } from './cart-change.server.ts'

const MAX_OPERATIONS = 100
/** Failed lookups per batch, after which the rest is refused. Regular batches only have existing products. */
const MAX_FAILED_LOOKUPS = 3
const batchSchema = z.object({
  changes: z
    .array(z.looseObject({ id: z.string().min(1).max(64) }))
    .min(1)
    .max(MAX_OPERATIONS),
})

/** A change of a batch with the id given by the browser; null when the change is invalid. */
export type CartOperation = { readonly id: string; readonly change: CartChange | null }

export type CartBatchReply = {
  readonly cart: Cart
  readonly notices: readonly OperationNotice[]
  /** Ids of the refused operations; the others were applied. */
  readonly failed: readonly string[]
}

/** Parses `{ changes: [{ id, intent, … }] }`; null for anything else. Of changes with the same id, the last one is used. */
export function parseCartBatch(body: unknown): readonly CartOperation[] | null {
  const parsed = batchSchema.safeParse(body)
  if (!parsed.success) return null
  const byId = new Map(parsed.data.changes.map(({ id, ...change }) => [id, change]))
  return [...byId].map(([id, change]) => ({ id, change: cartChangeSchema.safeParse(change).data ?? null }))
}

/**
 * Counts each discount code of a batch as an attempt, so that a batch cannot circumvent the rate limit.
 * @returns the allowed operations, and the ids of those beyond the limit. A restore beyond the limit is allowed, but
 * without its code.
 */
export async function countCodeAttempts(
  { limits }: Pick<Services, 'limits'>,
  ip: string,
  operations: readonly CartOperation[],
): Promise<{ readonly allowed: readonly CartOperation[]; readonly refused: readonly string[] }> {
  const allowed: CartOperation[] = []
  const refused: string[] = []
  const isLimited = async () => (await limits.consume('discount', visitorKey(ip))) !== null
  for (const operation of operations) {
    const { id, change } = operation
    if (change?.intent === 'apply-discount' && (await isLimited())) refused.push(id)
    else if (change?.intent === 'restore' && change.discountCode && (await isLimited()))
      allowed.push({ id, change: { ...change, discountCode: null } })
    else allowed.push(operation)
  }
  return { allowed, refused }
}

/**
 * Applies operations one after another; a refused one does not stop the next. After a few failed lookups, or when the
 * request is aborted, the rest is refused, to limit the load on the store. Never throws.
 */
export async function applyCartBatch(
  services: CartServices,
  request: {
    readonly market: Market
    readonly cart: Cart
    readonly operations: readonly CartOperation[]
    readonly signal: AbortSignal
  },
): Promise<CartBatchReply> {
  const { market, operations, signal } = request
  let next = request.cart
  let failedLookups = 0
  const notices: OperationNotice[] = []
  const failed: string[] = []
  for (const { id, change } of operations) {
    const isRefused = change === null || failedLookups >= MAX_FAILED_LOOKUPS || signal.aborted
    const reply: CartChangeReply = isRefused
      ? { cart: next, notices: [CHANGE_FAILED], failed: true }
      : await applyCartChange(services, { market, cart: next, change })
    next = reply.cart
    if (reply.isLookupFailed) failedLookups += 1
    if (reply.failed) failed.push(id)
    notices.push(...reply.notices.map((notice) => ({ ...notice, operation: id })))
  }
  return { cart: next, notices, failed }
}
