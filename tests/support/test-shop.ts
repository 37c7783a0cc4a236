import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../../app/services/log.server.ts'
import { Browser } from './browser.ts'

type ShopModule = typeof import('../../app/shop.server.ts')

const ORIGIN = 'http://shop.test'
const silent: Log = { info() {}, warn() {}, error() {}, debug() {} }

export type TestShopOptions = {
  /** Environment variables of the shop under test. */
  readonly env?: Record<string, string>
  readonly log?: Log
  readonly now?: () => number
  /** Keeps an existing data folder, to start a shop again on what another one left. */
  readonly dataDir?: string
}

/**
 * A whole shop over fresh embedded servers, in process and without a socket.
 * `browser()` gives a visitor without JavaScript and with a cookie jar of their own.
 */
export async function createTestShop(options: TestShopOptions = {}) {
  const entry = new URL('../../build/server/index.js', import.meta.url).href
  const { createShop, parseConfig } = (await import(entry)) as ShopModule
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'wizard-box-'))
  const config = parseConfig({
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    OWNER_PASSWORD: 'correct horse battery',
    ...options.env,
  })
  const shop = await createShop(config, {
    log: options.log ?? silent,
    origin: () => ORIGIN,
    ...(options.now ? { now: options.now } : {}),
  })
  let visitors = 0

  return {
    ...shop,
    dataDir,
    origin: ORIGIN,
    /** A new visitor with an address of their own. */
    browser(headers: Record<string, string> = {}) {
      const address = `10.0.${Math.floor(visitors / 250)}.${(visitors++ % 250) + 1}`
      return new Browser((request) => shop.handle(request, { address }), ORIGIN, headers)
    },
    /** One raw request, without cookies or redirects. */
    fetch(path: string, init: RequestInit = {}) {
      return shop.handle(new Request(new URL(path, ORIGIN), init), { address: '10.9.9.9' })
    },
    async close() {
      await shop.close()
      if (!options.dataDir) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export type TestShop = Awaited<ReturnType<typeof createTestShop>>
