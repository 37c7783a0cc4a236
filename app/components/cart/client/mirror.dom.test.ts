import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { emptyCart } from '#app/models/cart.ts'
import type { CartLineView } from '#app/models/cart-line.ts'
import type { CartView } from '#app/models/cart-totals.ts'
import { buildCartView } from '#app/models/cart-view.ts'
import { line as cartLine, idOf, variants, vol1 } from '#app/models/catalogue.fixture.ts'
import type { Market } from '#app/models/market.ts'
import { readMirror, saveMirror } from './mirror.ts'

const NAME = 'wizard-box-cart'
const emptyOf = (market: Market) => buildCartView(emptyCart(market), new Map(), null)
const line: CartLineView = {
  ...(buildCartView({ ...emptyCart('uk'), lines: [cartLine(idOf(vol1, 'Dragon & Oak'))] }, variants, null)
    .lines[0] as CartLineView),
  quantity: 2,
  edition: 'Ember',
  wands: ['Dragon & Oak', 'Phoenix & Elm'],
  wrapping: 'printable-only',
  selectedOptions: [{ name: 'Option', value: 'Dragon & Oak' }],
}
const gift = { ...line, title: 'Vol. II', variantTitle: 'Gift Bundle - No Wand', kind: 'gift' as const }
const checkout = { remoteCartId: 'gid://cart', checkoutUrl: 'https://shop.test/c' }
const view = { ...emptyOf('uk'), lines: [line], ...checkout }
const save = (changed: Partial<CartView> = {}, isLoading = false) =>
  saveMirror({ view: { ...view, ...changed }, isLoading })
const saved = () => JSON.parse(localStorage.getItem(NAME) ?? 'null')
/** The lines that the saved cart would restore. */
const linesOf = (market: Market) => JSON.parse(String(readMirror(market)?.get('lines') ?? 'null'))

/** Sets the cookie of the market switcher. */
function chooseStore(market: string | null) {
  // biome-ignore lint/suspicious/noDocumentCookie: the simulated browser has no Cookie Store API
  document.cookie = market ? `selected_market=${market}` : 'selected_market=; max-age=0'
}

beforeEach(() => {
  localStorage.clear()
  chooseStore(null)
})
afterEach(() => vi.unstubAllGlobals())

test('a saved cart has the specified fields and is restored with its options', () => {
  expect([save(), save()], 'whether another was saved').toEqual([false, false])
  const { variantId, quantity, edition, wrapping, wands } = line
  const kept = { variantId, quantity, edition, wrapping, wands }
  const shown = { price: line.unitPrice, product: { title: line.title }, variantTitle: 'Dragon & Oak' }
  const options = { Edition: 'Ember', Option: 'Dragon & Oak' }
  const selectedOptions = Object.entries(options).map(([name, value]) => ({ name, value }))
  expect(saved()).toMatchObject({
    items: [{ ...kept, ...shown, selectedOptions }],
    cartId: 'gid://cart',
    checkoutUrl: 'https://shop.test/c',
    isLoading: false,
    market: 'uk',
    shippingCountry: 'GB',
    discountCode: null,
  })
  expect(readMirror('uk')?.get('intent')).toBe('restore')
  expect(linesOf('uk')).toMatchObject([kept])
})

test('opening the other store does not delete the mirror; choosing it does, which follows the address', () => {
  const visit = (market: Market, isArrival = true) =>
    saveMirror({ view: emptyOf(market), isLoading: false }, isArrival)
  save()
  for (const chosen of ['uk', null]) {
    chooseStore(chosen)
    visit('us')
    expect([readMirror('us'), linesOf('uk').length], String(chosen)).toEqual([null, 1])
  }
  chooseStore('us')
  visit('us', false)
  expect(saved().market, 'read again by a tab of it').toBe('uk')
  visit('us')
  const nothing = { items: [], cartId: null, checkoutUrl: null, isLoading: false, discountCode: null }
  expect(saved()).toEqual({ ...nothing, market: 'us', shippingCountry: 'US' })
  visit('uk', false)
  expect(saved().market).toBe('uk')
  save({ market: 'us' })
  expect(linesOf('us')).toHaveLength(1)
})

test('the discount of a gift is deleted when it leaves the cart', () => {
  const stored = () => localStorage.getItem('gift_discount_code')
  localStorage.setItem('gift_discount_code', 'GIFT-1')
  for (const lines of [[], [gift], [gift]]) {
    save({ lines })
    expect(stored()).toBe('GIFT-1')
  }
  expect(readMirror('uk')?.get('kept-gift')).toBe('1')
  save({ lines: [] })
  expect(stored()).toBeNull()
})

test.each(['{', 'null', '7', '{"market":"uk"}', '{"market":"uk","items":[null]}'])(
  'a corrupt mirror is ignored: %s',
  (junk) => {
    localStorage.setItem(NAME, junk)
    expect(readMirror('uk')).toBeNull()
  },
)

test('storage that is full or denied does not throw', () => {
  const denied = () => {
    throw new DOMException('denied', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { getItem: denied, setItem: denied, removeItem: denied })
  expect(() => save()).not.toThrow()
  expect(readMirror('uk')).toBeNull()
})
