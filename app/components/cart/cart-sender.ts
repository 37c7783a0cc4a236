import type { CartReply } from '../../models/cart-reply.ts'
import type { Market } from '../../models/market.ts'
import { CART_PARTLY_RESTORED, CHANGE_FAILED, COOKIES_REFUSED } from '../../models/messages.ts'
import { type CartQueue, finish, type Operation } from './cart-queue.ts'
import type { CartPorts, SentChange } from './cart-state.ts'
import type { ShownCart } from './shown-cart.ts'

const MOST_AT_ONCE = 50
/** The name of the change that puts a lost cart back; those of the queue are numbers. */
const KEPT = 'kept'

/**
 * Where the browser has lost the cart's cookie under an open page, carries changes out anew on the cart that it has kept, which is
 * the one that the page shows.
 * @param reply what came of `changes` without it
 */
async function onKeptCart(
  ports: CartPorts,
  market: Market,
  reply: CartReply,
  changes: readonly SentChange[] = [],
): Promise<CartReply> {
  const isRestored = reply.hadCart || changes.some(({ intent }) => intent === 'restore')
  const kept = isRestored ? null : ports.recall(market)
  if (!kept) return reply
  const undone = reply.cart.lines.map(({ key }) => ({ intent: 'remove' as const, line: key, id: `-${key}` }))
  const again = await ports.send(market, [...undone, { ...kept, id: KEPT }, ...changes])
  if (again.notices.some(({ operation }) => operation === KEPT)) ports.notify(CART_PARTLY_RESTORED)
  return again
}

/** The server's cart; null when it can't be had, or when the tab shows another market by then. */
export async function readCart(ports: CartPorts, queue: CartQueue): Promise<CartReply | null> {
  const { market } = queue
  const reply = await ports
    .read(market)
    .then((read) => onKeptCart(ports, market, read))
    .catch(() => null)
  return reply?.cart.market === queue.market ? reply : null
}

/**
 * Sends what waits in the queue, one request at a time over all tabs.
 * @returns a function that sends until nothing waits any more; it never rejects
 */
export function createCartSender(ports: CartPorts, queue: CartQueue, cart: ShownCart): () => Promise<void> {
  let draining: Promise<void> | null = null

  /** Tells a shopper whose browser does not send the cart's cookie back. */
  async function checkCookies(reply: CartReply) {
    if (reply.hadCart || reply.cart.lines.length === 0) return
    const again = await readCart({ ...ports, recall: () => null }, queue)
    if (again === null || again.hadCart) return
    cart.accept(again)
    ports.notify(COOKIES_REFUSED)
  }

  /** Without an answer it is the cart that tells whether changes have arrived: they are shown as made, or not at all. */
  async function lookUp(operations: readonly Operation[]) {
    const reply = await readCart(ports, queue)
    queue.sending = []
    const isMade = reply !== null && cart.differs(reply.cart)
    if (reply) cart.accept(reply)
    else cart.show()
    finish(operations, isMade ? reply : null, ports.notify)
    if (!isMade && operations.some(({ options }) => !options.quiet)) ports.notify(CHANGE_FAILED)
  }

  async function sendWaiting() {
    const { market } = queue
    const operations = queue.waiting.splice(0, MOST_AT_ONCE)
    queue.sending = operations
    try {
      const changes = operations.map(({ id, change }) => ({ ...change, id }))
      const reply = await onKeptCart(ports, market, await ports.send(market, changes), changes)
      if (queue.market !== market) return finish(operations, reply, ports.notify)
      queue.sending = []
      cart.accept(reply)
      finish(operations, reply, ports.notify)
      await checkCookies(reply)
    } catch {
      await lookUp(operations)
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
