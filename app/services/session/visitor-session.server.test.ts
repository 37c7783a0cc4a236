import { expect, test } from 'vitest'
import { emptyCart } from '#app/models/cart.ts'
import type { Toast } from '#app/models/messages.ts'
import {
  createSessions,
  hasSignedCookie,
  plainCookie,
  type SignedCookieName,
  type VisitorSession,
} from './visitor-session.server.ts'

const sessions = createSessions(['a secret of the tests'])
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

test.each([
  [false, ''],
  [true, '; Secure'],
])('unsigned cookies last for a year, secure %s', async (secure, end) => {
  const session = await sessions.open(null, secure)
  session.setPlain('selected_market', 'uk')
  expect(await setCookiesOf(session)).toEqual([
    `selected_market=uk; Path=/; Max-Age=31536000; SameSite=Lax${end}`,
  ])
})

test.each([
  [null, false],
  ['', false],
  ['selected_market=uk; cookieConsent=accepted', false],
  ['shopping-cart=1; xowner=1', false],
  ['known=1', false],
  ['cart=1', true],
  ['selected_market=uk; __Host-cart=1', true],
  ['cart=1;owner=1', true],
])('%o: has a signed cookie %s', (header, personal) => {
  expect(hasSignedCookie(header)).toBe(personal)
})

test('a cookie is found by its whole name, and valid only with its own scheme', async () => {
  const header = 'xa=1; =2; a; a=b=c; a=4'
  expect(plainCookie(header, 'a')).toBe('b=c')
  expect([plainCookie(header, 'b'), plainCookie(null, 'a')]).toEqual([null, null])
  const session = await sessions.open(null, true)
  session.setCart({ ...emptyCart('us'), lines: [oak] })
  expect((await next(session, true)).cart('us').lines).toEqual([oak])
  expect((await next(session, false)).hasCart).toBe(false)
})

test('a cart belongs to one market, and keeps its choice of no country when it is empty', async () => {
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
])('of %o (secure: %s) %j is removed: also what is invalid, but only what is there', async (...row) => {
  const [header, secure, removed] = row
  const session = await sessions.open(header, secure)
  session.clearCart()
  const lines = (await setCookiesOf(session)).map((line) => line.match(/^[^=]*|Max-Age=0/g)?.join(' '))
  expect(lines).toEqual(removed)
})

test('a cookie too long for browsers is not sent, which is told and said on the next page', async () => {
  const session = await sessions.open(null, false)
  session.write('redeem', 'x'.repeat(4_096))
  session.flash(toast('before'))
  expect(await session.commit(new Headers())).toEqual(['redeem'])
  const titles = async () => (await next(session)).takeToasts().map(({ title }) => title)
  expect(await titles()).toContain('That is more than your browser can keep for us.')
  session.flash({ ...toast('long'), typed: 'x'.repeat(4_096) })
  expect(await session.commit(new Headers())).toEqual(['redeem', 'flash'])
  expect(new Set(await titles())).toEqual(new Set(['That is more than your browser can keep for us.']))
})

test('a toast is shown once, unless its page redirected, and only the last four are stored', async () => {
  const shownBy = (visit: VisitorSession) => visit.takeToasts().map(({ title }) => title)
  const session = await sessions.open(null, false)
  session.flash(toast('one'), toast('two'))
  const shown = await next(session)
  expect(shownBy(shown)).toEqual(['one', 'two'])
  expect((await setCookiesOf(shown))[0]).toContain('Max-Age=0')
  shown.flash(toast('three'))
  for (const _ of [1, 2]) shown.returnToasts()
  const later = await next(shown)
  expect(shownBy(later)).toEqual(['one', 'two', 'three'])
  const atOnce = await sessions.open(null, false)
  expect(shownBy(atOnce)).toEqual([])
  atOnce.flash(toast('four'))
  expect(shownBy(atOnce)).toEqual(['four'])
  expect(shownBy(await next(atOnce))).toEqual([])
  for (const title of ['1', '2', '3', '4', '5']) session.flash(toast(title))
  expect(shownBy(await next(session))).toEqual(['2', '3', '4', '5'])
})

test('a cookie that another secret signed, or whose value was changed, counts as absent', async () => {
  const signedBy = async (secret: string) => {
    const session = await createSessions([secret]).open(null, false)
    session.write('cart', 'a cart')
    return (await setCookiesOf(session))[0]?.split(';')[0] ?? ''
  }
  const rotated = createSessions(['new secret', 'old secret'])
  const old = await signedBy('old secret')
  expect((await rotated.open(old, false)).read('cart')).toBe('a cart')
  const [value = '', signature = ''] = decodeURIComponent(old.slice('cart='.length)).split('.')
  const other = Buffer.from(JSON.stringify('another')).toString('base64')
  for (const forged of [
    await signedBy('another secret'),
    `cart=${other}.${signature}`,
    `cart=${value}.${'A'.repeat(signature.length)}`,
    `cart=${value}.!`,
    `cart=${value}`,
    'cart=%E0%A4%A.x',
    'cart=.',
  ])
    expect((await rotated.open(forged, false)).hasCart, forged).toBe(false)
})
