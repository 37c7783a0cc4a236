import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartReply } from '../../models/cart-reply.ts'
import type { CartView } from '../../models/cart-view-types.ts'
import type { Market } from '../../models/market.ts'
import type { Notice } from '../../models/messages.ts'

export type ChangeResult = { readonly ok: boolean; readonly notices: readonly Notice[] }

export type ChangeOptions = {
  /** The caller shows notices itself. */
  readonly quiet?: boolean
  /** The optimistic view until the response; by default derived from the change. */
  readonly preview?: (view: CartView) => CartView
}

type Callback = (result: ChangeResult) => void

/** A change that the server has not confirmed, and the callbacks for its result. */
export type Operation = {
  readonly id: string
  readonly change: CartChangeInput
  readonly options: ChangeOptions
  readonly callbacks: readonly Callback[]
}

/** The pending changes of the cart of one market. */
export type CartQueue = {
  market: Market
  waiting: Operation[]
  /** The operations of the current request. */
  sending: Operation[]
  /** The id of the last operation of this tab; 0 before the first. */
  lastId: number
}

/** Appends a change to the queue, or merges it with the last one waiting. */
export function enqueue(
  queue: CartQueue,
  change: CartChangeInput,
  options: ChangeOptions,
  callback: Callback,
) {
  const { waiting } = queue
  const last = waiting.at(-1)
  const merged = last && mergeChanges(last.change, change)
  if (last && merged)
    waiting[waiting.length - 1] = { ...last, change: merged, callbacks: [...last.callbacks, callback] }
  else waiting.push({ id: String(++queue.lastId), change, options, callbacks: [callback] })
}

/** Merges two changes of the same line into an equivalent one; null if there is none. */
function mergeChanges(before: CartChangeInput, next: CartChangeInput): CartChangeInput | null {
  if (!('line' in before) || !('line' in next) || before.line !== next.line) return null
  if (next.intent === 'remove' || next.intent === 'update') return before.intent === 'remove' ? null : next
  if (before.intent === 'adjust') return { ...next, by: Number(before.by) + Number(next.by) }
  if (before.intent === 'update') return { ...before, quantity: Number(before.quantity) + Number(next.by) }
  return null
}

/**
 * Reports the result of operations to their callbacks and to the visitor.
 * @param reply null when the operations may not have arrived
 */
export function settleOperations(
  operations: readonly Operation[],
  reply: CartReply | null,
  notify: (notice: Notice) => void,
) {
  for (const { id, change, options, callbacks } of operations) {
    const ok = reply !== null && !reply.failed.includes(id)
    const notices = (reply?.notices ?? []).filter((notice) => notice.operation === id)
    // A removal is shown by the row with the Undo button.
    const isShown = options.quiet || (ok && change.intent === 'remove')
    if (!isShown) notices.forEach(notify)
    for (const callback of callbacks) callback({ ok, notices })
  }
}
