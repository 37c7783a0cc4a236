import { expect, test } from 'vitest'
import { mug, tote, vol1, vol2, wandBundle, wands } from './catalogue.fixture.ts'
import {
  featuredProducts,
  fromPrice,
  HANDLES,
  isGiftVariant,
  isSoldOut,
  parseShown,
  parseVariantId,
  productPath,
} from './product.ts'
import {
  classifyTitle,
  currentTitle,
  type Evidence,
  isCartable,
  isHiddenInMarket,
  isPrintOnDemand,
  kindOf,
  listedProducts,
  marketsOfTags,
  matchesFilter,
  sortForList,
} from './product-kind.ts'

test.each([
  [
    'vol-2',
    'Vol. II: Magical You (Pre-Order)',
    'VOL II',
    'Vol. 2',
    'Magical You',
    'Phoenix Edition Pre-Order',
  ],
  ['vol-1', 'Vol. I: The Phoenix Edition', 'vol. 1', 'The Phoenix Edition'],
  ['wand', 'Magic Wand', 'Magic Wands'],
  ['bundle', "Magic Wand Collector's Set", 'Magic Wand Collector’s Set', 'Collectors Set'],
  ['other', 'Vol. III: The Tide', 'Vol. IV', 'Vol. 12', 'Magical AF Mug'],
])('the title of a %s is recognised', (kind, ...titles) => {
  for (const title of titles) expect(classifyTitle(title), title).toBe(kind)
})

const gifts = vol2.variants
const boxTags = ['market: us', 'pre-order', 'wizard-box', 'warehouse-item']

test.each<[string, Evidence, string]>([
  ['Vol. I by its handle', { title: vol1.title, handle: vol1.handle }, 'vol-1'],
  ['Vol. I by its tag', { title: 'The Book of the Bird', handle: 'bird', tags: ['Volume-1'] }, 'vol-1'],
  ['Vol. II by its handle', { title: vol2.title, handle: vol2.handle }, 'vol-2'],
  ['Vol. II by its gifts', { title: 'Magical You', handle: 'you', tags: boxTags, variants: gifts }, 'vol-2'],
  ['a copy of Vol. II', { ...vol2, handle: 'vol-ii-magical-you-pre-order-2' }, 'vol-2'],
  ['Vol. III made of a copy', { ...vol2, title: 'Vol. III: The Tide', handle: 'vol-iii' }, 'other'],
  ['Vol. III at the handle of Vol. II', { ...vol2, title: 'Vol. III: The Tide' }, 'other'],
  ['Vol. IV', { title: 'Vol. IV', handle: 'vol-iv', tags: ['wizard-box'] }, 'other'],
  ['a scarf', { title: 'Holiday Pre-Order Scarf', handle: 'scarf', tags: ['pre-order'] }, 'other'],
  ['a print', { title: 'Phoenix Edition Print', handle: 'print', tags: ['merch'] }, 'other'],
  ['the wand', { title: 'Magic Wand', handle: 'magic-wand' }, 'wand'],
  ['wands by their tag', { title: 'Magic Wands of the Year', handle: 'year', tags: ['wands'] }, 'wand'],
  ['a stand', { title: 'Magic Wand Stand', handle: 'magic-wand-stand', tags: ['merch'] }, 'other'],
  ['a set by its handle', { title: 'Bundle', handle: 'magic-wand-collectors-set' }, 'bundle'],
])('%s', (_, product, kind) => {
  expect(kindOf(product)).toBe(kind)
})

test.each([
  ['Vol. II: Magical You (Pre-Order)', HANDLES.vol2.us, 'Vol. II: Magical You'],
  ['Vol. III: The Tide (Pre-Order)', 'vol-iii', 'Vol. III: The Tide (Pre-Order)'],
])('once Vol. II has shipped, %s is called so', (title, handle, shown) => {
  expect(currentTitle({ title, handle }, true)).toBe(shown)
  expect(currentTitle({ title, handle }, false)).toBe(title)
})

