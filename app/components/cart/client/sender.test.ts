import { expect, test } from 'vitest'
import { emptyCart } from '#app/models/cart.ts'
import type { CartChangeInput } from '#app/models/cart-change.ts'
import { buildCartView } from '#app/models/cart-view.ts'
import type { CartView } from '#app/models/cart-view-types.ts'
import type { Market } from '#app/models/market.ts'
import { COOKIES_REFUSED, type Notice } from '#app/models/messages.ts'
import { type CartPorts, createCart } from './sender.ts'
import type { CartNews } from './store.ts'

const emptyView = (market: Market) => buildCartView(emptyCart(market), new Map(), null)

/** A server that never responds. */
const silent: CartPorts = {
  send: () => new Promise(() => {}),
  read: () => new Promise(() => {}),
  lock: (run) => run(),
  publish() {},
  save: () => false,
  load: () => null,
  notify() {},
  clock: () => 0,
  leave() {},
  takeOver: async () => null,
}

test('a pending change of one market is not shown in the other', () => {
  const store = createCart(silent)
  store.seed('uk', emptyView('uk'))
  void store.change({ intent: 'set-country', country: 'FR' })
  expect(store.getState().view?.shippingCountry).toBe('FR')
  store.seed('us', emptyView('us'))
  expect(store.getState().view?.shippingCountry).toBe('US')
})

