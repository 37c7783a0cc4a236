import { afterEach, beforeEach, expect, it } from 'vitest'
import { clientOf } from '../support/embedded-store.ts'
import { startEmbedded } from './support.ts'

/** How US products get their UK copies. The owner’s page of it is in `tests/routes/admin-lists.test.ts`. */

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  shop = await startEmbedded()
  await sell('poster', ['MARKET:us', 'merch'])
})
afterEach(() => shop.close())

/** Asks the Admin API as the owner does. */
const ask = (query: string, variables?: object) => clientOf(shop.store).admin(query, variables)

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
  const { data } = await ask(SELL, { input })
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
  const { data } = await ask(READ)
  type Node = { id: string; handle: string; status: string; tags: string[] }
  const found: Node[] = data.products.nodes.filter(({ handle }: Node) => /^poster\b/.test(handle))
  return found
}
const publications = () => shop.calls.filter(({ operation }) => operation === 'PublishUkProduct')
const copyAll = () => shop.backend.duplicateProducts()

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
  const [poster, ...copies] = await posters()
  const copied = { handle: 'poster-1', tags: ['market: uk', 'merch'], id: expect.any(String) }
  expect(copies).toEqual([{ ...poster, ...copied }])
  expect((await copyAll()).created).toEqual([])
  await sell('mug', ['market: us'], 'Mug')
  const atOnce = await Promise.all([copyAll(), copyAll(), copyAll()])
  expect(atOnce.flatMap(({ created }) => created)).toEqual(['mug-1'])
})

it.each(['FixUkPrices', 'FinishUkProduct'])(
  'a copy that was cut short before %s is an unpublished draft, and finished by the next run',
  async (operation) => {
    shop.store.faults.inject({ match: new RegExp(operation), kind: 'unreachable', times: 1 })
    const failed = [{ handle: 'poster', reason: `Shopify ${operation}: no answer` }]
    expect(await copyAll()).toMatchObject({ created: [], failed })
    const [, draft] = await posters()
    expect(draft?.status).toBe('DRAFT')
    if (operation === 'FixUkPrices') expect(publications()).toEqual([])
    expect((await copyAll()).created).toEqual(['poster-1'])
    const done = { ...draft, status: 'ACTIVE', tags: ['market: uk', 'merch'] }
    expect((await posters()).slice(1)).toEqual([done])
    expect(publications().at(-1)).toMatchObject({ variables: { id: draft?.id } })
  },
)
