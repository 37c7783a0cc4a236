import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AddChange, lineOfAdd, parseCartForm } from './cart-change.ts'
import { idOf, mug, tote, vol1, vol2, wandBundle, wands } from './catalogue.fixture.ts'
import type { Product } from './product.ts'
import type { WandStyle } from './wands.ts'

/** The changes of a form, or why it has none. */
function parse(query: string) {
  const parsed = parseCartForm(new URLSearchParams(query))
  return parsed.ok ? parsed.value : parsed.error
}

const to = (line: string, quantity: number) => ({ intent: 'update', line, quantity })
const country = (code: string) => ({ intent: 'set-country', country: code })
const owl = { intent: 'apply-discount', code: 'OWL10' }
const restoring = (lines: unknown, more = '') =>
  `intent=restore&lines=${encodeURIComponent(JSON.stringify(lines))}${more}`
const more = 'quantity:1=3&shown-quantity:1=2'

test.each([
  ['intent=update&line=1-e0&quantity=3', [to('1-e0', 3)]],
  [`intent=update&line=1&quantity=${'9'.repeat(400)}`, [to('1', Number.POSITIVE_INFINITY)]],
  ['intent=remove&line=1', [to('1', 0)]],
  ['intent=set-country&country=', [country('')]],
  // What is typed into the fields of a cart, and not shown yet.
  ['intent=apply-typed&quantity:1-e0=5&shown-quantity:1-e0=2', [to('1-e0', 5)]],
  ['intent=apply-typed&quantity:1=2&shown-quantity:1=2', []],
  ['intent=apply-typed&quantity:1=&shown-quantity:1=2', []],
  ['intent=apply-typed&quantity:1=0&shown-quantity:1=2', [to('1', 0)]],
  ['intent=apply-typed&country=FR&shown-country=GB', [country('FR')]],
  ['intent=apply-typed&country=&shown-country=GB', [country('')]],
  ['intent=apply-typed&code= OWL10 &shown-code=', [owl]],
  ['intent=apply-typed&code=&shown-code=OWL11', []],
  ['intent=apply-discount&code=OWL10&shown-code=OWL10', [owl]],
  [
    `intent=checkout&${more}&quantity:2=4&shown-quantity:2=1&code=OWL10&shown-code=`,
    [to('1', 3), to('2', 4), owl, { intent: 'checkout' }],
  ],
  // What was refused already is not sent again.
  ['intent=checkout&code=OWL11&shown-code=OWL11', [{ intent: 'checkout' }]],
  ['intent=add', 'bad-change'],
  ['intent=update&line=1&quantity=', 'bad-change'],
  ['intent=update&line=1&quantity=1.5', 'bad-change'],
  [`intent=update&line=${'1'.repeat(61)}&quantity=1`, 'bad-change'],
  [`intent=add&handle=${'x'.repeat(201)}`, 'bad-change'],
  ['intent=add&handle=%20', 'bad-change'],
  [`intent=apply-discount&code=${'x'.repeat(301)}`, 'bad-change'],
  [`intent=set-country&country=${'x'.repeat(21)}`, 'bad-change'],
  [restoring(Array(31).fill({ variantId: '1', quantity: 1 })), 'bad-change'],
  [restoring([{ variantId: 'x', quantity: 1 }]), 'bad-change'],
  ['', 'malformed'],
  ['intent=steal', 'malformed'],
  ['intent=remove&line=1&line=2', 'malformed'],
  ['intent=remove&line=1&__proto__=x', 'malformed'],
  ['intent=remove&intent=add', 'malformed'],
])('the form %s', (query, changes) => {
  expect(parse(query)).toEqual(changes)
})

