import type { CartReply } from '../../models/cart-reply.ts'
import type { Market } from '../../models/market.ts'
import { CART_PARTLY_RESTORED, CHANGE_FAILED, COOKIES_REFUSED } from '../../models/messages.ts'
import { type CartQueue, type Operation, settleOperations } from './cart-queue.ts'
import type { CartPorts, SentChange } from './cart-state.ts'
import type { ShownCart } from './shown-cart.ts'

const MAX_BATCH = 50
/** Id of the change that restores a lost cart; those of the queue are numbers. */
const RESTORE_ID = 'kept'

/**
 * If the cart cookie was lost while the page was open, restores the saved cart, which the page still shows, and
 * applies the changes again.
 * @param reply the result of `changes` without the cart
 */
async function restoreLostCart(
  ports: CartPorts,
  market: Market,
  reply: CartReply,
  changes: readonly SentChange[] = [],
): Promise<CartReply> {
  const isRestored = reply.hadCart || changes.some(({ intent }) => intent === 'restore')
  const saved = isRestored ? null : ports.load(market)
  if (!saved) return reply
  const removals = reply.cart.lines.map(({ key }) => ({
    intent: 'remove' as const,
    line: key,
    id: `-${key}`,
  }))
  const again = await ports.send(market, [...removals, { ...saved, id: RESTORE_ID }, ...changes])
  if (again.notices.some(({ operation }) => operation === RESTORE_ID)) ports.notify(CART_PARTLY_RESTORED)
  return again
}

/** Reads the cart of the server; null when that fails, or when the tab has changed to another market since. */
export async function readCart(ports: CartPorts, queue: CartQueue): Promise<CartReply | null> {
  const { market } = queue
  const reply = await ports
    .read(market)
    .then((read) => restoreLostCart(ports, market, read))
    .catch(() => null)
  return reply?.cart.market === queue.market ? reply : null
}

/**
 * Sends the queue in batches, one request at a time across all tabs.
 * @returns a function that sends until the queue is empty; it never rejects
 */
export function createCartSender(ports: CartPorts, queue: CartQueue, cart: ShownCart): () => Promise<void> {
  let draining: Promise<void> | null = null

  /** Notifies visitors whose browser does not send the cart cookie back. */
  async function checkCookies(reply: CartReply) {
    if (reply.hadCart || reply.cart.lines.length === 0) return
    const again = await readCart({ ...ports, load: () => null }, queue)
    if (again === null || again.hadCart) return
    cart.accept(again)
    ports.notify(COOKIES_REFUSED)
  }

  /** Without a response, reads the cart to find out whether the changes were applied. */
  async function checkApplied(operations: readonly Operation[]) {
    const reply = await readCart(ports, queue)
    queue.sending = []
    const isApplied = reply !== null && cart.differs(reply.cart)
    if (reply) cart.accept(reply)
    else cart.show()
    settleOperations(operations, isApplied ? reply : null, ports.notify)
    if (!isApplied && operations.some(({ options }) => !options.quiet)) ports.notify(CHANGE_FAILED)
  }

  async function sendWaiting() {
    const { market } = queue
    const operations = queue.waiting.splice(0, MAX_BATCH)
    queue.sending = operations
    try {
      const changes = operations.map(({ id, change }) => ({ ...change, id }))
      const reply = await restoreLostCart(ports, market, await ports.send(market, changes), changes)
      if (queue.market !== market) return settleOperations(operations, reply, ports.notify)
      queue.sending = []
      cart.accept(reply)
      settleOperations(operations, reply, ports.notify)
      await checkCookies(reply)
    } catch {
      await checkApplied(operations)
    }
  }

  async function sendAll() {
    while (queue.waiting.length > 0) await ports.lock(sendWaiting)
    draining = null
  }

  return () => {
    draining ??= sendAll()
    return draining
  }
}
