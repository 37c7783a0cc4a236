import type { CartChangeInput } from '#app/models/cart-change.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import type { Market } from '#app/models/market.ts'
import { CART_PARTLY_RESTORED, CHANGE_FAILED, COOKIES_REFUSED, type Notice } from '#app/models/messages.ts'
import type { CartReply } from '#app/models/replies.ts'
import {
  type CartNews,
  type ChangeOptions,
  type ChangeResult,
  createCartStore,
  type Operation,
  type StorePorts,
} from './store.ts'

const MAX_BATCH = 50
/** Id of the change that restores a lost cart; those of the store are numbers. */
const RESTORE_ID = 'kept'

/** A change with the id used in the response. */
export type SentChange = CartChangeInput & { readonly id: string }

/** What the cart needs of its tab and its browser, replaceable in tests. */
export type CartPorts = StorePorts & {
  /** Sends changes; rejects when they may not have arrived. */
  send(market: Market, changes: readonly SentChange[]): Promise<CartReply>
  /** Reads the cart of the server. */
  read(market: Market): Promise<CartReply>
  /**
   * Runs one function at a time, across all tabs. May reject: before it has run the function, where locks are refused,
   * and even while it runs, when another tab has taken the lock because this one seemed to be asleep.
   */
  lock(run: () => Promise<void>): Promise<void>
  /** Loads the saved copy as a change that restores it; null if there is none for the market. */
  load(market: Market): CartChangeInput | null
  notify(notice: Notice): void
  /** Leaves what this window has not sent to the next one; `isSending` while a request is on its way. */
  leave(market: Market, changes: readonly CartChangeInput[], isSending: boolean): void
  /**
   * Takes what closed windows have left, after a request of theirs that may still be on its way.
   * @returns null when they have left nothing
   */
  takeOver(market: Market): Promise<readonly CartChangeInput[] | null>
}

export type Cart = ReturnType<typeof createCart>

/**
 * The cart of this tab. Changes are shown optimistically, queued, and sent as operations ("one more"), not as whole
 * carts, one request at a time across all tabs, as the cart is a cookie. The response of the server is authoritative.
 * Whatever a request, a lock or a window does, the next change is sent. Product: 8 A cart that loses no update
 */
