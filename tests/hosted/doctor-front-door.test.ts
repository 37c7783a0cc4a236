import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseConfig } from '#app/services/config/env.server.ts'
import { createDoctor } from '#app/services/doctor/doctor.server.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'
import { COMPLETE, complaintsOf, type Environment, examined, linesOf } from './examined.ts'

/** What the doctor says of the way to the shop from outside: one line for each thing that can be wrong. */

const ORIGIN = 'https://shop.keyhole.house'
const ADDRESS = { PUBLIC_ORIGIN: ORIGIN }
const OWN = {
  ...ADDRESS,
  ALLOW_EMBEDDED: '1',
  SESSION_SECRET: COMPLETE.SESSION_SECRET,
  WEBHOOK_SECRET: COMPLETE.WEBHOOK_SECRET,
  TRUST_PROXY: '1',
}
const shops: TestShop[] = []
afterAll(() => Promise.all(shops.map((shop) => shop.close())))

async function openShop(environment: Environment = {}): Promise<TestShop> {
  const shop = await createTestShop({ env: { ...OWN, ...environment } })
  shops.push(shop)
  return shop
}

type Proxy = { readonly appends?: boolean; readonly tellsScheme?: boolean }

/** A proxy that terminates TLS for the shop and, as it should, writes who asks. */
function through(shop: TestShop, { appends = false, tellsScheme = true }: Proxy = {}): typeof fetch {
  return (input, init) => {
    const url = new URL(String(input))
    const headers = new Headers(init?.headers)
    const before = appends ? headers.get('X-Forwarded-For') : null
    headers.set('X-Forwarded-For', [before, '198.51.100.7'].filter(Boolean).join(', '))
    if (tellsScheme) headers.set('X-Forwarded-Proto', 'https')
    headers.set('Host', url.host)
    const address = `http://${url.host}${url.pathname}${url.search}`
    return shop.handle(new Request(address, { ...init, headers }), { address: '10.1.2.3' })
  }
}

const examinedThrough = (fetchShop: typeof fetch, environment: Environment = {}) =>
  examined({ ...ADDRESS, ...environment }, { fetch: fetchShop })
const said = async (fetchShop: typeof fetch, environment: Environment = {}) =>
  complaintsOf(await examinedThrough(fetchShop, environment), 'Front door')

describe('this shop', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop()
  })

  test('is known behind its proxy, and takes signed notices', async () => {
    for (const appends of [false, true])
      expect(linesOf(await examinedThrough(through(shop, { appends })), 'Front door')).toEqual([
        `ok Address: ${ORIGIN} is this shop, and knows its visitors`,
        'ok Notices of Shopify: A signed notice reaches the shop, and its signature is accepted',
      ])
  })

  test('gets no notices through a proxy that keeps them out', async () => {
    const pass = through(shop)
    const guarded: typeof fetch = async (input, init) =>
      String(input).includes('/webhooks/') ? new Response('Who are you?', { status: 403 }) : pass(input, init)
    expect(await said(guarded)).toEqual([
      expect.stringMatching(
        /^failure Notices of Shopify: Something in front of the shop stops .* \(403\) → Let POST through/,
      ),
    ])
  })

  test('has no page of the doctor for anybody else', async () => {
    const asked: string[] = []
    const { examine } = createDoctor({
      config: parseConfig(COMPLETE),
      fetch: async (input, init) => {
        if (String(input).endsWith('/doctor')) asked.push(new Headers(init?.headers).get('X-Doctor') ?? '')
        return new Response(null, { status: 503 })
      },
      now: () => Date.now() - 180_000,
      missingFacts: async () => [],
      takesMail: async () => true,
    })
    await examine()
    const forged = ['', 'x', `${Date.now()}.${'a'.repeat(22)}.${'b'.repeat(43)}`, ...asked]
    expect(asked).toHaveLength(1)
    const ask = through(shop)
    for (const header of forged) {
      const response = await ask(`${ORIGIN}/doctor`, { headers: { 'X-Doctor': header } })
      expect([response.status, await response.text()]).toEqual([404, ''])
      expect(response.headers.get('Cache-Control')).toBe('private, no-store')
    }
  })
})

test.each<[string, Environment, Proxy, RegExp[]]>([
  [
    'TRUST_PROXY too low: the shop does not know its visitors',
    { TRUST_PROXY: '0' },
    {},
    [/^warning Address: The shop sees 10.1.2.3 as the visitor/],
  ],
  [
    'TRUST_PROXY too high: visitors can choose their address',
    { TRUST_PROXY: '2' },
    { appends: true },
    [/^failure Address: Visitors can choose the address .* → Lower TRUST_PROXY/],
  ],
  [
    'another webhook secret',
    { WEBHOOK_SECRET: 'of-another-app' },
    {},
    [/^failure Notices of Shopify: The shop refuses a notice .* → Start the shop again/],
  ],
  [
    'another shop',
    { SESSION_SECRET: 'another-secret-0123456789' },
    {},
    [/^failure Address: What answers at .* is not this shop.* \(404\) → Point the domain/],
  ],
])('%s', async (_, environment, proxy, lines) => {
  const complaints = await said(through(await openShop(environment), proxy))
  expect(complaints).toEqual(lines.map((line) => expect.stringMatching(line)))
})

test('http and no webhook secret stop the opening', async () => {
  const http = { PUBLIC_ORIGIN: 'http://shop.keyhole.house' }
  const shop = await openShop(http)
  expect(await said(through(shop, { tellsScheme: false }), { ...http, WEBHOOK_SECRET: '' })).toEqual([
    expect.stringMatching(/^failure Address: PUBLIC_ORIGIN is http: .* → Serve it by https/),
    expect.stringMatching(/^failure Notices of Shopify: WEBHOOK_SECRET is not set/),
  ])
})

const failing = (code: string) => async () => {
  throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) })
}
const Location = 'https://www.keyhole.house/doctor'

test.each<[string, typeof fetch, RegExp]>([
  ['another site', async () => new Response('<h1>Parked</h1>'), /is not this shop.* \(200\)/],
  [
    'a redirect',
    async () => new Response(null, { status: 301, headers: { Location } }),
    /leads on to https:\/\/www.keyhole.house → Set PUBLIC_ORIGIN/,
  ],
  ['no such host', failing('ENOTFOUND'), /^failure Address: There is no shop.keyhole.house → Start/],
  [
    'an expired certificate',
    failing('CERT_HAS_EXPIRED'),
    /The certificate of shop.keyhole.house is not valid → /,
  ],
])('%s is told in one line', async (_, answer, line) => {
  expect(await said(answer)).toEqual([expect.stringMatching(line)])
})