test('list order is Vol. I, Vol. II, wands, others, and by title among them', () => {
  const sorted = [vol1, vol2, wands, wandBundle, tote, mug]
  expect(sortForList([tote, wandBundle, wands, vol2, mug, vol1])).toEqual(sorted)
  expect(sortForList([mug, wands, wandBundle, vol1, tote, vol2])).toEqual(sorted)
})

test('tags name markets whatever their case and spaces', () => {
  expect(marketsOfTags(['market: us', 'Market:UK'])).toEqual(['us', 'uk'])
  expect(marketsOfTags(['MARKET:  uk '])).toEqual(['uk'])
  expect(marketsOfTags(['marketing: us', 'us'])).toEqual([])
})

test('the US store never lists Vol. I, whatever its tags', () => {
  const tagged = { ...vol1, tags: ['market: us', 'market: uk'] }
  expect(listedProducts([tagged, vol2], 'us')).toEqual([vol2])
  expect(listedProducts([tagged, vol2], 'uk')).toEqual([tagged])
  expect(isHiddenInMarket(vol2, 'us')).toBe(false)
  const print = { title: 'Phoenix Edition Print', handle: 'print', tags: ['merch', 'market: us'] }
  expect(isHiddenInMarket(print, 'us')).toBe(false)
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

test('the from price ignores upgrades and gift bundles, and at most six products are featured', () => {
  const gifts = vol2.variants.filter((v) => !v.title.startsWith('No Wand'))
  expect(fromPrice(vol2)?.amount).toBe('59.00')
  for (const variants of [gifts, gifts.toReversed()])
    expect(fromPrice({ ...vol2, variants })?.amount).toBe('88.00')
  expect(fromPrice({ title: 'Empty', variants: [] })).toBeNull()
  expect(featuredProducts(Array(19).fill(wands))).toHaveLength(6)
})

test('a gift is recognised by product and variant title together', () => {
  expect(isGiftVariant('Vol. II Gift', 'Bundle - No Wand')).toBe(true)
  expect(isGiftVariant('Vol. II', 'Gift Bundle - No Wand')).toBe(true)
  expect(isGiftVariant('Vol. II', 'No Wand')).toBe(false)
})

test.each([
  ['everything', /./, false],
  ['the last box', /^No Wand$/, false],
  ['gifts and upgrades', /^Gift|Upgrade/, true],
])('a product of which %s is available is sold out: %s', (_, available, soldOut) => {
  const variants = vol2.variants.map((v) => ({ ...v, availableForSale: available.test(v.title) }))
  expect(isSoldOut({ ...vol2, variants })).toBe(soldOut)
})

test.each([
  ['wizard-box', ['vol-i-phoenix-edition', 'vol-ii-magical-you-pre-order']],
  ['wands', ['magic-wand', 'magic-wand-collectors-set']],
  ['merch', ['keyhole-tote', 'magical-af-mug']],
] as const)('the filter %s matches %o', (filter, handles) => {
  const matching = [vol1, vol2, wands, wandBundle, tote, mug].filter((p) => matchesFilter(p, filter))
  expect(matching.map((p) => p.handle)).toEqual(handles)
})

test('a variant id is digits, or the full form', () => {
  const id = 'gid://shopify/ProductVariant/123'
  expect([id, '123'].map(parseVariantId)).toEqual([id, id])
  const others = ['gid://shopify/Product/123', '0123', '1'.repeat(20), 123]
  expect(others.map(parseVariantId)).toEqual(others.map(() => null))
})

test('the handle in a path is percent-encoded', () => {
  expect(productPath('uk', 'a/b')).toBe('/uk/product/a%2Fb')
})

test('a list shows fifty more at a time, up to five hundred', () => {
  expect(['100', '500', '50', '60', '550', '1e2', null].map(parseShown)).toEqual([
    100,
    500,
    ...Array(5).fill(null),
  ])
})
