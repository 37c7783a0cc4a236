import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cart, type CartLine, emptyCart, lineKey } from './cart.ts'
import { decodeCart, encodeCart } from './cart-codec.ts'
import { MARKET_IDS, shippingCountries } from './market.ts'
import { EDITIONS, WAND_STYLES, WRAPPINGS } from './option-choice.ts'

const line: fc.Arbitrary<CartLine> = fc.record(
  {
    variantId: fc.bigInt(1n, 10n ** 18n).map((id) => `gid://shopify/ProductVariant/${id}`),
    quantity: fc.integer({ min: 1, max: 20 }),
    edition: fc.constantFrom(...EDITIONS),
    wrapping: fc.constantFrom(...WRAPPINGS),
    wands: fc.subarray([...WAND_STYLES], { minLength: 1 }),
  },
  { requiredKeys: ['variantId', 'quantity'] },
)
const code = fc.option(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((t) => t.length <= 64),
)
const lines = fc.uniqueArray(line, { selector: lineKey, maxLength: 30 })
const opened = fc.oneof(
  fc.constant({
    remoteCartId: null,
    checkoutUrl: null,
    checkoutLines: [],
    checkoutOpenedAt: null,
    checkoutGiftCode: null,
    hasEarlierCheckout: false,
  }),
  fc
    .record({
      remoteCartId: fc.constant('gid://shopify/Cart/Z2NwLXVz?key=0a1b~2'),
      checkoutUrl: fc.constantFrom(null, 'https://shop.example/cart/c/Z2NwLXVz?key=0a1b&x=~'),
      checkoutLines: lines,
      checkoutOpenedAt: fc.option(fc.nat({ max: 60_000_000 }).map((minute) => minute * 60_000)),
      gift: fc.oneof(
        fc.constant({ checkoutGiftCode: null, hasEarlierCheckout: false }),
        fc.record({
          checkoutGiftCode: fc.constantFrom('GIFT-A', 'GIFT-B'),
          hasEarlierCheckout: fc.boolean(),
        }),
      ),
    })
    .map(({ gift, ...rest }) => ({ ...rest, ...gift })),
)
const cart: fc.Arbitrary<Cart> = fc.constantFrom(...MARKET_IDS).chain((market) =>
  fc
    .record({
      market: fc.constant(market),
      lines,
      shippingCountry: fc.constantFrom(...shippingCountries(market).map((country) => country.code)),
      discountCode: code,
      giftDiscountCode: code,
      wasUnavailable: fc.boolean(),
      opened,
    })
    .map(({ opened, ...rest }) => ({ ...rest, ...opened })),
)

test('the example of the format', () => {
  const first = { variantId: 'gid://shopify/ProductVariant/46', quantity: 2, wrapping: WRAPPINGS[0] }
  const encoded = '1~uk~FR~1a.2.010_1b.1~OWL10~~c1~https%3A%2F%2Fshop.example%2Fc1~1a.2.010~hm9ts~1'
  const decoded = {
    ...emptyCart('uk'),
    shippingCountry: 'FR',
    lines: [first, { variantId: 'gid://shopify/ProductVariant/47', quantity: 1 }],
    discountCode: 'OWL10',
    remoteCartId: 'c1',
    checkoutUrl: 'https://shop.example/c1',
    checkoutLines: [first],
    checkoutOpenedAt: Date.parse('2026-04-07T10:40:00Z'),
    wasUnavailable: true,
  }
  expect(decodeCart(encoded)).toEqual(decoded)
  expect(encodeCart(decoded)).toBe(encoded)
})

test('every cart survives encoding and decoding', () => {
  fc.assert(
    fc.property(cart, (value) => {
      expect(decodeCart(encodeCart(value))).toEqual(value)
    }),
  )
})

test('decoding does not throw for any input', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.anything(),
        fc.string(),
        fc.string().map((t) => `1~us~US~${t}~~~~`),
      ),
      (junk) => {
        const decoded = decodeCart(junk)
        expect(decoded === null || Array.isArray(decoded.lines)).toBe(true)
      },
    ),
  )
})

