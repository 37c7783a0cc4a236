import { expect, it } from 'vitest'
import { orderPage } from './store-order.ts'

it('has what is left of it now, and what was sent, by ids beyond 2^53', () => {
  const line = (
    id: string,
    variantTitle: string | null,
    currentQuantity: number,
    refundableQuantity: number,
  ) => {
    const wrapping = [{ key: 'Gift wrapping', value: 'Printable letter' }]
    const more = { title: 'Vol. II', product: { id: 'p' }, variant: null, wrapping }
    return { id: `gid://shopify/LineItem/${id}`, variantTitle, currentQuantity, refundableQuantity, ...more }
  }
  const sent = (status: string, quantity: number) => {
    const nodes = [{ quantity, lineItem: { id: 'gid://shopify/LineItem/1' } }]
    return { status, units: { nodes } }
  }
  const page = orderPage.parse({
    id: 'gid://shopify/Order/92098291194615450123',
    name: '#1043\u0000',
    version: '2026-11-28T10:00:00Z',
    displayFinancialStatus: 'PARTIALLY_REFUNDED',
    cancelledAt: null,
    isTest: false,
    currency: 'USD',
    email: '',
    billing: { name: ' ' },
    shipping: { name: 'Grace Giver' },
    codes: { nodes: [{ code: 'gift-a ' }, { code: 'GIFT-A' }, {}] },
    fulfillments: [sent('SUCCESS', 1), sent('CANCELLED', 1), sent('SUCCESS', 1)],
    lines: {
      nodes: [line('1', 'No Wand', 3, 2), line('2', null, 0, 1)],
      pageInfo: { hasNextPage: false, endCursor: null },
    },
  })
  expect(page).toMatchObject({
    id: '92098291194615450123',
    name: '#1043',
    isPaid: true,
    isCancelled: false,
    email: null,
    buyer: 'Grace Giver',
    codes: ['GIFT-A'],
    lines: [
      { id: '1', productId: 'p', variantId: null, wrapping: 'printable-only', left: 2, shipped: 2 },
      { id: '2', variantTitle: '', left: 0, shipped: 0 },
    ],
  })
})
