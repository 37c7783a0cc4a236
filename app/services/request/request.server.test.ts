import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../config/env.server.ts'
import { createRequestScreen, describeClient, isKnownHost, publicAddressOf } from './request.server.ts'

/** Which headers tell who a visitor is, at which host, and whether a request may reach its route. */

const proxied = { TRUST_PROXY: '1' }
const named = { ...proxied, ALLOWED_HOSTS: 'shop.test,boxes.example' }
const ours = { ...proxied, PUBLIC_ORIGIN: 'https://shop.test' }
const https = { 'X-Forwarded-Proto': 'https' }

const clientOf = (url: string, headers: Record<string, string>, env: Record<string, string> = proxied) =>
  describeClient(new Request(url, { headers }), { address: '::ffff:10.9.9.9' }, parseConfig(env))

test.each([
  ['203.0.113.9', '8.8.8.8, 203.0.113.9:40001', proxied],
  ['2001:db8::9', '[2001:db8::9]:40001', proxied],
  ['203.0.113.8', '8.8.8.8, ::ffff:203.0.113.8', proxied],
  ['8.8.8.8', '9.9.9.9, 8.8.8.8, 203.0.113.8', { TRUST_PROXY: '2' }],
  ['10.9.9.9', 'nonsense-7', proxied],
  ['10.9.9.9', '', proxied],
  ['10.9.9.9', '8.8.8.8', {}],
])('the visitor has the address %s if "%s" was forwarded, with %o', (ip, forwarded, env) => {
  const others = { 'X-Real-IP': '9.9.9.9', Forwarded: 'for=7.7.7.7' }
  const client = clientOf('http://shop.test/us', { 'X-Forwarded-For': forwarded, ...others }, env)
  expect(client.ip).toBe(ip)
})

test.each<[url: string, headers: Record<string, string>, env: Record<string, string>, origin: string]>([
  ['http://shop.test/us', https, {}, 'http://shop.test'],
  ['http://shop.test/us', https, proxied, 'https://shop.test'],
  ['http://boxes.example/us', https, named, 'https://boxes.example'],
  ['http://[2001:db8::1]:8443/us', https, proxied, 'https://[2001:db8::1]:8443'],
  ['http://10.0.0.7/us', { 'X-Forwarded-Proto': 'http' }, ours, 'https://shop.test'],
  ['http://shop.test/us', { 'X-Forwarded-Proto': 'ftp' }, proxied, 'http://shop.test'],
])('forwarded headers do not name the host, even from a trusted proxy: %s %o %o', (...row) => {
  const [url, headers, env, origin] = row
  const client = clientOf(url, { ...headers, 'X-Forwarded-Host': 'evil.example' }, env)
  expect([client.origin, client.secure]).toEqual([origin, origin.startsWith('https:')])
})

test.each([
  ['http://boxes.example/us', named, true],
  ['http://evil.example/us', named, false],
  ['http://boxes.example:1337/us', named, false],
  ['http://shop.test/us', ours, true],
  ...['10.0.0.7:3000', 'shop.internal', 'www.other.test', 'www.www.shop.test'].map(
    (host): [string, Record<string, string>, boolean] => [`http://${host}/us`, ours, false],
  ),
  ['http://www.shop.test/healthz', ours, true],
  ['http://anything.example/us', proxied, true],
])('only hosts of the list are served: %s %o %s', (url, env, isServed) => {
  const request = new Request(url, { headers: https })
  expect(isKnownHost(request, new URL(url).pathname, parseConfig(env))).toBe(isServed)
})

test.each([
  ['http://www.shop.test', 'https://shop.test', 'https://shop.test/us/faq?a=1'],
  ['http://SHOP.test:443', 'https://www.shop.test', 'https://www.shop.test/us/faq?a=1'],
  ['http://other.test', 'https://shop.test', null],
  ['http://www.www.shop.test', 'https://shop.test', null],
])('with or without www. a host redirects to the public one: %s, of %s', (asked, PUBLIC_ORIGIN, address) => {
  const config = parseConfig({ ...proxied, PUBLIC_ORIGIN })
  expect(publicAddressOf(new Request(`${asked}/us/faq?a=1`), '/us/faq?a=1', config)).toBe(address)
})

