import { z } from 'zod'
import type { Cart } from '../../models/cart.ts'
import { type CartChange, cartChangeSchema } from '../../models/cart-change.ts'
import type { OperationNotice } from '../../models/cart-reply.ts'
import type { Market } from '../../models/market.ts'
import { CHANGE_FAILED } from '../../models/messages.ts'
import { err, ok, type Result } from '../../models/result.ts'
import type { Services } from '../compose.server.ts'
import { visitorKey } from '../visitor-key.server.ts'
import { applyCartChange, type CartChangeReply } from './cart-change.server.ts'
import type { CartServices } from './cart-services.server.ts'

const MOST_OPERATIONS = 100
/** So many questions to the store may be in vain in one batch: a shopper's own are about products that there are. */
const MOST_IN_VAIN = 3
const batchSchema = z.object({
  changes: z
    .array(z.looseObject({ id: z.string().min(1).max(64) }))
    .min(1)
    .max(MOST_OPERATIONS),
})

/** One change of a batch under the name its sender gave it; null when the change makes no sense. */
export type CartOperation = { readonly id: string; readonly change: CartChange | null }

export type CartBatchReply = {
  readonly cart: Cart
  readonly notices: readonly OperationNotice[]
  /** Ids of the operations that were refused; the others are in the cart. */
  readonly failed: readonly string[]
}

/** The operations of `{ changes: [{ id, intent, … }] }`; `bad-batch` for anything else. An id said twice counts once. */
export function parseCartBatch(body: unknown): Result<readonly CartOperation[], 'bad-batch'> {
  const parsed = batchSchema.safeParse(body)
  if (!parsed.success) return err('bad-batch')
  const byId = new Map(parsed.data.changes.map(({ id, ...change }) => [id, change]))
  return ok(
    [...byId].map(([id, change]) => ({ id, change: cartChangeSchema.safeParse(change).data ?? null })),
  )
}

/**
 * Counts every code that a batch tries, so that a hundred guesses in one request are a hundred tries.
 * @returns what may be carried out, and the ids of what is one try too many; a cart that is restored then comes without
 * its code
 */
export async function countCodes(
  { limits }: Pick<Services, 'limits'>,
  ip: string,
  operations: readonly CartOperation[],
): Promise<{ readonly allowed: readonly CartOperation[]; readonly refused: readonly string[] }> {
  const allowed: CartOperation[] = []
  const refused: string[] = []
  const isHeldBack = async () => (await limits.consume('discount', visitorKey(ip))) !== null
  for (const operation of operations) {
    const { id, change } = operation
    if (change?.intent === 'apply-discount' && (await isHeldBack())) refused.push(id)
    else if (change?.intent === 'restore' && change.discountCode && (await isHeldBack()))
      allowed.push({ id, change: { ...change, discountCode: null } })
    else allowed.push(operation)
  }
  return { allowed, refused }
}

/**
 * Carries out operations one after another; one that is refused does not stop the next. When the store was asked in vain a
 * few times, or whoever asked is gone, what is left is refused: a batch of a hundred would be a hundred more. Never throws.
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
  let inVain = 0
  const notices: OperationNotice[] = []
  const failed: string[] = []
  for (const { id, change } of operations) {
    const isRefused = change === null || inVain >= MOST_IN_VAIN || signal.aborted
    const reply: CartChangeReply = isRefused
      ? { cart: next, notices: [CHANGE_FAILED], failed: true }
      : await applyCartChange(services, { market, cart: next, change })
    next = reply.cart
    if (reply.inVain) inVain += 1
    if (reply.failed) failed.push(id)
    notices.push(...reply.notices.map((notice) => ({ ...notice, operation: id })))
  }
  return { cart: next, notices, failed }
}
