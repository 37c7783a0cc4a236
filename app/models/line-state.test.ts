import { expect, test } from 'vitest'
import { type CartLine, emptyCart, toCartVariant } from './cart.ts'
import { productOf, vol2 } from './catalogue.fixture.ts'
import { lineState } from './line-state.ts'
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
function stateOf(product: Product | null, hasId = false) {
  const variant = hasId && product?.variants[0] ? toCartVariant(product, product.variants[0]) : null
  return lineState(ash, emptyCart('us'), variant, product)
}

const soldOut = cloak()
const variants = soldOut.variants.map((variant) => ({ ...variant, availableForSale: false }))
const twice = { ...cloak(), variants: [...cloak().variants, ...cloak().variants] }

test.each<[string, ReturnType<typeof stateOf>, RegExp | null]>([
  ['is for sale', stateOf(cloak(), true), null],
  ['has sold out', stateOf({ ...soldOut, variants }, true), /has sold out/],
  ['was deleted', stateOf(null), /no longer in the shop/],
  ['has lost its market', stateOf(cloak({ tags: [] }), true), /no longer in the shop/],
  ['has lost its option', stateOf({ ...cloak(), variants: cloak().variants.slice(1) }), /no longer/],
  ['was imported again', stateOf(cloak()), /has this anew/],
  ['was imported again, and has sold out', stateOf({ ...soldOut, variants }), /has sold out/],
  ['was imported again twice', stateOf(twice), /no longer/],
  ['went to the other market', stateOf(cloak({ tags: ['market: uk'] }), true), /United Kingdom store only/],
  ['went there with another id', stateOf(cloak({ tags: ['Market:UK'] })), /United Kingdom store only/],
])('a line that %s says one thing', (what, { refusal, replacement }, reason) => {
  expect(replacement?.title).toBe(what === 'was imported again' ? 'Ash' : undefined)
  if (reason === null) expect(refusal).toBeNull()
  else expect(refusal).toMatch(reason)
})

test('a gift that was imported again is gone: its magic words bring it back', () => {
  const added = {
    ...ash.added,
    handle: vol2.handle,
    title: vol2.title,
    variantTitle: 'Gift Bundle - No Wand',
  }
  const line = { ...ash, added: { ...added, picture: null } }
  expect(lineState(line, emptyCart('us'), null, vol2).refusal).toMatch(/no longer in the shop/)
})
