import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { acceptedEncodings } from '../models/http.ts'
import { createPageCache } from './page-cache.server.ts'
import { allowNoncedScripts, contentSecurityPolicy } from './security-headers.server.ts'

const recipe = (render: () => Promise<Response>) => ({ render, cacheControl: 'public' })

function clockedCache(maxBytes = 1_000_000) {
  const clock = { now: 0, version: 1, generation: 0, misses: 0 }
  const cache = createPageCache({
    maxBytes,
    freshFor: 100,
    staleFor: 1_000,
    now: () => clock.now,
    version: () => clock.version,
    generation: () => clock.generation,
    misses: () => clock.misses,
  })
  let renderings = 0
  const render = recipe(async () => new Response(`page ${++renderings}`))
  return { clock, cache, render, count: () => renderings }
}

describe('page cache', () => {
  test('concurrent requests share one rendering', async () => {
    const { cache, render, count } = clockedCache()
    await Promise.all(Array.from({ length: 20 }, () => cache.render('/us', render)))
    expect(count()).toBe(1)
  })

  test('a page of an earlier generation is rendered anew before it is sent', async () => {
    const { clock, cache, render, count } = clockedCache()
    await cache.render('/us', render)
    clock.generation = 1
    expect(cache.peek('/us', render)).toBeNull()
    const [first, second] = await Promise.all([cache.render('/us', render), cache.render('/us', render)])
    expect(count()).toBe(2)
    expect(first).toBe(second)
    expect(cache.peek('/us', render)?.identity.body?.toString()).toBe('page 2')
  })

  test('a page of an earlier generation is sent where none can be rendered, but not for one that is gone', async () => {
    const { clock, cache, render } = clockedCache()
    await cache.render('/us', render)
    clock.generation = 1
    const failing = recipe(async () => new Response('down', { status: 503 }))
    expect(await cache.render('/us', failing)).toMatchObject({ etag: expect.any(String) })
    const gone = recipe(async () => new Response('gone', { status: 404 }))
    expect(await cache.render('/us', gone)).toMatchObject({ status: 404 })
  })

  test('a rendering that began in an earlier generation is neither waited for nor kept', async () => {
    const { clock, cache, render } = clockedCache()
    let finish: (response: Response) => void = () => undefined
    const slow = recipe(() => new Promise<Response>((resolve) => (finish = resolve)))
    const before = cache.render('/us', slow)
    clock.generation = 1
    await cache.render('/us', render)
    finish(new Response('old'))
    await before
    expect(cache.peek('/us', render)?.identity.body?.toString()).toBe('page 1')
  })

  test('a stale page is served at once and replaced in the background', async () => {
    const { clock, cache, render } = clockedCache()
    await cache.render('/us', render)
    clock.now = 150
    expect(cache.peek('/us', render)?.identity.body?.toString()).toBe('page 1')
    await expect.poll(() => cache.peek('/us', render)?.identity.body?.toString()).toBe('page 2')
  })

  test('an incomplete page is never stored, and does not replace a complete one', async () => {
    const { clock, cache, render } = clockedCache()
    const renderIncomplete = recipe(() => {
      clock.misses++
      return render.render()
    })
    expect(await cache.render('/us', renderIncomplete)).toBeInstanceOf(Response)
    expect(cache.bytes).toBe(0)
    await cache.render('/us', render)
    clock.now = 150
    cache.peek('/us', renderIncomplete)
    // Joins the rendering in progress, so that it resolves after that one could have been stored.
    await cache.render('/us', renderIncomplete)
    expect(cache.peek('/us', render)?.identity.body?.toString()).toBe('page 2')
  })

  test('a new catalogue version makes pages stale', async () => {
    const { clock, cache, render } = clockedCache()
    await cache.render('/us', render)
    clock.version = 2
    cache.peek('/us', render)
    await expect.poll(() => cache.peek('/us', render)?.identity.body?.toString()).toBe('page 2')
  })

  test('a page from before the clock was set back is replaced', async () => {
    const { clock, cache, render } = clockedCache()
    clock.now = 5_000
    await cache.render('/us', render)
    clock.now = 0
    expect(cache.peek('/us', render)?.identity.body?.toString()).toBe('page 1')
    await expect.poll(() => cache.peek('/us', render)?.identity.body?.toString()).toBe('page 2')
  })

  test('a page older than the stale period is not served', async () => {
    const { clock, cache, render } = clockedCache()
    await cache.render('/us', render)
    clock.now = 2_000
    expect(cache.peek('/us', render)).toBeNull()
  })

  test('responses with cookies or errors are never stored', async () => {
    const { cache } = clockedCache()
    await cache.render(
      '/a',
      recipe(async () => new Response('x', { headers: { 'Set-Cookie': 'cart=1' } })),
    )
    await cache.render(
      '/b',
      recipe(async () => new Response('x', { status: 500 })),
    )
    expect(cache.bytes).toBe(0)
  })

  test('memory is bounded in bytes', async () => {
    const { cache } = clockedCache(20_000)
    for (let at = 0; at < 50; at++)
      await cache.render(
        `/${at}`,
        recipe(async () => new Response('x'.repeat(2_000))),
      )
    expect(cache.bytes).toBeLessThanOrEqual(20_000)
    expect(cache.bytes).toBeGreaterThan(0)
  })

  test('every encoding holds the same page', async () => {
    const { cache } = clockedCache()
    const page = await cache.render(
      '/us',
      recipe(async () => new Response('hello '.repeat(100))),
    )
    if (page instanceof Response) throw new Error('not stored')
    expect(gunzipSync(page.gzip.body ?? '').equals(page.identity.body ?? Buffer.of())).toBe(true)
    expect(brotliDecompressSync(page.brotli.body ?? '').equals(page.identity.body ?? Buffer.of())).toBe(true)
    expect(cache.bytes).toBeGreaterThan(page.bytes)
  })

  test('a page that is rendered again without a change keeps its tag and its encodings', async () => {
    const { clock, cache } = clockedCache()
    const render = recipe(async () => new Response('the same'))
    const first = await cache.render('/us', render)
    clock.now = 150
    cache.peek('/us', render)
    const second = await cache.render('/us', render)
    if (first instanceof Response || second instanceof Response) throw new Error('not stored')
    expect([second.etag, second.madeAt]).toEqual([first.etag, 150])
    expect(second.brotli.body).toBe(first.brotli.body)
  })
})

