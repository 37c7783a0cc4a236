import { rmSync } from 'node:fs'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Log } from '#app/services/log/log.server.ts'
import { Browser } from './browser.ts'
import { importShop, newDataDir, ORIGIN, settings } from './first-start.ts'
import { silentLog } from './silent-log.ts'

/** With real services in a shop under test, whose other services are embedded. */
export const MIXED = { ALLOW_EMBEDDED: '1', PUBLIC_ORIGIN: ORIGIN }
/** A POST of a form on one of our own pages. */
export const form = (
  fields: URLSearchParams | Record<string, string>,
  headers: Record<string, string> = {},
) => ({ method: 'POST', headers: { Origin: ORIGIN, ...headers }, body: new URLSearchParams(fields) })

export type TestShopOptions = {
  /** Environment variables of the shop under test. */
  readonly env?: Record<string, string>
  readonly log?: Log
  readonly now?: () => number
  /** Takes the place of the waits that the shop imposes on purpose; without it there are none. */
  readonly pause?: (ms: number) => Promise<unknown>
  /** Where the shop is, in mails; `http://shop.test` without it. */
  readonly origin?: () => string
  /** Folder of the built files, `…/client`; without it none are served. */
  readonly files?: string
  /** Reuses an existing data folder, to restart a shop on the data of another. */
  readonly dataDir?: string
}

/**
 * A complete shop with new embedded servers, in process and without a socket. `browser()` returns a visitor without
 * JavaScript, with a cookie jar of their own.
 */
export async function createTestShop(options: TestShopOptions = {}) {
  const module = await importShop()
  const dataDir = options.dataDir ?? (await newDataDir())
  const config = module.parseConfig({ ...settings(dataDir), ...options.env })
  const shop = await module.createShop(config, {
    log: options.log ?? silentLog,
    origin: options.origin ?? (() => ORIGIN),
    pause: options.pause ?? (async () => {}),
    ...(options.now ? { now: options.now } : {}),
    files: options.files ?? null,
  })
  let visitors = 0

  return {
    ...shop,
    dataDir,
    origin: ORIGIN,
    /** A new visitor with an IP address of their own. */
    browser(headers: Record<string, string> = {}) {
      const address = `10.0.${Math.floor(visitors / 250)}.${(visitors++ % 250) + 1}`
      return new Browser((request) => shop.handle(request, { address }), ORIGIN, headers)
    },
    /** One plain request, without cookies, redirects not followed. */
    fetch(path: string, init: RequestInit = {}) {
      return shop.handle(new Request(new URL(path, ORIGIN), init), { address: '10.9.9.9' })
    },
    async close() {
      await shop.close()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A shop for the tests of a file or a group: opened before them, without the faults of one in the next, closed after them. */
export function openTestShop(options: TestShopOptions = {}): TestShop {
  const shop = {} as TestShop
  beforeAll(async () => {
    Object.assign(shop, await createTestShop(options))
  })
  afterEach(() => {
    shop.embedded.store?.faults.clear()
    shop.embedded.backend?.faults.clear()
  })
  afterAll(() => shop.close())
  return shop
}

export type TestShop = Awaited<ReturnType<typeof createTestShop>>
