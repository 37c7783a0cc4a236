import { expect, test, vi } from 'vitest'
import { wordsForm } from '#supabase/functions/_shared/forms/schemas.ts'
import type { Backend } from '../backend/backend.server.ts'
import { carryOut, localAddress, pageOfForm, parseForm, readForm } from './form-post.server.ts'

test.each([
  ['/us/faq', '/us/faq'],
  ['/uk/products?filter=wizard-box', '/uk/products?filter=wizard-box'],
  [' /us ', '/us'],
  ['', null],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['/\t/evil.example', null],
  ['/.//evil.example', null],
  ['https://evil.example', null],
  [`/${'a'.repeat(2000)}`, null],
  [null, null],
])('the local address of %j is %j', (given, address) => {
  expect(localAddress(given)).toBe(address)
})

function request(fields: Record<string, string> | FormData, headers: Record<string, string> = {}) {
  const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
  return new Request('http://shop.test/us/contact', { method: 'POST', headers, body })
}

test('only a form’s own fields are read, each once, and texts only', async () => {
  const posted = new FormData()
  posted.append('words', 'one')
  posted.append('words', 'two')
  posted.append('__intent__', 'nonsense')
  posted.append('a[0].b', 'nonsense')
  expect(parseForm(await readForm(request(posted)), wordsForm)).toMatchObject({
    status: 'success',
    payload: { words: 'one' },
  })
  posted.set('words', new File(['one'], 'words.txt'))
  expect(parseForm(await readForm(request(posted)), wordsForm)).toMatchObject({
    status: 'error',
    error: { words: ['Please enter your magic words'] },
  })
})

test.each([
  ['https://shop.example/us/faq?utm_source=owl', '/us/faq?utm_source=owl'],
  ['https://shop.example/us/subscribe', '/us/faq'],
  ['https://shop.example/', '/us/faq'],
  ['junk', '/us/faq'],
])('a form on the FAQ with the Referer %s returns to %s', async (Referer, address) => {
  const post = request({ returnTo: '/us/faq' }, { Referer })
  expect(pageOfForm(post, await readForm(post.clone()))).toBe(address)
})

test('a form that is held back is not sent, and a repeat is recognised by its content and key', async () => {
  const keys: string[] = []
  const signUp = vi.fn()
  const holdBack = async (...held: string[]) => void keys.push(held[3] ?? '')
  const backend = { signUp, holdBack } as unknown as Backend
  for (const [fullName = '', idempotencyKey = ''] of [
    ['Ada', 'key'],
    ['Ada', 'key'],
    ['Ada', 'other'],
    ['Ad', 'akey'],
  ]) {
    const value = { fullName, email: 'ada@example.com' }
    await carryOut(backend, 'signup', value, { market: 'us', idempotencyKey, isHeldBack: true })
  }
  expect(signUp).not.toHaveBeenCalled()
  expect([keys[0] === keys[1], new Set(keys).size]).toEqual([true, 3])
})
