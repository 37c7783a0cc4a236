import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cart, type CartLine, emptyCart, lineKey } from '../../models/cart.ts'
import { MARKET_IDS, shippingCountries } from '../../models/market.ts'
import { EDITIONS, WAND_STYLES, WRAPPINGS } from '../../models/option-choice.ts'
import { decodeCart, encodeCart } from './cart-cookie.server.ts'

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
  fc.constant(null),
  fc.record({
    remoteCartId: fc.constant('gid://shopify/Cart/Z2NwLXVz?key=0a1b~2'),
    checkoutUrl: fc.constantFrom(null, 'https://shop.example/cart/c/Z2NwLXVz?key=0a1b&x=~'),
    checkoutLines: lines,
    checkoutOpenedAt: fc.option(fc.nat()),
    checkoutGiftCode: fc.constantFrom(null, 'GIFT-A', 'GIFT-B'),
    hasEarlierCheckout: fc.boolean(),
  }),
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
    .map(({ opened, ...rest }) => ({ ...emptyCart(market), ...rest, ...opened })),
)

test('every cart survives encoding and decoding', () => {
  fc.assert(
    fc.property(cart, (value) => {
      expect(decodeCart(encodeCart(value))).toEqual(value)
    }),
  )
})

/** The longest lines, with numbers of variants as long as Shopify's that have nothing in common. */
const fullLines = (seed: bigint) =>
  Array.from({ length: 30 }, (_, index) => ({
    variantId: `gid://shopify/ProductVariant/${((BigInt(index) + seed) * 48_271_004_917n) % 10n ** 14n}`,
    quantity: 20,
    edition: EDITIONS[0],
    wrapping: WRAPPINGS[0],
    wands: WAND_STYLES,
  }))
const full = {
  ...emptyCart('uk'),
  lines: fullLines(1_000n),
  discountCode: '✨'.repeat(64),
  giftDiscountCode: 'G'.repeat(64),
  remoteCartId: `gid://shopify/Cart/${'c'.repeat(80)}?key=${'k'.repeat(32)}`,
  checkoutUrl: `https://wizard-box.myshopify.com/cart/c/${'c'.repeat(80)}?key=${'k'.repeat(32)}`,
  checkoutLines: fullLines(2_000n),
  checkoutGiftCode: 'H'.repeat(64),
}

test('the largest regular cart stays below 2000 characters', () => {
  expect(decodeCart(encodeCart(full))).toEqual(full)
  expect(encodeCart(full).length).toBeLessThan(2000)
})

test('a checkout that does not fit is forgotten; lines and codes are kept', () => {
  const { lines, discountCode, giftDiscountCode } = full
  const checkoutUrl = `https://shop.example/${Array.from({ length: 900 }, (_, n) => n ** 3).join('')}`
  const tooLong = { ...full, checkoutUrl, wasUnavailable: true }
  const kept = { ...emptyCart('uk'), lines, discountCode, giftDiscountCode, wasUnavailable: true }
  expect(decodeCart(encodeCart(tooLong))).toEqual(kept)
})

const deflated = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64url')
const cartWith = (changed: object) => deflated({ ...emptyCart('us'), ...changed })
const oak = { variantId: 'gid://shopify/ProductVariant/11', quantity: 1 }

test.each([
  null,
  '',
  '1~us~US~abc.1~~~~',
  deflated(null),
  deflated({ market: 'us', lines: [] }),
  cartWith({ market: 'fr' }),
  cartWith({ lines: [{ ...oak, variantId: '11' }] }),
  cartWith({ lines: [{ ...oak, quantity: 0 }] }),
  cartWith({ lines: [{ ...oak, quantity: 21 }] }),
  cartWith({ lines: [{ ...oak, edition: 'Gold' }] }),
  cartWith({ lines: Array.from({ length: 31 }, () => oak) }),
  cartWith({ discountCode: ' '.repeat(100_000) }),
])('%o is not a cart (case %#)', (junk) => {
  expect(decodeCart(junk)).toBeNull()
})

test('decoding does not throw for any input', () => {
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.string(), fc.json().map(deflated)), (junk) => {
      expect(decodeCart(junk)).toBeNull()
    }),
  )
})

test('a country that the store does not ship to is replaced by the default', () => {
  expect(decodeCart(encodeCart({ ...emptyCart('uk'), shippingCountry: 'US' }))?.shippingCountry).toBeNull()
  expect(decodeCart(encodeCart({ ...emptyCart('us'), shippingCountry: 'FR' }))?.shippingCountry).toBe('US')
})
