import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Browser } from '../support/browser.ts'
import { ORIGIN, settings } from '../support/first-start.ts'
import { silentLog } from '../support/silent-log.ts'

/**
 * What docs/changing.md says of a third market and of a new field: a copy of the shop that has a row more in the table of
 * markets, and an order number in schema, markup and a migration of the contact form, compiles, is built, and serves.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
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
        daysFact: 'deliveryDays',
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

function insertBefore(file: string, place: string, lines: string): void {
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text.split(place), `one place in ${file}`).toHaveLength(2)
  writeFileSync(
    join(folder, file),
    text.replace(place, () => `${lines}${place}`),
  )
}

/** Copies the source, without tests, and adds to it. */
function copyAndAdd(): void {
  mkdirSync(join(root, '.cache'), { recursive: true })
  folder = mkdtempSync(join(root, '.cache', 'additions-'))
  const files =
    'app embedded supabase scripts server.ts graceful-shutdown.ts package.json tsconfig.json vite.config.ts'
  for (const file of [...files.split(' '), 'react-router.config.ts'])
    cpSync(join(root, file), join(folder, file), {
      recursive: true,
      filter: (path) => !/\.test\.\w+$/.test(path),
    })
  for (const shared of ['node_modules', 'public']) symlinkSync(join(root, shared), join(folder, shared))
  insertBefore(TABLE, '\n} as const satisfies', CANADA.trimEnd())
  insertBefore(
    'supabase/functions/_shared/forms/schemas.ts',
    '  subscribeToMailingList: checkbox,',
    '  orderNumber: z.optional(z.string().check(z.regex(/^#\\d{4}$/, "Please enter a number like #1043"))),\n',
  )
  const form = 'app/components/forms/contact-form.tsx'
  const field = '<NameField {...bind("orderNumber")} label={LABELS.orderNumber} />\n'
  insertBefore(form, '        <div className="relative">', field)
  insertBefore(form, "  message: 'Message',", "  orderNumber: 'Order number',\n")
  writeFileSync(
    join(folder, 'supabase/migrations/20991231000000_ask_for_the_order.sql'),
    'alter table public.contact_messages add column order_number varchar(5);\n',
  )
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
  copyAndAdd()
  const run = (...args: string[]) =>
    execFileSync(process.execPath, args, {
      cwd: folder,
      stdio: 'pipe',
      env: { ...process.env, NODE_ENV: 'production' },
    })
  for (const command of ['typegen', 'build']) run('node_modules/@react-router/dev/bin.js', command)
  shop = await open()
}, SLOW_MS)
afterAll(async () => {
  await shop?.close()
  rmSync(folder, { recursive: true, force: true })
})

test(
  'it compiles',
  () => {
    const args = ['node_modules/ts7/bin/tsc', '--noEmit', '--checkers', '1']
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, ''])
  },
  SLOW_MS,
)

test('the field is typed, stored and mailed', async () => {
  const visitor = shop.browser()
  const typed = { fullName: 'Ada', email: 'ada@example.com', subject: 'Other', message: 'Where is it?' }
  const form = await visitor.visit('/us/contact')
  const wrong = await visitor.submit(form, 'Send Message', { ...typed, orderNumber: '1043' })
  expect(wrong.main).toContain('Please enter a number like #1043')
  expect(wrong.document.querySelector('[name=orderNumber]')?.getAttribute('value')).toBe('1043')
  const sent = await visitor.submit(wrong, 'Send Message', { orderNumber: '#1043' })
  expect(sent.text).toContain('Message sent!')
  const { url, serviceRoleKey, fetch } = shop.embedded.backend
  const client = createClient(url, serviceRoleKey, { auth: { persistSession: false }, global: { fetch } })
  const { data } = await client.from('contact_messages').select('email, order_number')
  expect(data).toEqual([{ email: 'ada@example.com', order_number: '#1043' }])
  const mails = await client.from('mail_outbox').select('data').eq('template', 'contact-to-shop')
  expect(mails.data?.[0]?.data).toMatchObject({ orderNumber: '#1043' })
})

test('the market serves home, list and product with its words and prices, and names it to the others', async () => {
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

test('the market sells, and redeems a gift', async () => {
  const visitor = shop.browser()
  const wands = await visitor.visit('/ca/product/magic-wand')
  await visitor.submit(wands, 'Add to Cart, Dragon & Oak')
  const cart = await visitor.visit('/ca/cart')
  expect(cart.main).toContain('C$44')
  const { backend, storefront } = shop.services
  const product = await storefront.getProduct('ca', 'vol-ii-magical-you-pre-order-ca')
  const variant = product.variants.find(({ title }: { title: string }) => title === 'Gift Bundle - No Wand')
  const purchase = {
    orderId: 'ca-1',
    orderName: '#3001',
    orderLineId: '1',
    orderLineUnit: 1,
    market: 'ca',
    productTitle: 'Gift Bundle - No Wand',
    productVariantId: variant.id,
    wrapping: 'printable-only',
    purchaserName: 'Ada',
    purchaserEmail: null,
  }
  await backend.gifts.issue(purchase, 'maple river lantern')
  const other = shop.browser()
  const say = async (market: string) =>
    other.submit(await other.visit(`/${market}/redeem`), 'Redeem My Gift', { words: 'maple river lantern' })
  const refused = await say('us')
  expect(refused.text).toContain('This gift was purchased in the CA market')
  const review = await say('ca')
  expect(review.path).toBe('/ca/redeem/review')
  expect(review.main).toContain('C$41')
})