test('the largest regular cart stays below 2000 characters', () => {
  const lines = Array.from({ length: 30 }, (_, index) => ({
    variantId: `gid://shopify/ProductVariant/99999999999999${index + 10}`,
    quantity: 20,
    edition: 'Ember' as const,
    wrapping: 'printable-only' as const,
    wands: WAND_STYLES,
  }))
  const full = {
    ...emptyCart('uk'),
    lines,
    discountCode: '✨'.repeat(64),
    giftDiscountCode: 'G'.repeat(64),
    remoteCartId: `gid://shopify/Cart/${'c'.repeat(80)}?key=${'k'.repeat(32)}`,
    checkoutUrl: `https://wizard-box.myshopify.com/cart/c/${'c'.repeat(80)}?key=${'k'.repeat(32)}`,
  }
  expect(decodeCart(encodeCart(full))).toEqual(full)
  expect(encodeCart(full).length).toBeLessThan(2000)
})

test('checkout lines are encoded only if they differ from the cart, and while they fit', () => {
  const oak = { variantId: 'gid://shopify/ProductVariant/11', quantity: 2 }
  const opened = { ...emptyCart('us'), lines: [oak], remoteCartId: 'c', checkoutLines: [oak] }
  expect(encodeCart(opened).split('~')[8]).toBe('=')
  const raised = { ...opened, lines: [{ ...oak, quantity: 3 }] }
  expect(decodeCart(encodeCart(raised))).toEqual(raised)
  const many = Array.from({ length: 30 }, (_, n) => ({
    ...oak,
    variantId: `gid://shopify/ProductVariant/${n + 1}`,
  }))
  const almostTooLong = {
    ...raised,
    checkoutLines: many,
    discountCode: '✨'.repeat(64),
    remoteCartId: 'é'.repeat(270),
    checkoutUrl: null,
  }
  const tooLong = { ...almostTooLong, giftDiscountCode: '✨'.repeat(64) }
  expect(decodeCart(encodeCart(tooLong))).toEqual({ ...tooLong, checkoutLines: tooLong.lines })
  expect(decodeCart(encodeCart(almostTooLong))).toEqual(almostTooLong)
})

test('a remote cart id or URL that is too long is omitted', () => {
  const long = {
    ...emptyCart('us'),
    checkoutUrl: `https://x.example/${'a'.repeat(5000)}`,
    remoteCartId: 'b'.repeat(5000),
  }
  expect(decodeCart(encodeCart(long))).toEqual(emptyCart('us'))
})

test('a checkout that does not fit is omitted; lines and codes are kept', () => {
  const lines = Array.from({ length: 30 }, (_, index) => ({
    quantity: 20,
    variantId: `gid://shopify/ProductVariant/${9_007_199_254_740_000 + index}`,
    edition: EDITIONS[0],
    wrapping: WRAPPINGS[0],
    wands: WAND_STYLES.slice(0, 5),
  }))
  const code = '✨'.repeat(64)
  const cart = { ...emptyCart('us'), lines, discountCode: code, giftDiscountCode: code }
  const open = { remoteCartId: '%'.repeat(300), checkoutUrl: `https://x.example/${'%'.repeat(480)}` }
  const encoded = encodeCart({ ...cart, ...open, checkoutLines: lines, wasUnavailable: true })
  expect(encoded.length).toBeLessThanOrEqual(2_900)
  expect(decodeCart(encoded)).toEqual({ ...cart, wasUnavailable: true })
})

test('lone surrogates and invalid variant ids are dropped', () => {
  expect(
    decodeCart(encodeCart({ ...emptyCart('us'), discountCode: 'a\ud800b~c~\ud800' }))?.discountCode,
  ).toBe('ab~c~')
  expect(
    decodeCart(encodeCart({ ...emptyCart('us'), lines: [{ variantId: 'x', quantity: 1 }] }))?.lines,
  ).toEqual([])
})

test.each([
  [null],
  [''],
  ['1'],
  ['2~us~US~~~~~'],
  ['1~fr~FR~~~~~'],
  ['1~us~US~~~~'],
  ['1~us~US~~~~~~more'],
  ['1~us~US~~~~~~~~~~'],
  ['1~us~US~!abc.1~~~~'],
  ['1~us~US~abc.1!~~~~'],
  ['1~us~US~abc~~~~'],
  ['1~us~US~abc.0~~~~'],
  ['1~us~US~abc.l~~~~'],
  ['1~us~US~0.1~~~~'],
  ['1~us~US~abc.1_abc.2~~~~'],
  ['1~us~US~~%E0%A4%A~~~'],
])('%o is not a cart', (junk) => {
  expect(decodeCart(junk)).toBeNull()
})

test('a country that the store does not ship to is replaced by the default', () => {
  expect(decodeCart('1~uk~US~~~~~')?.shippingCountry).toBeNull()
  expect(decodeCart('1~us~FR~~~~~')?.shippingCountry).toBe('US')
})
