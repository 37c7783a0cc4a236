import type { CartReply } from '../../models/cart-reply.ts'
import { CHANGE_FAILED, COOKIES_REFUSED } from '../../models/messages.ts'
import { type CartQueue, finish, type Operation } from './cart-queue.ts'
import type { CartPorts } from './cart-state.ts'
import type { ShownCart } from './shown-cart.ts'

const MOST_AT_ONCE = 50

/** The server's cart; null when it can't be had, or when the tab shows another market by then. */
export async function readCart(ports: CartPorts, queue: CartQueue): Promise<CartReply | null> {
  const reply = await ports.read(queue.market).catch(() => null)
  return reply?.cart.market === queue.market ? reply : null
}

/**
 * Sends what waits in the queue, one request at a time over all tabs.
 * @returns a function that sends until nothing waits any more; it never rejects
 */
export function createCartSender(ports: CartPorts, queue: CartQueue, cart: ShownCart): () => Promise<void> {
  let draining: Promise<void> | null = null
  let keepsCookies = false

  /** Tells a shopper whose browser does not send the cart's cookie back. */
  async function checkCookies(reply: CartReply) {
    keepsCookies ||= reply.hadCart
    if (keepsCookies || reply.cart.lines.length === 0) return
    const again = await readCart(ports, queue)
    if (again === null) return
    keepsCookies = again.hadCart
    if (keepsCookies) return
    cart.accept(again)
    ports.notify(COOKIES_REFUSED)
  }

  /** Shows the cart without changes that may not have arrived. */
  async function rollBack(operations: readonly Operation[]) {
    const reply = await readCart(ports, queue)
    queue.sending = []
    if (reply) cart.accept(reply)
    else cart.show()
    finish(operations, null, ports.notify)
    if (operations.some(({ options }) => !options.quiet)) ports.notify(CHANGE_FAILED)
  }

  async function sendWaiting() {
    const { market } = queue
    const operations = queue.waiting.splice(0, MOST_AT_ONCE)
    queue.sending = operations
    try {
      const changes = operations.map(({ id, change }) => ({ ...change, id }))
      const reply = await ports.send(market, changes)
      if (queue.market !== market) return finish(operations, reply, ports.notify)
      queue.sending = []
      cart.accept(reply)
      finish(operations, reply, ports.notify)
      await checkCookies(reply)
    } catch {
      await rollBack(operations)
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
