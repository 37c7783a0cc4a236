import { describe, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { form, openTestShop, type TestShop } from '../support/test-shop.ts'
import { changeCart, variantOf } from '../support/visitor-cart.ts'

/** Who a visitor is, at which host, and what one may ask for, however it is asked: which headers are trusted. */

const alone = openTestShop()
const behindProxy = openTestShop({ env: { TRUST_PROXY: '1' } })
const ours = openTestShop({ env: { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://shop.test' } })
const named = openTestShop({ env: { TRUST_PROXY: '1', ALLOWED_HOSTS: 'shop.test,boxes.example' } })
const HTTPS = { 'X-Forwarded-Proto': 'https' }

describe('over https', () => {
  const ADD = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
  /** The cookie of a cart, as the shop sets it. */
  async function cartCookie(shop: TestShop, headers: Record<string, string>): Promise<string> {
    const added = await shop.fetch('/us/cart', form(ADD, { Origin: 'https://shop.test', ...headers }))
    return added.headers.getSetCookie().find((line) => line.startsWith('__Host-cart=')) ?? ''
  }

  // Their attributes are in services/session.
  test('cookies have the __Host- prefix, and those without it are ignored', async () => {
    const cart = await cartCookie(behindProxy, HTTPS)
    const value = cart.slice('__Host-cart='.length).split(';')[0]
    const items = async (Cookie: string) => {
      const reply = await behindProxy.fetch('/us/cart/changes', { headers: { ...HTTPS, Cookie } })
      return ((await reply.json()) as { cart: { itemCount: number } }).cart.itemCount
    }
    expect([await items(`__Host-cart=${value}`), await items(`cart=${value}`)]).toEqual([1, 0])
  })

  test('of the public address, they do whatever the proxy says', async () => {
    for (const headers of [{}, { 'X-Forwarded-Proto': 'http' }])
      expect(await cartCookie(ours, headers as Record<string, string>)).toContain('; Secure')
  })
})

describe('hosts', () => {
  const forwarded = { ...HTTPS, 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-For': '1.2.3.4' }

  test('are not named by forwarded headers: these do not name the host, even from a trusted proxy', async () => {
    for (const shop of [alone, behindProxy, ours])
      for (const host of ['evil.example', 'www.shop.test', 'evil.example, shop.test']) {
        const response = await shop.fetch('/us', { headers: { ...forwarded, 'X-Forwarded-Host': host } })
        expect(response.status, host).toBe(200)
        expect(await response.text()).not.toContain(host)
      }
  })

  test('of the list alone: only hosts of the list are served', async () => {
    for (const host of ['evil.example', 'boxes.example:1337'])
      expect((await named.fetch(`http://${host}/us`)).status).toBe(400)
    const page = await (await named.fetch('http://boxes.example/us', { headers: forwarded })).text()
    expect(page).toContain('https://boxes.example/us')
    const ipv6 = await behindProxy.fetch('http://[2001:db8::1]:8443/us', { headers: forwarded })
    expect(await ipv6.text()).toContain('https://[2001:db8::1]:8443/us')
  })

  const www = openTestShop({ env: { TRUST_PROXY: '1', PUBLIC_ORIGIN: 'https://www.shop.test' } })
  test.each<[of: () => TestShop, address: string, answer: [number, string | null]]>([
    [() => ours, 'www.shop.test/us/faq?a=1', [308, 'https://shop.test/us/faq?a=1']],
    [() => www, 'SHOP.test:443/us/faq', [308, 'https://www.shop.test/us/faq']],
    [() => ours, 'shop.test/us/faq', [200, null]],
    [() => ours, 'www.shop.test/healthz', [200, null]],
    ...['10.0.0.7:3000', 'shop.internal', 'www.other.test', 'www.www.shop.test'].map(
      (host): [() => TestShop, string, [number, null]] => [() => ours, `${host}/us`, [400, null]],
    ),
  ])(
    'with or without www. lead to the public one, and no other is served (case %#)',
    async (of, address, answer) => {
      const response = await of().fetch(`http://${address}`, { headers: HTTPS })
      expect([response.status, response.headers.get('Location')]).toEqual(answer)
      if (response.status === 308) expect(response.headers.get('Cache-Control')).toContain('no-store')
    },
  )
})

test('a visitor may try thirty discount codes, those of links and of a restored cart included', async () => {
  const visitor = alone.browser()
  visitor.cookies.set('selected_market', 'us')
  const variantId = await variantOf(alone, 'magic-wand', 'Dragon & Oak')
  const lines = JSON.stringify([{ variantId, quantity: 1 }])
  const restore = (discountCode: string) => changeCart(visitor, { intent: 'restore', lines, discountCode })
  const apply = (code: string) => changeCart(visitor, { intent: 'apply-discount', code })
  for (let tried = 0; tried < 10; tried++) {
    await restore(`GUESS${tried}`)
    await visitor.fetch(`/discount/GUESS${tried}`)
    await apply(`GUESS${tried}`)
  }
  const title = expect.stringContaining('a lot of tries')
  expect(await apply('OWL10')).toMatchObject({ ok: false, toasts: [{ title }] })
  const page = await visitor.visit('/discount/OWL10?redirect=/cart')
  expect(page.text).toContain('a lot of tries')
  expect(page.main).not.toContain('OWL10 applied')
  visitor.cookies.clear()
  expect((await restore('OWL10')).cart).toMatchObject({ itemCount: 1, discount: null })
})

type Fields = (at: number) => Record<string, string>

/** How many of so many posts at once are refused as too many. */
async function countRefused(count: number, post: (at: number) => Promise<Response>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => post(at + 1)))
  return answers.filter(({ status }) => status === 429).length
}

test.each<[path: string, fields: Fields, limit: number]>([
  // Empty passwords count as well, without the time that one takes to be checked.
  ['/admin/sign-in', (at) => ({ email: `a${at}@example.com`, password: '' }), 10],
  ['/us/subscribe', (at) => ({ fullName: 'A', email: `v6-${at}@example.com`, source: 'Footer' }), 20],
  ['/us/redeem', (at) => ({ words: `none of these ${at}` }), 20],
])(
  'one visitor with many IP addresses of one IPv6 network shares a limit at %s',
  async (path, fields, limit) => {
    const post = (at: number) => {
      const address = `2001:db8:7:7:${((at * 7919) & 0xffff).toString(16)}::${at.toString(16)}`
      return alone.handle(new Request(alone.origin + path, form(fields(at))), { address })
    }
    expect(await countRefused(limit + 3, post)).toBe(3)
  },
)

test.each<[what: string, headers: Fields, of?: () => TestShop]>([
  ['a port that a proxy appends', (at) => ({ 'X-Forwarded-For': `8.8.8.8, 203.0.113.9:${40_000 + at}` })],
  ['a port after IPv6', (at) => ({ 'X-Forwarded-For': `[2001:db8::9]:${40_000 + at}` })],
  ['IPv4 in IPv6', () => ({ 'X-Forwarded-For': '8.8.8.8, ::ffff:203.0.113.8' })],
  ['a forged address before the proxy’s', (at) => ({ 'X-Forwarded-For': `8.8.8.${at}, 203.0.113.77` })],
  ['nonsense', (at) => ({ 'X-Forwarded-For': `nonsense-${at}` })],
  [
    'forged headers without a proxy',
    (at) => ({ 'X-Forwarded-For': `8.8.8.${at}`, 'X-Real-IP': `9.9.9.${at}`, Forwarded: `for=7.7.7.${at}` }),
    () => alone,
  ],
])('is the same visitor: %s', async (_, headers, of = () => behindProxy) => {
  const post = (at: number) => of().fetch('/us/redeem', form({ words: `none of these ${at}` }, headers(at)))
  expect(await countRefused(23, post)).toBe(3)
})

test('rendering gift letters is rate-limited per visitor, whatever the host', async () => {
  const letter = '/us/gift-download/letter.pdf'
  const fetchAt = (path: string, host: string, address: string) =>
    alone.handle(new Request(`http://${host}${path}`), { address })
  for (let attempt = 0; attempt < 60; attempt++)
    await fetchAt(`${letter}?gift=none`, `h${attempt}.test`, '203.0.113.60')
  const visitor = new Browser((request) => alone.handle(request, { address: '203.0.113.60' }), alone.origin)
  const refused = await visitor.visit(letter)
  expect([refused.path, refused.text.includes('a lot of tries')]).toEqual(['/us/gift-download', true])
  // Other visitors are not limited, and cached letters are not either.
  for (const address of ['203.0.113.61', '203.0.113.60'])
    expect((await fetchAt(letter, 'another.test', address)).status).toBe(200)
})
