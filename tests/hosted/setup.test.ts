import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { REQUIRED_PRODUCTS } from '#app/models/store-products.ts'
import {
  ADMIN_SCOPES,
  DELIVERY_ZONES,
  freeShippingFrom,
  SETUP_SCOPES,
  WEBHOOK_TOPICS,
} from '#app/models/store-requirements.ts'
import { storeProduct } from '../support/grown-catalogue.ts'
import { createShopify, refusalsOf, type Shopify } from '../support/shopify.ts'
import { runSetUp } from './examined.ts'

/** `npm run setup` against the stand-in, a new shop unless a test says otherwise. */

const ORIGIN = 'https://shop.example'
let shopify: Shopify

async function open(options?: Parameters<typeof createShopify>[0]): Promise<void> {
  const opened = createShopify(options)
  onTestFinished(opened.close)
  await opened.listen()
  shopify = opened
}
beforeEach(() => open())

const run = (changes: Record<string, string> = {}, args = ['--yes']) =>
  runSetUp(args, { ...shopify.environment(), PUBLIC_ORIGIN: ORIGIN, ...changes })
const DONE = expect.stringContaining('Nothing is missing that set-up makes.')

/** The changes that set-up has sent, in order. */
const changesSent = () =>
  shopify.calls.map(({ operation }) => operation).filter((name) => !name.startsWith('Read'))

/** Everything that a shop holds, without the ids that depend on the order of its making. */
function contents() {
  const { settings, catalogue } = shopify
  const titleOf = (id: string) =>
    `${catalogue.variant(id)?.product.handle}: ${catalogue.variant(id)?.variant.title}`
  return {
    products: catalogue.all().map(({ id, handle, tags, images, variants }) => ({
      handle,
      tags,
      pictures: images.map(({ altText }) => altText),
      variants: variants.map(({ title, cents }) => [title, cents.USD, cents.GBP]),
      stock: variants.map((variant) => settings.stock[variant.id] ?? null),
      channels: settings.published[id]?.length ?? 0,
    })),
    markets: settings.sellers.map(({ name, currency, countries }) => [name, currency, countries.length]),
    lists: settings.sellers.map(({ priceList }) => priceList?.fixed.map(titleOf).sort()),
    profiles: settings.profiles.map(({ name, zones, variantIds }) => ({
      name,
      zones,
      variants: variantIds.map(titleOf).sort(),
    })),
    webhooks: (settings.subscriptions ?? []).map(({ topic, address }) => [topic, address]).sort(),
  }
}

describe('a new shop', () => {
  it('gets everything, in what Shopify accepts in every version, and nothing the second time', async () => {
    expect(await run()).toEqual({ status: 0, printed: DONE })
    const made = contents()
    expect(made.products.map(({ handle }) => handle)).toEqual(REQUIRED_PRODUCTS.map(({ handle }) => handle))
    for (const [place, { variants }] of REQUIRED_PRODUCTS.entries()) {
      const cents = variants.map(({ title, price }) => [title, price * 100, price * 100])
      const stock = variants.map((variant) => variant.stock)
      expect(made.products[place]).toMatchObject({ variants: cents, stock, channels: 1 })
    }
    expect(made.markets).toMatchObject([
      ['United States', 'USD', 1],
      [expect.any(String), 'GBP', 28],
    ])
    const [general, free, paid] = made.profiles
    expect([general?.variants.length, free?.variants.length, paid?.zones.length]).toEqual([0, 28, 3])
    expect(paid?.zones[0]).toMatchObject({
      methodDefinitionsToCreate: [
        { rateDefinition: { price: DELIVERY_ZONES[0]?.rate } },
        { priceConditionsToCreate: [{ criteria: freeShippingFrom('us') }] },
      ],
    })
    expect(made.webhooks).toHaveLength(WEBHOOK_TOPICS.length)
    const before = changesSent().length
    expect(await run()).toEqual({ status: 0, printed: expect.stringMatching(/^Nothing is missing/) })
    expect(changesSent()).toHaveLength(before)
    expect(contents()).toEqual(made)
    const sent = shopify.calls.flatMap((call) => refusalsOf(call.api, call.document, call.variables))
    expect(sent).toEqual([])
  })

  it('is only shown what is missing, unless somebody says yes', async () => {
    const script = fileURLToPath(new URL('../../scripts/setup.mjs', import.meta.url))
    const own = { ...shopify.environment(), PUBLIC_ORIGIN: ORIGIN }
    const env = { ...process.env, ...own }
    const planned = promisify(execFile)(process.execPath, [script, '--inside'], { env })
    await expect(planned).rejects.toMatchObject({
      stdout: expect.stringMatching(/^Missing:\n {2}1\. The product.*run it with --yes/s),
    })
    expect((await runSetUp([], own, async () => false)).printed).toContain('Nothing was changed.')
    expect((await run({}, ['--now'])).printed).toContain('npm run setup -- --yes')
    expect(changesSent()).toEqual([])
  })

  it('is completed although set-up is interrupted after every kind of change', async () => {
    await run()
    const made = contents()
    const changes = new Set(changesSent())
    changes.delete('StageUpload')
    await open()
    for (const change of changes) {
      shopify.loseAnswerOf(change)
      expect((await run()).printed, change).toContain('HTTP 502\nCompare ADMIN_API_URL')
    }
    expect((await run()).status).toBe(0)
    expect(contents()).toEqual(made)
  })

  it('is not touched by a token that lacks permissions, which are named', async () => {
    shopify.switches.adminScopes = ['write_products', 'write_files']
    const { printed } = await run()
    const needed = [...ADMIN_SCOPES, ...SETUP_SCOPES].filter((scope) => !/products|files/.test(scope))
    expect(printed.match(/(?<=is not allowed )\w+/g)).toEqual(needed)
    expect(changesSent()).toEqual([])
  })
})

