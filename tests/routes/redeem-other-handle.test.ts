import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { GiftKind } from '#app/models/gift-code.ts'
import { HANDLES } from '#app/models/product.ts'
import { claim, makeGift, openCheckout, readOrders } from '../support/gifts.ts'
import { callStore } from '../support/store-orders.ts'
import { createTestShop, type TestShop } from '../support/test-shop.ts'
import { cartOfVisitor } from '../support/visitor-cart.ts'

const DELETE = 'mutation ($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }'
const CHOICES = {
  'box-only': { upgrade: 'add-wand' },
  'classic-wand': { upgrade: 'upgrade-premium', wand: 'dragon-oak' },
  'premium-wand': { wand: 'phoenix-elm' },
} satisfies Record<GiftKind, Record<string, string>>
const KINDS = Object.keys(CHOICES) as GiftKind[]

describe('a US gift that only the UK Vol. II has', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-handle-'))
  const gifts = new Map<GiftKind, Awaited<ReturnType<typeof makeGift>>>()
  let shop: TestShop
  // The shop is opened again without the product, and without its catalogue of before.
  beforeAll(async () => {
    const before = await createTestShop({ dataDir })
    for (const kind of KINDS) gifts.set(kind, await makeGift(before, { kind }))
    const product = await before.services.storefront.getProduct('us', HANDLES.vol2.us)
    await callStore(before, DELETE, { id: product?.id })
    await before.close()
    shop = await createTestShop({ dataDir })
    expect(await shop.services.storefront.getProduct('us', HANDLES.vol2.us)).toBeNull()
  })
  afterAll(async () => {
    await shop.close()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test.each(KINDS)('is reviewed, added, ordered and redeemed: %s', async (kind) => {
    const gift = gifts.get(kind)
    const uk = await shop.services.storefront.getProduct('us', HANDLES.vol2.uk)
    // The discount is made for the variant that the record names, which is gone.
    const bundle = uk?.variants.find(({ title }) => title === gift?.productTitle)
    const visitor = shop.browser()
    const added = await claim(visitor, gift?.code ?? '', CHOICES[kind])
    expect([added.path, added.text.includes('not sold in')]).toEqual(['/us/redeem/success', false])
    expect((await cartOfVisitor(shop, visitor)).lines[0]?.variantId).toBe(bundle?.id)
    expect((await visitor.visit('/us/cart')).main).toContain('FREE')
    const checkout = await openCheckout(visitor)
    expect(checkout.text).not.toContain('£')
    expect((await visitor.submit(checkout, 'Complete order')).text).toContain('Order complete')
    await readOrders(shop)
    expect((await shop.services.backend.gifts.get(gift?.id ?? ''))?.redeemed).toBe(true)
  })
})

test('a gift that neither Vol. II has any more cannot be added, and is not spent', async () => {
  const shop = await createTestShop()
  onTestFinished(() => shop.close())
  const { storefront, backend } = shop.services
  const gift = await makeGift(shop)
  for (const handle of Object.values(HANDLES.vol2)) {
    const product = await storefront.getProduct('us', handle)
    await callStore(shop, DELETE, { id: product?.id })
  }
  await shop.embedded.store?.deliverWebhooks()
  await expect.poll(() => storefront.getProduct('us', HANDLES.vol2.us)).toBeNull()
  expect((await claim(shop.browser(), gift.code)).text).toContain('Base gift variant not found')
  expect((await backend.gifts.get(gift.id))?.redeemed).toBe(false)
})
