import { afterAll, beforeAll, expect, it } from 'vitest'
import { HANDLES } from '#app/models/product.ts'
import { createStorefront } from '#app/services/storefront/storefront.server.ts'
import { SEEDED_GIFTS, seedGiftCodes } from '#embedded/supabase/seed.server.ts'
import { silentLog } from '../support/silent-log.ts'
import { startEmbedded } from './support.ts'

/** The gifts that the first start makes, with their discounts in the embedded store. */

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeAll(async () => {
  shop = await startEmbedded()
})
afterAll(() => shop.close())

it('are created once, like those of a paid order, each in its state', async () => {
  const { storefrontUrl: url, storefrontToken: token, storefrontFetch: fetch } = shop.store
  const storefront = createStorefront({ url, token, fetch, log: silentLog })
  const seed = () =>
    seedGiftCodes({
      backend: shop.backend,
      findVol2: (market) => storefront.getProduct(market, HANDLES.vol2[market]),
      log: silentLog,
    })
  await Promise.all([seed(), seed()])
  await seed()
  expect((await shop.backend.listRows('giftCodes')).length).toBe(SEEDED_GIFTS.length)
  for (const { words, market, state } of SEEDED_GIFTS) {
    const gift = await shop.backend.gifts.findByWords(words)
    expect(gift).toMatchObject({ market, redeemed: state === 'redeemed' })
    if (state === 'without-discount') expect(gift?.discountCode).toBeNull()
    else expect(gift?.discountCode).toMatch(/^GIFT-/)
    expect(gift?.setupComplete).toBe(state === 'open')
  }
})

it('have discounts in the store for exactly one gift bundle', async () => {
  const gift = await shop.backend.gifts.findByWords('velvet moon harbour')
  const reply = await shop.store.ask(
    `query Discount($code: String!) {
      codeDiscountNodeByCode(code: $code) { codeDiscount { ... on DiscountCodeBasic {
        usageLimit
        customerGets { value { ... on DiscountPercentage { percentage } } items { ... on DiscountProducts { productVariants(first: 5) { nodes { title } } } } }
      } } }
    }`,
    { code: gift?.discountCode },
  )
  expect(reply.data.codeDiscountNodeByCode.codeDiscount).toEqual({
    usageLimit: 1,
    customerGets: {
      value: { percentage: 1 },
      items: { productVariants: { nodes: [{ title: 'Gift Bundle - Premium Wand' }] } },
    },
  })
})
