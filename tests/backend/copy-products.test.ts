import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readUkSetup } from '#supabase/functions/duplicate-products-for-uk/catalogue.ts'
import { startEmbedded } from './support.ts'

/** How US products get their UK copies. The owner’s page of it is in `tests/routes/admin-lists.test.ts`. */

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
    ...{ title, handle, tags, status: 'ACTIVE', descriptionHtml: `<p>A ${title}.</p>` },
    files: [{ originalSource: `https://cdn.test/${handle}.jpg`, alt: title }],
    productOptions: [{ name: 'Size', position: 1, values: sizes.map(({ name }) => ({ name })) }],
    variants: sizes.map(({ name, price }) => ({ optionValues: [{ optionName: 'Size', name }], price })),
  }
  const { data } = await shop.store.ask(SELL, { input })
  expect(data.productSet).toEqual({ product: { handle }, userErrors: [] })
}

const READ = `{ products(first: 250) { nodes {
  id handle status tags title descriptionHtml
  options { name optionValues { name } }
  media(first: 5) { nodes { ... on MediaImage { image { url altText } } } }
  variants(first: 5) { nodes { price selectedOptions { name value } } }
} } }`

/** What the store has of the poster, and of its copies. */
async function posters() {
  const { data } = await shop.store.ask(READ)
  type Node = { id: string; handle: string; status: string; tags: string[] }
  const [poster, ...copies] = data.products.nodes.filter(({ handle }: Node) => /^poster\b/.test(handle))
  return { poster: poster as Node, copies: copies as Node[] }
}
const copies = async () => (await posters()).copies
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
    const { poster, copies } = await posters()
    const { id, ...taken } = { ...poster, handle: 'poster-1', tags: ['market: uk', 'merch'] }
    expect(copies).toEqual([{ ...taken, id: expect.not.stringContaining(id) }])
    expect((await copyAll()).created).toEqual([])
    await sell('mug', ['market: us'], 'Mug')
    const atOnce = await Promise.all([copyAll(), copyAll(), copyAll()])
    expect(atOnce.flatMap(({ created }) => created)).toEqual(['mug-1'])
  })

  it.each(['FixUkPrices', 'PublishUkProduct', 'FinishUkProduct'])(
    'a copy that was cut short before %s is an unpublished draft, and finished by the next run',
    async (operation) => {
      const body = { data: { any: { userErrors: [{ field: null, message: 'It is locked.', code: null }] } } }
      for (const fault of [{ kind: 'unreachable' }, { kind: 'status', status: 200, body }] as const) {
        shop.store.faults.inject({ match: new RegExp(operation), ...fault, times: 1 })
        const reason = fault.kind === 'status' ? 'It is locked.' : 'no answer'
        expect(await copyAll()).toMatchObject({
          created: [],
          failed: [{ handle: 'poster', reason: `Shopify ${operation}: ${reason}` }],
        })
      }
      const [draft] = await copies()
      expect(draft?.status).toBe('DRAFT')
      if (operation === 'FixUkPrices') expect(publications()).toEqual([])
      expect((await copyAll()).created).toEqual(['poster-1'])
      expect(await copies()).toEqual([{ ...draft, status: 'ACTIVE', tags: ['market: uk', 'merch'] }])
      expect(publications().at(-1)).toMatchObject({ variables: { id: draft?.id } })
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

  it.each([
    ['GBP', ['EUR', 'GBP'], 'own', { priceListIds: [], publicationIds: ['own', 'headless'] }],
    ['USD', ['EUR', 'GBP'], null, { priceListIds: ['1'], publicationIds: ['headless'] }],
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
