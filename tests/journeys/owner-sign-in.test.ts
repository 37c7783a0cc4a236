import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readOutbox } from '../support/outbox.ts'
import { OWNER, openOwnShop } from './owner.ts'

/** Who is let into the owner's room. */

const { get, newVisitor, signIn } = openOwnShop()

test('a stranger’s forms do nothing, nor do those that another site sends for the owner', async () => {
  const owner = await signIn()
  const { data } = owner.page.formWith('Mark Complete')
  const before = owner.page.main
  for (const address of ['/admin', '/admin/products', '/admin/company']) {
    const page = await newVisitor().post(address, data)
    expect(page.text).not.toContain('Marked as complete')
    expect(page.hasButton('Sign out')).toBe(false)
  }
  const headers = { Origin: 'https://evil.example', 'Content-Type': 'application/x-www-form-urlencoded' }
  expect((await owner.request('/admin', { method: 'POST', headers, body: String(data) })).status).toBe(403)
  expect((await owner.visit('/admin')).main).toBe(before)
})

test('the owner is led back to the page that was asked for, and out again for good', async () => {
  const owner = newVisitor()
  await owner.visit('/admin/company')
  const credentials = { email: ` ${OWNER.toUpperCase()} `, password: get().ownerPassword }
  expect((await owner.submit('Sign in', credentials)).path).toBe('/admin/company')
  const thief = newVisitor()
  for (const [name, value] of owner.cookies) thief.cookies.set(name, value)
  expect((await thief.visit('/admin')).path).toBe('/admin')
  await owner.submit('Sign out')
  for (const visitor of [owner, thief])
    expect((await visitor.visit('/admin')).url.pathname).toBe('/admin/sign-in')
})

test('a wrong password and an unknown address are refused alike, and ten of them are enough', async () => {
  const guesser = await signIn('wrong')
  const { page } = guesser
  expect([page.status, page.value('email')]).toEqual([401, OWNER])
  const other = newVisitor()
  await other.visit('/admin/sign-in')
  const unknown = await other.submit('Sign in', { email: 'nobody@example.com', password: 'wrong' })
  expect([unknown.status, unknown.main]).toEqual([401, page.main])
  for (let tries = 0; guesser.page.status !== 429 && tries < 20; tries++)
    await signIn(`wrong ${tries}`, guesser)
  expect(guesser.page.status).toBe(429)
  expect(guesser.page.main).toMatch(/Too many tries|wait/i)
  expect((await signIn(get().ownerPassword, guesser)).page.url.pathname).toBe('/admin/sign-in')
  expect((await signIn()).page.path).toBe('/admin')
})

/** The code that an authenticator app shows, after RFC 6238. */
function codeOf(key: string, at = Date.now()): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...key].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const hash = createHmac('sha1', Buffer.from(bytes)).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

test('with an authenticator app set up, the password alone opens nothing, until the app is turned off', async () => {
  const owner = await signIn()
  const password = get().ownerPassword
  // A code works once, so each is of a later half minute.
  const press = (button: string, code?: string) => owner.submit(button, { password, ...(code && { code }) })
  await owner.visit('/admin/security')
  const key = /Key: ([A-Z2-7 ]+[A-Z2-7])/.exec((await press('Set up')).main)?.[1]?.replaceAll(' ', '') ?? ''
  expect(key.length).toBeGreaterThanOrEqual(16)
  await press('Continue', '000000')
  await press('Continue', codeOf(key, Date.now() - 30_000))
  await owner.submit('Sign out')
  const half = await signIn()
  expect(half.page.values('code')).toHaveLength(1)
  expect((await half.visit('/admin/subscribers')).url.pathname).toBe('/admin/sign-in')
  expect((await half.submit('Start over')).values('password')).toHaveLength(1)
  await signIn(password, owner)
  expect((await owner.submit('Continue', { code: '000000' })).url.pathname).toBe('/admin/sign-in')
  expect((await owner.submit('Continue', { code: codeOf(key) })).path).toBe('/admin')
  await owner.visit('/admin/security')
  expect((await press('Turn off', '000000')).text).toContain('That code does not fit.')
  expect((await press('Turn off', codeOf(key, Date.now() + 30_000))).text).toContain('a password only')
  expect((await signIn()).page.path).toBe('/admin')
})

test('the owner ends all sessions, and changes the password, by saying it again', async () => {
  const password = get().ownerPassword
  for (const [button, said, fields] of [
    ['Sign out everywhere', 'You are signed out everywhere.', {}],
    ['Change password', 'Your password is changed.', { newPassword: 'nine owls and a half' }],
  ] as const) {
    const [owner, other] = [await signIn(), await signIn()]
    await owner.visit('/admin/security')
    const refused = await owner.submit(button, { ...fields, password: 'wrong' })
    expect([refused.status, refused.text.includes('That is not your password.')]).toEqual([401, true])
    expect((await owner.submit(button, { ...fields, password })).text).toContain(said)
    expect((await other.visit('/admin')).url.pathname).toBe('/admin/sign-in')
  }
  expect((await signIn(password)).page.status).toBe(401)
  expect((await signIn('nine owls and a half')).page.path).toBe('/admin')
  // Told of the app, on and off, of the end of sessions, and of the password.
  const told = () => readOutbox(get().dataDir).filter(({ to }) => to.includes(OWNER)).length
  await expect.poll(told).toBe(4)
})
