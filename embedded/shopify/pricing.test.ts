import { expect, test } from 'vitest'
import type { Market } from '#app/models/market.ts'
import { SEEDED_PRODUCTS } from './catalogue-seed.ts'
import type { Discount } from './discounts.ts'
import { priceCart } from './pricing.ts'

const NOW = Date.parse('2025-11-20T12:00:00Z')

const [PRODUCT] = SEEDED_PRODUCTS

/** A variant of a product that is sold everywhere, with its id as key. */
function createVariant(id: string, cents: number, soldOutIn: readonly Market[] = []) {
  const [seeded] = PRODUCT?.variants ?? []
  if (!PRODUCT || !seeded) throw new Error('There are no seeds')
  const variant = { ...seeded, id, cents: { USD: cents, GBP: cents + 1 }, soldOutIn }
  return [id, { id, product: { ...PRODUCT, tags: [], variants: [variant] }, variant }] as const
}

const VARIANTS = new Map([
  createVariant('box', 5_900),
  createVariant('wand', 3_505),
  createVariant('gone', 100, ['us']),
])

const tenth: Discount = {
  id: 1,
  code: 'CODE',
  title: 'Ten percent off',
  value: { part: 0.1 },
  items: null,
  startsAt: '2025-11-20T12:00:00Z',
  active: true,
  usageLimit: null,
  used: 0,
}
const freeBox: Discount = { ...tenth, value: { part: 1 }, items: { variantIds: ['box'] } }

/** Prices a cart. @param quantities quantity by variant */
function price(
  quantities: Record<string, number>,
  codes: Record<string, Discount | null> = {},
  country = 'US',
) {
  const lines = Object.entries(quantities).map(([merchandiseId, quantity]) => ({
    id: merchandiseId,
    merchandiseId,
    quantity,
    attributes: [],
  }))
  return priceCart(
    { country, lines, discountCodes: Object.keys(codes) },
    {
      variant: (id) => VARIANTS.get(id) ?? null,
      discount: (code) => codes[code] ?? null,
      now: NOW,
    },
  )
}

test('lines cost their quantity times the price in the country’s currency', () => {
  expect(price({ box: 2, wand: 1 })).toMatchObject({ subtotalCents: 15_305, totalCents: 15_305, codes: [] })
  expect(price({ box: 2, wand: 1 }, {}, 'FR').totalCents).toBe(15_308)
})

test('variants that are sold out or unknown are not available', () => {
  const available = (country: string) =>
    price({ box: 1, gone: 1, nothing: 1 }, {}, country).lines.map((line) => line.available)
  expect([available('US'), available('GB')]).toEqual([
    [true, false, false],
    [true, true, false],
  ])
  expect(price({ nothing: 3 }).totalCents).toBe(0)
  expect(price({ nothing: 3, box: 1 }, { GIFT: freeBox }).totalCents).toBe(0)
})

test.each([
  ['DISCOUNT_NOT_FOUND', null],
  ['DISCOUNT_CURRENTLY_INACTIVE', { active: false }],
  ['DISCOUNT_CURRENTLY_INACTIVE', { startsAt: '2025-11-20T12:00:01Z' }],
  ['DISCOUNT_USAGE_LIMIT_REACHED', { usageLimit: 2, used: 2 }],
  [null, { usageLimit: 2, used: 1 }],
  ['DISCOUNT_NO_ENTITLED_LINE_ITEMS', { items: { variantIds: ['x'] } }],
  [null, { items: { variantIds: ['wand'] } }],
  ['DISCOUNT_CODE_NOT_HONOURED', { value: { part: 0 } }],
])('a code has the problem %s (case %#: %j)', (problem, terms) => {
  const { codes, totalCents } = price({ box: 1, wand: 1 }, { CODE: terms && { ...tenth, ...terms } })
  expect(codes).toMatchObject([{ code: 'CODE', problem }])
  expect(totalCents < 9_405).toBe(problem === null)
})

test.each([
  // A percentage is rounded to the cent, on the order or on each entitled line.
  [{}, 9_405 - 941, []],
  [{ items: { variantIds: ['wand'] } }, 9_405 - 351, [0, 351]],
  [{ value: { part: 0.07 } }, 9_405 - 658, []],
  [{ items: { variantIds: ['wand'] }, value: { part: 0.07 } }, 9_405 - 245, [0, 245]],
])('a code takes off its value (case %#: %j)', (terms, total, byLine) => {
  const priced = price({ box: 1, wand: 1 }, { CODE: { ...tenth, ...terms } })
  expect(priced.totalCents).toBe(total)
  const off = priced.lines.map((line) => line.allocations.reduce((sum, { cents }) => sum + cents, 0))
  expect(off).toEqual(byLine.length > 0 ? byLine : [0, 0])
  expect(priced.codes).toMatchObject([{ problem: null, cents: 9_405 - total }])
})

test('a line gets one item discount only, before those on the order, in any order of the codes', () => {
  const tenthOff = { ...tenth, id: 2 }
  for (const codes of [
    { OWL: tenthOff, GIFT: freeBox },
    { GIFT: freeBox, OWL: tenthOff },
  ])
    expect(price({ box: 1, wand: 1 }, codes)).toMatchObject({
      subtotalCents: 3_505,
      totalCents: 3_505 - 351,
      codes: Object.keys(codes).map((code) => ({ code, problem: null })),
    })
  const half = { ...freeBox, id: 3, value: { part: 0.5 } }
  const halved = price({ box: 1 }, { HALF: half, OTHER: { ...half, id: 4 } })
  expect([halved.totalCents, halved.codes[1]?.problem]).toEqual([2_950, 'DISCOUNT_CODE_NOT_HONOURED'])
})
