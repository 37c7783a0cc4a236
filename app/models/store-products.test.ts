import { expect, test } from 'vitest'
import { requiredProduct } from './catalogue.fixture.ts'
import { type Product, purchasableVariants } from './product.ts'
import { isCartable, isSoldInMarket } from './product-kind.ts'
import {
  findRequired,
  isGiftOrUpgrade,
  isRequiredProduct,
  missingTags,
  REQUIRED_PRODUCTS,
} from './store-products.ts'

test.each(REQUIRED_PRODUCTS)(
  '$handle is what the rules mean: cartable, sold in its markets, each variant found',
  (required) => {
    const product = requiredProduct(required.handle)
    expect([isRequiredProduct(product, required), isCartable(product.tags)]).toEqual([true, true])
    expect(required.markets.every((market) => isSoldInMarket(product, market))).toBe(true)
    const titles = required.variants.map(({ title }) => title)
    expect(required.variants.map((variant) => findRequired(product, required, variant)?.title)).toEqual(
      titles,
    )
    // Lists show all but gifts and upgrades.
    const sold = titles.filter((title) => !/^Gift Bundle|Upgrade/.test(title))
    expect(purchasableVariants(product).map(({ title }) => title)).toEqual(sold)
    expect(titles.filter((title) => !isGiftOrUpgrade(product, { title }))).toEqual(sold)
  },
)

test('a product of a store may be worded differently, as far as the rules still find everything', () => {
  const vol2 = requiredProduct('vol-ii-magical-you-pre-order')
  const required = REQUIRED_PRODUCTS.find(({ handle }) => handle === vol2.handle)
  const missingIn = (product: Pick<Product, 'title' | 'variants'>) =>
    required?.variants
      .filter((variant) => findRequired(product, required, variant) === null)
      .map(({ title }) => title)
  const worded = vol2.variants.map((variant) =>
    variant.title.startsWith('Standard') ? { ...variant, title: 'With the Classic wand' } : variant,
  )
  expect(missingIn({ title: 'Magical You', variants: worded })).toEqual([])
  const lacking = ['from No Wand', 'from Classic'].map((from) => `Phoenix & Elm - Premium Upgrade ${from}`)
  const variants = vol2.variants.filter(({ title }) => !lacking.includes(title))
  expect(missingIn({ ...vol2, variants })).toEqual(lacking)
  // Tags count whatever their case and spaces.
  const tags = ['Market:US', 'PRE-ORDER', 'other']
  expect(required && missingTags(tags, required)).toEqual(['wizard-box', 'warehouse-item'])
})

test.each([
  ['Pocket Wand Holder', 'magic-wand', false],
  ['Magic Wand', 'magic-wand', true],
  ['Magic Wand', 'other-wand', false],
  ['Bag', 'keyhole-tote', false],
])('%s at %s is the required one: %s', (title, handle, expected) => {
  const isRequired = REQUIRED_PRODUCTS.some((required) => isRequiredProduct({ title, handle }, required))
  expect(isRequired).toBe(expected)
})
