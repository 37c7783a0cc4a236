import { expect, test } from 'vitest'
import { type CartLine, emptyCart, toCartVariant } from './cart.ts'
import { productOf, vol2 } from './catalogue.fixture.ts'
import { type LineState, lineRefusal, lineState } from './line-state.ts'
import type { Product } from './product.ts'

const cloak = (given: Partial<Product> = {}) =>
  productOf({ handle: 'cloak', title: 'Cloak', tags: ['market: us'], ...given }, [
    ['Ash', 80],
    ['Bone', 81],
  ])
const ash: CartLine = {
  variantId: 'gid://shopify/ProductVariant/1',
  quantity: 1,
  added: { handle: 'cloak', title: 'Cloak', variantTitle: 'Ash', picture: null },
}

/** What is said of an Ash cloak whose id the store may have, and whose product it may have. */
function stateOf(product: Product | null, hasId = false, isSoldOut = false): LineState {
  const cartVariants = (product?.variants ?? []).map((variant) =>
    toCartVariant(product as Product, { ...variant, availableForSale: !isSoldOut }),
  )
  return lineState(ash, 'us', (hasId && cartVariants[0]) || null, product && { product, cartVariants })
}

const twice = { ...cloak(), variants: [...cloak().variants, ...cloak().variants] }

test.each<[string, LineState, LineState['kind'], RegExp | null]>([
  ['is for sale', stateOf(cloak(), true), 'for-sale', null],
  ['has sold out', stateOf(cloak(), true, true), 'sold-out', /has sold out/],
  ['was deleted', stateOf(null), 'gone', /no longer in the shop/],
  ['has lost its market', stateOf(cloak({ tags: [] }), true), 'gone', /no longer in the shop/],
  ['has lost its option', stateOf({ ...cloak(), variants: cloak().variants.slice(1) }), 'gone', /no longer/],
  ['was imported again', stateOf(cloak()), 'replaced', /has this anew/],
  ['was imported again, and has sold out', stateOf(cloak(), false, true), 'sold-out', /has sold out/],
  ['was imported again twice', stateOf(twice), 'gone', /no longer/],
  [
    'went to the other market',
    stateOf(cloak({ tags: ['market: uk'] }), true),
    'moved',
    /United Kingdom store only/,
  ],
  [
    'went there with another id',
    stateOf(cloak({ tags: ['Market:UK'] })),
    'moved',
    /United Kingdom store only/,
  ],
  ['cannot be looked up', { kind: 'unknown' }, 'unknown', null],
])('a line that %s says one thing', (_, state, kind, reason) => {
  expect(state.kind).toBe(kind)
  const refusal = lineRefusal(state, emptyCart('us'))
  if (reason === null) expect(refusal).toBeNull()
  else expect(refusal).toMatch(reason)
})

test('a gift that was imported again is gone: its magic words bring it back', () => {
  const added = {
    handle: vol2.handle,
    title: vol2.title,
    variantTitle: 'Gift Bundle - No Wand',
    picture: null,
  }
  const cartVariants = vol2.variants.map((variant) => toCartVariant(vol2, variant))
  expect(lineState({ ...ash, added }, 'us', null, { product: vol2, cartVariants }).kind).toBe('gone')
})
