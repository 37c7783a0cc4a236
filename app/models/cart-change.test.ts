import { expect, test } from 'vitest'
import { toCartVariant } from './cart.ts'
import {
  type AddChange,
  cartChangeSchema,
  lineOfAdd,
  lineOfVariant,
  parseCartChangeForm,
} from './cart-change.ts'
import { typedChanges } from './cart-fields.ts'
import { collectorsSet, idOf, mug, tote, vol1, vol2, wands } from './catalogue.fixture.ts'
import type { Product } from './product.ts'

function addOf(query: string): AddChange {
  const change = parseCartChangeForm(new URLSearchParams(`intent=add&${query}`))
  if (!change.ok || change.value.intent !== 'add') throw new Error('no add')
  return change.value
}

const lineFor = (product: Product, query: string, market: 'us' | 'uk' = 'us') =>
  lineOfAdd(product, addOf(`handle=${product.handle}&${query}`), market)

test.each([
  ['intent=update&line=1-e0&quantity=3', { intent: 'update', line: '1-e0', quantity: 3 }],
  ['intent=update&line=1&quantity=-1', { intent: 'update', line: '1', quantity: -1 }],
  ['intent=remove&line=1', { intent: 'remove', line: '1' }],
  ['intent=apply-discount&code=OWL10', { intent: 'apply-discount', code: 'OWL10' }],
  ['intent=apply-discount&code=', { intent: 'apply-discount', code: '' }],
  ['intent=remove-discount', { intent: 'remove-discount' }],
  ['intent=set-country&country=FR', { intent: 'set-country', country: 'FR' }],
  ['intent=set-country&country=', { intent: 'set-country', country: '' }],
])('the form %s is a change', (query, change) => {
  expect(parseCartChangeForm(new URLSearchParams(query))).toEqual({ ok: true, value: change })
})

test.each([
  'intent=',
  'intent=steal',
  'intent=add',
  'intent=update&line=1&quantity=',
  'intent=update&line=1&quantity=many',
  'intent=update&line=1&quantity=1.5',
  'intent=update&quantity=1',
  'intent=remove',
  'intent=restore',
])('the form "%s" is refused', (query) => {
  expect(parseCartChangeForm(new URLSearchParams(query)).ok).toBe(false)
})

const many = (count: number) => Array.from({ length: count }, () => ({ variantId: '1', quantity: 1 }))

test.each([
  [{ intent: 'add', handle: 'x'.repeat(201) }],
  [{ intent: 'add', handle: ' ' }],
  [{ intent: 'add', handle: 'x', wands: Array(51).fill('dragon-oak') }],
  [{ intent: 'update', line: '', quantity: 1 }],
  [{ intent: 'update', line: '1'.repeat(61), quantity: 1 }],
  [{ intent: 'update', line: '1', quantity: 1.5 }],
  [{ intent: 'apply-discount', code: 'x'.repeat(301) }],
  [{ intent: 'set-country', country: 'x'.repeat(21) }],
  [{ intent: 'restore', lines: many(31) }],
  [{ intent: 'restore', lines: [{ variantId: 'x', quantity: 1 }] }],
])('an empty, invalid or oversized field is refused (case %#)', (change) => {
  expect(cartChangeSchema.safeParse(change).success).toBe(false)
})

test('a form restores lines, but no code that nobody would count as a guess', () => {
  const lines = JSON.stringify(many(1))
  const query = new URLSearchParams({
    intent: 'restore',
    lines,
    discountCode: 'OWL10',
    shippingCountry: 'US',
  })
  expect(parseCartChangeForm(query)).toMatchObject({
    value: { intent: 'restore', lines: [{}], discountCode: undefined, shippingCountry: undefined },
  })
})

test('a restored cart may have 30 lines', () => {
  expect(cartChangeSchema.safeParse({ intent: 'restore', lines: many(30) }).success).toBe(true)
})

test('an add form is parsed with its choice', () => {
  const change = addOf('handle=x&option=premium-wand&wand=dragon-oak&edition=ember&wrapping=gift-edition')
  expect(change).toMatchObject({
    handle: 'x',
    variant: null,
    option: 'premium-wand',
    wand: 'Dragon & Oak',
    edition: 'Ember',
    wrapping: 'gift-edition',
    quantity: 1,
  })
})

