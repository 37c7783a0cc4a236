import { expect, test } from 'vitest'
import { productOf, vol2 } from './catalogue.fixture.ts'
import { redirectOfHandle, resolveProductPage } from './product-address.ts'

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