describe('a post', () => {
  const SECRET = 'secret of the store'
  const screen = createRequestScreen(['a newer one', SECRET])
  const send = (path: string, init: RequestInit & { duplex?: 'half' }) => {
    const request = new Request(`http://shop.test${path}`, { method: 'POST', ...init })
    return screen(request, new URL(request.url), {
      ip: '192.0.2.1',
      origin: 'http://shop.test',
      secure: false,
    })
  }

  const [own, evil] = [{ Origin: 'http://shop.test' }, { Origin: 'https://evil.example' }]
  const neighbour = 'http://shop.test:8123'
  const hidden = { Origin: 'null' }
  const site = (name: string) => ({ 'Sec-Fetch-Site': name })
  // WebKit calls a form that opens a new tab cross-site.
  const tab = { ...site('cross-site'), 'Sec-Fetch-Mode': 'navigate' }
  const ours = { ...own, Referer: 'http://shop.test/us/cart' }

  test.each<[what: string, headers: Record<string, string>, isAccepted: boolean]>([
    ['of our own page', own, true],
    ['of our own page that hides its origin', { ...hidden, ...site('same-origin') }, true],
    ['of our own page in a new tab of WebKit', { ...tab, ...ours }, true],
    ['of no browser', {}, true],
    ['of another origin', evil, false],
    ['of another port', { Origin: neighbour }, false],
    ['of no origin at all', hidden, false],
    ...['none', 'same-site', 'cross-site'].map((name): [string, Record<string, string>, boolean] => [
      `that is hidden and ${name}`,
      { ...hidden, ...site(name) },
      false,
    ]),
    ['of another site', site('cross-site'), false],
    ['of a sibling site', site('same-site'), false],
    ['of another page', { Referer: 'https://evil.example/page' }, false],
    ['of a page at another port', { Referer: `${neighbour}/us` }, false],
    ['in a new tab without a referrer', { ...tab, ...own }, false],
    ['in a new tab without an origin', { ...tab, Referer: ours.Referer }, false],
    ['in a new tab of another origin', { ...tab, ...ours, ...evil }, false],
    ['in a new tab of another page', { ...tab, ...ours, Referer: 'https://evil.example/page' }, false],
    ['of a script that says it is cross-site', { ...tab, ...ours, 'Sec-Fetch-Mode': 'cors' }, false],
  ])('%s reaches its route: %o %s', async (_, headers, isAccepted) => {
    const { refusal } = await send('/market', { headers, body: 'market=uk' })
    expect(refusal).toEqual(isAccepted ? null : { status: 403, reason: 'origin' })
  })

  test('of a webhook is signed only if neither a byte, nor the encoding or the signature was changed', async () => {
    const body = '{"id":77001}'
    const sign = (key: string, encoding: 'base64' | 'hex' = 'base64') =>
      createHmac('sha256', key).update(body).digest(encoding)
    const isSigned = async (text: string, signature: string) => {
      const init = { headers: { 'X-Shopify-Hmac-Sha256': signature }, body: text }
      return (await send('/webhooks/orders-paid', init)).isSigned
    }
    const valid = sign(SECRET)
    expect(await isSigned(body, valid)).toBe(true)
    const forged = ['', 'AAAA', sign('not the secret'), sign(SECRET, 'hex'), sign('')]
    const changed = [valid.slice(0, -1), `${valid}=`, ` ${valid.toLowerCase()}`, `${valid}, ${valid}`]
    for (const signature of [...forged, ...changed]) expect(await isSigned(body, signature)).toBe(false)
    for (const text of [`${body} `, body.replace('77001', '77002')])
      expect(await isSigned(text, valid)).toBe(false)
  })

  // That large bodies are refused: `routes/doors`, `hardening/server`.
  test('of too large a body is not read to its end, and that of another method not at all', async () => {
    const post = async (method: string) => {
      let sent = 0
      const body = new ReadableStream({
        pull(controller) {
          sent += 8_192
          controller.enqueue(new Uint8Array(8_192))
        },
      })
      const { refusal } = await send('/us/contact', { method, headers: own, body, duplex: 'half' })
      return [refusal?.status, sent < 100_000, sent]
    }
    expect(await post('POST')).toEqual([413, true, expect.any(Number)])
    expect(await post('PUT')).toEqual([405, true, 8_192])
  })
})
