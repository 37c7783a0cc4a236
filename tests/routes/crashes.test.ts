import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { createLog } from '#app/services/log/log.server.ts'
import { form, openTestShop } from '../support/test-shop.ts'

const lines: string[] = []
const shop = openTestShop({ log: createLog('info', { write: (line) => lines.push(line) }) })

const WORDS = 'Something broke on our side. Your cart is safe.'
const mended: (() => unknown)[] = []
afterEach(() => {
  for (const mend of mended.splice(0)) mend()
})

const fail = () => {
  throw new RangeError('a crash of ada@example.com')
}

/** Makes a function that the shop uses throw, for the duration of a test. */
function crash<T extends object>(thing: T, name: keyof T & string, descriptor: PropertyDescriptor): void {
  const before = Object.getOwnPropertyDescriptor(thing, name)
  Object.defineProperty(thing, name, { ...descriptor, configurable: true })
  mended.push(() => before && Object.defineProperty(thing, name, before))
}

async function expectTold(response: Response, part: string): Promise<string> {
  const page = await response.text()
  const reference = response.headers.get('X-Request-Id')
  expect(page).toContain(WORDS)
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([500, 'private, no-store'])
  expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
  expect(response.headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(response.headers.get('Speculation-Rules')).toBeNull()
  expect(page).toContain(`mention this number: ${reference}`)
  expect(page).toContain('<title>Unexpected Application Error! | Wizard Box</title>')
  expect(page).toContain(part)
  expect(page).not.toMatch(/RangeError|a crash of|\bat \w+ \(/)
  expectLogged(reference)
  return page
}

function expectLogged(reference: string | null): void {
  const failures = lines.map((line) => JSON.parse(line)).filter((line) => line.err)
  expect(failures).toMatchObject([{ level: 50, requestId: reference, err: { type: 'RangeError' } }])
  expect(lines.join('')).not.toContain('ada@')
  lines.length = 0
}

const WHOLE = 'Skip to content'

test('a page shows an error, and recovers when its cause is gone', async () => {
  const path = '/uk/product/vol-i-phoenix-edition'
  const { storefront } = shop.services
  const shopper = shop.browser()
  await shopper.submit(await shopper.visit('/uk/product/magic-wand'), /Add to Cart/)
  const product = await storefront.getProduct('uk', 'vol-i-phoenix-edition')
  const odd = Object.defineProperty({ ...product }, 'images', { get: fail })
  lines.length = 0
  crash(storefront, 'getProduct', { value: async () => odd })
  for (let visit = 0; visit < 2; visit++) {
    await expectTold(await shop.fetch(path), WHOLE)
    await expectTold(await shopper.fetch(path), WHOLE)
  }
  for (const mend of mended.splice(0)) mend()
  for (const whole of [await shop.fetch(path), await shopper.fetch(path)]) {
    expect(whole.status).toBe(200)
    expect(await whole.text()).not.toContain(WORDS)
  }
})

test('a crash of the root layout shows an error page without the part that failed', async () => {
  shop.pages.clear()
  crash(shop.services.config, 'mainHost', { value: { toString: fail }, enumerable: true })
  await expectTold(await shop.fetch('/us/about'), WHOLE)
  await expectTold(await shop.fetch('/us/contact', form({})), WHOLE)
})

test('a route without a page responds with an error, to programs as short text', async () => {
  crash(shop.services.geo, 'country', { value: fail })
  await expectTold(await shop.fetch('/'), WHOLE)
  const answer = await shop.fetch('/', { headers: { Accept: 'application/json' } })
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([500, 'private, no-store'])
  expectLogged(answer.headers.get('X-Request-Id'))
})

test('a crash of the error page itself gets a static last-resort page', async () => {
  const { toISOString } = Date.prototype
  const today = vi.spyOn(Date.prototype, 'toISOString').mockImplementation(function (this: Date) {
    return new Error().stack?.includes('useShop') ? fail() : toISOString.call(this)
  })
  mended.push(() => today.mockRestore())
  const page = await expectTold(await shop.fetch('/us', { method: 'PUT' }), 'Go to the home page')
  expect(page).not.toContain('<script')
  const style = /<style>(.*)<\/style>/.exec(page)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  const policy = (await shop.fetch('/us', { method: 'PUT' })).headers.get('Content-Security-Policy')
  expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`)
  lines.length = 0
})

test('a crash before any route gets an error page', async () => {
  crash(shop.services.sessions, 'open', { value: fail })
  await expectTold(await shop.fetch('/us', { headers: { Cookie: 'cart=of.nobody' } }), 'Go to the home page')
})

test('data requests get an error as data, which is not cacheable', async () => {
  shop.pages.clear()
  crash(shop.services.config, 'mainHost', { get: fail, enumerable: true })
  const answer = await shop.fetch('/us/about.data')
  expect([answer.status, answer.headers.get('Cache-Control')]).toEqual([500, 'private, no-store'])
  expect(answer.headers.get('Content-Type')).toContain('text/x-script')
  expect(await answer.text()).not.toContain('a crash of')
  expectLogged(answer.headers.get('X-Request-Id'))
  await expectTold(await shop.fetch('/us/about'), WHOLE)
  for (const mend of mended.splice(0)) mend()
  expect((await shop.fetch('/us/about.data')).status).toBe(200)
})
