import type { CartLineView, CartView } from '../../models/cart.ts'
import type { CartChangeInput } from '../../models/cart-change.ts'
import type { CartReply } from '../../models/cart-reply.ts'
import type { Market } from '../../models/market.ts'
import { CHANGE_FAILED, COOKIES_REFUSED, type Notice } from '../../models/messages.ts'
import { applyOptimistically } from './optimistic.ts'

/** What the store needs of its surroundings, so that it can be tried without a browser. */
export type CartPorts = {
  /** Sends changes; rejects when they may not have arrived. */
  send(market: Market, changes: readonly (CartChangeInput & { readonly id: string })[]): Promise<CartReply>
  read(market: Market): Promise<CartReply>
  /** Runs one thing at a time, over all tabs. */
  lock<T>(run: () => Promise<T>): Promise<T>
  /** Tells the other tabs. */
  publish(news: CartNews): void
  /** Keeps a copy for a lost cookie. */
  keep(state: CartState): void
  notify(notice: Notice): void
  /** Milliseconds, finer than whole ones, the same clock in every tab. */
  clock(): number
}

/** What one tab tells the others. */
export type CartNews = { readonly view: CartView; readonly at: number }

export type ChangeResult = { readonly ok: boolean; readonly notices: readonly Notice[] }

export type Removed = { readonly line: CartLineView; readonly index: number }

export type CartState = {
  /** The cart as the shopper is to see it; null before anything is known of it. */
  readonly view: CartView | null
  /** The line taken out last, as long as it can be put back. */
  readonly removed: Removed | null
  /** True while a checkout is being created. */
  readonly isLoading: boolean
  readonly cartId: string | null
  readonly checkoutUrl: string | null
}

export type ChangeOptions = {
  /** The caller shows what is wrong itself. */
  readonly quiet?: boolean
  /** How the cart looks until the answer, where the change alone does not tell. */
  readonly preview?: (view: CartView) => CartView
}

type Operation = {
  readonly id: string
  readonly change: CartChangeInput
  readonly options: ChangeOptions
  readonly callers: readonly ((result: ChangeResult) => void)[]
}

const EMPTY: CartState = { view: null, removed: null, isLoading: false, cartId: null, checkoutUrl: null }
const MOST_AT_ONCE = 50

/**
 * The cart of this tab. Changes are shown at once, wait in one queue that all tabs share, and travel as operations
 * ("one more"), never as whole carts; what the server answers is the cart. Product: 8, point 2
 */
