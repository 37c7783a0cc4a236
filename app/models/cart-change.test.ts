import { expect, test } from 'vitest'
import { toCartVariant } from './cart.ts'
import { type AddChange, type CartChange, lineOfAdd, lineOfVariant, parseCartForm } from './cart-change.ts'
import { collectorsSet, idOf, mug, tote, vol1, vol2, wands } from './catalogue.fixture.ts'
import type { Product } from './product.ts'

function formOf(query: string | Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of new URLSearchParams(query)) form.append(name, value)
  return form
}
const parse = (query: string | Record<string, string>) => parseCartForm(formOf(query))

function changeOf(query: string | Record<string, string>): CartChange {
  const parsed = parse(query)
  if (!parsed.ok || !parsed.value.changes[0]) throw new Error('no change')
  return parsed.value.changes[0]
}
const addOf = (query: string) => changeOf(`intent=add&${query}`) as AddChange
const lineFor = (product: Product, query: string, market: 'us' | 'uk' = 'us') =>
  lineOfAdd(product, addOf(`handle=${product.handle}&${query}`), market)

test.each([
  ['intent=update&line=1-e0&quantity=3', { intent: 'update', line: '1-e0', quantity: 3 }],
  [`intent=update&line=1&quantity=${'9'.repeat(400)}`, { intent: 'update', line: '1', quantity: 1_000_000 }],
  ['intent=adjust&line=1&by=-1', { intent: 'adjust', line: '1', by: -1 }],
  ['intent=remove&line=1', { intent: 'remove', line: '1' }],
  ['intent=replace&line=1', { intent: 'replace', line: '1' }],
  ['intent=apply-discount&code=OWL10', { intent: 'apply-discount', code: 'OWL10' }],
  ['intent=remove-discount', { intent: 'remove-discount' }],
  ['intent=set-country&country=', { intent: 'set-country', country: '' }],
])('the form %s is a change', (query, change) => {
  expect(parse(query)).toEqual({ ok: true, value: { changes: [change], opensCheckout: false } })
})

const linesOf = (lines: unknown) => JSON.stringify(lines)
const many = (count: number) => Array.from({ length: count }, () => ({ variantId: '1', quantity: 1 }))

test.each([
  'intent=add',
  'intent=update&line=1&quantity=',
  'intent=update&line=1&quantity=1.5',
  `intent=update&line=${'1'.repeat(61)}&quantity=1`,
  `intent=add&handle=${'x'.repeat(201)}`,
  'intent=add&handle=%20',
  `intent=apply-discount&code=${'x'.repeat(301)}`,
  `intent=set-country&country=${'x'.repeat(21)}`,
  'intent=restore&lines=x',
  `intent=restore&lines=${linesOf(many(31))}`,
  `intent=restore&lines=${linesOf([{ variantId: 'x', quantity: 1 }])}`,
])('a missing, invalid or oversized field is refused: %s', (query) => {
  expect(parse(query)).toEqual({ ok: false, error: 'bad-change' })
})

test.each([
  '',
  'intent=',
  'intent=steal',
  'intent=toString',
  'intent=remove&line=1&line=2',
  'intent=remove&line=1&__proto__=x',
  'intent=remove&intent=add',
])('what none of our forms sends is malformed: %s', (query) => {
  expect(parse(query)).toEqual({ ok: false, error: 'malformed' })
})

test('a file is malformed', () => {
  const form = formOf('intent=remove')
  form.set('line', new File(['1'], '1'))
  expect(parseCartForm(form)).toEqual({ ok: false, error: 'malformed' })
})

test('an add form is parsed with its choice, by name or slug', () => {
  const choice = 'option=premium-wand&wand=dragon-oak&edition=ember&wrapping=gift-edition'
  expect(addOf(`handle=x&${choice}&size=3&wands=dragon-oak&wands=Phoenix+%26+Elm`)).toMatchObject({
    handle: 'x',
    variant: null,
    option: 'premium-wand',
    wand: 'Dragon & Oak',
    edition: 'Ember',
    wrapping: 'gift-edition',
    size: 3,
    wands: ['Dragon & Oak', 'Phoenix & Elm'],
    quantity: 1,
  })
})

test('invalid options and lines of a restored cart are dropped', () => {
  const lines = [
    null,
    { quantity: 1 },
    { variantId: 'x', quantity: 1 },
    { variantId: '123' },
    { variantId: '123', quantity: 1.5 },
    { variantId: '123', quantity: 1, wands: 'all' },
    { variantId: '123', quantity: 2, edition: 'gold', wands: ['dragon-oak'] },
    { variantId: '124', quantity: 1, edition: 'Ember', wrapping: 'printable-only' },
  ]
  const junk = { shippingCountry: 'x'.repeat(400), discountCode: 'x'.repeat(400) }
  const restored = changeOf({ intent: 'restore', lines: linesOf(lines), ...junk })
  expect(restored).toMatchObject({
    lines: [
      { variantId: 'gid://shopify/ProductVariant/123', edition: null, wands: ['Dragon & Oak'] },
      { variantId: 'gid://shopify/ProductVariant/124', edition: 'Ember', wrapping: 'printable-only' },
    ],
    shippingCountry: undefined,
    discountCode: undefined,
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

test.each([
  ['quantity:1-e0=5&shown-quantity:1-e0=2', [{ intent: 'update', line: '1-e0', quantity: 5 }]],
  ['quantity:1=2&shown-quantity:1=2', []],
  ['quantity:1=&shown-quantity:1=2', []],
  ['quantity:1=two&shown-quantity:1=2', []],
  ['quantity:1=0&shown-quantity:1=2', [{ intent: 'update', line: '1', quantity: 0 }]],
  ['country=FR&shown-country=GB', [{ intent: 'set-country', country: 'FR' }]],
  ['country=&shown-country=', []],
  ['country=&shown-country=GB', [{ intent: 'set-country', country: '' }]],
  ['code= OWL10 &shown-code=', [{ intent: 'apply-discount', code: 'OWL10' }]],
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
  for (const intent of ['apply-typed', 'checkout'])
    expect(parse(`intent=${intent}&${query}`)).toEqual({
      ok: true,
      value: { changes, opensCheckout: intent === 'checkout' },
    })
})

test('the button to apply a code applies it again, with what else was typed', () => {
  const typed = 'code=OWL10&shown-code=OWL10&quantity:1=3&shown-quantity:1=2'
  expect(parse(`intent=apply-discount&${typed}`)).toMatchObject({
    value: {
      changes: [
        { intent: 'apply-discount', code: 'OWL10' },
        { intent: 'update', line: '1', quantity: 3 },
      ],
    },
  })
})
