import { expect, test } from 'vitest'
import type { CartView } from '../../models/cart.ts'
import type { Market } from '../../models/market.ts'
import { zeroMoney } from '../../models/money.ts'
import type { CartPorts } from './cart-state.ts'
import { createCartStore } from './cart-store.ts'

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
  }
}

/** A server that never answers. */
const silent: CartPorts = {
  send: () => new Promise(() => {}),
  read: () => new Promise(() => {}),
  lock: (run) => run(),
  publish() {},
  keep() {},
  recall: () => null,
  notify() {},
  clock: () => 0,
}

test('a change under way in one market is not shown in the other', () => {
  const store = createCartStore(silent)
  store.seed('uk', emptyView('uk', 'GB'))
  void store.change({ intent: 'set-country', country: 'FR' })
  expect(store.getState().view?.shippingCountry).toBe('FR')
  store.seed('us', emptyView('us', 'US'))
  expect(store.getState().view?.shippingCountry).toBe('US')
})
