import { beforeAll, expect, test } from 'vitest'
import { restoreLine } from '../../app/components/cart/client/mirror.ts'
import { type Cart, type CartPorts, createCart } from '../../app/components/cart/client/sender.ts'
import { MAX_QUANTITY } from '../../app/models/cart.ts'
import type { CartChangeInput } from '../../app/models/cart-change.ts'
import type { CartView } from '../../app/models/cart-view-types.ts'
import type { CartReply } from '../../app/models/replies.ts'
import { openTestShop } from '../support/test-shop.ts'

const OPERATIONS = 800
const WANDS = ['dragon-elder', 'dragon-oak', 'dragon-yew', 'unicorn-chestnut', 'unicorn-cherry']

const shop = openTestShop()

/** A seeded pseudorandom generator (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

type Faults = {
  /** The network sometimes loses a request or a response, or aborts a request. */
  readonly lossy?: boolean
  /** The browser sometimes refuses a lock, or gives it to another tab meanwhile. */
  readonly refusesLocks?: boolean
}

/** One browser with two tabs: one cookie jar, one lock, messages between the tabs, and a slow network. */
function createTabs(random: () => number, { lossy = false, refusesLocks = false }: Faults = {}) {
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
        if (!isClosed) mirror = view
      },
      load() {
        const lines = mirror?.lines.flatMap((line) => restoreLine(line).lines) ?? []
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

/** The expected cart after `changes`, computed independently. */
function count(changes: readonly CartChangeInput[], isFailed: (change: CartChangeInput) => boolean) {
  const quantities = new Map<string, number>()
  const set = (line: string, quantity: number) => {
    if (quantity <= 0) quantities.delete(line)
    else quantities.set(line, Math.min(quantity, MAX_QUANTITY))
  }
  for (const change of changes) {
    if (isFailed(change)) continue
    if (change.intent === 'remove') quantities.delete(change.line)
    if (change.intent === 'update') set(change.line, Number(change.quantity))
    if (change.intent === 'adjust') set(change.line, (quantities.get(change.line) ?? 0) + Number(change.by))
    if (change.intent === 'add') {
      const line = keyOf(String(change.wand))
      set(line, (quantities.get(line) ?? 0) + 1)
    }
  }
  return quantities
}

const keys = new Map<string, string>()
const keyOf = (wand: string) => keys.get(wand) ?? ''

beforeAll(async () => {
  const product = await shop.services.storefront.getProduct('us', 'magic-wand')
  for (const { id, title } of product?.variants ?? [])
    keys.set(title.toLowerCase().replace(' & ', '-'), id.split('/').at(-1) ?? '')
})

function randomChange(random: () => number): CartChangeInput {
  const wand = WANDS[Math.floor(random() * WANDS.length)] ?? 'dragon-oak'
  const line = keyOf(wand)
  const dice = random()
  if (dice < 0.25) return { intent: 'add', handle: 'magic-wand', wand }
  if (dice < 0.6) return { intent: 'adjust', line, by: 1 }
  if (dice < 0.8) return { intent: 'adjust', line, by: -1 }
  if (dice < 0.93) return { intent: 'update', line, quantity: Math.floor(random() * 22) }
  return { intent: 'remove', line }
}

const shownIn = (store: Cart | undefined) =>
  Object.fromEntries(store?.getState().view?.lines.map(({ key, quantity }) => [key, quantity]) ?? [])

for (const [seed, faults, name] of [
  [1, {}, 'two tabs'],
  [2, { lossy: true }, 'a lossy network'],
  [3, { lossy: true }, 'a lossy network'],
  [11, { closes: true }, 'windows closed at any point'],
  [12, { closes: true, lossy: true }, 'windows closed at any point, and a lossy network'],
  [13, { closes: true, lossy: true }, 'windows closed at any point, and a lossy network'],
  [21, { refusesLocks: true, lossy: true }, 'refused locks, and a lossy network'],
  [22, { refusesLocks: true, lossy: true, closes: true }, 'all of that'],
] as const satisfies readonly (readonly [number, Faults & { closes?: boolean }, string])[]) {
  const { lossy, closes, refusesLocks }: Faults & { closes?: boolean } = faults
  test(`${name}: of ${OPERATIONS} changes none is lost or applied twice (${seed})`, async () => {
    const random = randomOf(seed)
    const { stores, carried, failed, said, visitor, reopen } = createTabs(random, { lossy, refusesLocks })
    const answers = []
    for (let i = 0; i < OPERATIONS; i++) {
      const tab = random() < 0.5 ? 0 : 1
      answers.push(stores[tab]?.change(randomChange(random)))
      if (random() < 0.02) void stores[tab]?.refresh()
      if (closes && random() < 0.03) reopen(tab)
      if (random() < 0.3) await rest(random() * 4)
    }
    // Every caller gets an answer, so nothing is stuck.
    const results = await Promise.all(answers)
    await Promise.all(stores.map((store) => store.drain()))
    // A read may be lost as well; then another one tells.
    for (let read = 0; read < 5; read++) await Promise.all(stores.map((store) => store.refresh()))
    await rest(20)

    const page = await visitor.fetch('/us/cart/changes')
    const { lines, itemCount } = ((await page.json()) as CartReply).cart
    const kept = Object.fromEntries(lines.map(({ key, quantity }) => [key, quantity]))
    for (const store of stores) expect(shownIn(store)).toEqual(kept)
    expect((await visitor.visit('/us/cart')).main).toContain(
      itemCount === 1 ? '1 item' : `${itemCount} items`,
    )
    expect(results).toHaveLength(OPERATIONS)
    // Without locks, two tabs may change the same cookie at once; but each goes on.
    if (!refusesLocks)
      expect(kept).toEqual(Object.fromEntries(count(carried, (change) => failed.has(change))))
    // Changes were batched, and a failed request was reported.
    expect(carried.length).toBeLessThan(OPERATIONS)
    const wasLost = said.some((title) => title.startsWith('That change did not go through'))
    if (lossy) expect(wasLost).toBe(true)
    if (!lossy) expect(results.filter((result) => result?.ok).length).toBeGreaterThan(OPERATIONS / 2)
  })
}

test('a change is made where every lock is refused', async () => {
  const { stores, said } = createTabs(() => 0, { refusesLocks: true })
  for (const store of stores)
    expect((await store.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })).ok).toBe(true)
  expect(stores[1]?.getState().view?.itemCount).toBe(2)
  expect(said).toEqual(['Added to cart!', 'Added to cart!'])
})

