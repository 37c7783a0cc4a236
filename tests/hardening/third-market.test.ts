import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { ORIGIN, settings } from '../support/first-start.ts'
import { silentLog } from '../support/silent-log.ts'

/**
 * A third market is a row in one table: a copy of the shop that has it compiles, is built, and serves.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const TABLE = 'supabase/functions/_shared/markets/markets.ts'
const CANADA = `
  ca: {
    name: 'Canada',
    storeName: 'Canada store',
    marketName: 'Canada',
    shortName: 'CA',
    titleName: 'Canada',
    receives: ['CA'],
    countryCode: 'CA',
    currencyCode: 'CAD',
    currencyName: 'Canadian dollars',
    currencyShort: 'Canadian dollars',
    symbol: 'C$',
    locale: 'en-CA',
    timeZone: 'America/Toronto',
    english: 'british',
    paper: 'letter',
    zones: [
      {
        name: 'Canada',
        label: 'Canada',
        place: 'Canada',
        countries: [{ code: 'CA', name: 'Canada' }],
        days: [4, 8],
        unit: 'days',
        rate: '12.00',
      },
    ],
    needsCountry: false,
    freeShippingOver: 120,
    sellsLimitedEdition: false,
    consumerRights: 'us-states',
    vol2Handle: 'vol-ii-magical-you-pre-order-ca',
    firstWands: ['Phoenix & Elm'],
    shipsTo: 'Canada',
    region: 'Canada only',
    shortRegion: 'Canada only',
    onlyRegion: 'Canada only',
    shipsWhere: 'within Canada',
    customersIn: 'Canada',
    switcherNote: 'CAD, ships to Canada only',
  },
`

/** A build and a check of all types, on a busy machine too. */
const SLOW_MS = 400_000
let folder = ''
let shop: Awaited<ReturnType<typeof open>>

/** A copy of the source, without tests, whose table of markets has one more. */
function copyWithCanada(): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const copy = mkdtempSync(join(root, '.cache', 'third-market-'))
  const files = [
    'app',
    'embedded',
    'supabase',
    'server.ts',
    'graceful-shutdown.ts',
    'package.json',
    'tsconfig.json',
  ]
  for (const file of [...files, 'vite.config.ts', 'react-router.config.ts', 'scripts'])
    cpSync(join(root, file), join(copy, file), {
      recursive: true,
      filter: (path) => !/\.test\.\w+$/.test(path),
    })
  for (const folder of ['node_modules', 'public']) symlinkSync(join(root, folder), join(copy, folder))
  const table = join(copy, TABLE)
  writeFileSync(
    table,
    readFileSync(table, 'utf8').replace('\n} as const satisfies', () => `${CANADA}} as const satisfies`),
  )
  return copy
}

async function open() {
  const { createShop, parseConfig } = await import(pathToFileURL(join(folder, 'build/server/index.js')).href)
  const dataDir = join(folder, '.data')
  const opened = await createShop(parseConfig(settings(dataDir)), {
    log: silentLog,
    origin: () => ORIGIN,
    pause: async () => {},
  })
  const handle = (request: Request): Promise<Response> => opened.handle(request, { address: '10.7.7.7' })
  return { ...opened, browser: () => new Browser(handle, ORIGIN) }
}

beforeAll(async () => {
  folder = copyWithCanada()
  const run = (...command: string[]) =>
    execFileSync(bin(command[0] ?? ''), command.slice(1), {
      cwd: folder,
      stdio: 'pipe',
      env: { ...process.env, NODE_ENV: 'production' },
    })
  run('react-router', 'typegen')
  run('react-router', 'build')
  shop = await open()
}, SLOW_MS)
afterAll(async () => {
  await shop?.close()
  rmSync(folder, { recursive: true, force: true })
})

test(
  'compiles after the table alone',
  () => {
    const { stdout } = spawnSync(bin('tsc'), ['--noEmit', '-p', '.'], { cwd: folder, encoding: 'utf8' })
    expect(stdout).toBe('')
  },
  SLOW_MS,
)

test('serves home, list and product with its words and prices, and names it to the others', async () => {
  const visitor = shop.browser()
  const home = await visitor.visit('/ca')
  expect(home.main).toContain('Free shipping over C$120')
  expect(home.main).toContain('This one ships to Canada only.')
  expect(home.text).toContain('Canada store, prices in Canadian dollars')
  const list = await visitor.visit('/ca/products')
  expect(list.links('main li:has(:is(h2, h3))')).toContain('/ca/product/vol-ii-magical-you-pre-order-ca')
  expect(list.main).not.toContain('Phoenix Edition')
  const box = await visitor.visit('/ca/product/vol-ii-magical-you-pre-order-ca')
  expect(box.title).toBe('Vol. II: Magical You | Wizard Box Canada')
  expect(box.main).toContain('C$88')
  expect((await visitor.visit('/us/product/magic-wand')).html).toContain('hrefLang="en-ca"')
  expect((await visitor.visit('/uk')).text).toContain('CAD, ships to Canada only')
})

test('sells, and redeems a gift', async () => {
  const visitor = shop.browser()
  const wands = await visitor.visit('/ca/product/magic-wand')
  await visitor.submit(wands, 'Add to Cart, Dragon & Oak')
  const cart = await visitor.visit('/ca/cart')
  expect(cart.main).toContain('C$44')
  const { backend, storefront } = shop.services
  const product = await storefront.getProduct('ca', 'vol-ii-magical-you-pre-order-ca')
  const variant = product.variants.find(({ title }: { title: string }) => title === 'Gift Bundle - No Wand')
  await backend.gifts.issue({
    orderId: 'ca-1',
    orderName: '#3001',
    orderLineId: '1',
    unit: 1,
    market: 'ca',
    productTitle: 'Gift Bundle - No Wand',
    productVariantId: variant.id,
    wrapping: 'printable-only',
    purchaserName: 'Ada',
    purchaserEmail: null,
    words: 'maple river lantern',
  })
  const other = shop.browser()
  const say = async (market: string) =>
    other.submit(await other.visit(`/${market}/redeem`), 'Redeem My Gift', { words: 'maple river lantern' })
  const refused = await say('us')
  expect(refused.text).toContain('This gift was purchased in the CA market')
  const review = await say('ca')
  expect(review.path).toBe('/ca/redeem/review')
  expect(review.main).toContain('C$41')
})