/** Tabs that exchange messages, and a server with `cart`. */
function tabsOf(count: number, server: { cart: CartView; reads: number }) {
  const published: CartNews[] = []
  let time = 0
  const tabs: ReturnType<typeof createCart>[] = Array.from({ length: count }, (_, self) =>
    createCart({
      ...silent,
      clock: () => ++time,
      publish(news) {
        published.push(news)
        // A tab without a page does not listen yet.
        for (const [index, tab] of tabs.entries())
          if (index !== self && tab.getState().view) tab.receive(news)
      },
      read: async () => {
        server.reads += 1
        const { cart } = server
        return { cart, notices: [], failed: [], hadCart: true }
      },
    }),
  )
  return { tabs, published }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test('the cart of a page reaches the other tabs, without further messages', async () => {
  const before = emptyView('us')
  const server = { cart: { ...before, itemCount: 1 }, reads: 0 }
  const { tabs, published } = tabsOf(3, server)
  for (const tab of tabs.slice(1)) tab.seed('us', before)
  tabs[0]?.seed('us', server.cart)
  await settled()
  expect(tabs.map((tab) => tab.getState().view?.itemCount)).toEqual([1, 1, 1])
  const messages = published.length
  tabs[0]?.seed('us', server.cart)
  await settled()
  expect(published).toHaveLength(messages)
})

test('an outdated page gets the newer cart of the other tabs', async () => {
  const past = emptyView('us')
  const server = { cart: { ...past, itemCount: 2 }, reads: 0 }
  const { tabs } = tabsOf(2, server)
  tabs[0]?.seed('us', server.cart)
  tabs[1]?.seed('us', past)
  await settled()
  expect(tabs.map((tab) => tab.getState().view?.itemCount)).toEqual([2, 2])
})

test('a page with the same cart does not make other tabs read it', async () => {
  const server = { cart: { ...emptyView('us'), itemCount: 2 }, reads: 0 }
  const { tabs } = tabsOf(3, server)
  for (const tab of tabs) tab.seed('us', server.cart)
  await settled()
  expect(server.reads).toBe(0)
})

test('a tab with items reads its cart when another opens a page of the other market', async () => {
  const uk = { ...emptyView('uk'), itemCount: 1 }
  const server = { cart: uk, reads: 0 }
  const { tabs } = tabsOf(2, server)
  tabs[0]?.seed('uk', uk)
  server.cart = emptyView('uk')
  tabs[1]?.seed('us', emptyView('us'))
  await settled()
  expect(server.reads).toBe(1)
  expect(tabs.map((tab) => tab.getState().view?.itemCount)).toEqual([0, 0])
  tabs[1]?.seed('us', { ...emptyView('us'), itemCount: 1 })
  await settled()
  expect(server.reads).toBe(1)
})

test('a cart that changes while it is read is read again', async () => {
  const answers: (() => void)[] = []
  let items = 1
  const cart = createCart({
    ...silent,
    async read() {
      const view = { ...emptyView('us'), itemCount: items }
      await new Promise<void>((resolve) => answers.push(resolve))
      return { cart: view, notices: [], failed: [], hadCart: true }
    },
  })
  cart.seed('us', emptyView('us'))
  const first = cart.refresh()
  await expect.poll(() => answers.length).toBe(1)
  items = 2
  const second = cart.refresh()
  answers[0]?.()
  await first
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.()
  await second
  expect(cart.getState().view?.itemCount).toBe(2)
})

test('a page whose cart is not the one saved last reads it again', async () => {
  const now = { ...emptyView('us'), itemCount: 2 }
  const cart = createCart({
    ...silent,
    save: () => true,
    read: async () => ({ cart: now, notices: [], failed: [], hadCart: true }),
  })
  cart.seed('us', { ...emptyView('us'), itemCount: 1 })
  await expect.poll(() => cart.getState().view?.itemCount).toBe(2)
})

test('the cart of a page includes its open checkout', () => {
  const store = createCart(silent)
  store.seed('us', { ...emptyView('us'), remoteCartId: 'gid', checkoutUrl: 'https://shop.test/c' })
  expect(store.getState()).toMatchObject({
    view: { remoteCartId: 'gid', checkoutUrl: 'https://shop.test/c' },
  })
  store.seed('us', emptyView('us'))
  expect(store.getState().view?.remoteCartId).toBeNull()
})

/** A server that answers with an empty cart, and what it was sent. */
function createServer(ports: Partial<CartPorts> = {}) {
  const sent: unknown[][] = []
  const reply = { cart: emptyView('us'), notices: [], failed: [], hadCart: true }
  const cart = createCart({
    ...silent,
    read: async () => reply,
    async send(_market, changes) {
      sent.push(changes.map(({ id: _, ...change }) => change))
      return reply
    },
    ...ports,
  })
  cart.seed('us', emptyView('us'))
  return { cart, sent }
}

test.each([
  ['is refused', () => Promise.reject(new DOMException('denied', 'SecurityError'))],
  [
    'throws',
    () => {
      throw new TypeError('no such thing')
    },
  ],
  [
    'is taken away while it is used',
    (run: () => Promise<void>) => {
      void run()
      return Promise.reject(new DOMException('taken', 'AbortError'))
    },
  ],
])('a lock that %s keeps no change from being sent, once', async (_name, lock) => {
  const { cart, sent } = createServer({ lock })
  expect((await cart.change({ intent: 'set-country', country: 'US' })).ok).toBe(true)
  expect((await cart.change({ intent: 'set-country', country: 'US' })).ok).toBe(true)
  expect(await cart.afterChanges(async () => 'checkout')).toBe('checkout')
  expect(sent).toHaveLength(2)
})

test('what a closed window has left is sent once, before what waits here', async () => {
  const left: CartChangeInput[][] = [[{ intent: 'adjust', line: '7', by: 2 }]]
  const { cart, sent } = createServer({ takeOver: async () => left.pop() ?? null })
  await cart.change({ intent: 'set-country', country: 'US' })
  expect(sent.flat()).toEqual([
    { intent: 'adjust', line: '7', by: 2 },
    { intent: 'set-country', country: 'US' },
  ])
})

test('what waits for a checkout tells whether all of it was made', async () => {
  let isLost = true
  const { cart, sent } = createServer({
    async send() {
      if (isLost) throw new DOMException('the tab was asleep', 'AbortError')
      return { cart: emptyView('us'), notices: [], failed: [], hadCart: true }
    },
  })
  void cart.change({ intent: 'set-country', country: 'US' })
  expect(await cart.settled()).toBe(false)
  expect(await cart.settled()).toBe(true)
  isLost = false
  void cart.change({ intent: 'set-country', country: 'US' })
  expect(await cart.settled()).toBe(true)
  expect(sent).toHaveLength(0)
})

test('steps merge only where their sum is the same at the limits of a quantity', async () => {
  const { cart, sent } = createServer({
    takeOver: () => new Promise((resolve) => setTimeout(resolve, 1, null)),
  })
  const adjust = (by: number) => cart.change({ intent: 'adjust', line: '7', by })
  const update = (quantity: number) => cart.change({ intent: 'update', line: '7', quantity })
  await Promise.all([adjust(1), adjust(2), adjust(-1), adjust(-1)])
  await Promise.all([update(3), adjust(1), adjust(-1)])
  await Promise.all([update(25), adjust(-1)])
  await Promise.all([adjust(4), update(2)])
  expect(sent).toEqual([
    [
      { intent: 'adjust', line: '7', by: 3 },
      { intent: 'adjust', line: '7', by: -2 },
    ],
    [{ intent: 'update', line: '7', quantity: 3 }],
    [
      { intent: 'update', line: '7', quantity: 25 },
      { intent: 'adjust', line: '7', by: -1 },
    ],
    [{ intent: 'update', line: '7', quantity: 2 }],
  ])
})

test('changes that wait when the market changes are answered', async () => {
  const { cart } = createServer({ takeOver: () => new Promise(() => {}) })
  const change = cart.change({ intent: 'set-country', country: 'US' })
  cart.seed('uk', emptyView('uk'))
  expect((await change).ok).toBe(false)
})

test('a browser that keeps no cookies is told so, and shows the cart of the server', async () => {
  const said: Notice[] = []
  const kept = emptyView('us')
  const shown = { ...kept, itemCount: 1, lines: [{ key: '7' }] } as unknown as CartView
  const answer = (cart: CartView) => async () => ({ cart, notices: [], failed: [], hadCart: false })
  const { cart } = createServer({
    send: answer(shown),
    read: answer(kept),
    notify: (notice) => said.push(notice),
  })
  await cart.change({ intent: 'set-country', country: 'US' })
  await cart.drain()
  expect(said).toEqual([COOKIES_REFUSED])
  expect(cart.getState().view?.itemCount).toBe(0)
})
