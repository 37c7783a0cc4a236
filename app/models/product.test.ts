import { expect, test } from 'vitest'
import { collectorsSet, mug, tote, vol1, vol2, wands } from './catalogue.fixture.ts'
import {
  classifyProduct,
  featuredProducts,
  fromPrice,
  handleOfLegacy,
  isCartable,
  isGiftVariant,
  isHiddenInMarket,
  isPrintOnDemand,
  isSoldOut,
  listedProducts,
  marketsOfTags,
  matchesFilter,
  parseVariantId,
  productPath,
  sortForList,
} from './product.ts'

test.each([
  ['Vol. II: Magical You (Pre-Order)', 'vol-2'],
  ['VOL II', 'vol-2'],
  ['Vol. 2', 'vol-2'],
  ['Magical You', 'vol-2'],
  ['Phoenix Edition Pre-Order', 'vol-2'],
  ['Vol. I: The Phoenix Edition', 'vol-1'],
  ['vol. 1', 'vol-1'],
  ['The Phoenix Edition', 'vol-1'],
  ['Magic Wand', 'wand'],
  ["Magic Wand Collector's Set", 'collectors-set'],
  ['Magic Wand Collector’s Set', 'collectors-set'],
  ['Collectors Set', 'collectors-set'],
  ['Magical AF Mug', 'other'],
])('%s is a %s', (title, kind) => {
  expect(classifyProduct(title)).toBe(kind)
})

test('the handle is sufficient for a collector’s set', () => {
  expect(classifyProduct('Bundle', 'magic-wand-collectors-set')).toBe('collectors-set')
})

test('list order is Vol. I, Vol. II, wands, others', () => {
  const sorted = sortForList([tote, collectorsSet, wands, vol2, mug, vol1])
  expect(sorted).toEqual([vol1, vol2, collectorsSet, wands, tote, mug])
})

test.each([
  [
    ['market: us', 'Market:UK'],
    ['us', 'uk'],
  ],
  [['MARKET:  uk '], ['uk']],
  [['marketing: us', 'us'], []],
])('the tags %o name the markets %o', (tags, markets) => {
  expect(marketsOfTags(tags)).toEqual(markets)
})

test('the US store never lists Vol. I, whatever its tags', () => {
  const tagged = { ...vol1, tags: ['market: us', 'market: uk'] }
  expect(listedProducts([tagged, vol2], 'us')).toEqual([vol2])
  expect(listedProducts([tagged, vol2], 'uk')).toEqual([tagged])
  expect(isHiddenInMarket(vol2, 'us')).toBe(false)
})

test('at most six products are featured', () => {
  expect(featuredProducts(Array(9).fill(wands), 'us')).toHaveLength(6)
})

test.each([
  [['warehouse-item'], true, false],
  [['Printful'], true, true],
  [['pod'], true, true],
  [['merch'], true, true],
  [['wands'], false, false],
])('tags %o: cartable %s, printed on demand %s', (tags, cartable, pod) => {
  expect([isCartable(tags), isPrintOnDemand(tags)]).toEqual([cartable, pod])
})

test('the from price ignores upgrades and gift bundles', () => {
  const gifts = vol2.variants.filter((v) => !v.title.startsWith('No Wand'))
  expect(fromPrice(vol2)?.amount).toBe('59.00')
  expect(fromPrice({ ...vol2, variants: gifts })?.amount).toBe('88.00')
  expect(fromPrice({ ...vol2, variants: [...gifts].reverse() })?.amount).toBe('88.00')
  expect(fromPrice({ title: 'Empty', variants: [] })).toBeNull()
})

test('a gift is recognised by product and variant title together', () => {
  expect(isGiftVariant('Vol. II Gift', 'Bundle - No Wand')).toBe(true)
  expect(isGiftVariant('Vol. II', 'Gift Bundle - No Wand')).toBe(true)
  expect(isGiftVariant('Vol. II', 'No Wand')).toBe(false)
})

test('a product is sold out when only gifts and upgrades are available', () => {
  const variants = vol2.variants.map((v) => ({ ...v, availableForSale: v.title.startsWith('Gift') }))
  expect([isSoldOut(vol2), isSoldOut({ ...vol2, variants })]).toEqual([false, true])
  const last = vol2.variants.map((v) => ({ ...v, availableForSale: v.title === 'No Wand' }))
  expect(isSoldOut({ ...vol2, variants: last })).toBe(false)
})

test.each([
  ['wizard-box', ['vol-i-phoenix-edition', 'vol-ii-magical-you-pre-order']],
  ['wands', ['magic-wand', 'magic-wand-collectors-set']],
  ['merch', ['keyhole-tote', 'magical-af-mug']],
] as const)('the filter %s matches %o', (filter, handles) => {
  const matching = [vol1, vol2, wands, collectorsSet, tote, mug].filter((p) => matchesFilter(p, filter))
  expect(matching.map((p) => p.handle)).toEqual(handles)
})

test.each([
  ['gid://shopify/ProductVariant/123', 'gid://shopify/ProductVariant/123'],
  ['123', 'gid://shopify/ProductVariant/123'],
  ['gid://shopify/Product/123', null],
  ['0123', null],
  ['1'.repeat(20), null],
  [123, null],
])('%o is parsed as variant id %s', (value, id) => {
  expect(parseVariantId(value)).toBe(id)
})

test('legacy handles have current ones', () => {
  expect(handleOfLegacy('wizard-box')).toBe('vol-i-phoenix-edition')
  expect(handleOfLegacy('magic-wands-collection-1')).toBe('magic-wand-collectors-set')
  expect(handleOfLegacy('magic-wand')).toBeNull()
})

test('the handle in a product path is percent-encoded', () => {
  expect(productPath('uk', 'a/b')).toBe('/uk/product/a%2Fb')
})
