import { beforeAll, expect } from 'vitest'
import type { Browser } from '../support/browser.ts'
import { openTestShop } from '../support/test-shop.ts'
import { HOSTILE } from './hostile-strings.ts'

/**
 * What the matrix of bad input is made of: whatever arrives in a field, parameter, cookie, header, path or body causes no
 * server error, no stack trace, no injected markup, and no change of another cart. HARDEN=full sends every string to every
 * field; otherwise each field gets a sixteenth of them, each parameter half as many, and every string is sent once.
 */

export const IS_FULL = process.env.HARDEN === 'full'
export const STEP = IS_FULL ? 1 : 16
const STACK =
  /\bat (?:async )?[\w.<>]+ \(|node:internal|node_modules|\.server\.ts:|TypeError|ReferenceError|SQLITE|PGRST/
/** Markup that can only be an unescaped echo of the input. */
const INJECTED = /<(?:b|script|img|svg|iframe|a href="javascript|math|style|meta|base)\b[^>]*wbx|<b>wbx/

type HostileRequest = {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

/** A shop for the tests of a file, whose shopper has one item in the cart. */
export function openHardenedShop(env: Record<string, string> = {}) {
  const shop = openTestShop({ env })
  let shopper: Browser
  let visitors = 0
  beforeAll(async () => {
    shopper = shop.browser()
    const box = { intent: 'add', handle: 'vol-ii-magical-you-pre-order', option: 'box-only' }
    await shopper.post('/us/cart', box)
  })

  /** One request with the shopper's cookies, from a new IP address, so that rate limits do not apply. */
  function send(path: string, { headers, ...init }: HostileRequest = {}): Promise<Response> {
    const Cookie = [...shopper.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    visitors += 1
    const address = `10.${visitors >> 16}.${(visitors >> 8) & 255}.${visitors & 255}`
    const request = new Request(new URL(path, shop.origin), { ...init, headers: { Cookie, ...headers } })
    return shop.handle(request, { address })
  }

  return {
    shop,
    send,
    cookieOf: (name: string) => shopper.cookies.get(name) ?? '',
    /** Sends it, and expects that the shop handles it. */
    async expectHandled(path: string, request: HostileRequest = {}): Promise<void> {
      const response = await send(path, request)
      const body = await response.text()
      const sent = `${request.method ?? 'GET'} ${path} ${request.body ?? JSON.stringify(request.headers)}`
      const message = `${sent.slice(0, 200)} → ${response.status}`
      expect(response.status, message).toBeLessThan(500)
      expect(body, message).not.toMatch(STACK)
      if (response.headers.get('Content-Type')?.includes('html')) expect(body, message).not.toMatch(INJECTED)
      expect(response.headers.get('X-Content-Type-Options'), message).toBe('nosniff')
      const location = response.headers.get('Location')
      if (location !== null) {
        expect(new URL(location, shop.origin).origin, `${message} ${location}`).toBe(shop.origin)
        expect(location, message).not.toMatch(/^[/\\]{2}/)
      }
      for (const cookie of response.headers.getSetCookie()) expect(cookie, message).not.toMatch(/^wbx=/)
    },
    /** That nothing of it has changed the shopper's cart, and the shop still sells. */
    async expectUnharmed(): Promise<void> {
      expect((await shopper.visit('/us/cart')).main).toContain('1 item')
      expect((await shop.browser().visit('/us/products')).status).toBe(200)
    },
  }
}

/** Does some of it at a time. */
export async function inBatches<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const size = 12
  for (let at = 0; at < items.length; at += size) await Promise.all(items.slice(at, at + size).map(work))
}

/** The rounds of strings that one field or parameter gets. */
export const roundsFrom = (start: number, step = STEP) =>
  HOSTILE.map((_, round) => round).filter((round) => round % step === start % step)

/** The headers of a form on one of our own pages. */
export const FORM_HEADERS = {
  'Content-Type': 'application/x-www-form-urlencoded',
  Origin: 'http://shop.test',
  'Sec-Fetch-Site': 'same-origin',
}