test('invalid options and lines of a restored cart are dropped', () => {
  const lines = [
    null,
    { quantity: 1 },
    { variantId: 'x', quantity: 1 },
    { variantId: '123', quantity: 1.5 },
    { variantId: '123', quantity: 1, wands: 'all' },
    { variantId: '123', quantity: 2, edition: 'gold', wands: ['dragon-oak'] },
    { variantId: '124', quantity: 1, edition: 'Ember', wrapping: 'printable-only' },
  ]
  const junk = `&shippingCountry=${'x'.repeat(400)}&discountCode=${'x'.repeat(400)}`
  expect(parse(restoring(lines, junk))).toMatchObject([
    {
      lines: [
        { variantId: 'gid://shopify/ProductVariant/123', edition: null, wands: ['Dragon & Oak'] },
        { variantId: 'gid://shopify/ProductVariant/124', edition: 'Ember', wrapping: 'printable-only' },
      ],
      shippingCountry: undefined,
      discountCode: undefined,
    },
  ])
})

const three: WandStyle[] = ['Dragon & Oak', 'Dragon & Yew', 'Phoenix & Elm']
const chosen = (variantId: string, options = {}, quantity = 1) => ({ variantId, quantity, ...options })
const ashborn = idOf(vol1, 'Ashborn - No Wand')
const elm = idOf(wands, 'Phoenix & Elm')

test.each<[Product, string, object | string]>([
  [vol2, 'option=box-only', chosen(idOf(vol2, 'No Wand'), { wrapping: 'gift-edition' })],
  [
    vol2,
    'option=box-only&wrapping=printable-only&edition=ember',
    chosen(idOf(vol2, 'No Wand'), { wrapping: 'printable-only' }),
  ],
  [
    vol1,
    'option=premium-wand&wand=dragon-oak&edition=ember&wrapping=gift-edition',
    chosen(idOf(vol1, 'Dragon & Oak'), { edition: 'Ember' }),
  ],
  // The title wins over the form.
  [vol1, `variant=${ashborn}&edition=ember`, chosen(ashborn, { edition: 'Ashborn' })],
  // A line has only the options of its variant.
  [wands, 'wand=phoenix-elm&quantity=2&edition=ember&wrapping=printable-only', chosen(elm, {}, 2)],
  [wands, `variant=${elm}&quantity=2`, chosen(elm, {}, 2)],
  [mug, '', chosen(mug.variants[0]?.id ?? '')],
  [
    wandBundle,
    'size=3&wands=dragon-oak&wands=Dragon+%26+Yew&wands=phoenix-elm',
    chosen(idOf(wandBundle, '3 Wands'), { wands: three }),
  ],
  [vol1, 'option=classic-wand', 'edition-required'],
  [vol1, 'option=premium-wand&edition=ember', 'wand-required'],
  [vol2, '', 'option-required'],
  [tote, '', 'option-required'],
  [wandBundle, 'wands=dragon-oak', 'choose-size'],
  [wandBundle, 'size=3&wands=dragon-oak', 'wrong-count'],
  [wandBundle, `variant=${idOf(wandBundle, '3 Wands')}`, 'wrong-count'],
  [{ ...wandBundle, variants: [] }, 'size=6', 'bundle-not-found'],
])(
  'a choice, by name or slug, is a line, or says what is missing (case %#: %s)',
  (product, query, expected) => {
    const [change] = parse(`intent=add&handle=${product.handle}&${query}`)
    const made = lineOfAdd(product, change as AddChange, 'uk')
    expect(made.ok ? made.value : made.error).toEqual(expected)
  },
)

test('any fields are a change or are refused, and never an error', () => {
  const names = ['intent', 'handle', 'option', 'wands', 'quantity', 'line', 'lines', 'code', '__proto__']
  const intents = ['add', 'update', 'adjust', 'remove', 'restore', 'set-country', 'checkout']
  const value = fc.oneof(fc.constantFrom(...intents), fc.json(), fc.double().map(String), fc.string())
  const fields = fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 12 })
  fc.assert(
    fc.property(fc.constantFrom(...intents), fields, (intent, pairs) => {
      const parsed = parse(new URLSearchParams([['intent', intent], ...pairs]).toString())
      expect(Array.isArray(parsed) ? 'changes' : parsed).toMatch(/^(changes|bad-change|malformed)$/)
    }),
  )
})
