import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { forVisitor, UpstreamError } from '../upstream/upstream-error.server.ts'
import { createStorefrontClient } from './client.server.ts'

const url = 'https://shop.test/api/2025-07/graphql.json'
const operation = { document: 'query GetShop { shop { name } }', reply: z.object({ shop: z.object({}) }) }

test.each([
  [true, true, '203.0.113.7', '203.0.113.7'],
  [true, false, '203.0.113.7', null],
  [true, true, '', null],
  [false, true, '203.0.113.7', null],
])(
  'a token (private: %s) of a call (for a visitor: %s) from “%s” goes with the address %s',
  async (isPrivate, isForVisitor, ip, told) => {
    let headers = new Headers()
    const answer = async (_: unknown, init?: RequestInit) => {
      headers = new Headers(init?.headers)
      return Response.json({ data: { shop: {} } })
    }
    const client = createStorefrontClient({ url, token: 'a-token', isPrivate, fetch: answer })
    await forVisitor(ip, () => client.request({ ...operation, isForVisitor }))
    const names = ['Shopify-Storefront-Private-Token', 'X-Shopify-Storefront-Access-Token']
    const tokens = names.map((name) => headers.get(name))
    expect(tokens).toEqual(isPrivate ? ['a-token', null] : [null, 'a-token'])
    expect(headers.get('Shopify-Storefront-Buyer-IP')).toBe(told)
  },
)

describe('a storefront that fails', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.setTimerTickMode('nextTimerAsync')
    // Deadlines by the same clock: on a busy machine, the real one ends them at any moment.
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), ms)
      return controller.signal
    })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  /** Asks a store that gives these answers in turn, the last one for ever. */
  async function ask(...answers: (() => Response | Promise<Response>)[]) {
    let calls = 0
    const answer = async () => answers[Math.min(calls++, answers.length - 1)]?.() ?? Response.error()
    const client = createStorefrontClient({ url, token: 'a-token', fetch: answer })
    const reply = await client.request(operation).catch((error: unknown) => error)
    return { reply, calls }
  }
  const status = (code: number) => () => Response.json({ message: 'no' }, { status: code })
  const good = () => Response.json({ data: { shop: {} } })

  test('is asked three times', async () => {
    expect(await ask(status(503), status(503), good)).toEqual({ reply: { shop: {} }, calls: 3 })
    const { reply, calls } = await ask(status(503))
    expect(calls).toBe(3)
    expect(reply).toMatchObject({ operation: 'GetShop', status: 503 })
  })

  test.each<[string, number, () => Response | Promise<Response>]>([
    ['no connection', 3, () => Promise.reject(new TypeError('fetch failed: a-token'))],
    ['a page', 3, () => new Response('<title>a-token</title>', { headers: { 'Content-Type': 'text/html' } })],
    ['another shape', 3, () => Response.json({ data: { shop: 'a-token' } })],
    ['an unknown address', 1, status(404)],
    ['errors', 1, () => Response.json({ errors: [{ message: 'no' }] })],
    // All tries fit into the time that a visitor waits.
    ['nothing at all', 3, () => new Promise(() => {})],
  ])('causes an UpstreamError without the token on %s, after %i tries', async (_, tries, answer) => {
    const { reply, calls } = await ask(answer)
    expect(calls).toBe(tries)
    expect(reply).toBeInstanceOf(UpstreamError)
    const { cause, detail } = reply as UpstreamError
    expect(`${reply} ${cause} ${detail}`).not.toContain('a-token')
  })
})
