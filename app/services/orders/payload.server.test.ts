import { expect, test } from 'vitest'
import { parseOrder, parseRefund } from './payload.server.ts'

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
    isPaid: true,
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
  [{ financial_status: 'partially_refunded' }, { isPaid: true }],
  [{ financial_status: 'pending' }, { isPaid: false }],
])('%j is parsed as %j', (fields, parsed) => {
  expect(parseOrder({ ...order, ...fields })).toMatchObject(parsed)
})

test.each([0, -1, 1.5, '', '1'.repeat(41), null])('%o is rejected as an id', (id) => {
  expect([parseOrder({ ...order, id }), parseRefund({ ...refund, id })]).toEqual([null, null])
  expect(parseRefund({ ...refund, order_id: id })).toBeNull()
})

test.each([-1, 0.5, 1_001, '2', null])('%o is rejected as a quantity', (quantity) => {
  expect(parseOrder({ ...order, line_items: [{ ...line, quantity }] })).toBeNull()
  expect(parseRefund({ ...refund, refund_line_items: [{ ...item, quantity }] })).toBeNull()
})

test('orders and refunds with too many lines are rejected', () => {
  expect(parseOrder({ ...order, line_items: Array(501).fill(line) })).toBeNull()
  expect(parseRefund({ ...refund, refund_line_items: Array(501).fill(item) })).toBeNull()
})

test('a refund line has its order line, and whether it was fulfilled', () => {
  const items = [
    item,
    { ...item, restock_type: 'cancel', line_item: { title: 'Vol. II', variant_title: 'No Wand' } },
  ]
  expect(parseRefund({ ...refund, refund_line_items: items })?.lines).toEqual([
    { lineId: '11', quantity: 1, title: '', variantTitle: '', attributes: [], isUnfulfilled: false },
    {
      lineId: '11',
      quantity: 1,
      title: 'Vol. II',
      variantTitle: 'No Wand',
      attributes: [],
      isUnfulfilled: true,
    },
  ])
})
