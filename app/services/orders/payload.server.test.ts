import { expect, test } from 'vitest'
import { parseExactJson, parseOrder, parseRefund } from './payload.server.ts'

const line = { id: 11, variant_id: 22, title: 'Magic Wand', variant_title: null, quantity: 2 }
const order = { id: 1, line_items: [line] }
const item = { line_item_id: 11, quantity: 1 }
const refund = { id: 3, order_id: 1, refund_line_items: [item] }

test('an order with the required fields only has defaults for the others', () => {
  expect(parseOrder(order)).toEqual({
    id: '1',
    name: '#1',
    email: null,
    buyer: null,
    currency: null,
    isPaid: false,
    isCancelled: false,
    discountCodes: [],
    lines: [
      {
        id: '11',
        variantId: 'gid://shopify/ProductVariant/22',
        title: 'Magic Wand',
        variantTitle: '',
        quantity: 2,
        attributes: [],
      },
    ],
  })
})

test.each([
  [{ email: 'a@b.example', contact_email: 'c@d.example' }, { email: 'a@b.example' }],
  [{ email: '', contact_email: 'c@d.example', customer: { email: 'e@f.example' } }, { email: 'c@d.example' }],
  [
    { customer: { email: 'e@f.example', first_name: ' ', last_name: null } },
    { email: 'e@f.example', buyer: null },
  ],
  [{ customer: { first_name: 'Ada', last_name: 'Fairweather' } }, { buyer: 'Ada Fairweather' }],
  [{ customer: { email: 'e@f.example' }, billing_address: { name: ' Ada ' } }, { buyer: 'Ada' }],
  [{ customer: 'nobody', shipping_address: { last_name: 'Fairweather' } }, { buyer: 'Fairweather' }],
  [{ currency: 'GBP', presentment_currency: 'USD' }, { currency: 'USD' }],
  [{ currency: 'GBP' }, { currency: 'GBP' }],
  [{ discount_codes: [{ code: ' OWL10 ' }, { code: ' ' }] }, { discountCodes: ['OWL10'] }],
  [{ cancelled_at: '2025-12-01T10:00:00Z' }, { isCancelled: true }],
  [
    { discount_codes: [{ code: 'A' }, { code: 'A' }, { code: 'B\u0000' }, { code: null }] },
    { discountCodes: ['A'] },
  ],
  [{ discount_codes: [{ code: 'x'.repeat(121) }, { code: '\ud800' }] }, { discountCodes: [] }],
  [{ name: `#\u0000${'n'.repeat(90)}` }, { name: `#${'n'.repeat(79)}` }],
  [{ financial_status: 'paid' }, { isPaid: true }],
])('%j is parsed as %j', (fields, parsed) => {
  expect(parseOrder({ ...order, ...fields })).toMatchObject(parsed)
})

test.each([
  'authorized',
  'partially_paid',
  'pending',
  'unpaid',
  'partially_refunded',
  'refunded',
  'voided',
  'PAID',
])('an order that is %s is not paid', (status) => {
  expect(parseOrder({ ...order, financial_status: status })?.isPaid).toBe(false)
})

test.each([0, -1, 1.5, '', '1'.repeat(41), null])('%o is rejected as an id', (id) => {
  expect([parseOrder({ ...order, id }), parseRefund({ ...refund, id })]).toEqual([null, null])
  expect(parseRefund({ ...refund, order_id: id })).toBeNull()
})

test.each([-1, 0.5, 1_000_001, '2', null])('%o is rejected as a quantity', (quantity) => {
  expect(parseOrder({ ...order, line_items: [{ ...line, quantity }] })).toBeNull()
  expect(parseRefund({ ...refund, refund_line_items: [{ ...item, quantity }] })).toBeNull()
})

test('a line may have 1,001 units, and an order any number of lines', () => {
  const lines = Array(3_000).fill({ ...line, quantity: 1_001 })
  expect(parseOrder({ ...order, line_items: lines })?.lines).toHaveLength(3_000)
  const items = Array(3_000).fill({ ...item, quantity: 1_001 })
  expect(parseRefund({ ...refund, refund_line_items: items })?.lines).toHaveLength(3_000)
})

test('an odd property hides no other', () => {
  const properties = [
    null,
    { name: 7 },
    { name: 'Gift wrapping', value: 'Printable letter' },
    { name: 'x', value: {} },
  ]
  expect(parseOrder({ ...order, line_items: [{ ...line, properties }] })?.lines[0]?.attributes).toEqual([
    { key: 'Gift wrapping', value: 'Printable letter' },
    { key: 'x', value: '' },
  ])
})

test('a refund line has its order line, and whether it was fulfilled', () => {
  const items = [
    item,
    { ...item, restock_type: 'cancel', line_item: { title: 'Vol. II', variant_title: 'No Wand' } },
  ]
  expect(parseRefund({ ...refund, refund_line_items: items })?.lines).toEqual([
    { lineId: '11', quantity: 1, title: '', variantTitle: '', isUnfulfilled: false },
    {
      lineId: '11',
      quantity: 1,
      title: 'Vol. II',
      variantTitle: 'No Wand',
      isUnfulfilled: true,
    },
  ])
})

test.each([
  ['{"id":820982911946154508}', { id: '820982911946154508' }],
  ['[9007199254740992,-9007199254740993]', ['9007199254740992', '-9007199254740993']],
  ['[9007199254740991,1.5,1e3,0,-1]', [9007199254740991, 1.5, 1000, 0, -1]],
  ['{"a":"820982911946154508","b":1e300,"c":1.25}', { a: '820982911946154508', b: 1e300, c: 1.25 }],
])('%s keeps its integers to the digit', (text, value) => {
  expect(parseExactJson(text)).toEqual(value)
})

test('what is no JSON has no value', () => {
  for (const text of ['', 'hello', '{"id":820982911946154508', '[1,]'])
    expect(parseExactJson(text)).toBeUndefined()
})
