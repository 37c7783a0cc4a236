import { beforeEach, describe, expect, it } from 'vitest'
import { REQUIRED_PRODUCTS } from '#app/models/store-products.ts'
import { ADMIN_SCOPES, DELIVERY_PROFILES, SETUP_SCOPES } from '#app/models/store-requirements.ts'
import type { SetupOptions } from '#app/services/store-setup/setup.server.ts'
import { createShopify, ownProduct, type Shopify } from '../support/shopify.ts'
import { refusalsOf } from '../support/shopify-schemas.ts'
import { setUp } from './set-up.ts'

const ORIGIN = 'https://shop.example'

let shopify: Shopify
let lines: string[]

/** Another shop than that of the test before. */
function open(options?: Parameters<typeof createShopify>[0]) {
  shopify = createShopify(options)
}

beforeEach(() => open())

/** Runs set-up. @param changes how it is asked for */
function run(changes: Partial<SetupOptions> = {}) {
  lines = []
  const output = {
    print: (line: string) => lines.push(line),
    progress: () => undefined,
    confirm: async () => true,
  }
  return setUp(shopify, ORIGIN, { output, ...changes })
}

/** The changes that set-up has sent, in order. */
const changesSent = () =>
  shopify.calls.map(({ operation }) => operation).filter((name) => !name.startsWith('Store'))

/** Everything that a shop holds, without the ids that depend on the order of its making. */
function contents() {
  const { settings, catalogue } = shopify
  const titleOf = (id: string) => {
    const found = catalogue.variant(id)
    return `${found?.product.handle}: ${found?.variant.title}`
  }
  return {
    products: catalogue.all().map((product) => ({
      handle: product.handle,
      tags: product.tags,
      pictures: product.images.map(({ altText }) => altText),
      variants: product.variants.map(({ title, cents }) => [title, cents.USD, cents.GBP]),
      channels: settings.published[product.id]?.length ?? 0,
    })),
    markets: settings.markets.map(({ name, currency, countries }) => [name, currency, countries.length]),
    lists: settings.priceLists.map(({ name, fixed }) => [name, fixed.map(titleOf).sort()]),
    profiles: settings.profiles.map(({ name, zones, variantIds }) => ({
      name,
      zones: zones.map((zone) => [zone.name, zone.countries.length, zone.rates]),
      variants: variantIds.map(titleOf).sort(),
    })),
    webhooks: (settings.subscriptions ?? []).map(({ topic, address }) => [topic, address]).sort(),
  }
}

describe('set-up of a new shop', () => {
  it('makes everything, and nothing when it is run again', async () => {
    expect(await run()).toBe('done')
    const made = contents()
    expect(made.products.map(({ handle }) => handle)).toEqual(REQUIRED_PRODUCTS.map(({ handle }) => handle))
    expect(made.products.every(({ channels }) => channels === 1)).toBe(true)
    const prices = made.products.flatMap(({ variants }) => variants)
    expect(prices.filter(([, dollars, pounds]) => dollars !== pounds)).toEqual([])
    expect(made.markets).toEqual([
      ['United States', 'USD', 1],
      ['United Kingdom and EU (Wizard Box)', 'GBP', 28],
    ])
    expect(made.webhooks).toHaveLength(10)
    const before = changesSent().length
    expect(await run()).toBe('done')
    expect(changesSent()).toHaveLength(before)
    expect(contents()).toEqual(made)
    expect(lines[0]).toBe('Nothing to do: the shop has everything that set-up can make.')
  })

  it('completes after an interruption before every kind of change', async () => {
    await run()
    const made = contents()
    const failures = [...new Set(changesSent())].map((operation) => ({ operation, when: 'before' as const }))
    open()
    for (const failure of [{ operation: 'StageUploads', when: 'after' as const }, ...failures]) {
      shopify.failNext(failure)
      await expect(run()).rejects.toThrow(`Shopify ${failure.operation}: HTTP 502`)
    }
    expect(await run()).toBe('done')
    expect(contents()).toEqual(made)
  }, 120_000)

  it('completes although it is interrupted after every single change', async () => {
    await run()
    const made = contents()
    const changes = changesSent().filter((name) => name !== 'StageUploads').length
    open()
    for (let change = 1; change <= changes; change += 1) {
      shopify.failNext({ operation: null, when: 'after' })
      await expect(run()).rejects.toThrow('HTTP 502')
    }
    expect(await run()).toBe('done')
    expect(lines[0]).toContain('Nothing to do')
    expect(contents()).toEqual(made)
  }, 120_000)

  it('sends only what Shopify accepts in the oldest and the newest version', async () => {
    await run()
    const refused = shopify.calls.flatMap(({ api, document, variables }) =>
      refusalsOf(api, document, variables),
    )
    expect(refused).toEqual([])
    for (const { variables } of shopify.calls)
      JSON.stringify(variables, (_, value) => {
        // As many items as Shopify takes in one list.
        if (Array.isArray(value)) expect(value.length).toBeLessThanOrEqual(250)
        return value
      })
  })

  it('makes the delivery of gifts and upgrades free, and that of others over the limit', async () => {
    await run()
    const [general, free, paid] = contents().profiles
    expect(general).toMatchObject({ name: 'General profile', variants: [] })
    expect(free?.name).toBe(DELIVERY_PROFILES.free)
    expect(free?.variants).toHaveLength(28)
    expect(paid?.variants).not.toContain('vol-ii-magical-you-pre-order: Gift Bundle - No Wand')
    expect(paid?.zones.map(([name, countries]) => [name, countries])).toEqual([
      ['United States', 1],
      ['United Kingdom', 1],
      ['European Union', 27],
    ])
  })

  it('waits while Shopify asks it to', async () => {
    const body = { errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }] }
    shopify.store.faults.inject({ kind: 'status', status: 200, body, match: /CreateProduct/, times: 1 })
    expect(await run()).toBe('done')
    expect(changesSent().filter((name) => name === 'CreateProduct')).toHaveLength(
      REQUIRED_PRODUCTS.length + 1,
    )
  })

  it('leaves webhooks out while the shop has no address', async () => {
    expect(await run({ origin: null })).toBe('done')
    expect(contents().webhooks).toEqual([])
    expect(lines[0]).toContain('PUBLIC_ORIGIN is not set')
  })

  it.each([...ADMIN_SCOPES, ...SETUP_SCOPES])('is blocked without %s, and names it', async (missing) => {
    shopify.switches.scopes.admin = shopify.switches.scopes.admin.filter((scope) => scope !== missing)
    expect(await run()).toBe('blocked')
    expect(lines.join('\n')).toContain(`The Admin API token is not allowed ${missing}.`)
    expect(changesSent()).toEqual([])
  })
})

