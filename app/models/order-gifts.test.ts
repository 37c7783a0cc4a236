import { describe, expect, it } from 'vitest'
import { GIFT_LINE, lineOf, orderOf, PRODUCTS } from '#tests/support/orders.ts'
import {
  type KnownGifts,
  type OrderGift,
  type OrderReport,
  planOrder,
  type StoreOrder,
} from './order-gifts.ts'

const GIFT: OrderGift = {
  id: 'a',
  orderId: '1',
  orderLineId: '1',
  orderLineUnit: 1,
  productTitle: 'Gift Bundle - No Wand',
  productVariantId: GIFT_LINE.variantId,
  redeemed: false,
  redeemedOrderId: null,
  revokedAt: null,
  discountCode: 'GIFT-A',
  deliveredAt: '2026-11-28T10:00:00.000Z',
}
const REVOKED = { revokedAt: '2026-11-28T11:00:00.000Z', discountCode: null }
const of = (redeemedOrderId: string) => ({ redeemed: true, redeemedOrderId })

const known = (more: Partial<KnownGifts> = {}): KnownGifts => ({
  bought: [],
  used: [],
  products: PRODUCTS,
  withoutWrapping: false,
  ...more,
})
const plan = (order: StoreOrder, more?: Partial<KnownGifts>) => planOrder(order, known(more))
const stepsOf = (order: StoreOrder, more?: Partial<KnownGifts>) =>
  plan(order, more).steps.map((step) => [step.kind, step.kind === 'issue' ? step.unit.unit : step.gift.id])
const gifts = (count: number, more: Partial<OrderGift> = {}) =>
  Array.from({ length: count }, (_, at) => ({ ...GIFT, id: `g${at + 1}`, orderLineUnit: at + 1, ...more }))

describe('a bought gift', () => {
  it('is issued for each unit of a paid line with a wrapping, of the product with gift bundles', () => {
    const boxes = { left: 2, variantTitle: 'Standard (Dragon and Elder)', wrapping: 'gift-edition' } as const
    const order = orderOf('1', {
      lines: [
        lineOf(boxes),
        lineOf({ id: '2', wrapping: null }),
        lineOf({ id: '3', ...GIFT_LINE, wrapping: 'gift-edition' }),
        lineOf({ id: '4', variantTitle: 'Upgrade - Add Classic Wand' }),
        lineOf({ id: '5', productId: 'gid://shopify/Product/3' }),
        lineOf({ id: '6', productId: null }),
        lineOf({ id: '7', wrapping: 'no-wrapping' }),
      ],
    })
    const unit = {
      orderLineId: '1',
      market: 'us',
      productTitle: 'Gift Bundle - Classic Wand',
      wrapping: 'gift-edition',
      wand: null,
    }
    expect(plan(order).steps).toEqual(
      // Its product lacks this bundle, which is found when the gift is redeemed.
      [1, 2].map((number) => ({ kind: 'issue', unit: { ...unit, productVariantId: '', unit: number } })),
    )
    const { steps, reports } = plan(order, { bought: gifts(2) })
    expect([steps, reports]).toEqual([[], ['upgrades-without-gift', 'no-gift-bundles', 'no-wrapping']])
  })

  it.each<[string, Partial<StoreOrder>, Partial<KnownGifts>]>([
    ['that is not paid', { isPaid: false }, {}],
    ['that is cancelled', { isCancelled: true }, {}],
    ['that is a test', { isTest: true }, {}],
    ['without a unit left', { lines: [lineOf({ left: 0 })] }, {}],
    [
      'whose buyer keeps the box',
      { lines: [lineOf({ wrapping: 'no-wrapping' })] },
      { withoutWrapping: true },
    ],
    ['that has it', {}, { bought: [GIFT] }],
    ['that was paid and is owed something', { isPaid: false }, { bought: [GIFT] }],
  ])('is neither issued nor missed for an order %s', (_, order, more) => {
    expect(plan(orderOf('1', order), more)).toEqual({ steps: [], mails: [], reports: [] })
  })

  it.each<[string, Parameters<typeof lineOf>[0], object]>([
    [
      'the premium style that the giver has chosen',
      { variantTitle: 'Unicorn & Cherry' },
      { productTitle: 'Gift Bundle - Premium Wand', wand: 'Unicorn & Cherry' },
    ],
    [
      'a printable letter where the owner wants it without a wrapping',
      { wrapping: null },
      { wrapping: 'printable-only' },
    ],
  ])('has %s', (_, line, unit) => {
    const { steps } = plan(orderOf('1', { lines: [lineOf(line)] }), { withoutWrapping: true })
    expect(steps).toMatchObject([{ kind: 'issue', unit }])
  })

  it.each([
    [['market: us'], 'EUR', 'us'],
    [['market: uk'], 'USD', 'uk'],
    [['market: us', 'market: uk'], 'USD', 'us'],
    [[], 'GBP', 'uk'],
  ])('belongs to the market of its product, else of the currency: %s, %s', (tags, currency, market) => {
    const products = new Map([...PRODUCTS].map(([id, product]) => [id, { ...product, tags }]))
    expect(plan(orderOf('1', { currency }), { products }).steps).toMatchObject([{ unit: { market } }])
  })

  it('is revoked with its unit, the last one first, and never once it is redeemed', () => {
    const [first, ...others] = gifts(3)
    const redeemed = { ...first, ...of('9') } as OrderGift
    const left = (units: number) => orderOf('1', { lines: [lineOf({ left: units })] })
    expect(stepsOf(left(1), { bought: gifts(3) })).toEqual([
      ['revoke', 'g2'],
      ['revoke', 'g3'],
    ])
    expect(stepsOf(orderOf('1', { isCancelled: true }), { bought: [redeemed, ...others] })).toHaveLength(2)
    const { steps, reports } = plan(left(0), { bought: [redeemed] })
    expect([steps, reports]).toEqual([[], ['redeemed-gift-refunded']])
    // It comes again with its unit.
    expect(stepsOf(orderOf('1'), { bought: [{ ...GIFT, ...REVOKED }] })).toEqual([['issue', 2]])
  })

  it('is mailed until a mail was accepted, unless it is redeemed or revoked', () => {
    const waiting = gifts(3, { deliveredAt: null })
    const gone = [
      { ...GIFT, ...of('9'), deliveredAt: null },
      { ...GIFT, ...REVOKED, deliveredAt: null },
    ]
    expect(plan(orderOf('1'), { bought: [GIFT, ...waiting, ...gone] }).mails).toEqual(waiting)
  })
})

