import { expect, test } from 'vitest'
import type { CartView } from '../../../models/cart-view-types.ts'
import type { Market } from '../../../models/market.ts'
import { zeroMoney } from '../../../models/money.ts'
import { type CartPorts, createCart } from './sender.ts'
import type { CartNews } from './store.ts'

function emptyView(market: Market, shippingCountry: string): CartView {
  const nothing = zeroMoney(market === 'uk' ? 'GBP' : 'USD')
  return {
    market,
    lines: [],
    itemCount: 0,
    total: nothing,
    discount: null,
    freeShipping: { threshold: nothing, remaining: nothing, reached: false, giftOnly: false },
    shippingCountry,
    canCheckout: false,
    storeUnavailable: false,
    remoteCartId: null,
    checkoutUrl: null,
  }
}

/** A server that never responds. */
const silent: CartPorts = {
  send: () => new Promise(() => {}),
  read: () => new Promise(() => {}),
  lock: (run) => run(),
  publish() {},
  save() {},
  load: () => null,
  notify() {},
  clock: () => 0,
  leave() {},
  takeOver: async () => null,
}

test('a pending change of one market is not shown in the other', () => {
  const store = createCart(silent)
  store.seed('uk', emptyView('uk', 'GB'))
  void store.change({ intent: 'set-country', country: 'FR' })
  expect(store.getState().view?.shippingCountry).toBe('FR')
  store.seed('us', emptyView('us', 'US'))
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
  const before = emptyView('us', 'US')
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
  const past = emptyView('us', 'US')
  const server = { cart: { ...past, itemCount: 2 }, reads: 0 }
  const { tabs } = tabsOf(2, server)
  tabs[0]?.seed('us', server.cart)
  tabs[1]?.seed('us', past)
  await settled()
  expect(tabs.map((tab) => tab.getState().view?.itemCount)).toEqual([2, 2])
})

test('a page with the same cart does not make other tabs read it', async () => {
  const server = { cart: { ...emptyView('us', 'US'), itemCount: 2 }, reads: 0 }
  const { tabs } = tabsOf(3, server)
  for (const tab of tabs) tab.seed('us', server.cart)
  await settled()
  expect(server.reads).toBe(0)
})

test('a tab reads its cart when a tab of the other market has items, but not when that is empty', async () => {
  const uk = { ...emptyView('uk', 'GB'), itemCount: 1 }
  const server = { cart: uk, reads: 0 }
  const { tabs } = tabsOf(2, server)
  tabs[0]?.seed('uk', uk)
  tabs[1]?.seed('us', emptyView('us', 'US'))
  await settled()
  expect(server.reads).toBe(0)
  server.cart = emptyView('uk', 'GB')
  tabs[1]?.seed('us', { ...emptyView('us', 'US'), itemCount: 1 })
  await settled()
  expect(server.reads).toBe(1)
  expect(tabs[0]?.getState().view?.itemCount).toBe(0)
  expect(tabs[1]?.getState().view?.itemCount).toBe(1)
})

test('the cart of a page includes its open checkout', () => {
  const store = createCart(silent)
  store.seed('us', { ...emptyView('us', 'US'), remoteCartId: 'gid', checkoutUrl: 'https://shop.test/c' })
  expect(store.getState()).toMatchObject({ cartId: 'gid', checkoutUrl: 'https://shop.test/c' })
  store.seed('us', emptyView('us', 'US'))
  expect(store.getState().cartId).toBeNull()
})