describe('the owner’s own', () => {
  const SCARF = storeProduct({ handle: 'scarf', title: 'Scarf', isOlder: true })
  const options = { Style: ['Dragon & Elder'] }
  const WAND = storeProduct({ handle: 'magic-wand', title: 'Magic Wand', options, tags: [], isOlder: true })

  it.each([
    ['another product at a handle', { ...WAND, title: 'Garden hose' }, 'product of yours, “Garden hose”'],
    ['a product that lacks variants', WAND, '“Magic Wand” (magic-wand) lacks the tag'],
  ])('%s stays as it is, and is named', async (_, product, line) => {
    await open({ products: [SCARF, product] })
    const before = structuredClone(shopify.catalogue.all())
    expect(await run()).toEqual({ status: 0, printed: expect.stringContaining(line) })
    expect(shopify.catalogue.all().slice(0, 2)).toEqual(before)
    const moved = shopify.settings.profiles.flatMap(({ variantIds }) => variantIds)
    expect(before.flatMap(({ variants }) => variants).filter(({ id }) => moved.includes(id))).toEqual([])
  })

  it('market with Britain in pounds is completed by one for the rest', async () => {
    const { settings } = shopify
    const britain = { id: '1', name: 'Britain', countries: ['GB'], currency: 'GBP' }
    settings.sellers.push({ ...britain, status: 'ACTIVE', catalogId: null, priceList: null })
    expect((await run()).status).toBe(0)
    expect(contents().markets.map(([, currency, countries]) => [currency, countries])).toEqual([
      ['USD', 1],
      ['GBP', 1],
      ['GBP', 27],
    ])
    const [, first, second] = contents().lists.map((fixed) => fixed?.length)
    expect(first).toBeGreaterThan(0)
    expect(first).toBe(second)
  })

  it('prices, stock and status stay, and what stops selling is named', async () => {
    await run()
    shopify.changePrice('magic-wand', 'Dragon & Oak', 99)
    const [vol1, , , wand] = shopify.catalogue.all()
    const [ashborn] = vol1?.variants ?? []
    if (!ashborn || !wand) throw new Error('incomplete')
    shopify.catalogue.save({ ...wand, status: 'DRAFT' })
    delete shopify.settings.stock[ashborn.id]
    const before = contents()
    const { printed } = await run()
    expect(printed).toContain('“Magic Wand” (magic-wand) lacks the status Active')
    expect(printed).toContain('lacks “Inventory tracked” of “Ashborn - No Wand”')
    expect(contents()).toEqual(before)
  })
})

/** What is wrong, which may change the environment, by what is printed. */
const TROUBLES: Readonly<Record<string, (shop: Shopify) => unknown>> = {
  'invalid_client\nCompare ADMIN_API_URL': () => ({ ADMIN_API_CLIENT_SECRET: 'wrong' }),
  'Configuration: ADMIN_API_URL is missing': () => ({ ADMIN_API_URL: '' }),
  'Configuration: PUBLIC_ORIGIN is missing': () => ({ PUBLIC_ORIGIN: '' }),
  'Configuration: PUBLIC_ORIGIN must begin with https': () => ({ PUBLIC_ORIGIN: 'http://shop.example' }),
  'no answer\nCompare': () => ({ ADMIN_API_URL: 'http://127.0.0.1:65535/admin/api/2025-07/graphql.json' }),
  'has no location': ({ settings }) => void settings.locationIds.splice(0),
  // The rest is made.
  'no sales channel': ({ settings }) => void settings.channels.pop(),
}

it.each(Object.entries(TROUBLES))('says in one sentence with its mend: %s', async (line, change) => {
  const { status, printed } = await run(change(shopify) as Record<string, string>)
  expect([status, printed]).toEqual([line === 'no sales channel' ? 0 : 1, expect.stringContaining(line)])
  expect(printed).not.toMatch(/ {4}at |wrong secret|shpca_/)
})
