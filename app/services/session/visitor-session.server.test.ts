import { randomBytes, randomInt } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { createCookie } from 'react-router'
import { expect, test } from 'vitest'
import { type Cart, emptyCart } from '#app/models/cart.ts'
import type { Toast } from '#app/models/messages.ts'
import { EDITIONS, WRAPPINGS } from '#app/models/option-choice.ts'
import { WAND_STYLES } from '#app/models/wands.ts'
import {
  createSessions,
  decodeCart,
  encodeCart,
  plainCookie,
  readStep,
  type SignedCookieName,
  type VisitorSession,
} from './visitor-session.server.ts'

const SECRET = 'a secret of the tests'
const sessions = createSessions([SECRET])
const oak = { variantId: 'gid://shopify/ProductVariant/7', quantity: 1 }

async function setCookiesOf(session: VisitorSession): Promise<string[]> {
  const headers = new Headers()
  await session.commit(headers)
  return headers.getSetCookie()
}

/** The same visitor's next request. */
async function next(session: VisitorSession, secure = false): Promise<VisitorSession> {
  const pairs = (await setCookiesOf(session)).map((line) => line.split(';')[0])
  return sessions.open(pairs.join('; '), secure)
}

const toast = (title: string): Toast => ({ kind: 'info', title })

test.each([
  ['cart', 2_592_000],
  ['flash', 120],
  ['redeem', 7_200],
  ['owner', 2_592_000],
  ['known', 31_536_000],
] as const)(
  'the cookie %s is for the server alone, for %d seconds',
  async (name: SignedCookieName, seconds) => {
    const attributes = async (secure: boolean) => {
      const session = await sessions.open(null, secure)
      session.write(name, 'x')
      return (await setCookiesOf(session)).map((line) => line.replace(/=[^;]*/, ''))
    }
    const rest = `Max-Age=${seconds}; Path=/; HttpOnly;`
    expect(await attributes(true)).toEqual([`__Host-${name}; ${rest} Secure; SameSite=Lax`])
    expect(await attributes(false)).toEqual([`${name}; ${rest} SameSite=Lax`])
  },
)

test('unsigned cookies last for a year, and are found by their whole name', async () => {
  for (const secure of [false, true]) {
    const session = await sessions.open(null, secure)
    session.setPlain('selected_market', 'uk')
    const rest = `Path=/; Max-Age=31536000; SameSite=Lax${secure ? '; Secure' : ''}`
    expect(await setCookiesOf(session)).toEqual([`selected_market=uk; ${rest}`])
  }
  const header = 'xa=1; =2; a; a=b=c; a=4'
  expect(plainCookie(header, 'a')).toBe('b=c')
  expect([plainCookie(header, 'b'), plainCookie(null, 'a')]).toEqual([null, null])
})

test('a cart belongs to one market, and an empty one keeps that no country is chosen', async () => {
  const session = await sessions.open(null, false)
  session.setCart({ ...emptyCart('us'), lines: [oak] })
  const later = await next(session)
  expect(later.cart('uk')).toEqual(emptyCart('uk'))
  expect([later.otherCartMarket('uk'), later.otherCartMarket('us')]).toEqual(['us', null])
  session.setCart(emptyCart('us'))
  expect((await next(session)).otherCartMarket('uk')).toBeNull()
  session.setCart({ ...emptyCart('uk'), shippingCountry: null })
  expect((await next(session)).cart('uk').shippingCountry).toBeNull()
})

test.each([
  ['cart=junk', false, ['cart Max-Age=0']],
  ['__Host-cart=junk', true, ['__Host-cart Max-Age=0']],
  ['selected_market=uk', false, []],
  [null, false, []],
])('from %o (secure: %s) %j is removed, even if invalid, but only if sent', async (...row) => {
  const [header, secure, removed] = row
  const session = await sessions.open(header, secure)
  session.clearCart()
  const lines = (await setCookiesOf(session)).map((line) => line.match(/^[^=]*|Max-Age=0/g)?.join(' '))
  expect(lines).toEqual(removed)
})

