import { expect, test } from 'vitest'
import { localAddress, readPost } from './form-post.server.ts'

test.each([
  ['/us/faq', '/us/faq'],
  ['/uk/products?filter=wizard-box', '/uk/products?filter=wizard-box'],
  ['/us/faq#orders', '/us/faq'],
  [' /us ', '/us'],
  ['', null],
  ['us/faq', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['/..//evil.example', null],
  ['/.//evil.example', null],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  [`/${'a'.repeat(2000)}`, null],
  [null, null],
])('the local address of %j is %j', (given, address) => {
  expect(localAddress(given)).toBe(address)
})

function post(fields: Record<string, string>, path = '/us/contact', headers: Record<string, string> = {}) {
  const request = new Request(`http://shop.test${path}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
  return readPost(request, { short: ['fullName'], long: ['message'] })
}

test('short fields become a single line, long ones keep line breaks, other fields are left out', async () => {
  const { fields } = await post({ fullName: ' A\r\nb\u0000 ', message: 'one\r\ntwo\u0007', admin: 'yes' })
  expect([...fields]).toEqual([
    ['fullName', 'A b'],
    ['message', 'one\ntwo'],
  ])
})

test('a filled honeypot field means a bot, an empty or missing one does not', async () => {
  expect((await post({ name__confirm: 'x' })).isBot).toBe(true)
  expect((await post({ name__confirm: '' })).isBot).toBe(false)
  expect((await post({})).isBot).toBe(false)
})

test('requests of the client router are recognised by the URL', async () => {
  expect((await post({}, '/us/contact.data')).isScripted).toBe(true)
  expect((await post({})).isScripted).toBe(false)
})

test.each([
  ['https://shop.example/us/faq?utm_source=owl', '/us/faq?utm_source=owl'],
  ['https://shop.example/us/subscribe', '/us/faq'],
  ['https://shop.example/', '/us/faq'],
  ['junk', '/us/faq'],
])('a form on the FAQ with the Referer %s returns to %s', async (referer, address) => {
  const form = await post({ returnTo: '/us/faq' }, '/us/subscribe', { Referer: referer })
  expect(form.returnTo).toBe(address)
})
