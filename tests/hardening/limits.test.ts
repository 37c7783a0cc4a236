import { describe, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { form, openTestShop, type TestShop } from '../support/test-shop.ts'
import { changeCart, variantOf } from '../support/visitor-cart.ts'

/** What one visitor may ask for, however it is asked. */

const shop = openTestShop()

test('a visitor may try thirty discount codes, those of a restored cart included', async () => {
  const visitor = shop.browser()
  const lines = JSON.stringify([
    { variantId: await variantOf(shop, 'magic-wand', 'Dragon & Oak'), quantity: 1 },
  ])
  const restore = (discountCode: string) => changeCart(visitor, { intent: 'restore', lines, discountCode })
  const apply = (code: string) => changeCart(visitor, { intent: 'apply-discount', code })
  for (let tried = 0; tried < 15; tried++) {
    await restore(`GUESS${tried}`)
    await apply(`GUESS${tried}`)
  }
  expect(await apply('OWL10')).toMatchObject({
    ok: false,
    notices: [{ title: expect.stringContaining('a lot of tries') }],
  })
  visitor.cookies.clear()
  expect((await restore('OWL10')).cart).toMatchObject({ itemCount: 1, discount: null })
})

describe('one visitor with many IP addresses', () => {
  const addressInNetwork = (at: number) =>
    `2001:db8:7:7:${((at * 7919) & 0xffff).toString(16)}::${at.toString(16)}`
  test.each([
    // Empty passwords count as well, without the time that one takes to be checked; those beyond the limit are real.
    [
      '/admin/sign-in',
      (at: number) => ({ email: `a${at}@example.com`, password: at > 10 ? 'wrong' : '' }),
      10,
    ],
    [
      '/us/subscribe',
      (at: number) => ({ fullName: 'A', email: `v6-${at}@example.com`, source: 'Footer' }),
      20,
    ],
    ['/us/redeem', (at: number) => ({ words: `none of these ${at}` }), 20],
  ])('addresses of one IPv6 network share a limit at %s', async (path, fields, limit) => {
    const post = async (at: number) => {
      const request = new Request(shop.origin + path, form(fields(at)))
      return (await shop.handle(request, { address: addressInNetwork(at) })).status
    }
    const allowed = await Promise.all(Array.from({ length: limit }, (_, at) => post(at + 1)))
    expect(allowed).not.toContain(429)
    expect(await Promise.all([1, 2, 3].map((excess) => post(limit + excess)))).toEqual([429, 429, 429])
  })

  /** Submits `excess` more wrong magic words than one visitor may. @returns the number of rejected attempts */
  async function countRejected(
    target: TestShop,
    excess: number,
    headers: (at: number) => Record<string, string>,
  ) {
    const attempts = Array.from({ length: 20 + excess }, (_, at) =>
      target.fetch('/us/redeem', form({ words: `none of these ${at}` }, headers(at))),
    )
    return (await Promise.all(attempts)).filter(({ status }) => status === 429).length
  }

  const proxied = openTestShop({ env: { TRUST_PROXY: '1' } })

  test('an address with the port that a proxy appends is the same visitor', async () => {
    for (const address of ['203.0.113.9', '[2001:db8::9]', '::ffff:203.0.113.8'])
      expect(
        await countRejected(proxied, 3, (at) => ({
          'X-Forwarded-For': `8.8.8.8, ${address}${address.startsWith(':') ? '' : `:${40_000 + at}`}`,
        })),
        address,
      ).toBe(3)
  })

  test('forged X-Forwarded-For addresses are ignored, with a proxy and without', async () => {
    const forgedHeaders = (at: number) => ({ 'X-Real-IP': `9.9.9.${at}`, Forwarded: `for=7.7.7.${at}` })
    const cases: [TestShop, (at: number) => string][] = [
      [shop, (at) => `8.8.8.${at}`],
      [proxied, (at) => `8.8.8.${at}, 203.0.113.77`],
      [proxied, (at) => `nonsense-${at}`],
    ]
    for (const [target, forwarded] of cases)
      expect(
        await countRejected(target, 3, (at) => ({ ...forgedHeaders(at), 'X-Forwarded-For': forwarded(at) })),
      ).toBe(3)
  })
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
  expect((await fetchAt(letter, 'another.test', '203.0.113.61')).status).toBe(200)
  expect((await fetchAt(letter, 'another.test', '203.0.113.60')).status).toBe(200)
})
