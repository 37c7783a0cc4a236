import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { HANDLES } from '../../app/models/product.ts'
import { claim, completeOrder, makeGift, openCheckout } from '../support/gifts.ts'
import { deliver, orderWriter } from '../support/store-orders.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'
import { cartOfVisitor } from '../support/visitor-cart.ts'

const DELETE = 'mutation ($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }'

/** Deletes the Vol. II of the US store, and opens the shop again, without its catalogue of before. */
async function withoutUsVol2(shop: TestShop): Promise<TestShop> {
  const product = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
  const { store } = shop.embedded
  if (!store || !product) throw new Error('no store')
  await store.adminFetch(store.adminUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': store.adminToken },
    body: JSON.stringify({ query: DELETE, variables: { id: product.id } }),
  })
  await shop.close()
  return createTestShop({ dataDir: shop.dataDir })
}

describe('a US gift that only the UK Vol. II has', () => {
  test.each([
    ['box-only', { upgrade: 'add-wand' }],
    ['classic-wand', { upgrade: 'upgrade-premium', wand: 'dragon-oak' }],
    ['premium-wand', { wand: 'phoenix-elm' }],
  ] as const)('is reviewed, added, ordered and redeemed: %s', async (kind, choice) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-handle-'))
    const before = await createTestShop({ dataDir })
    const gift = await makeGift(before, { kind })
    const shop = await withoutUsVol2(before)
    const uk = await shop.services.storefront.getProduct('us', HANDLES.vol2.uk)
    expect(await shop.services.storefront.getProduct('us', HANDLES.vol2.us)).toBeNull()
    // The discount is made for the variant that the record names, which is gone.
    const bundle = uk?.variants.find(({ title }) => title === gift.productTitle)
    const visitor = shop.browser()
    const added = await claim(visitor, gift.code, choice)
    expect([added.path, added.text.includes('not sold in')]).toEqual(['/us/redeem/success', false])
    expect((await cartOfVisitor(shop, visitor)).lines[0]?.variantId).toBe(bundle?.id)
    expect((await visitor.visit('/us/cart')).main).toContain('FREE')
    expect((await openCheckout(visitor)).text).not.toContain('£')
    expect((await completeOrder(visitor)).text).toContain('Order complete')
    await shop.embedded.store?.deliverWebhooks()
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(true)
    await shop.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('is issued for a paid order, though the store no longer has what was bought', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-handle-'))
    const shop = await withoutUsVol2(await createTestShop({ dataDir }))
    const bought = (await orderWriter(shop)).buying(7_700_000_000_001)
    expect((await deliver(shop, bought, 'paid')).status).toBe(200)
    const [gift] = await shop.services.backend.gifts.listOfOrder(String(bought.id))
    expect(gift).toMatchObject({ market: 'us', discountCode: expect.stringMatching(/^GIFT-/) })
    const visitor = shop.browser()
    expect((await claim(visitor, gift?.code ?? '')).path).toBe('/us/redeem/success')
    expect((await completeOrder(visitor)).text).toContain('Order complete')
    await shop.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
})
