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
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  [`/${'a'.repeat(2000)}`, null],
  [null, null],
])('%j leads to %j', (given, address) => {
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

test('short fields are one line, long ones keep their lines, other fields are left out', async () => {
  const { fields } = await post({ fullName: ' A\r\nb\u0000 ', message: 'one\r\ntwo\u0007', admin: 'yes' })
  expect([...fields]).toEqual([
    ['fullName', 'A b'],
    ['message', 'one\ntwo'],
  ])
})

test('a filled hidden field is a robot, an empty or missing one is not', async () => {
  expect((await post({ name__confirm: 'x' })).isRobot).toBe(true)
  expect((await post({ name__confirm: '' })).isRobot).toBe(false)
  expect((await post({})).isRobot).toBe(false)
})

test('our script is told from the browser by the address', async () => {
  expect((await post({}, '/us/contact.data')).isScripted).toBe(true)
  expect((await post({})).isScripted).toBe(false)
})

test.each([
  ['https://shop.example/us/faq?utm_source=owl', '/us/faq?utm_source=owl'],
  ['https://shop.example/us/subscribe', '/us/faq'],
  ['https://shop.example/', '/us/faq'],
  ['junk', '/us/faq'],
])('a form on the FAQ that came from %s leads back to %s', async (referer, address) => {
  const form = await post({ returnTo: '/us/faq' }, '/us/subscribe', { Referer: referer })
  expect(form.returnTo).toBe(address)
})
