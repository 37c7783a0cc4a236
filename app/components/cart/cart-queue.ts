import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartReply } from '../../models/cart-reply.ts'
import type { CartView } from '../../models/cart-view-types.ts'
import type { Market } from '../../models/market.ts'
import type { Notice } from '../../models/messages.ts'

export type ChangeResult = { readonly ok: boolean; readonly notices: readonly Notice[] }

export type ChangeOptions = {
  /** The caller shows what is wrong itself. */
  readonly quiet?: boolean
  /** How the cart looks until the answer, where the change alone does not tell. */
  readonly preview?: (view: CartView) => CartView
}

type Caller = (result: ChangeResult) => void

/** A change on its way to the server, and everybody who waits to hear what became of it. */
export type Operation = {
  readonly id: string
  readonly change: CartChangeInput
  readonly options: ChangeOptions
  readonly callers: readonly Caller[]
}

/** The changes of one market's cart that the server has not answered yet. */
export type CartQueue = {
  market: Market
  waiting: Operation[]
  /** Those of the request under way. */
  sending: Operation[]
  /** Operations made so far in this tab; the last one's id. */
  made: number
}

/** Puts a change at the end of the queue, or joins it to the one that waits there. */
export function enqueue(queue: CartQueue, change: CartChangeInput, options: ChangeOptions, caller: Caller) {
  const { waiting } = queue
  const last = waiting.at(-1)
  const both = last && joined(last.change, change)
  if (last && both)
    waiting[waiting.length - 1] = { ...last, change: both, callers: [...last.callers, caller] }
  else waiting.push({ id: String(++queue.made), change, options, callers: [caller] })
}

/** Two changes of the same line as one, where one says what both say; else null. */
function joined(before: CartChangeInput, next: CartChangeInput): CartChangeInput | null {
  if (!('line' in before) || !('line' in next) || before.line !== next.line) return null
  if (next.intent === 'remove' || next.intent === 'update') return before.intent === 'remove' ? null : next
  if (before.intent === 'adjust') return { ...next, by: Number(before.by) + Number(next.by) }
  if (before.intent === 'update') return { ...before, quantity: Number(before.quantity) + Number(next.by) }
  return null
}

/**
 * Tells the callers of each operation, and the shopper, what became of it.
 * @param reply null when the operations may not have arrived
 */
export function finish(
  operations: readonly Operation[],
  reply: CartReply | null,
  notify: (notice: Notice) => void,
) {
  for (const { id, change, options, callers } of operations) {
    const ok = reply !== null && !reply.failed.includes(id)
    const notices = (reply?.notices ?? []).filter((notice) => notice.operation === id)
    // The row that offers to put a line back says that it was taken out.
    const isSaid = options.quiet || (ok && change.intent === 'remove')
    if (!isSaid) notices.forEach(notify)
    for (const call of callers) call({ ok, notices })
  }
}
