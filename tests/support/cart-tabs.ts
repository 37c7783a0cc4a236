import { type Cart, type CartPorts, createCart } from '#app/components/cart/client/sender.ts'
import type { CartChangeInput } from '#app/models/cart-change.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import type { CartReply } from '#app/models/replies.ts'
import type { TestShop } from './test-shop.ts'

/** A seeded pseudorandom generator (mulberry32). */
export function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export type Faults = {
  /** The network sometimes loses a request or a response, or aborts a request. */
  readonly lossy?: boolean
  /** The browser sometimes refuses a lock, or gives it to another tab meanwhile. */
  readonly refusesLocks?: boolean
}

/** One browser with two tabs: one cookie jar, one lock, messages between the tabs, and a slow network. */
export function createTabs(
  shop: TestShop,
  random: () => number,
  { lossy = false, refusesLocks = false }: Faults = {},
) {
  const visitor = shop.browser()
  const carried: (CartChangeInput & { id: string })[] = []
  const failed = new Set<object>()
  const said: string[] = []
  const stores: Cart[] = []
  const close: (() => void)[] = []
  /** Requests of closed windows, which the browser completes. */
  const underWay = new Set<Promise<unknown>>()
  let left: CartChangeInput[] | null = null
  let mirror: CartView | null = null
  let isCut = false
  let queue: Promise<unknown> = Promise.resolve()

  async function ask(path: string, init?: RequestInit): Promise<CartReply> {
    const before = new Map(visitor.cookies)
    if (lossy && random() < 0.03) throw new TypeError('the request was lost')
    if (lossy && random() < 0.01) throw new DOMException('the tab was asleep', 'AbortError')
    await rest(random() * 2)
    const response = await visitor.fetch(path, init)
    const reply = (await response.json()) as CartReply
    if (isCut && init) {
      isCut = false
      throw new TypeError('the answer broke off behind its head')
    }
    if (lossy && random() < 0.03) {
      // A lost response takes its cookie with it.
      visitor.cookies.clear()
      for (const [name, value] of before) visitor.cookies.set(name, value)
      throw new TypeError('the answer was lost')
    }
    await rest(random() * 2)
    return reply
  }

  /** Opens a window in place of another one. */
  function openTab(tab: number) {
    let isClosed = false
    const closing = Promise.withResolvers<void>()
    const requests = new Set<Promise<unknown>>()
    const whileOpen = <T>(run: () => Promise<T>): Promise<T> => {
      if (isClosed) return Promise.reject(new DOMException('the window is closed', 'AbortError'))
      const request = run()
      requests.add(request)
      const forget = () => requests.delete(request)
      request.then(forget, forget)
      return request
    }
    const ports: CartPorts = {
      send: (market, changes) =>
        whileOpen(async () => {
          const reply = await ask(`/${market}/cart/changes`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', Origin: shop.origin },
            body: JSON.stringify({ changes }),
          })
          for (const change of changes) {
            carried.push(change)
            if (reply.failed.includes(change.id)) failed.add(change)
          }
          return reply
        }),
      read: (market) => whileOpen(() => ask(`/${market}/cart/changes`)),
      lock(run) {
        if (refusesLocks && random() < 0.05)
          return Promise.reject(new DOMException('denied', 'SecurityError'))
        if (refusesLocks && random() < 0.05) {
          void run()
          return Promise.reject(new DOMException('taken by another tab', 'AbortError'))
        }
        // The browser takes the lock of a closed window away.
        const turn = queue.then(() => (isClosed ? undefined : Promise.race([run(), closing.promise])))
        queue = turn.catch(() => undefined)
        return turn
      },
      publish(news) {
        if (isClosed) return
        const delay = random() * 3
        for (const [other, store] of stores.entries())
          if (other !== tab) setTimeout(() => store.receive(news), delay)
      },
      save({ view }) {
        const isOther = mirror !== null && JSON.stringify(mirror) !== JSON.stringify(view)
        if (!isClosed) mirror = view
        return isOther
      },
      load() {
        const lines = [...(mirror?.lines ?? [])]
        return lines.length > 0 ? { intent: 'restore', lines } : null
      },
      notify: (notice) => said.push(notice.title),
      clock: () => performance.now(),
      leave(_market, changes) {
        left = [...(left ?? []), ...changes]
      },
      async takeOver() {
        if (left === null) return null
        await Promise.allSettled(underWay)
        const taken = left
        left = null
        return taken
      },
    }
    const store = createCart(ports)
    stores[tab] = store
    close[tab] = () => {
      store.leave()
      isClosed = true
      for (const request of requests) {
        underWay.add(request)
        const forget = () => underWay.delete(request)
        request.then(forget, forget)
      }
      closing.resolve()
    }
    store.seed('us', null)
    return store
  }
  openTab(0)
  openTab(1)
  /** Makes the next response to a change break off after its headers. */
  const losesAnswer = () => {
    isCut = true
  }
  /** Closes a window at any point of its requests, and opens another one. */
  const reopen = (tab: number) => {
    close[tab]?.()
    void openTab(tab).drain()
  }
  return { stores, carried, failed, said, visitor, losesAnswer, reopen }
}