test('a cookie too long for browsers is not sent, and the caller is told', async () => {
  const session = await sessions.open(null, false)
  session.write('redeem', 'x'.repeat(4_096))
  session.flash(toast('one'))
  const headers = new Headers()
  expect(await session.commit(headers)).toEqual(['redeem'])
  expect(headers.getSetCookie().map((line) => line.split('=')[0])).toEqual(['flash'])
})

test('a toast is shown once, unless its page redirected, and only the last four are stored', async () => {
  const shownBy = (visit: VisitorSession) => visit.takeToasts().map(({ title }) => title)
  const session = await sessions.open(null, false)
  session.flash(...['0', '1', '2', '3', '4'].map(toast))
  const shown = await next(session)
  expect(shownBy(shown)).toEqual(['1', '2', '3', '4'])
  expect((await setCookiesOf(shown))[0]).toContain('Max-Age=0')
  shown.flash(toast('5'))
  for (const _ of [1, 2]) shown.returnToasts()
  const later = await next(shown)
  expect(shownBy(later)).toEqual(['2', '3', '4', '5'])
  expect(shownBy(await next(later))).toEqual([])
})

test.each(['cart', 'owner'] as const)(
  'of a new and an old secret, either opens the cookie %s',
  async (name) => {
    const session = await createSessions(['old secret']).open(null, false)
    session.write(name, 'a value')
    const [cookie = ''] = await setCookiesOf(session)
    const read = async (...secrets: string[]) =>
      (await createSessions(secrets).open(cookie, false)).read(name)
    expect([await read('new secret', 'old secret'), await read('another')]).toEqual(['a value', null])
  },
)

test('a cookie whose value or signature was changed counts as absent', async () => {
  const session = await sessions.open(null, false)
  session.setCart({ ...emptyCart('us'), lines: [oak] })
  const [cookie = ''] = await setCookiesOf(session)
  const [value = '', signature = ''] = decodeURIComponent(cookie.slice(5).split(';')[0] ?? '').split('.')
  const other = Buffer.from(JSON.stringify('another')).toString('base64')
  for (const forged of [
    `${other}.${signature}`,
    `${value}.${'A'.repeat(signature.length)}`,
    `${value}.!`,
    value,
    '%E0%A4%A.x',
    '.',
  ])
    expect((await sessions.open(`cart=${forged}`, false)).hasCart, forged).toBe(false)
})

/** A text that nothing can shorten. */
const noise = (length: number) => randomBytes(length).toString('base64url').slice(0, length)
/** As many lines as a cart takes, that have little in common. */
const fullLines = () =>
  Array.from({ length: 30 }, (_, index) => ({
    variantId: `gid://shopify/ProductVariant/${randomInt(1e13, 1e14)}${index + 10}`,
    quantity: 1 + randomInt(20),
    kind: (['gift', 'upgrade', 'print-on-demand'] as const)[randomInt(3)],
    edition: EDITIONS[randomInt(EDITIONS.length)],
    wrapping: WRAPPINGS[randomInt(WRAPPINGS.length)],
    wands: WAND_STYLES.filter(() => randomInt(2) === 1),
  }))
const full: Cart = {
  ...emptyCart('uk'),
  lines: fullLines(),
  discountCode: noise(64),
  giftDiscountCode: noise(20),
  lastPress: noise(12),
  checkout: {
    remoteCartId: `gid://shopify/Cart/${noise(40)}?key=${noise(32)}`,
    url: `https://wizard-box.myshopify.com/cart/c/${noise(40)}?key=${noise(32)}`,
    lines: fullLines(),
    shippingCountry: 'GB',
    discountCode: noise(64),
    giftDiscountCode: noise(20),
    openedAt: 1_790_000_000_000,
  },
}
const added = { handle: 'mug', title: 'Mug', variantTitle: '11 oz', picture: 'https://cdn.example/mug.jpg' }

test('a cart survives encoding; the largest keeps its checkout, but loses the names of its lines', () => {
  const variantId = 'gid://shopify/ProductVariant/7'
  const small = { ...emptyCart('us'), lines: [{ variantId, quantity: 1, added }], unavailable: [variantId] }
  for (const cart of [emptyCart('uk'), small, full]) expect(decodeCart(encodeCart(cart))).toEqual(cart)
  const named = full.lines.map((line) => ({ ...line, added: { ...added, handle: noise(60) } }))
  expect(decodeCart(encodeCart({ ...full, lines: named }))).toEqual(full)
})

