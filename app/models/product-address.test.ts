import { describe, expect, it } from 'vitest'
import type { Product } from './product.ts'
import { moveOfHandle, placeOfProduct } from './product-address.ts'

function product(title: string, handle: string, tags: readonly string[]): Product {
  return {
    id: '',
    handle,
    title,
    description: '',
    tags,
    images: [],
    options: [],
    variants: [],
    minPrice: null,
  }
}

describe('the address of a handle', () => {
  it.each([
    ['uk', 'wizard-box', '/uk/product/vol-i-phoenix-edition', 301],
    ['us', 'wizard-box', '/us/product/vol-i-phoenix-edition', 301],
    ['us', 'magic-wands-collection-1', '/us/product/magic-wand-collectors-set', 301],
    ['us', 'vol-i-phoenix-edition', '/us/products', 302],
    ['us', 'Vol-I-Phoenix-Edition', '/us/products', 302],
    ['us', 'Magic-WAND', '/us/product/magic-wand', 301],
    ['us', 'vol-ii-magical-you-pre-order-1', '/us/product/vol-ii-magical-you-pre-order', 302],
    ['uk', 'vol-ii-magical-you-pre-order', '/uk/product/vol-ii-magical-you-pre-order-1', 302],
  ] as const)('in %s, %s leads to %s', (market, handle, to, status) => {
    expect(moveOfHandle(market, handle)).toEqual({ to, status })
  })

  it.each([
    ['uk', 'vol-i-phoenix-edition'],
    ['us', 'vol-ii-magical-you-pre-order'],
    ['us', 'magic-wand'],
    ['us', 'no-such-thing'],
    ['us', 'A/../..//elsewhere'],
  ] as const)('in %s, %s is a question for the store', (market, handle) => {
    expect(moveOfHandle(market, handle)).toBeNull()
  })
})

describe('the place of a product', () => {
  it('is its own page where its tags say so', () => {
    const wand = product('Magic Wand', 'magic-wand', ['market: us', 'Market:UK'])
    expect(placeOfProduct(wand, 'us')).toBe(wand)
    expect(placeOfProduct(wand, 'uk')).toBe(wand)
  })

  it('is the list for any Vol. I in the US store, whatever its tags say', () => {
    const vol1 = product('Vol. 1', 'vol-1-again', ['market: us'])
    expect(placeOfProduct(vol1, 'us')).toEqual({ to: '/us/products', status: 302 })
  })

  it("is this store's Vol. II for a Vol. II of the other store", () => {
    const copy = product('Vol. II: Magical You', 'vol-ii-copy', ['market: uk'])
    expect(placeOfProduct(copy, 'us')).toEqual({
      to: '/us/product/vol-ii-magical-you-pre-order',
      status: 302,
    })
  })

  it('never leads from a page to itself', () => {
    const untagged = product('Vol. II: Magical You', 'vol-ii-magical-you-pre-order', [])
    expect(placeOfProduct(untagged, 'us')).toBeNull()
  })

  it('is nowhere for what the store does not have or does not sell', () => {
    expect(placeOfProduct(null, 'us')).toBeNull()
    expect(placeOfProduct(product('Keyhole Tote', 'tote', ['market: uk']), 'us')).toBeNull()
  })
})
