import { expect, test } from 'vitest'
import { mug, productOf, tote, vol1, vol2, wandBundle, wands } from './catalogue.fixture.ts'
import {
  featuredProducts,
  fromPrice,
  isGiftVariant,
  isSoldOut,
  parseShown,
  parseVariantId,
} from './product.ts'
import {
  type Evidence,
  kindOf,
  listedProducts,
  marketsOfTags,
  redirectOfHandle,
  resolveProductPage,
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
])('the title of a %s is recognised where there is nothing else', (kind, ...titles) => {
  for (const title of titles) expect(kindOf({ title, handle: null }), title).toBe(kind)
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
  ['a scarf', { title: 'Holiday Pre-Order Scarf', handle: 'scarf', tags: ['pre-order'] }, 'other'],
  ['a print', { title: 'Phoenix Edition Print', handle: 'print', tags: ['merch'] }, 'other'],
  ['the wand', { title: 'Magic Wand', handle: 'magic-wand' }, 'wand'],
  ['wands by their tag', { title: 'Magic Wands of the Year', handle: 'year', tags: ['wands'] }, 'wand'],
  ['a stand', { title: 'Magic Wand Stand', handle: 'magic-wand-stand', tags: ['merch'] }, 'other'],
  ['a set by its handle', { title: 'Bundle', handle: 'magic-wand-collectors-set' }, 'bundle'],
])('%s', (_, product, kind) => {
  expect(kindOf(product)).toBe(kind)
})

test('tags name markets whatever their case and spaces', () => {
  expect(marketsOfTags(['market: us', 'Market:UK'])).toEqual(['us', 'uk'])
  expect(marketsOfTags(['MARKET:  uk '])).toEqual(['uk'])
  expect(marketsOfTags(['marketing: us', 'us'])).toEqual([])
})

test('a store lists what its tags name, in order and by title among equals, and the US store never Vol. I', () => {
  const tagged = { ...vol1, tags: ['market: us', 'market: uk'] }
  const print = { ...mug, title: 'Phoenix Edition Print' }
  const all = [print, tote, wandBundle, wands, vol2, mug, tagged]
  expect(listedProducts(all, 'us')).toEqual([vol2, wands, wandBundle, tote, mug, print])
  expect(listedProducts(all.toReversed(), 'uk')).toEqual([tagged, wands, wandBundle, tote, mug, print])
})

test('the from price ignores upgrades and gift bundles, and at most six products are featured', () => {
  // A gift is told by both titles together.
  expect(isGiftVariant('Vol. II Gift', 'Bundle - No Wand')).toBe(true)
  const gifts = vol2.variants.filter((v) => !v.title.startsWith('No Wand'))
  expect(fromPrice(vol2)?.amount).toBe('59.00')
  for (const variants of [gifts, gifts.toReversed()])
    expect(fromPrice({ ...vol2, variants })?.amount).toBe('88.00')
  expect(fromPrice({ title: 'Empty', variants: [] })).toBeNull()
  expect(featuredProducts(Array(19).fill(wands))).toHaveLength(6)
})

test.each([
  ['everything', /./, false],
  ['the last box', /^No Wand$/, false],
  ['gifts and upgrades', /^Gift|Upgrade/, true],
])('a product of which %s is available is sold out: %s', (_, available, soldOut) => {
  const variants = vol2.variants.map((v) => ({ ...v, availableForSale: available.test(v.title) }))
  expect(isSoldOut({ ...vol2, variants })).toBe(soldOut)
})

test('a variant id is digits, or the full form; a list shows fifty more at a time, up to five hundred', () => {
  const id = 'gid://shopify/ProductVariant/123'
  expect([id, '123'].map(parseVariantId)).toEqual([id, id])
  for (const other of ['gid://shopify/Product/123', '0123', '1'.repeat(20), 123])
    expect(parseVariantId(other)).toBeNull()
  expect(['100', '500'].map(parseShown)).toEqual([100, 500])
  for (const other of ['60', '550', '-50', 'x', null]) expect(parseShown(other)).toBe(50)
})

const product = (title: string, handle: string, tags: readonly string[]) => productOf({ title, handle, tags })

test.each([
  ['uk', 'wizard-box', '/uk/product/vol-i-phoenix-edition', 301],
  ['us', 'magic-wands-collection-1', '/us/product/magic-wand-collectors-set', 301],
  ['us', 'vol-i-phoenix-edition', '/us/products', 302],
  ['us', 'vol-ii-magical-you-pre-order-1', '/us/product/vol-ii-magical-you-pre-order', 302],
  ['uk', 'vol-ii-magical-you-pre-order', '/uk/product/vol-ii-magical-you-pre-order-1', 302],
  ['uk', 'vol-i-phoenix-edition', null],
  ['us', 'no-such-thing', null],
  ['us', 'A/../..//elsewhere', null],
] as const)('in %s, %s redirects to %s', (market, handle, to, status?: number) => {
  expect(redirectOfHandle(market, handle)).toEqual(to && { to, status })
})

const both = product('Magic Wand', 'magic-wand', ['market: us', 'Market:UK'])
const copy = {
  ...product('Vol. II: Magical You', 'vol-ii-copy', ['market: uk', 'pre-order']),
  variants: vol2.variants,
}

test.each([
  ['a product of the store', both, both],
  ['Vol. I, whatever its tags', product('Vol. 1', 'vol-1-again', ['market: us']), '/us/products'],
  ['a Vol. II of the other store', copy, '/us/product/vol-ii-magical-you-pre-order'],
  // Never to itself.
  ['Vol. II without tags', product('Vol. II: Magical You', 'vol-ii-magical-you-pre-order', []), null],
  ['a product of the other store', product('Keyhole Tote', 'tote', ['market: uk']), null],
  ['none', null, null],
])('the US page of %s is right', (_, found, page) => {
  expect(resolveProductPage(found, 'us')).toEqual(typeof page === 'string' ? { to: page, status: 302 } : page)
})
