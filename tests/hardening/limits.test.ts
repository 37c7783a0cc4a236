import { expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { form, openTestShop, type TestShop } from '../support/test-shop.ts'
import { changeCart, variantOf } from '../support/visitor-cart.ts'

/** What one visitor may ask for, however it is asked. */

const shop = openTestShop()
const proxied = openTestShop({ env: { TRUST_PROXY: '1' } })

test('a visitor may try thirty discount codes, those of links and of a restored cart included', async () => {
  const visitor = shop.browser()
  visitor.cookies.set('selected_market', 'us')
  const variantId = await variantOf(shop, 'magic-wand', 'Dragon & Oak')
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

test.each<[path: string, fields: Fields, limit: number]>([
  // Empty passwords count as well, without the time that one takes to be checked.
  ['/admin/sign-in', (at) => ({ email: `a${at}@example.com`, password: '' }), 10],
  ['/us/subscribe', (at) => ({ fullName: 'A', email: `v6-${at}@example.com`, source: 'Footer' }), 20],
  ['/us/redeem', (at) => ({ words: `none of these ${at}` }), 20],
])(
  'one visitor with many IP addresses of one IPv6 network shares a limit at %s',
  async (path, fields, limit) => {
    const post = async (at: number) => {
      const address = `2001:db8:7:7:${((at * 7919) & 0xffff).toString(16)}::${at.toString(16)}`
      return (await shop.handle(new Request(shop.origin + path, form(fields(at))), { address })).status
    }
    const statuses = await Promise.all(Array.from({ length: limit + 3 }, (_, at) => post(at + 1)))
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  },
)

test.each<[what: string, of: () => TestShop, headers: Fields]>([
  [
    'a port that a proxy appends',
    () => proxied,
    (at) => ({ 'X-Forwarded-For': `8.8.8.8, 203.0.113.9:${40_000 + at}` }),
  ],
  ['a port after IPv6', () => proxied, (at) => ({ 'X-Forwarded-For': `[2001:db8::9]:${40_000 + at}` })],
  ['IPv4 in IPv6', () => proxied, () => ({ 'X-Forwarded-For': '8.8.8.8, ::ffff:203.0.113.8' })],
  [
    'a forged address before the proxy’s',
    () => proxied,
    (at) => ({ 'X-Forwarded-For': `8.8.8.${at}, 203.0.113.77` }),
  ],
  ['nonsense', () => proxied, (at) => ({ 'X-Forwarded-For': `nonsense-${at}` })],
  [
    'forged headers without a proxy',
    () => shop,
    (at) => ({ 'X-Forwarded-For': `8.8.8.${at}`, 'X-Real-IP': `9.9.9.${at}`, Forwarded: `for=7.7.7.${at}` }),
  ],
])('is the same visitor: %s', async (_, of, headers) => {
  const attempts = Array.from({ length: 23 }, (_, at) =>
    of().fetch('/us/redeem', form({ words: `none of these ${at}` }, headers(at))),
  )
  const refused = (await Promise.all(attempts)).filter(({ status }) => status === 429)
  expect(refused).toHaveLength(3)
})

test('rendering gift letters is rate-limited per visitor, whatever the host', async () => {
  const fetchAt = (path: string, host: string, address: string) =>
    shop.handle(new Request(`http://${host}${path}`), { address })
  const letter = '/us/gift-download/letter.pdf'
  for (let attempt = 0; attempt < 60; attempt++)
    await fetchAt(`${letter}?gift=none`, `h${attempt}.test`, '203.0.113.60')
  const visitor = new Browser((request) => shop.handle(request, { address: '203.0.113.60' }), shop.origin)
  const refused = await visitor.visit(letter)
  expect(refused.path).toBe('/us/gift-download')
  expect(refused.text).toContain('That is a lot of tries in a short time.')
  // Other visitors are not limited, and cached letters are not either.
  for (const address of ['203.0.113.61', '203.0.113.60'])
    expect((await fetchAt(letter, 'another.test', address)).status).toBe(200)
})