test('a change may have names or slugs, and omit optional fields', () => {
  const change = { intent: 'add', handle: 'x', size: 3, wands: ['dragon-oak', 'Phoenix & Elm'] }
  expect(cartChangeSchema.parse(change)).toMatchObject({
    size: 3,
    wands: ['Dragon & Oak', 'Phoenix & Elm'],
    option: null,
    quantity: 1,
  })
})

test('invalid options of a restored cart are dropped', () => {
  const restore = cartChangeSchema.parse({
    intent: 'restore',
    lines: [
      { variantId: '123', quantity: 2, edition: 'gold', wands: ['dragon-oak'] },
      { variantId: '124', quantity: 1, edition: 'Ember', wrapping: 'printable-only' },
    ],
  })
  expect(restore).toMatchObject({
    lines: [
      { variantId: 'gid://shopify/ProductVariant/123', edition: null, wands: ['Dragon & Oak'] },
      { variantId: 'gid://shopify/ProductVariant/124', edition: 'Ember', wrapping: 'printable-only' },
    ],
  })
})

const three = ['Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm'] as const
const everything = { edition: 'Ember', wrapping: 'printable-only', wands: three } as const

/** The options of a restored line, or the error. */
function restored(product: Product, title: string, options: object, market: 'us' | 'uk' = 'uk') {
  const variant = product.variants.find((known) => known.title === title)
  if (!variant) throw new Error(`No variant ${title}`)
  const plain = { variantId: variant.id, quantity: 2 }
  const none = { edition: null, wrapping: null, wands: [] }
  const checked = lineOfVariant(toCartVariant(product, variant), { quantity: 2, ...none, ...options }, market)
  if (!checked.ok) return checked.error
  const { variantId, quantity, ...rest } = checked.value
  expect({ variantId, quantity }).toEqual(plain)
  return rest
}

test.each([
  [collectorsSet, '3 Wands', everything, { wands: three }],
  [collectorsSet, '4 Wands', everything, 'wrong-count'],
  [collectorsSet, '3 Wands', {}, 'wrong-count'],
  [vol2, 'No Wand', everything, { wrapping: 'printable-only' }],
  [vol2, 'No Wand', {}, { wrapping: 'gift-edition' }],
  [wands, 'Dragon & Oak', everything, {}],
  [vol1, 'Dragon & Oak', everything, { edition: 'Ember' }],
  [vol1, 'Dragon & Oak', {}, 'edition-required'],
  [vol1, 'Ashborn - No Wand', everything, { edition: 'Ashborn' }],
  [vol1, 'Ashborn - No Wand', {}, { edition: 'Ashborn' }],
])('a restored line keeps only the options of its variant (case %#: %o)', (product, title, options, kept) => {
  expect(restored(product, title, options)).toEqual(kept)
})

test.each([
  null,
  { quantity: 1 },
  { variantId: 'x', quantity: 1 },
  { variantId: '123' },
  { variantId: '123', quantity: 1.5 },
  { variantId: '123', quantity: 1, wands: 'all' },
])('a broken line of a restored cart is dropped: %j', (broken) => {
  const change = { intent: 'restore', lines: [broken, { variantId: '124', quantity: 2 }] }
  expect(cartChangeSchema.parse(change)).toMatchObject({
    lines: [{ variantId: 'gid://shopify/ProductVariant/124', quantity: 2 }],
  })
})

test.each([7, {}, ['x'], true, 'x'.repeat(400)])('a broken country or code of it is dropped: %j', (junk) => {
  const change = { intent: 'restore', lines: many(1), shippingCountry: junk, discountCode: junk }
  expect(cartChangeSchema.parse(change)).toMatchObject({ shippingCountry: null, discountCode: null })
})

test('a box is added by its option, with the free envelope unless the letter is chosen', () => {
  const variantId = idOf(vol2, 'No Wand')
  expect(lineFor(vol2, 'option=box-only')).toEqual({
    ok: true,
    value: { variantId, quantity: 1, wrapping: 'gift-edition' },
  })
  expect(lineFor(vol2, 'option=box-only&wrapping=printable-only&edition=ember')).toEqual({
    ok: true,
    value: { variantId, quantity: 1, wrapping: 'printable-only' },
  })
})

