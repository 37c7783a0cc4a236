import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Market } from '../../app/models/market.ts'
import { HANDLES } from '../../app/models/product.ts'
import { createStorefront } from '../../app/services/storefront/storefront.server.ts'
import { SEEDED_GIFTS, seedGiftCodes } from '../../embedded/backend/seed.server.ts'
import { createTestStore } from '../support/embedded-store.ts'
import { silentLog, startEmbedded } from './support.ts'

/** The functions against the embedded store’s Admin API, which rejects whatever Shopify’s schema doesn’t have. */

const store = createTestStore()
let shop: Awaited<ReturnType<typeof startEmbedded>>

beforeAll(async () => {
  const { adminUrl: url, adminToken: token, adminFetch } = store.store
  shop = await startEmbedded({ admin: { url, token, fetch: adminFetch } })
})
afterAll(async () => {
  await shop.close()
  store.store.close()
})

const storefront = createStorefront({
  url: store.store.storefrontUrl,
  token: store.store.storefrontToken,
  fetch: store.store.storefrontFetch,
  log: silentLog,
})
const findVol2 = (market: Market) => storefront.getProduct(market, HANDLES.vol2[market])

describe('the sample gifts', () => {
  it('are created once, like those of a paid order, each in its state', async () => {
    const options = { backend: shop.backend, findVol2, log: silentLog }
    await Promise.all([seedGiftCodes(options), seedGiftCodes(options)])
    await seedGiftCodes(options)
    expect((await shop.backend.listGiftCodes({ page: 1 })).total).toBe(SEEDED_GIFTS.length)
    for (const { words, market, state } of SEEDED_GIFTS) {
      const gift = await shop.backend.gifts.findByWords(words)
      expect(gift).toMatchObject({ market, redeemed: state === 'redeemed' })
      if (state === 'without-discount') expect(gift?.discountCode).toBeNull()
      else expect(gift?.discountCode).toMatch(/^GIFT-/)
    }
  })

  it('have discounts in the store for exactly one gift bundle', async () => {
    const gift = await shop.backend.gifts.findByWords('velvet moon harbour')
    const reply = await store.admin(
      `query Discount($code: String!) {
        codeDiscountNodeByCode(code: $code) { codeDiscount { ... on DiscountCodeBasic {
          usageLimit status
          customerGets { value { ... on DiscountPercentage { percentage } } items { ... on DiscountProducts { productVariants(first: 5) { nodes { title price } } } } }
        } } }
      }`,
      { code: gift?.discountCode },
    )
    expect(reply.data.codeDiscountNodeByCode.codeDiscount).toMatchObject({
      usageLimit: 1,
      customerGets: {
        value: { percentage: 1 },
        items: { productVariants: { nodes: [{ title: 'Gift Bundle - Premium Wand' }] } },
      },
    })
  })
})

describe('copying US products', () => {
  const created = z.object({
    data: z.object({ productSet: z.object({ product: z.object({ handle: z.string() }) }) }),
  })

  it('finds nothing to copy in the initial catalogue', async () => {
    const preview = await shop.backend.duplicateProducts({ dryRun: true })
    expect(preview.products).toEqual([])
    expect(preview.failed).toEqual([])
  })

  it('creates a UK copy that the UK store shows in pounds', async () => {
    const input = {
      title: 'Owl Poster',
      handle: 'owl-poster',
      tags: ['market: us', 'pod', 'merch'],
      status: 'ACTIVE',
      productOptions: [{ name: 'Title', position: 1, values: [{ name: 'A3' }, { name: 'A2' }] }],
      variants: [
        { optionValues: [{ optionName: 'Title', name: 'A3' }], price: '18.00' },
        { optionValues: [{ optionName: 'Title', name: 'A2' }], price: '24.50' },
      ],
    }
    const reply = await store.admin(
      `mutation Make($input: ProductSetInput!) { productSet(input: $input) { product { handle } userErrors { message } } }`,
      { input },
    )
    expect(created.safeParse(reply).success).toBe(true)
    const [first, second] = await Promise.all(
      [1, 2].map(() => shop.backend.duplicateProducts({ dryRun: false })),
    )
    expect([...(first?.created ?? []), ...(second?.created ?? [])]).toEqual(['owl-poster-1'])
    expect([...(first?.failed ?? []), ...(second?.failed ?? [])]).toEqual([])
    const copy = await storefront.getProduct('uk', 'owl-poster-1')
    expect(copy?.tags).toContain('market: uk')
    expect(copy?.variants.map((variant) => variant.price)).toMatchObject([
      { currencyCode: 'GBP' },
      { currencyCode: 'GBP' },
    ])
    expect(copy?.variants.map((variant) => Number(variant.price?.amount))).toEqual([18, 24.5])
  })
})