test.each([0, 1_500, 4_000])(
  'a cart whose checkout needs %i characters fits into a cookie, if need be without it',
  async (length) => {
    const unavailable = full.lines.map(({ variantId }) => variantId)
    const checkout = full.checkout && { ...full.checkout, url: noise(length) }
    const cart = { ...full, unavailable, checkout }
    const session = await sessions.open(null, true)
    session.setCart(cart)
    expect([cart, { ...cart, checkout: null }]).toContainEqual((await next(session, true)).cart('uk'))
  },
)

const deflated = (value: unknown) => deflateRawSync(JSON.stringify(value)).toString('base64url')
const cartWith = (changed: object) => deflated({ ...emptyCart('us'), ...changed })

test.each([
  null,
  '',
  '1~us~US~abc.1~~~~',
  deflated({ market: 'us', lines: [] }),
  cartWith({ market: 'fr' }),
  cartWith({ lines: [{ ...oak, variantId: '11' }] }),
  cartWith({ lines: [{ ...oak, quantity: 0 }] }),
  cartWith({ lines: [{ ...oak, quantity: 21 }] }),
  cartWith({ lines: [oak, { ...oak, quantity: 2 }] }),
  cartWith({ lines: Array.from({ length: 31 }, (_, n) => ({ ...oak, variantId: `${oak.variantId}${n}` })) }),
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

test('an unknown country of an opened checkout is none, and one that the store does not ship to the default', () => {
  const { shippingCountry: country, ...opened } = full.checkout ?? {}
  const before = deflated({ ...full, checkout: { ...opened, country } })
  expect(decodeCart(before)).toEqual({ ...full, checkout: { ...opened, shippingCountry: null } })
  expect(decodeCart(encodeCart({ ...emptyCart('uk'), shippingCountry: 'US' }))?.shippingCountry).toBeNull()
  expect(decodeCart(encodeCart({ ...emptyCart('us'), shippingCountry: 'FR' }))?.shippingCountry).toBe('US')
})

test('the owner’s cookie has room for tokens of 2,500 characters, and reveals nothing of them', async () => {
  const session = await sessions.open(null, true)
  const tokens = { accessToken: randomBytes(1875).toString('base64url'), refreshToken: 'a1b2c3d4e5f6' }
  session.write('owner', tokens)
  const [cookie = ''] = await setCookiesOf(session)
  const [value = ''] = cookie.slice('__Host-owner='.length).split('.')
  const sealed = JSON.parse(Buffer.from(decodeURIComponent(value), 'base64').toString())
  for (const text of [cookie, sealed, Buffer.from(sealed, 'base64url').toString('latin1')])
    for (const token of Object.values(tokens)) expect(text).not.toContain(token.slice(0, 12))
  expect((await next(session, true)).read('owner')).toEqual(tokens)
  // Tokens that are signed only open nothing.
  const signed = await createCookie('__Host-owner', { secrets: [SECRET] }).serialize(tokens)
  expect((await sessions.open(signed, true)).read('owner')).toBeNull()
})

const HOUR = 3_600_000
const step = { giftCodeId: '5e0a3c7e-6d3a-4a43-9f0e-0d6f0b4b1d11', at: Date.UTC(2026, 0, 1), done: null }
const stepSession = await sessions.open(null, false)

test.each([
  ['just entered', 0, true],
  ['almost two hours ago', 2 * HOUR - 1, true],
  ['two hours ago', 2 * HOUR, false],
  ['by a clock that is ahead a little', -60_000, true],
  // A clock that was set back must not prolong a step.
  ['by a clock that is ahead', -60_001, false],
])('words entered %s (%i ms) are kept: %s', (_, age, isKept) => {
  stepSession.write('redeem', step)
  expect(readStep(stepSession, step.at + age)).toEqual(isKept ? step : null)
})

test.each([null, 'x', {}, { ...step, giftCodeId: '1' }, { ...step, done: { upgrade: 'all' } }])(
  '%o is no step',
  (value) => {
    stepSession.write('redeem', value)
    expect(readStep(stepSession, step.at)).toBeNull()
  },
)
