import { describe, expect, test } from 'vitest'
import { createPageCache, type PageRequest } from './page-cache.server.ts'
import { allowNoncedScripts, contentSecurityPolicy } from './security-headers.server.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

type Rendering = { readonly response?: Response; readonly isComplete?: boolean }

/** A cache whose renderings are numbered, unless `answer` says what they are. */
function numberedCache() {
  const clock = { now: 0 }
  const rendered: PageRequest[] = []
  const state: { answer: () => Rendering | Promise<Rendering> } = { answer: () => ({}) }
  const cache = createPageCache({
    now: () => clock.now,
    async render(page) {
      const number = rendered.push(page)
      const { response = new Response(`page ${number}`), isComplete = true } = await state.answer()
      return { response, isComplete }
    },
  })
  const get = (path = '/us', headers: Record<string, string> = {}) =>
    cache.get(new Request(`http://shop.test${path}`, { headers }), path, 'http://shop.test')
  const textOf = async (path?: string) => (await (await get(path))?.text()) ?? null
  return { cache, clock, rendered, state, get, textOf }
}

describe('the page cache', () => {
  test('renders a page once for concurrent requests, and sends the length of its own body', async () => {
    const { rendered, state, get } = numberedCache()
    state.answer = () => ({ response: new Response('page', { headers: { 'Content-Length': '99' } }) })
    const replies = await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(rendered).toHaveLength(1)
    expect(replies.map((reply) => reply?.headers.get('Content-Length'))).toEqual(Array(20).fill('4'))
  })

  test('renders with nothing about the visitor but the answered notice and the stored market, and mixes neither', async () => {
    const { rendered, get } = numberedCache()
    const views = [
      [
        'x=1; cookieConsent=canary; selected_market=uk',
        { Cookie: 'selected_market=uk; cookieConsent=accepted' },
      ],
      ['selected_market=uk', { Cookie: 'selected_market=uk' }],
      ['cookieConsent=a', { Cookie: 'cookieConsent=accepted' }],
      ['shopping-cart=1; xowner=1; known=1; selected_market=canary', {}],
    ] as const
    for (const [Cookie] of [...views, ...views])
      await get('/us/faq?utm_source=canary', { Cookie, 'User-Agent': 'canary' })
    expect(rendered).toEqual(views.map(([, headers]) => ({ url: 'http://shop.test/us/faq', headers })))
  })

  test.each([
    ['cart=1', '/us', null],
    ['__Host-flash=1', '/us', null],
    ['owner=1', '/us', null],
    ['selected_market=uk', '/us', 'private, no-cache'],
    ['cookieConsent=dismissed', '/us', 'private, no-cache'],
    ['cart=1', '/us/products.data?_routes=routes%2Fmarket%2Fproducts', 'public'],
    ['cart=1', '/us/products.data?_routes=market%2Croutes%2Fmarket%2Fproducts', null],
    ['', '/us/products.data?_routes=routes%2Fmarket%2Ffaq', null],
    ['', '/us/cart', null],
    ['', '/us/redeem/review', null],
    ['', '/us/product/vol-i-phoenix-edition', null],
  ])('with the cookies "%s", %s is kept: %s', async (Cookie, path, expected) => {
    const reply = await numberedCache().get(path, { Cookie })
    const cacheControl = reply?.headers.get('Cache-Control') ?? null
    expect(expected === 'public' ? cacheControl?.startsWith('public') : cacheControl === expected).toBe(true)
  })

  test('only a page’s own data is the same whatever cookies a browser has', async () => {
    const { state, get } = numberedCache()
    state.answer = () => ({ response: new Response('', { headers: { Vary: 'Accept-Encoding, Cookie' } }) })
    const data = await get('/us/faq.data?_routes=routes%2Fmarket%2Ffaq')
    expect(data?.headers.get('Vary')).toBe('Accept-Encoding')
    for (const path of ['/us/faq', '/us/faq.data'])
      expect((await get(path))?.headers.get('Vary')).toBe('Accept-Encoding, Cookie')
  })

  test('forgets all pages on a change, including those being rendered', async () => {
    const { cache, state, textOf } = numberedCache()
    let finish: (rendering: Rendering) => void = () => undefined
    state.answer = () => new Promise((resolve) => (finish = resolve))
    const before = textOf()
    cache.clear()
    state.answer = () => ({})
    expect(await textOf()).toBe('page 2')
    finish({})
    expect(await before).toBe('page 1')
    expect(await textOf()).toBe('page 2')
  })

  test('sends an old page at once and replaces it, unless it is too old or of the future; the last one while rendering fails', async () => {
    const { clock, state, textOf } = numberedCache()
    clock.now = DAY
    await textOf()
    clock.now += MINUTE + 1
    expect(await textOf()).toBe('page 1')
    await expect.poll(() => textOf()).toBe('page 2')
    clock.now += DAY + 2 * MINUTE
    expect(await textOf()).toBe('page 3')
    clock.now -= 1
    expect(await textOf()).toBe('page 4')
    clock.now += DAY
    state.answer = () => ({ response: new Response('down', { status: 503 }) })
    expect([await textOf(), await textOf()]).toEqual(['page 4', 'page 4'])
  })

  test.each<[string, boolean, ResponseInit]>([
    ['an incomplete page', false, {}],
    ['a page that sets a cookie', true, { headers: { 'Set-Cookie': 'a=1' } }],
    ['an error', true, { status: 500 }],
    ['a missing page', true, { status: 404 }],
  ])('does not keep %s, nor share it between visitors', async (_, isComplete, init) => {
    const { cache, rendered, state, get } = numberedCache()
    state.answer = () => ({ response: new Response('', init), isComplete })
    const replies = await Promise.all([get(), get(), get()])
    expect([new Set(replies).size, rendered.length >= 3, cache.bytes]).toEqual([3, true, 0])
  })

  test('is bounded in bytes', async () => {
    const { cache, state, get } = numberedCache()
    state.answer = () => ({ response: new Response('x'.repeat(3_000_000)) })
    for (let number = 0; number < 20; number++) await get(`/us/product/product-${number}`)
    expect(cache.bytes).toBeLessThanOrEqual(32 * 1024 * 1024)
    expect(cache.bytes).toBeGreaterThan(20_000_000)
  })

  test('stores a page once for each encoding, and answers 304 if the browser has it', async () => {
    const { clock, rendered, state, get } = numberedCache()
    state.answer = () => ({ response: new Response('the same') })
    const refused = ['identity', 'zstd, gzip;q=0', 'gzip; Q=0, br;q=0;x=1', 'br-new, new-br, gzip.2']
    for (const encoding of [...refused, 'gzip', 'br ;q=0 , x-gzip', 'gzip, br', 'gzip;q=0, br'])
      await get('/us', { 'Accept-Encoding': encoding })
    expect(rendered.map(({ headers }) => headers['Accept-Encoding'])).toEqual([undefined, 'gzip', 'br'])
    const etagNow = async () => (await get())?.headers.get('ETag') ?? ''
    const etag = await etagNow()
    // A proxy may make it strong.
    for (const tags of [etag, etag.replace('W/', ''), `"another", ${etag}`, '*'])
      expect((await get('/us', { 'If-None-Match': tags }))?.status).toBe(304)
    expect((await get('/us', { 'If-None-Match': '"another", W/"third", **' }))?.status).toBe(200)
    // Rendered anew, it has not changed.
    clock.now = 2 * DAY
    expect(await etagNow()).toBe(etag)
  })
})

// That inline code with the nonce is allowed by its hash is shown by tests/routes/doors.
test('an injected script is not allowed by the Content-Security-Policy, although it is in the page', () => {
  const options = { formTargets: [], mediaOrigins: [], secure: false, development: false }
  const policyOf = (more: string) => {
    const html = `<script nonce="bm9u">ours()</script><script type="application/ld+json">{}</script>${more}`
    return contentSecurityPolicy({ ...allowNoncedScripts(html, 'bm9u'), styles: [] }, options)
  }
  const injected = '<script>steal()</script><script nonce="guess">steal()</script>'
  expect(policyOf(injected)).toBe(policyOf(''))
})
