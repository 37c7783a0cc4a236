import { afterEach, beforeEach, expect, it } from 'vitest'
import { storeProduct } from '../support/grown-catalogue.ts'
import { startEmbedded } from './support.ts'

/** How US products get their UK copies. The owner’s page of it is in `tests/routes/admin-lists.test.ts`. */

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  shop = await startEmbedded()
  sell('poster', ['MARKET:us', 'merch'])
})
afterEach(() => shop.close())

function sell(handle: string, tags: readonly string[], title = handle): void {
  const images = [{ file: `${handle}.jpg`, alt: title }]
  const price = (at: number) => [59, 88][at] ?? 0
  const grown = { handle, title, tags, images, options: { Size: ['A3', 'A2'] }, price }
  shop.store.catalogue.save(storeProduct(grown))
}

const COPIED = { handle: 'poster-1', tags: ['market: uk', 'merch'] }

/** What the store has of the poster, and of its copies. */
const posters = () =>
  shop.store.catalogue
    .all()
    .filter(({ handle }) => /^poster\b/.test(handle))
    .map(({ images, variants, ...product }) => ({
      ...product,
      pictures: images.map(({ url, altText }) => [url, altText]),
      variants: variants.map(({ title, cents }) => [title, cents.GBP]),
    }))
const publications = () => shop.calls.filter(({ operation }) => operation === 'PublishUkProduct')
const copyAll = () => shop.backend.duplicateProducts()

it('copies what has no UK copy: same figures in pounds, tag changed, handle suffixed', async () => {
  sell('scarf', ['market: us'], 'Scarf')
  sell('scarf-1', ['Market:UK'], 'Scarf')
  sell('cloak', ['market: us', 'market: uk'])
  const done = await copyAll()
  expect(done.created).toEqual(['poster-1'])
  const variants = ['59.00', '88.00'].map((amount) => ({ price: { amount, currencyCode: 'GBP' } }))
  expect(done.products).toMatchObject([{ copiedFrom: 'poster', tags: ['market: uk', 'merch'], variants }])
  for (const handle of ['scarf', 'cloak'])
    expect(done.skipped).toContainEqual(expect.objectContaining({ handle }))
  const [poster, ...copies] = posters()
  expect(copies).toEqual([{ ...poster, ...COPIED, id: expect.any(String) }])
  expect((await copyAll()).created).toEqual([])
  sell('mug', ['market: us'], 'Mug')
  const atOnce = await Promise.all([copyAll(), copyAll(), copyAll()])
  expect(atOnce.flatMap(({ created }) => created)).toEqual(['mug-1'])
})

it.each(['FixUkPrices', 'FinishUkProduct'])(
  'a copy that was cut short before %s is an unpublished draft, and finished by the next run',
  async (operation) => {
    shop.store.faults.inject({ match: new RegExp(operation), kind: 'unreachable', times: 1 })
    const failed = [{ handle: 'poster', reason: `Shopify ${operation}: no answer` }]
    expect(await copyAll()).toMatchObject({ created: [], failed })
    const [poster, draft] = posters()
    expect(draft?.status).toBe('DRAFT')
    if (operation === 'FixUkPrices') expect(publications()).toEqual([])
    expect((await copyAll()).created).toEqual(['poster-1'])
    const done = { ...poster, ...COPIED, id: draft?.id }
    expect(posters().slice(1)).toEqual([done])
    expect(publications().at(-1)).toMatchObject({ variables: { id: draft?.id } })
  },
)