const WAND = ownProduct('magic-wand', 'Magic Wand', { 'Dragon & Elder': 5 })
const SCARF = ownProduct('scarf', 'Scarf', { Red: 30 })

describe('a shop with products of its own', () => {
  it('keeps them as they are', async () => {
    open({ products: [SCARF, { ...WAND, title: 'Garden hose' }] })
    const before = shopify.catalogue.all().map((product) => ({ ...product }))
    expect(await run()).toBe('done')
    expect(shopify.catalogue.all().slice(0, 2)).toEqual(before)
    const moved = shopify.settings.profiles.flatMap(({ variantIds }) => variantIds)
    expect(before.flatMap(({ variants }) => variants).some(({ id }) => moved.includes(id))).toBe(false)
    expect(lines.join('\n')).toContain(
      'The handle magic-wand belongs to another product of yours, “Garden hose”',
    )
  })

  it('changes one of the same name only when told to', async () => {
    open({ products: [WAND] })
    const before = shopify.catalogue.byHandle('magic-wand')
    await run()
    expect(shopify.catalogue.byHandle('magic-wand')).toEqual(before)
    expect(lines.join('\n')).toContain('npm run setup -- --adopt magic-wand')
    expect(await run({ adopted: ['magic-wand'] })).toBe('done')
    const after = shopify.catalogue.byHandle('magic-wand')
    expect(after?.variants.map(({ title, cents }) => [title, cents.USD])).toEqual([
      ['Dragon & Elder', 500],
      ['Dragon & Oak', 3500],
      ['Dragon & Yew', 3500],
      ['Unicorn & Chestnut', 3500],
      ['Unicorn & Cherry', 3500],
      ['Phoenix & Elm', 3500],
    ])
    expect(await run()).toBe('done')
    expect(lines[0]).toContain('Nothing to do')
  })

  it('mends half a set-up of its own', async () => {
    await run()
    const made = contents()
    const product = shopify.catalogue.byHandle('magic-wand')
    if (product === null) throw new Error('no wand')
    shopify.catalogue.save({ ...product, tags: ['wands'], variants: product.variants.slice(0, 3) })
    expect(await run()).toBe('done')
    const mended = shopify.catalogue.byHandle('magic-wand')
    expect(mended?.variants.map(({ title }) => title).sort()).toEqual(
      made.products
        .find(({ handle }) => handle === 'magic-wand')
        ?.variants.map(([title]) => title)
        .sort(),
    )
    expect(mended?.tags).toContain('market: us')
  })

  it('completes a market of the owner’s own that holds Britain in pounds', async () => {
    const { settings } = shopify
    const britain = {
      id: '1',
      name: 'Britain',
      status: 'ACTIVE',
      countries: ['GB'],
      currency: 'GBP',
    } as const
    settings.markets.push({ ...britain, countries: ['GB'], localCurrencies: true })
    expect(await run()).toBe('done')
    expect(contents().markets).toEqual([
      ['United States', 'USD', 1],
      ['Britain', 'GBP', 1],
      ['United Kingdom and EU (Wizard Box)', 'GBP', 27],
    ])
    expect(settings.priceLists.map(({ fixed }) => fixed.length)).toEqual([66, 66])
    expect(await run()).toBe('done')
    expect(lines[0]).toContain('Nothing to do')
  })
})
