import { describe, expect, it } from 'vitest'
import { productOf, vol2 } from './catalogue.fixture.ts'
import { redirectOfHandle, resolveProductPage } from './product-address.ts'

const product = (title: string, handle: string, tags: readonly string[]) => productOf({ title, handle, tags })

describe('redirectOfHandle', () => {
  it.each([
    ['uk', 'wizard-box', '/uk/product/vol-i-phoenix-edition', 301],
    ['us', 'wizard-box', '/us/product/vol-i-phoenix-edition', 301],
    ['us', 'magic-wands-collection-1', '/us/product/magic-wand-collectors-set', 301],
    ['us', 'vol-i-phoenix-edition', '/us/products', 302],
    ['us', 'Vol-I-Phoenix-Edition', '/us/products', 302],
    ['us', 'Magic-WAND', '/us/product/magic-wand', 301],
    ['us', 'vol-ii-magical-you-pre-order-1', '/us/product/vol-ii-magical-you-pre-order', 302],
    ['uk', 'vol-ii-magical-you-pre-order', '/uk/product/vol-ii-magical-you-pre-order-1', 302],
  ] as const)('in %s, %s redirects to %s', (market, handle, to, status) => {
    expect(redirectOfHandle(market, handle)).toEqual({ to, status })
  })

  it.each([
    ['uk', 'vol-i-phoenix-edition'],
    ['us', 'vol-ii-magical-you-pre-order'],
    ['us', 'magic-wand'],
    ['us', 'no-such-thing'],
    ['us', 'A/../..//elsewhere'],
  ] as const)('in %s, %s does not redirect', (market, handle) => {
    expect(redirectOfHandle(market, handle)).toBeNull()
  })
})

describe('resolveProductPage', () => {
  it('returns a product whose tags name the market', () => {
    const wand = product('Magic Wand', 'magic-wand', ['market: us', 'Market:UK'])
    expect(resolveProductPage(wand, 'us')).toBe(wand)
    expect(resolveProductPage(wand, 'uk')).toBe(wand)
  })

  it('redirects any Vol. I in the US store to the list, whatever its tags', () => {
    const vol1 = product('Vol. 1', 'vol-1-again', ['market: us'])
    expect(resolveProductPage(vol1, 'us')).toEqual({ to: '/us/products', status: 302 })
  })

  it('redirects a Vol. II of the other store to that of this store', () => {
    const copy = {
      ...product('Vol. II: Magical You', 'vol-ii-copy', ['market: uk', 'pre-order']),
      variants: vol2.variants,
    }
    expect(resolveProductPage(copy, 'us')).toEqual({
      to: '/us/product/vol-ii-magical-you-pre-order',
      status: 302,
    })
  })

  it('never redirects a page to itself', () => {
    const untagged = product('Vol. II: Magical You', 'vol-ii-magical-you-pre-order', [])
    expect(resolveProductPage(untagged, 'us')).toBeNull()
  })

  it('returns null for an unknown product, or one that is not sold in the market', () => {
    expect(resolveProductPage(null, 'us')).toBeNull()
    expect(resolveProductPage(product('Keyhole Tote', 'tote', ['market: uk']), 'us')).toBeNull()
  })
})
