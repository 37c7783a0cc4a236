import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyCart } from '#app/models/cart.ts'
import { buildCartView } from '#app/models/cart-view.ts'
import type { CartLineView, CartView } from '#app/models/cart-view-types.ts'
import { forgetMirrorOnSwitch, isChangedMirror, readMirror, saveMirror } from './mirror.ts'

const NAME = 'wizard-box-cart'
const line: CartLineView = {
  key: '7-e2g1',
  variantId: 'gid://shopify/ProductVariant/7',
  handle: 'vol-i-phoenix-edition',
  title: 'Vol. I: The Phoenix Edition',
  variantTitle: 'Dragon & Oak',
  selectedOptions: [{ name: 'Option', value: 'Dragon & Oak' }],
  image: null,
  picture: { kind: 'image' },
  quantity: 2,
  unitPrice: { amount: '98.00', currencyCode: 'GBP' },
  linePrice: { amount: '196.00', currencyCode: 'GBP' },
  wasPrice: null,
  edition: 'Ember',
  wands: ['Dragon & Oak', 'Phoenix & Elm'],
  wrapping: 'printable-only',
  details: [],
  refusal: null,
  isReplaceable: false,
}
const view: CartView = {
  ...buildCartView(emptyCart('uk'), new Map(), null),
  lines: [line],
  remoteCartId: 'gid://cart',
  checkoutUrl: 'https://shop.test/c',
}
const state = { view, isLoading: false }

/** Sets the cookie of the market switcher. */
function chooseStore(market: string | null) {
  // biome-ignore lint/suspicious/noDocumentCookie: the simulated browser has no Cookie Store API
  document.cookie = market ? `selected_market=${market}` : 'selected_market=; max-age=0'
}

/** The lines that the saved cart would restore. */
function savedLines(market: 'us' | 'uk'): unknown {
  const lines = readMirror(market)?.get('lines')
  return typeof lines === 'string' ? JSON.parse(lines) : null
}

beforeEach(() => {
  localStorage.clear()
  chooseStore(null)
})
afterEach(() => vi.restoreAllMocks())

test('a saved cart has the specified fields and is restored with its options', () => {
  saveMirror(state)
  const mirror = JSON.parse(localStorage.getItem(NAME) ?? '')
  expect(mirror).toMatchObject({
    items: [
      { variantId: line.variantId, quantity: 2, price: { amount: '98.00' }, variantTitle: 'Dragon & Oak' },
    ],
    cartId: 'gid://cart',
    checkoutUrl: 'https://shop.test/c',
    isLoading: false,
    market: 'uk',
    shippingCountry: 'GB',
    discountCode: null,
  })
  const { selectedOptions } = mirror.items[0]
  expect(selectedOptions[0]).toEqual({ name: 'Edition', value: 'Ember' })
  expect(selectedOptions).toContainEqual({ name: 'Option', value: 'Dragon & Oak' })
  expect(readMirror('uk')?.get('intent')).toBe('restore')
  expect(savedLines('uk')).toMatchObject([
    {
      variantId: line.variantId,
      quantity: 2,
      edition: 'Ember',
      wrapping: 'printable-only',
      wands: ['Dragon & Oak', 'Phoenix & Elm'],
    },
  ])
})

test('after a change of store the mirror is an empty cart of the new one, which follows the address', () => {
  saveMirror(state)
  chooseStore('us')
  expect(readMirror('us')).toBeNull()
  expect(JSON.parse(localStorage.getItem(NAME) ?? '')).toEqual({
    items: [],
    cartId: null,
    checkoutUrl: null,
    isLoading: false,
    market: 'us',
    shippingCountry: 'US',
    discountCode: null,
  })
  saveMirror({ ...state, view: buildCartView(emptyCart('uk'), new Map(), null) })
  expect(JSON.parse(localStorage.getItem(NAME) ?? '').market).toBe('uk')
  chooseStore('uk')
  expect(readMirror('uk')).toBeNull()
})

