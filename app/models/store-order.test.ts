import { expect, it } from 'vitest'
import { orderPage } from './store-order.ts'

const numbered = (id: string) => ({ id: `gid://shopify/LineItem/${id}` })
const wrapped = { key: 'Gift wrapping', value: 'Printable letter' }
const line = { title: 'Vol. II', productId: { id: 'p' }, variantId: null, wrapping: [wrapped] }
const sent = (status: string) => ({ status, units: { nodes: [{ quantity: 1, lineItem: numbered('1') }] } })

it('has what is left of it now, and what was sent, by ids beyond 2^53', () => {
  const order = {
    id: 'gid://shopify/Order/92098291194615450123',
    name: '#1043\u0000',
    version: '2026-11-28T10:00:00Z',
    financialStatus: 'PARTIALLY_REFUNDED',
    cancelledAt: null,
    isTest: false,
    currency: 'USD',
    email: '',
    billing: { name: ' ' },
    shipping: { name: 'Grace Giver' },
    codes: { nodes: [{ code: 'gift-a ' }, { code: 'GIFT-A' }, {}] },
    fulfillments: [sent('SUCCESS'), sent('CANCELLED'), sent('SUCCESS')],
    lines: {
      nodes: [
        { ...line, ...numbered('1'), variantTitle: 'No Wand', currentQuantity: 3, refundableQuantity: 2 },
        { ...line, ...numbered('2'), variantTitle: null, currentQuantity: 0, refundableQuantity: 1 },
      ],
      pageInfo: { hasNextPage: false, endCursor: null },
    },
  }
  expect(orderPage.parse(order)).toMatchObject({
    id: '92098291194615450123',
    name: '#1043',
    status: 'paid',
    email: null,
    buyer: 'Grace Giver',
    codes: ['GIFT-A'],
    lines: [
      { id: '1', productId: 'p', variantId: null, wrapping: 'printable-only', left: 2, shipped: 2 },
      { id: '2', variantTitle: '', left: 0, shipped: 0 },
    ],
  })
})
