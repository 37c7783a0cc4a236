import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listProducts, readUkSetup } from '#supabase/functions/duplicate-products-for-uk/catalogue.ts'
import { startEmbedded } from './support.ts'

/** How US products get their UK copies. The owner’s page of it is in `tests/routes/admin-today.test.ts`. */

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  shop = await startEmbedded()
})
afterEach(() => shop.close())

const SELL = `mutation Sell($input: ProductSetInput!) {
  productSet(input: $input) { product { handle } userErrors { message } }
}`

async function sell(handle: string, tags: readonly string[], title = handle) {
  const sizes = [{ name: 'A3', price: '59.00' } as const, { name: 'A2', price: '88.00' } as const]
  const input = {
    ...{ title, handle, tags, status: 'ACTIVE' },
    productOptions: [{ name: 'Size', position: 1, values: sizes.map(({ name }) => ({ name })) }],
    variants: sizes.map(({ name, price }) => ({ optionValues: [{ optionName: 'Size', name }], price })),
  }
  const { data } = await shop.store.ask(SELL, { input })
  expect(data.productSet).toEqual({ product: { handle }, userErrors: [] })
}

/** The copies of the poster that the store has. */
async function copies(): Promise<{ id: string; handle: string; status: string; tags: string[] }[]> {
  const { data } = await shop.store.ask('{ products(first: 250) { nodes { id handle status tags } } }')
  return data.products.nodes.filter(({ handle }: { handle: string }) => handle.startsWith('poster-'))
}
const publications = () => shop.store.calls.filter(({ operation }) => operation === 'PublishUkProduct')
const copyAll = () => shop.backend.duplicateProducts()

describe('duplicate-products-for-uk', () => {
  beforeEach(() => sell('poster', ['MARKET:us', 'merch']))

  it('copies what has no UK copy: same figures in pounds, tag changed, handle suffixed', async () => {
    await sell('scarf', ['market: us'], 'Scarf')
    await sell('scarf-1', ['Market:UK'], 'Scarf')
    await sell('cloak', ['market: us', 'market: uk'])
    const done = await copyAll()
    expect(done.created).toEqual(['poster-1'])
    const variants = ['59.00', '88.00'].map((amount) => ({ price: { amount, currencyCode: 'GBP' } }))
    expect(done.products).toMatchObject([{ copiedFrom: 'poster', tags: ['market: uk', 'merch'], variants }])
    for (const handle of ['scarf', 'cloak'])
      expect(done.skipped).toContainEqual(expect.objectContaining({ handle }))
    expect(await copies()).toMatchObject([{ status: 'ACTIVE', tags: ['market: uk', 'merch'] }])
    expect((await copyAll()).created).toEqual([])
    await sell('mug', ['market: us'], 'Mug')
    const atOnce = await Promise.all([copyAll(), copyAll(), copyAll()])
    expect(atOnce.flatMap(({ created }) => created)).toEqual(['mug-1'])
  })

  it('publishes a copy once its prices in pounds are right, and keeps one whose prices were rejected a draft', async () => {
    const userErrors = [{ field: ['prices'], message: 'Price list is locked.', code: null }]
    const body = { data: { priceListFixedPricesAdd: { userErrors } } }
    shop.store.faults.inject({ match: /FixUkPrices/, kind: 'status', status: 200, body })
    expect(await copyAll()).toMatchObject({
      created: [],
      failed: [{ handle: 'poster', reason: 'Shopify FixUkPrices: Price list is locked.' }],
    })
    const [draft] = await copies()
    expect(draft?.status).toBe('DRAFT')
    expect(publications()).toEqual([])
    shop.store.faults.clear()
    expect((await copyAll()).created).toEqual(['poster-1'])
    expect(publications()).toMatchObject([{ variables: { id: draft?.id } }])
  })

  it.each(['FixUkPrices', 'PublishUkProduct', 'FinishUkProduct'])(
    'a copy that was cut short before %s is finished by the next run',
    async (operation) => {
      shop.store.faults.inject({ match: new RegExp(operation), kind: 'unreachable', times: 1 })
      expect((await copyAll()).created).toEqual([])
      const [draft] = await copies()
      expect(draft?.status).toBe('DRAFT')
      expect((await copyAll()).created).toEqual(['poster-1'])
      expect(await copies()).toEqual([{ ...draft, status: 'ACTIVE', tags: ['market: uk', 'merch'] }])
    },
  )
})

describe('the function reads', () => {
  /** An Admin API that answers with this `data`. */
  const answering = (answer: (variables: { after?: string | null }) => object) => ({
    url: 'https://admin.test/admin/api/2025-07/graphql.json',
    token: 'shpat_test',
    fetch: async (_url: RequestInfo | URL, init?: RequestInit) =>
      Response.json({ data: answer(JSON.parse(String(init?.body)).variables) }),
  })

  it('every page of the catalogue', async () => {
    const admin = answering(({ after }) => {
      const page = Number(after ?? 1)
      const nodes = [{ id: `${page}`, title: 'Mug', handle: 'mug', tags: [] }]
      return { products: { nodes, pageInfo: { hasNextPage: page < 3, endCursor: `${page + 1}` } } }
    })
    expect((await listProducts(admin)).map(({ id }) => id)).toEqual(['1', '2', '3'])
  })

  it.each([
    ['GBP', ['EUR', 'GBP', 'GBP'], 'own', { priceListIds: [], publicationIds: ['own', 'headless'] }],
    ['USD', ['EUR', 'GBP', 'GBP'], null, { priceListIds: ['1', '2'], publicationIds: ['headless'] }],
    ['USD', [], 'own', 'the shop has no price list in pounds'],
  ])(
    'of a shop in %s with price lists in %j and the channel %j: %j',
    async (currencyCode, lists, own, read) => {
      const sales = (handle: string) => ({ apps: { nodes: [{ handle, title: handle }] } })
      const nodes = [
        { id: 'own', catalog: null },
        { id: 'shop', catalog: sales('online_store') },
        { id: 'headless', catalog: sales('headless') },
      ]
      const setup = readUkSetup(
        answering(() => ({
          shop: { currencyCode },
          priceLists: { nodes: lists.map((currency, at) => ({ id: String(at), currency })) },
          currentAppInstallation: { publication: own && { id: own } },
          publications: { nodes },
        })),
      )
      if (typeof read === 'string') await expect(setup).rejects.toThrow(read)
      else expect(await setup).toEqual(read)
    },
  )
})

it('an answer with the products alone is what was created', async () => {
  const body = { products: [{ title: 'Poster', handle: 'poster-1' }] }
  shop.embedded.faults.inject({ match: /functions\/v1\/duplicate/, kind: 'status', status: 200, body })
  expect(await copyAll()).toMatchObject({ ...body, created: ['poster-1'], skipped: [], failed: [] })
})