export function createCart(ports: CartPorts) {
  const store = createCartStore(ports)
  let turn: Promise<unknown> = Promise.resolve()
  let draining: Promise<void> | null = null
  let refreshing: Promise<void> | null = null
  /** How many changes have failed. */
  let failures = 0

  /** Runs one function at a time: in this tab always, across tabs unless the lock is refused. */
  function exclusively<T>(run: () => Promise<T>): Promise<T> {
    async function locked(): Promise<T> {
      let started: Promise<T> | null = null
      const start = () => {
        started ??= run()
        return started
      }
      try {
        await ports.lock(async () => void (await start()))
      } catch {
        // Refused, or taken away: see `CartPorts.lock`. Or `run` has failed, as below.
      }
      return start()
    }
    const result = turn.then(locked)
    turn = result.catch(() => undefined)
    return result
  }

  /**
   * If the cart cookie was lost while the page was open, restores the saved cart, which the page still shows, and
   * applies the changes again.
   * @param reply the result of `changes` without the cart
   */
  async function restoreLostCart(
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
  async function readCart({ restore = true } = {}): Promise<CartReply | null> {
    const market = store.market()
    try {
      const read = await ports.read(market)
      const reply = restore ? await restoreLostCart(market, read) : read
      return reply.cart.market === store.market() ? reply : null
    } catch {
      return null
    }
  }

  async function readAndShow(): Promise<void> {
    const reply = await readCart()
    if (reply === null) return
    store.accept(reply)
    reply.notices.forEach(ports.notify)
  }

  /** Notifies visitors whose browser does not send the cart cookie back. */
  async function checkCookies(reply: CartReply) {
    if (reply.hadCart || reply.cart.lines.length === 0) return
    const again = await readCart({ restore: false })
    if (again === null || again.hadCart) return
    store.accept(again)
    ports.notify(COOKIES_REFUSED)
  }

  /**
   * Reports the result of operations to their callers and to the visitor.
   * @param reply null when the operations may not have arrived
   */
  function settle(operations: readonly Operation[], reply: CartReply | null) {
    for (const { id, change, options, callbacks } of operations) {
      const ok = reply !== null && !reply.failed.includes(id)
      if (!ok) failures += 1
      const notices = (reply?.notices ?? []).filter((notice) => notice.operation === id)
      // A removal is shown by the row with the Undo button.
      const isShown = options.quiet || (ok && change.intent === 'remove')
      if (!isShown) notices.forEach(ports.notify)
      for (const callback of callbacks) callback({ ok, notices })
    }
  }

  /** Without a response, reads the cart to find out whether the changes were applied. */
  async function checkApplied(operations: readonly Operation[]) {
    const reply = await readCart()
    const isApplied = reply !== null && store.differs(reply.cart)
    store.endRequest()
    if (reply) store.accept(reply)
    settle(operations, isApplied ? reply : null)
    if (!isApplied && operations.some(({ options }) => !options.quiet)) ports.notify(CHANGE_FAILED)
  }

  async function sendWaiting(): Promise<void> {
    const market = store.market()
    const left = await ports.takeOver(market).catch(() => null)
    if (store.market() !== market) return left ? ports.leave(market, left, false) : undefined
    store.enqueueLeft(left ?? [])
    const operations = store.beginRequest(MAX_BATCH)
    if (operations.length === 0) return left ? readAndShow() : undefined
    try {
      const changes = operations.map(({ id, change }) => ({ ...change, id }))
      const reply = await restoreLostCart(market, await ports.send(market, changes), changes)
      if (store.market() !== market) return settle(operations, reply)
      store.endRequest()
      store.accept(reply)
      settle(operations, reply)
      await checkCookies(reply)
    } catch {
      if (store.market() !== market) return settle(operations, null)
      await checkApplied(operations)
    }
  }

  async function sendAll(): Promise<void> {
    do await exclusively(sendWaiting).catch(() => undefined)
    while (store.hasWaiting())
    // Not later: a change that finds this set expects to be sent by it.
    draining = null
  }

  /** Sends what is waiting, here or left by a closed window. Never rejects. */
  function drain(): Promise<void> {
    draining ??= sendAll()
    return draining
  }

  /** Reads the cart again, after pending changes. */
  function refresh(): Promise<void> {
    refreshing ??= exclusively(() => {
      // Not later: a read that has begun may miss what this one is asked for.
      refreshing = null
      return readAndShow()
    }).catch(() => undefined)
    return refreshing
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    forgetRemoved: store.forgetRemoved,
    setLoading: store.setLoading,
    refresh,
    drain,

    /** Accepts the cart of a loader; null when it has none. */
    seed(market: Market, view: CartView | null): void {
      if (store.seed(market, view)) void refresh()
    },

    /** Handles a message of another tab. */
    receive(news: CartNews): void {
      if (store.receive(news)) void refresh()
    },

    /** Shows a change optimistically and queues it. Resolves after the response; never rejects. */
    change(change: CartChangeInput, options: ChangeOptions = {}): Promise<ChangeResult> {
      return new Promise((resolve) => {
        store.enqueue(change, options, resolve)
        void drain()
      })
    },

    /** Waits for the pending changes. @returns whether all of them were made */
    async settled(): Promise<boolean> {
      const before = failures
      await (draining ?? turn)
      return failures === before
    },

    /** Runs a function that uses the cart cookie, after pending changes and before later ones. */
    async afterChanges<T>(run: () => Promise<T>): Promise<T> {
      if (store.hasWaiting()) await drain()
      return exclusively(run)
    },

    /** Leaves what is not sent to the next window, as this one is closing. */
    leave(): void {
      const left = store.takeWaiting()
      if (left) ports.leave(store.market(), left.changes, left.isSending)
    },
  }
}