describe('the Content-Security-Policy', () => {
  const nonce = 'bm9uY2U'
  const page = `<script nonce="${nonce}">ours()</script><script type="application/ld+json">{}</script><script nonce="${nonce}" src="/a.js"></script><style nonce="${nonce}">a{}</style>`
  const options = { formTargets: [], mediaOrigins: [], secure: false, development: false }
  const policyOf = (html: string) => contentSecurityPolicy(allowNoncedScripts(html, nonce), options)

  test('inline code with the nonce is allowed by hash, and the nonce removed', () => {
    const { html, scripts, styles } = allowNoncedScripts(page, nonce)
    expect(html).not.toContain('nonce')
    expect(scripts).toHaveLength(1)
    expect(styles).toHaveLength(1)
    expect(policyOf(page)).toContain(`script-src 'self' ${scripts[0]}`)
    expect(policyOf(page)).not.toMatch(/script-src[^;]*unsafe/)
  })

  test('an injected script is not allowed, although it is in the page', () => {
    expect(policyOf(`${page}<script>steal()</script><script nonce="guess">steal()</script>`)).toBe(
      policyOf(page),
    )
  })
})

test.each([
  ['gzip, deflate, br', true, true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true, true],
  ['gzip;q=0, br', false, true],
  ['br; q=0.000,gzip', true, false],
  ['identity', false, false],
  ['gzip;q=0.5', true, false],
  ['GZIP, Br', true, true],
  ['gzip; Q=0, br;q=0;x=1', false, false],
  ['br ;q=0 , x-gzip', true, false],
  ['br-new, new-br, gzip.2', false, false],
  ['*, br;q=0.001', false, true],
  ['', false, false],
])('Accept-Encoding %j accepts gzip: %s, brotli: %s', (accepted, gzip, brotli) => {
  const encodings = acceptedEncodings(accepted)
  expect([encodings.includes('gzip'), encodings.includes('br')]).toEqual([gzip, brotli])
})
