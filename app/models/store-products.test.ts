import { describe, expect, it } from 'vitest'
import { requiredProduct } from './catalogue.fixture.ts'
import { isCartable, isSoldInMarket, purchasableVariants } from './product.ts'
import { isGiftOrUpgrade, isRequiredProduct, missingTags, REQUIRED_PRODUCTS } from './store-products.ts'
import type { VariantsOf } from './store-variants.ts'

describe.each(REQUIRED_PRODUCTS)('$handle', (required) => {
  const product = requiredProduct(required.handle)

  it('is the product that the rules mean, sold in its markets and cartable', () => {
    expect(isRequiredProduct(product, required)).toBe(true)
    expect(required.markets.every((market) => isSoldInMarket(product, market))).toBe(true)
    expect(isCartable(product.tags)).toBe(true)
  })

  it('has variants that the rules find each by its own title', () => {
    const found = required.variants.map((variant) => variant.find(product)?.title)
    expect(found).toEqual(required.variants.map(({ title }) => title))
  })

  it('shows all variants in lists but gifts and upgrades', () => {
    const sold = required.variants.filter(({ role }) => role === 'sold').map(({ title }) => title)
    expect(purchasableVariants(product).map(({ title }) => title)).toEqual(sold)
    const hidden = required.variants.filter(({ role }) => role !== 'sold')
    expect(hidden.every((variant) => isGiftOrUpgrade(product, variant))).toBe(true)
  })
})

describe('a product of a store', () => {
  const vol2 = REQUIRED_PRODUCTS.find(({ handle }) => handle === 'vol-ii-magical-you-pre-order')
  if (vol2 === undefined) throw new Error('Vol. II is required')
  const missingIn = (product: VariantsOf) =>
    vol2.variants.filter((variant) => variant.find(product) === null).map(({ title }) => title)

  it('may be worded differently, as far as the rules still find everything', () => {
    const worded = requiredProduct(vol2.handle).variants.map((variant) =>
      variant.title.startsWith('Standard') ? { ...variant, title: 'With the Classic wand' } : variant,
    )
    expect(missingIn({ title: 'Magical You', variants: worded })).toEqual([])
  })

  it('lacks the variants that the rules do not find', () => {
    const { title, variants } = requiredProduct(vol2.handle)
    const some = variants.filter((variant) => !variant.title.includes('Phoenix & Elm - Premium Upgrade'))
    expect(missingIn({ title, variants: some })).toEqual([
      'Phoenix & Elm - Premium Upgrade from No Wand',
      'Phoenix & Elm - Premium Upgrade from Classic',
    ])
  })

  it('lacks tags whatever their case and spaces', () => {
    expect(missingTags(['Market:US', 'PRE-ORDER', 'other'], vol2)).toEqual(['wizard-box', 'warehouse-item'])
  })

  it.each([
    ['Pocket Wand Holder', 'magic-wand', false],
    ['Magic Wand', 'magic-wand', true],
    ['Magic Wand', 'other-wand', false],
    ['Bag', 'keyhole-tote', false],
  ])('%s at %s is the required one: %s', (title, handle, expected) => {
    expect(REQUIRED_PRODUCTS.some((required) => isRequiredProduct({ title, handle }, required))).toBe(
      expected,
    )
  })
})