describe('a gift that an order uses', () => {
  const order = (more: Partial<StoreOrder> = {}) =>
    orderOf('7', { codes: ['GIFT-A'], lines: [lineOf(GIFT_LINE)], ...more })
  const used = (gift: Partial<OrderGift> = {}) => ({ used: [{ gift: { ...GIFT, ...gift }, code: 'GIFT-A' }] })

  it.each<[string, Partial<StoreOrder>, Partial<OrderGift>, readonly string[]]>([
    ['is redeemed when the order is paid', {}, {}, ['redeem']],
    ['also with an earlier discount of it', {}, { discountCode: 'GIFT-B' }, ['redeem']],
    ['and not before', { isPaid: false }, {}, []],
    ['nor again', {}, of('7'), []],
    [
      'stays given when it was sent, returned or not',
      { lines: [lineOf({ ...GIFT_LINE, left: 0, shipped: 1 })] },
      of('7'),
      [],
    ],
    ...(
      [
        ['is cancelled', { isCancelled: true }],
        ['loses its line before it ships', { lines: [lineOf({ ...GIFT_LINE, left: 0 })] }],
        ['is a test', { isTest: true }],
      ] as const
    ).flatMap(([what, more]): [string, Partial<StoreOrder>, Partial<OrderGift>, readonly string[]][] => [
      [`is open again when the order ${what}`, more, of('7'), ['reopen']],
      [`has another discount when an order ${what} that has not got it`, more, {}, ['renew']],
      [`keeps its newer discount when an order ${what}`, more, { discountCode: 'GIFT-B' }, []],
      [`stays with another order when one ${what}`, more, of('8'), []],
    ]),
  ])('%s', (_, more, gift, kinds) => {
    expect(stepsOf(order(more), used(gift))).toEqual(kinds.map((kind) => [kind, 'a']))
  })

  it('is the one of several whose variant was removed', () => {
    const other = {
      ...GIFT,
      ...of('7'),
      id: 'b',
      productTitle: 'Gift Bundle - Classic Wand',
      productVariantId: '5',
    }
    const second = lineOf({ ...GIFT_LINE, variantId: '5', variantTitle: other.productTitle })
    const both = [...used(of('7')).used, { gift: other, code: 'GIFT-B' }]
    const lines = [lineOf({ ...GIFT_LINE, left: 0 }), second]
    expect(stepsOf(order({ lines }), { used: both })).toEqual([['reopen', 'a']])
  })

  it.each<[string, readonly OrderReport[], Partial<OrderGift>, StoreOrder['lines']]>([
    ['another order has it', ['gift-not-open'], of('8'), [lineOf(GIFT_LINE)]],
    ['it was revoked', ['gift-not-open'], REVOKED, [lineOf(GIFT_LINE)]],
    ['it is there twice', ['too-many-gifts'], of('7'), [lineOf({ ...GIFT_LINE, left: 2 })]],
    ['all is right', [], of('7'), [lineOf(GIFT_LINE)]],
    [
      'an upgrade was removed',
      [],
      of('7'),
      [lineOf(GIFT_LINE), ...[1, 0].map((left) => lineOf({ variantTitle: 'Upgrade', left }))],
    ],
  ])('is reported when %s', (_, reports, gift, lines) => {
    expect(plan(order({ lines }), used(gift)).reports).toEqual(reports)
  })
})
