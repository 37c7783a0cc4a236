import { expect, test } from 'vitest'
import { SEEDED_PRODUCTS } from './catalogue.ts'
import type { Discount } from './database.ts'
import { quoteCart } from './pricing.ts'

const [PRODUCT = expect.fail()] = SEEDED_PRODUCTS
const [SEEDED = expect.fail()] = PRODUCT.variants
const PRICES: Readonly<Record<string, number>> = { box: 5_900, wand: 3_505 }

const some = { id: 1, active: true, usageLimit: null, used: 0 }
const tenth: Discount = { ...some, part: 0.1, variantIds: null }
const freeBox: Discount = { ...some, part: 1, variantIds: ['box'] }

/** Prices a box and a wand, and what the store does not have. */
function price(codes: Readonly<Record<string, Discount | null>>, country = 'US') {
  const lines = ['box', 'wand', 'gone'].map((id) => ({ merchandiseId: id, quantity: 1, attributes: [] }))
  function variant(id: string) {
    const cents = PRICES[id]
    if (cents === undefined) return null
    return { product: PRODUCT, variant: { ...SEEDED, id, cents: { USD: cents, GBP: cents + 1 } } }
  }
  const discount = (code: string) => codes[code] ?? null
  return quoteCart({ country, lines, discountCodes: Object.keys(codes) }, { variant, discount })
}

test('lines cost the price in the country’s currency', () => {
  expect([price({}).itemsCents, price({}, 'FR').itemsCents]).toEqual([9_405, 9_407])
})

// A percentage is rounded to the cent, on the order or on each of its lines.
test.each([
  ['DISCOUNT_NOT_FOUND', null, 0],
  ['DISCOUNT_CURRENTLY_INACTIVE', { active: false }, 0],
  ['DISCOUNT_USAGE_LIMIT_REACHED', { usageLimit: 2, used: 2 }, 0],
  [null, { usageLimit: 2, used: 1 }, 941],
  ['DISCOUNT_NO_ENTITLED_LINE_ITEMS', { variantIds: ['gone'] }, 0],
  [null, { variantIds: ['wand'] }, 351],
  [null, { variantIds: ['wand'], part: 0.07 }, 245],
  ['DISCOUNT_CODE_NOT_HONOURED', { part: 0 }, 0],
])('a code has the problem %s (case %#: %j) and takes off %i', (problem, terms, cents) => {
  const { codes, itemsCents } = price({ CODE: terms && { ...tenth, ...terms } })
  expect(codes).toMatchObject([{ code: 'CODE', problem, cents }])
  expect(itemsCents).toBe(9_405 - cents)
})

test('a line gets one item discount only, before those on the order, in any order of the codes', () => {
  for (const codes of [
    { OWL: tenth, GIFT: freeBox },
    { GIFT: freeBox, OWL: tenth },
  ] as const)
    expect(price(codes).itemsCents).toBe(3_505 - 351)
  const half = { ...freeBox, part: 0.5 }
  const halved = price({ HALF: half, OTHER: half })
  expect([halved.itemsCents, halved.codes[1]?.problem]).toEqual([6_455, 'DISCOUNT_CODE_NOT_HONOURED'])
})
