import { createServer } from 'vite'
import { afterAll, expect, test } from 'vitest'
import { newDataDir, ORIGIN } from '../support/first-start.ts'
import { silentLog } from '../support/silent-log.ts'
import { openTestShop } from '../support/test-shop.ts'

type ShopModule = typeof import('#app/shop.server.ts')

const now = () => Date.parse('2026-11-25T12:00:00Z')
const production = openTestShop({ now })

const vite = await createServer({
  server: { middlewareMode: true, ws: false, watch: null },
  logLevel: 'silent',
})
const module = (await vite.ssrLoadModule('./app/shop.server.ts')) as ShopModule
const config = module.parseConfig({ NODE_ENV: 'development', DATA_DIR: await newDataDir() })
const development = await module.createShop(config, { log: silentLog, origin: () => ORIGIN, now })
afterAll(() => Promise.all([development.close(), vite.close()]))

/** A document without what a build makes of its scripts and styles, and without the request's number. */
const markup = (html: string) =>
  html
    .replace(/<(script|style)\b(?![^>]*ld\+json)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<link\b[^>]*(rel="(stylesheet|modulepreload)"|as="style")[^>]*>/g, '')
    .replace(/ data-reference="[^"]*"/, '')
    .replaceAll('><', '>\n<')

test.each([
  ...['/us', '/uk/products?filter=wands', '/us/product/vol-ii-magical-you-pre-order', '/uk/cart'],
  ...['/us/product/magic-wand-collectors-set', '/us/redeem', '/us/terms-and-conditions', '/uk/none'],
])('development renders %s as production does', async (path) => {
  const request = new Request(ORIGIN + path)
  const [developed, built] = await Promise.all([
    development.handle(request, { address: '10.9.9.9' }),
    production.fetch(path),
  ])
  expect(developed.status).toBe(built.status)
  expect(markup(await developed.text())).toBe(markup(await built.text()))
})
