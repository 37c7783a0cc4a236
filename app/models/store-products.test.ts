import { expect, test } from 'vitest'
import { requiredProduct } from './catalogue.fixture.ts'
import { purchasableVariants } from './product.ts'
import { isCartable, isSoldInMarket } from './product-kind.ts'
import { isGiftOrUpgrade, isRequiredProduct, REQUIRED_PRODUCTS } from './store-products.ts'

test.each(REQUIRED_PRODUCTS)(
  '$handle is what the rules mean: cartable, and sold in its markets',
  (required) => {
    const product = requiredProduct(required.handle)
    expect([isRequiredProduct(product, required), isCartable(product.tags)]).toEqual([true, true])
    expect(required.markets.every((market) => isSoldInMarket(product, market))).toBe(true)
    // Lists show all but gifts and upgrades.
    const titles = required.variants.map(({ title }) => title)
    const sold = titles.filter((title) => !/^Gift Bundle|Upgrade/.test(title))
    expect(purchasableVariants(product).map(({ title }) => title)).toEqual(sold)
    expect(titles.filter((title) => !isGiftOrUpgrade(product, { title }))).toEqual(sold)
  },
)

test.each([
  ['Pocket Wand Holder', 'magic-wand'],
  ['Bag', 'keyhole-tote'],
])('%s at %s is not the required one', (title, handle) => {
  expect(REQUIRED_PRODUCTS.some((required) => isRequiredProduct({ title, handle }, required))).toBe(false)
})