test.each(['uk', null])('opening the other store does not delete the mirror; chosen: %s', (own) => {
  chooseStore(own)
  saveMirror(state)
  expect(readMirror('us')).toBeNull()
  const empty = buildCartView(emptyCart('us'), new Map(), null)
  saveMirror({ ...state, view: empty })
  expect(savedLines('uk')).toHaveLength(1)
  saveMirror({ ...state, view: { ...empty, lines: [line] } })
  expect(savedLines('us')).toHaveLength(1)
})

test.each([
  ['/uk/faq', '/market', 'us', false],
  ['/uk/faq', '/market', 'uk', true],
  ['/us/faq', '/market', 'uk', true],
  ['/uk/faq', '/consent', 'us', true],
])(
  'on %s a form to %s with the market %s keeps the mirror of the uk store: %s',
  (page, action, market, isKept) => {
    history.replaceState(null, '', page)
    saveMirror(state)
    document.body.innerHTML = `<form method="post" action="${action}"><input type="hidden" name="market" value="${market}"></form>`
    document.forms[0]?.addEventListener('submit', forgetMirrorOnSwitch)
    document.forms[0]?.dispatchEvent(new Event('submit'))
    const saved = JSON.parse(localStorage.getItem(NAME) ?? '')
    expect([saved.market, saved.items.length > 0]).toEqual(isKept ? ['uk', true] : [market, false])
  },
)

describe('the discount of a gift', () => {
  const DISCOUNT_KEY = 'gift_discount_code'
  const stored = () => localStorage.getItem(DISCOUNT_KEY)
  const gift = { ...line, title: 'Vol. II', variantTitle: 'Gift Bundle - No Wand', kind: 'gift' as const }
  const withGift = { ...state, view: { ...view, lines: [gift] } }
  const empty = { ...state, view: { ...view, lines: [] } }

  test('is deleted when the gift is removed from the cart', () => {
    localStorage.setItem(DISCOUNT_KEY, 'GIFT-1')
    saveMirror(empty)
    expect(stored(), 'before the gift is added').toBe('GIFT-1')
    saveMirror(withGift)
    expect(stored()).toBe('GIFT-1')
    expect(readMirror('uk')?.get('kept-gift')).toBe('1')
    saveMirror({ ...empty, view: { ...empty.view, storeUnavailable: true } })
    saveMirror(withGift)
    expect(stored(), 'while gifts are unknown, as the store is down').toBe('GIFT-1')
    saveMirror(empty)
    expect(stored()).toBeNull()
  })

  test('is deleted with the cart of the other market', () => {
    localStorage.setItem(DISCOUNT_KEY, 'GIFT-1')
    saveMirror(withGift)
    chooseStore('us')
    readMirror('us')
    expect(stored()).toBeNull()
  })
})

test.each(['{', 'null', '7', '{"market":"uk"}', '{"market":"uk","items":[null]}'])(
  'a corrupt mirror is ignored: %s',
  (junk) => {
    localStorage.setItem(NAME, junk)
    expect(readMirror('uk')).toBeNull()
  },
)

test('saving tells whether another cart of the market was saved', () => {
  expect(saveMirror(state), 'none was').toBe(false)
  expect(saveMirror(state)).toBe(false)
  const { view } = state
  const more = { ...view, lines: view.lines.map((saved) => ({ ...saved, quantity: saved.quantity + 1 })) }
  expect(saveMirror({ ...state, view: more })).toBe(true)
  expect(saveMirror({ ...state, view: { ...more, market: 'us' } }), 'of the other market').toBe(false)
})

test('the copy of another tab is that of this one, whoever is opening a checkout', () => {
  saveMirror({ ...state, isLoading: true })
  const text = localStorage.getItem(NAME) ?? ''
  expect(isChangedMirror(text, state)).toBe(false)
  expect(isChangedMirror(text, { ...state, view: { ...view, lines: [] } })).toBe(true)
  expect(isChangedMirror(text, { ...state, view: null })).toBe(true)
  const ofOther = buildCartView(emptyCart('us'), new Map(), null)
  expect(isChangedMirror(text, { ...state, view: ofOther })).toBe(false)
})

test('storage that is full or denied does not throw', () => {
  const denied = () => {
    throw new DOMException('denied', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied })
  expect(() => saveMirror(state)).not.toThrow()
  expect(readMirror('uk')).toBeNull()
  vi.unstubAllGlobals()
})