test('Vol. I keeps its edition; the title wins over the form', () => {
  const premium = lineFor(vol1, 'option=premium-wand&wand=dragon-oak&edition=ember', 'uk')
  expect(premium.ok && premium.value.edition).toBe('Ember')
  const byId = lineFor(vol1, `variant=${idOf(vol1, 'Ashborn - No Wand')}&edition=ember`, 'uk')
  expect(byId.ok && byId.value.edition).toBe('Ashborn')
})

test.each([
  [vol1, 'option=classic-wand', 'edition-required'],
  [vol1, `variant=${idOf(vol1, 'Dragon & Oak')}`, 'edition-required'],
  [vol1, 'option=premium-wand&edition=ember', 'wand-required'],
  [vol2, '', 'option-required'],
  [vol2, 'option=premium-wand', 'wand-required'],
  [wands, 'variant=999', 'option-required'],
  [wands, '', 'option-required'],
  [tote, '', 'option-required'],
  [collectorsSet, 'wands=dragon-oak', 'choose-size'],
  [collectorsSet, 'size=3&wands=dragon-oak', 'wrong-count'],
  [collectorsSet, `variant=${idOf(collectorsSet, '3 Wands')}`, 'wrong-count'],
  [{ ...collectorsSet, variants: [] }, 'size=6', 'bundle-not-found'],
])('an incomplete choice is refused (case %#: %s)', (product, query, error) => {
  expect(lineFor(product, query, 'uk')).toEqual({ ok: false, error })
})

test('a single wand is added by its style or its variant, the only variant of a product by its handle', () => {
  const elm = { ok: true, value: { variantId: idOf(wands, 'Phoenix & Elm'), quantity: 2 } }
  expect(lineFor(wands, 'wand=phoenix-elm&quantity=2')).toEqual(elm)
  expect(lineFor(wands, `variant=${idOf(wands, 'Phoenix & Elm')}&quantity=2`)).toEqual(elm)
  expect(lineFor(mug, '').ok).toBe(true)
})

test('a bundle keeps its wands', () => {
  expect(lineFor(collectorsSet, 'size=3&wands=phoenix-elm&wands=dragon-oak&wands=dragon-yew')).toEqual({
    ok: true,
    value: {
      variantId: idOf(collectorsSet, '3 Wands'),
      quantity: 1,
      wands: ['Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm'],
    },
  })
})

test.each([
  ['quantity:1-e0=5&shown-quantity:1-e0=2', [{ intent: 'update', line: '1-e0', quantity: 5 }]],
  ['quantity:1=2&shown-quantity:1=2', []],
  ['quantity:1=&shown-quantity:1=2', []],
  ['quantity:1=two&shown-quantity:1=2', []],
  ['quantity:1=-1&shown-quantity:1=2', []],
  ['quantity:1=0&shown-quantity:1=2', [{ intent: 'update', line: '1', quantity: 0 }]],
  ['country=FR&shown-country=GB', [{ intent: 'set-country', country: 'FR' }]],
  ['country=FR&shown-country=FR', []],
  ['country=&shown-country=', []],
  ['code= OWL10 &shown-code=', [{ intent: 'apply-discount', code: 'OWL10' }]],
  ['code=OWL10', [{ intent: 'apply-discount', code: 'OWL10' }]],
  ['code=OWL10&shown-code=OWL10', []],
  ['code=&shown-code=OWL11', []],
  [
    'quantity:1=3&shown-quantity:1=2&quantity:2=4&shown-quantity:2=1&code=OWL10&shown-code=',
    [
      { intent: 'update', line: '1', quantity: 3 },
      { intent: 'update', line: '2', quantity: 4 },
      { intent: 'apply-discount', code: 'OWL10' },
    ],
  ],
])('what is typed into the fields of a cart, and not shown yet: %s', (query, changes) => {
  expect(typedChanges(new URLSearchParams(query))).toEqual(changes)
})
