import { expect, test } from 'vitest'
import { parseConfig } from '../config/env.server.ts'
import { describeClient, isKnownHost, publicAddressOf } from './request.server.ts'

/** Which headers tell who a visitor is, and at which host. */

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
])('the visitor is %s where "%s" was forwarded, with %o', (ip, forwarded, env) => {
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
])('the name with or without www. leads to the public one: %s, of %s', (asked, PUBLIC_ORIGIN, address) => {
  const config = parseConfig({ ...proxied, PUBLIC_ORIGIN })
  expect(publicAddressOf(new Request(`${asked}/us/faq?a=1`), '/us/faq?a=1', config)).toBe(address)
})
