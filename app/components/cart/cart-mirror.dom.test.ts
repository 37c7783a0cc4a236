import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyCart } from '../../models/cart.ts'
import { buildCartView } from '../../models/cart-view.ts'
import type { CartLineView, CartView } from '../../models/cart-view-types.ts'
import { forgetOnSwitch, keepMirror, readMirror, restoreLine } from './cart-mirror.ts'

const NAME = 'wizard-box-cart'
const line: CartLineView = {
  key: '7-e2g1',
  variantId: 'gid://shopify/ProductVariant/7',
  handle: 'vol-i-phoenix-edition',
  title: 'Vol. I: The Phoenix Edition',
  variantTitle: 'Dragon & Oak',
  selectedOptions: [{ name: 'Option', value: 'Dragon & Oak' }],
  image: null,
  quantity: 2,
  unitPrice: { amount: '98.00', currencyCode: 'GBP' },
  linePrice: { amount: '196.00', currencyCode: 'GBP' },
  wasPrice: null,
  attributes: [
    { label: 'Edition', value: 'Ember' },
    { label: 'Wands', value: 'Dragon & Oak, Phoenix & Elm' },
    { label: 'Wrapping', value: 'Printable letter' },
  ],
  details: [],
  isGift: false,
  refusal: null,
}
const view: CartView = { ...buildCartView(emptyCart('uk'), new Map(), null), lines: [line] }
const state = {
  view,
  removed: null,
  isLoading: false,
  cartId: 'gid://cart',
  checkoutUrl: 'https://shop.test/c',
}

/** The store that a visitor has chosen is a cookie. */
function chooseStore(market: string | null) {
  // biome-ignore lint/suspicious/noDocumentCookie: the pretended browser has no other way
  document.cookie = market ? `selected_market=${market}` : 'selected_market=; max-age=0'
}

beforeEach(() => {
  localStorage.clear()
  chooseStore(null)
})
afterEach(() => vi.restoreAllMocks())

test('a kept cart has the fields of the shop and comes back with its options', () => {
  keepMirror(state)
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
  expect(readMirror('uk')).toMatchObject({
    intent: 'restore',
    lines: [
      {
        variantId: line.variantId,
        quantity: 2,
        edition: 'Ember',
        wrapping: 'printable-only',
        wands: ['Dragon & Oak', 'Phoenix & Elm'],
      },
    ],
  })
})

test('a line taken out is put back the same way', () => {
  expect(restoreLine(line)).toMatchObject({ intent: 'restore', lines: [{ quantity: 2, edition: 'Ember' }] })
})

test('a mirror of the other market is forgotten by those who have changed store', () => {
  keepMirror(state)
  chooseStore('us')
  expect(readMirror('us')).toBeNull()
  chooseStore('uk')
  expect(readMirror('uk')).toBeNull()
})

test.each(['uk', null])('a look at the other store costs nobody their mirror; chosen: %s', (own) => {
  chooseStore(own)
  keepMirror(state)
  expect(readMirror('us')).toBeNull()
  const empty = buildCartView(emptyCart('us'), new Map(), null)
  keepMirror({ ...state, view: empty })
  expect(readMirror('uk')?.lines).toHaveLength(1)
  keepMirror({ ...state, view: { ...empty, lines: [line] } })
  expect(readMirror('us')?.lines).toHaveLength(1)
})

test.each([
  ['/uk/faq', '/market', 'us', false],
  ['/uk/faq', '/market', 'uk', true],
  ['/us/faq', '/market', 'uk', true],
  ['/us/faq', '/market', 'us', true],
  ['/uk/faq', '/consent', 'us', true],
])(
  'on %s a form to %s with the market %s leaves the cart of the uk store: %s',
  (page, action, market, isLeft) => {
    history.replaceState(null, '', page)
    keepMirror(state)
    document.body.innerHTML = `<form method="post" action="${action}"><input type="hidden" name="market" value="${market}"></form>`
    document.forms[0]?.addEventListener('submit', forgetOnSwitch)
    document.forms[0]?.dispatchEvent(new Event('submit'))
    expect(localStorage.getItem(NAME) !== null).toBe(isLeft)
  },
)

describe('the discount of a gift', () => {
  const NAME_OF_DISCOUNT = 'gift_discount_code'
  const kept = () => localStorage.getItem(NAME_OF_DISCOUNT)
  const gift = { ...line, title: 'Vol. II', variantTitle: 'Gift Bundle - No Wand', isGift: true }
  const withGift = { ...state, view: { ...view, lines: [gift] } }
  const empty = { ...state, view: { ...view, lines: [] } }

  test('is forgotten once the gift has left the cart', () => {
    localStorage.setItem(NAME_OF_DISCOUNT, 'GIFT-1')
    keepMirror(empty)
    expect(kept(), 'before the gift has come').toBe('GIFT-1')
    keepMirror(withGift)
    expect(kept()).toBe('GIFT-1')
    keepMirror({ ...empty, view: { ...empty.view, storeUnavailable: true } })
    keepMirror(withGift)
    expect(kept(), 'while nobody knows what is a gift').toBe('GIFT-1')
    keepMirror(empty)
    expect(kept()).toBeNull()
  })

  test('is forgotten with the cart of the other market', () => {
    localStorage.setItem(NAME_OF_DISCOUNT, 'GIFT-1')
    keepMirror(withGift)
    chooseStore('us')
    readMirror('us')
    expect(kept()).toBeNull()
  })

  test.each(['{', 'null', '{"items":[null]}'])('is no obstacle to a mirror after %s', (junk) => {
    localStorage.setItem(NAME_OF_DISCOUNT, 'GIFT-1')
    localStorage.setItem(NAME, junk)
    keepMirror(state)
    expect(readMirror('uk')?.lines).toHaveLength(1)
  })
})

test.each([
  '{',
  'null',
  '[]',
  '7',
  '{"market":"uk"}',
  '{"market":"uk","items":[null]}',
  '{"market":"uk","items":[]}',
])('a corrupt mirror is ignored: %s', (junk) => {
  localStorage.setItem(NAME, junk)
  expect(readMirror('uk')).toBeNull()
})

test('storage that is full or denied is no error', () => {
  const denied = () => {
    throw new DOMException('denied', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied })
  expect(() => keepMirror(state)).not.toThrow()
  expect(readMirror('uk')).toBeNull()
  vi.unstubAllGlobals()
})