test('what a closed window had not sent is sent by the next', async () => {
  const { stores, reopen, visitor } = createTabs(randomOf(8))
  const line = keyOf('dragon-oak')
  await stores[0]?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  const under = stores[0]?.change({ intent: 'adjust', line, by: 1 })
  await rest(0)
  const waiting = stores[0]?.change({ intent: 'adjust', line, by: 2 })
  reopen(0)
  expect((await waiting)?.ok).toBe(true)
  await under
  await stores[0]?.drain()
  expect(shownIn(stores[0])).toEqual({ [line]: 4 })
  expect((await visitor.visit('/us/cart')).main).toContain('4 items')
})

test('ten quick clicks are ten items, in few requests', async () => {
  const { stores, carried } = createTabs(randomOf(9))
  const [store, other] = stores
  await store?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  await rest(10)
  const line = keyOf('dragon-oak')
  const clicks = Array.from({ length: 5 }, () => [
    store?.change({ intent: 'adjust', line, by: 1 }),
    other?.change({ intent: 'adjust', line, by: 1 }),
  ])
  expect(store?.getState().view?.itemCount).toBe(6)
  await Promise.all(clicks.flat())
  await rest(20)
  expect(store?.getState().view?.itemCount).toBe(11)
  expect(other?.getState().view?.itemCount).toBe(11)
  expect(carried.length).toBeLessThan(6)
})

test('a failed change is rolled back, and reported once', async () => {
  const { stores, said } = createTabs(randomOf(4))
  const [store] = stores
  await store?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })
  const line = keyOf('dragon-yew')
  shop.embedded.store?.faults.clear()
  const failing = createTabs(() => 0.01, { lossy: true })
  failing.stores[0]?.seed('us', store?.getState().view ?? null)
  const change = failing.stores[0]?.change({ intent: 'adjust', line, by: 3 })
  expect(failing.stores[0]?.getState().view?.itemCount).toBe(4)
  expect((await change)?.ok).toBe(false)
  expect(failing.stores[0]?.getState().view?.itemCount).toBe(1)
  expect(failing.said).toEqual(['That change did not go through, so we put it back. Please try again.'])
  expect(said).toEqual(['Added to cart!'])
})

test('a cart whose cookie was lost while the page is open is changed as shown', async () => {
  const { stores, said, visitor } = createTabs(randomOf(5))
  const [store] = stores
  const [yew, elder] = [keyOf('dragon-yew'), keyOf('dragon-elder')]
  for (const wand of ['dragon-yew', 'dragon-yew', 'dragon-elder'])
    await store?.change({ intent: 'add', handle: 'magic-wand', wand })
  said.length = 0
  const shown = () => Object.fromEntries(store?.getState().view?.lines.map((l) => [l.key, l.quantity]) ?? [])
  const loseCookie = async () => {
    // After the check whether the browser stores cookies.
    await store?.refresh()
    visitor.cookies.delete('cart')
  }

  await loseCookie()
  expect((await store?.change({ intent: 'adjust', line: yew, by: 1 }))?.ok).toBe(true)
  expect(shown()).toEqual({ [yew]: 3, [elder]: 1 })

  await loseCookie()
  await store?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })
  expect(shown()).toEqual({ [yew]: 4, [elder]: 1 })

  await loseCookie()
  await store?.change({ intent: 'remove', line: elder })
  expect(shown()).toEqual({ [yew]: 4 })

  await loseCookie()
  await store?.refresh()
  expect(shown()).toEqual({ [yew]: 4 })
  expect((await visitor.visit('/us/cart')).main).toContain('4 items')
  expect(said).toEqual(['Added to cart!'])
})

test('an emptied cart stays empty', async () => {
  const { stores, visitor } = createTabs(randomOf(6))
  const [store] = stores
  await store?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })
  await store?.change({ intent: 'remove', line: keyOf('dragon-yew') })
  await store?.refresh()
  expect(store?.getState().view?.itemCount).toBe(0)
  expect((await visitor.visit('/us/cart')).main).toContain('0 items')
})

test('a change whose response alone was lost counts as made', async () => {
  const { stores, said, losesAnswer } = createTabs(randomOf(7))
  const [store] = stores
  losesAnswer()
  expect(await store?.change({ intent: 'add', handle: 'magic-wand', wand: 'dragon-yew' })).toEqual({
    ok: true,
    notices: [],
  })
  losesAnswer()
  const line = keyOf('dragon-yew')
  expect((await store?.change({ intent: 'adjust', line, by: 1 }))?.ok).toBe(true)
  expect(store?.getState().view?.itemCount).toBe(2)
  expect(said).toEqual([])
})