export function createCartStore(ports: CartPorts) {
  const listeners = new Set<() => void>()
  let market: Market = 'us'
  let confirmed: CartView | null = null
  let state = EMPTY
  let waiting: Operation[] = []
  let sending: Operation[] = []
  let draining: Promise<void> | null = null
  let refreshing: Promise<void> | null = null
  let answeredAt = 0
  let keepsCookies = false
  let lastId = 0

  function show(changed: Partial<CartState> = {}) {
    const view = [...sending, ...waiting].reduce<CartView | null>(
      (cart, { change, options }) => cart && (options.preview?.(cart) ?? applyOptimistically(cart, change)),
      confirmed,
    )
    state = { ...state, ...changed, view }
    for (const listener of listeners) listener()
  }

  function accept(reply: CartReply) {
    confirmed = reply.cart
    answeredAt = Math.max(ports.clock(), answeredAt)
    ports.publish({ view: reply.cart, at: answeredAt })
    show({ cartId: reply.remoteCartId, checkoutUrl: reply.checkoutUrl })
    ports.keep(state)
  }

  function finish(operations: readonly Operation[], reply: CartReply | null) {
    for (const { id, change, options, callers } of operations) {
      const ok = reply !== null && !reply.failed.includes(id)
      const notices = (reply?.notices ?? []).filter((notice) => notice.operation === id)
      // What was taken out is said by the row that offers to put it back.
      const isSaid = options.quiet || (ok && change.intent === 'remove')
      if (!isSaid) notices.forEach(ports.notify)
      for (const call of callers) call({ ok, notices })
    }
  }

  /** Cookies that were answered must come back with the next request. */
  async function checkCookies(reply: CartReply) {
    if (reply.hadCart) keepsCookies = true
    if (keepsCookies || reply.cart.lines.length === 0) return
    const again = await ports.read(market).catch(() => null)
    if (again === null || again.cart.market !== market) return
    keepsCookies = again.hadCart
    if (keepsCookies) return
    accept(again)
    ports.notify(COOKIES_REFUSED)
  }

  async function rollBack(operations: readonly Operation[]) {
    const reply = await ports.read(market).catch(() => null)
    sending = []
    if (reply && reply.cart.market === market) accept(reply)
    else show()
    finish(operations, null)
    if (operations.some(({ options }) => !options.quiet)) ports.notify(CHANGE_FAILED)
  }

  async function sendWaiting() {
    const operations = waiting.splice(0, MOST_AT_ONCE)
    const target = market
    sending = operations
    try {
      const changes = operations.map(({ id, change }) => ({ ...change, id }))
      const reply = await ports.send(target, changes)
      if (market !== target) return finish(operations, reply)
      sending = []
      accept(reply)
      finish(operations, reply)
      await checkCookies(reply)
    } catch {
      await rollBack(operations)
    }
  }

  async function sendAll() {
    while (waiting.length > 0) await ports.lock(sendWaiting)
    draining = null
  }

  function drain(): Promise<void> {
    draining ??= sendAll()
    return draining
  }

  /** Joins a change to the last waiting one of the same line where both together say the same in one. */
  function joined(last: Operation | undefined, next: CartChangeInput): CartChangeInput | null {
    const before = last?.change
    if (!before || !('line' in before) || !('line' in next) || before.line !== next.line) return null
    if (next.intent === 'remove' || next.intent === 'update') return before.intent === 'remove' ? null : next
    if (before.intent === 'adjust') return { ...next, by: Number(before.by) + Number(next.by) }
    if (before.intent === 'update') return { ...before, quantity: Number(before.quantity) + Number(next.by) }
    return null
  }

  function enqueue(change: CartChangeInput, options: ChangeOptions, caller: (result: ChangeResult) => void) {
    const last = waiting.at(-1)
    const both = joined(last, change)
    if (last && both)
      waiting[waiting.length - 1] = { ...last, change: both, callers: [...last.callers, caller] }
    else waiting.push({ id: String(++lastId), change, options, callers: [caller] })
  }

  function removedBy(change: CartChangeInput): Removed | null {
    if (change.intent !== 'remove' || !state.view) return state.removed
    const index = state.view.lines.findIndex((line) => line.key === change.line)
    const line = state.view.lines[index]
    return line ? { line, index } : state.removed
  }

  /** Reads the cart again, after the changes under way. */
  function refresh(): Promise<void> {
    refreshing ??= ports
      .lock(async () => {
        const reply = await ports.read(market)
        if (reply.cart.market !== market) return
        accept(reply)
        reply.notices.forEach(ports.notify)
      })
      .catch(() => undefined)
      .finally(() => {
        refreshing = null
      })
    return refreshing
  }

  return {
    refresh,

    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getState: (): CartState => state,

    /**
     * What a loader knows of the market's cart; null is nothing at all. Once this tab has changed the cart itself,
     * an answer that says otherwise is asked again.
     */
    seed(of: Market, view: CartView | null): void {
      if (of !== market) {
        market = of
        waiting = []
        confirmed = null
        show({ removed: null, cartId: null, checkoutUrl: null })
      }
      if (view === null || JSON.stringify(view) === JSON.stringify(confirmed)) return
      if (confirmed !== null && lastId > 0) return void refresh()
      confirmed = view
      show()
      ports.keep(state)
    },

    /** Shows a change at once and sends it in its turn. Resolves when the server has answered; never rejects. */
    change(change: CartChangeInput, options: ChangeOptions = {}): Promise<ChangeResult> {
      return new Promise((resolve) => {
        const removed = change.intent === 'restore' || change.intent === 'add' ? null : removedBy(change)
        enqueue(change, options, resolve)
        show({ removed })
        void drain()
      })
    },

    /** Another tab's news; older than what this one knows they are none. */
    hear({ view, at }: CartNews): void {
      if (view.market !== market || at <= answeredAt) return
      answeredAt = at
      confirmed = view
      show()
    },

    /** Runs something that reads or writes the cart's cookie, after the changes under way and before any later one. */
    async afterChanges<T>(run: () => Promise<T>): Promise<T> {
      if (waiting.length > 0) await drain()
      return ports.lock(run)
    },

    forgetRemoved(): void {
      if (state.removed) show({ removed: null })
    },

    setLoading(isLoading: boolean, opened: Partial<Pick<CartState, 'cartId' | 'checkoutUrl'>> = {}): void {
      show({ isLoading, ...opened })
      ports.keep(state)
    },
  }
}

export type CartStore = ReturnType<typeof createCartStore>
