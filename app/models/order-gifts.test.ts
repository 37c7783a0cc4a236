import { describe, expect, it } from 'vitest'
import { GIFT_LINE, lineOf, orderOf, PRODUCTS } from '#tests/support/orders.ts'
import { openGift } from './catalogue.fixture.ts'
import type { GiftCode } from './gift-code.ts'
import { type KnownGifts, type OrderReport, planOrder } from './order-gifts.ts'
import type { OrderLine, StoreOrder } from './store-order.ts'

const GIFT: GiftCode = {
  ...openGift,
  id: 'a',
  productVariantId: GIFT_LINE.variantId,
  discountCode: 'GIFT-A',
}
const REVOKED = { revokedAt: '2026-11-28T11:00:00.000Z', discountCode: null }
const of = (redeemedOrderId: string) => ({ redeemed: true, redeemedOrderId })

const plan = (order: StoreOrder, known?: Partial<KnownGifts>) =>
  planOrder(order, { bought: [], used: [], products: PRODUCTS, withoutWrapping: false, ...known })
const stepsOf = (order: StoreOrder, known?: Partial<KnownGifts>) =>
  plan(order, known).steps.map((step) => [
    step.kind,
    step.kind === 'issue' ? step.purchase.orderLineUnit : step.gift.id,
  ])
const gifts = (count: number, more: Partial<GiftCode> = {}) =>
  Array.from({ length: count }, (_, at) => ({ ...GIFT, id: `g${at + 1}`, orderLineUnit: at + 1, ...more }))

describe('a bought gift', () => {
  it('is issued for each unit of a paid line with a wrapping, of the product with gift bundles', () => {
    const variantTitle = 'Standard (Dragon and Elder)'
    const lines = [
      lineOf({ left: 2, variantTitle, wrapping: 'gift-edition' }),
      lineOf({ id: '2', wrapping: null }),
      lineOf({ id: '3', ...GIFT_LINE, wrapping: 'gift-edition' }),
      lineOf({ id: '4', variantTitle: 'Upgrade - Add Classic Wand' }),
      lineOf({ id: '5', productId: 'gid://shopify/Product/3' }),
      lineOf({ id: '6', productId: null }),
      lineOf({ id: '7', wrapping: 'no-wrapping' }),
    ]
    const order = orderOf('1', { lines })
    const purchase = {
      orderId: '1',
      orderName: '#1',
      orderLineId: '1',
      market: 'us',
      productTitle: 'Gift Bundle - Classic Wand',
      // Its product lacks this bundle, which is found when the gift is redeemed.
      productVariantId: '',
      wrapping: 'gift-edition',
      chosenWand: null,
      purchaserName: 'Grace Giver',
      purchaserEmail: 'giver@example.com',
    }
    expect(plan(order).steps).toEqual(
      [1, 2].map((orderLineUnit) => ({ kind: 'issue', purchase: { ...purchase, orderLineUnit } })),
    )
    const { steps, reports } = plan(order, { bought: gifts(2) })
    expect([steps, reports]).toEqual([[], ['upgrades-without-gift', 'no-gift-bundles', 'no-wrapping']])
  })

  it.each<[string, Partial<StoreOrder>, Partial<KnownGifts>]>([
    ['that is not paid', { status: 'unpaid' }, {}],
    ['that is cancelled', { status: 'cancelled' as const }, {}],
    ['that is a test', { status: 'test' }, {}],
    ['without a unit left', { lines: [lineOf({ left: 0 })] }, {}],
    ['for oneself', { lines: [lineOf({ wrapping: 'no-wrapping' })] }, { withoutWrapping: true }],
    ['that has it', {}, { bought: [GIFT] }],
    ['that was paid and is owed something', { status: 'unpaid' }, { bought: [GIFT] }],
  ])('is neither issued nor missed for an order %s', (_, order, known) => {
    expect(plan(orderOf('1', order), known)).toEqual({ steps: [], mails: [], reports: [] })
  })

  it('has the premium style of its line, and a printable letter where the owner wants it without a wrapping', () => {
    const line = lineOf({ variantTitle: 'Unicorn & Cherry', wrapping: null })
    const purchase = {
      productTitle: 'Gift Bundle - Premium Wand',
      chosenWand: 'Unicorn & Cherry',
      wrapping: 'printable-only',
    }
    const { steps } = plan(orderOf('1', { lines: [line] }), { withoutWrapping: true })
    expect(steps).toMatchObject([{ kind: 'issue', purchase }])
  })

  it.each([
    [['market: us'], 'EUR', 'us'],
    [['market: uk'], 'USD', 'uk'],
    [['market: us', 'market: uk'], 'USD', 'us'],
    [[], 'GBP', 'uk'],
  ])('belongs to the market of its product, else of the currency: %s, %s', (tags, currency, market) => {
    const products = new Map([...PRODUCTS].map(([id, product]) => [id, { ...product, tags }]))
    expect(plan(orderOf('1', { currency }), { products }).steps).toMatchObject([{ purchase: { market } }])
  })

  it('is revoked with its unit, the last one first, and never once it is redeemed', () => {
    const [first, ...others] = gifts(3)
    const redeemed = { ...GIFT, ...first, ...of('9') }
    const left = (units: number) => orderOf('1', { lines: [lineOf({ left: units })] })
    const lastTwo = [
      ['revoke', 'g2'],
      ['revoke', 'g3'],
    ]
    expect(stepsOf(left(1), { bought: gifts(3) })).toEqual(lastTwo)
    const cancelled = { ...left(3), status: 'cancelled' as const }
    expect(stepsOf(cancelled, { bought: [redeemed, ...others] })).toEqual(lastTwo)
    const { steps, reports } = plan(left(0), { bought: [redeemed] })
    expect([steps, reports]).toEqual([[], ['redeemed-gift-refunded']])
    // It comes again with its unit.
    expect(stepsOf(left(1), { bought: [{ ...GIFT, ...REVOKED }] })).toEqual([['issue', 2]])
  })

  it('is mailed until a mail was accepted, unless it is redeemed or revoked', () => {
    const waiting = gifts(3, { deliveredAt: null })
    const gone = [of('9'), REVOKED].map((state) => ({ ...GIFT, ...state, deliveredAt: null }))
    expect(plan(orderOf('1'), { bought: [GIFT, ...waiting, ...gone] }).mails).toEqual(waiting)
  })
})

describe('a gift that an order uses', () => {
  const order = (more: Partial<StoreOrder> = {}) =>
    orderOf('7', { codes: ['GIFT-A'], lines: [lineOf(GIFT_LINE)], ...more })
  const used = (gift: Partial<GiftCode> = {}) => ({ used: [{ gift: { ...GIFT, ...gift }, code: 'GIFT-A' }] })
  const bundle = (more: Partial<OrderLine>) => ({ lines: [lineOf({ ...GIFT_LINE, ...more })] })

  it.each<[string, Partial<StoreOrder>, Partial<GiftCode>, readonly string[]]>([
    ['is redeemed when the order is paid', {}, {}, ['redeem']],
    ['also with an earlier discount of it', {}, { discountCode: 'GIFT-B' }, ['redeem']],
    ['and not before', { status: 'unpaid' }, {}, []],
    ['nor again', {}, of('7'), []],
    ['stays given when it was sent, returned or not', bundle({ left: 0, shipped: 1 }), of('7'), []],
    ...(
      [
        ['is cancelled', { status: 'cancelled' as const }],
        ['loses its line before it ships', bundle({ left: 0 })],
        ['is a test', { status: 'test' }],
      ] as const
    ).flatMap(([what, more]): [string, Partial<StoreOrder>, Partial<GiftCode>, readonly string[]][] => [
      [`is open again when the order ${what}`, more, of('7'), ['reopen']],
      [`has another discount when an order ${what} that has not got it`, more, {}, ['renew']],
      [`keeps its newer discount when an order ${what}`, more, { discountCode: 'GIFT-B' }, []],
      [`stays with another order when one ${what}`, more, of('8'), []],
    ]),
  ])('%s', (_, more, gift, kinds) => {
    expect(stepsOf(order(more), used(gift))).toEqual(kinds.map((kind) => [kind, 'a']))
  })

  it('is the one of several whose variant was removed', () => {
    const productTitle = 'Gift Bundle - Classic Wand'
    const other = { ...GIFT, ...of('7'), id: 'b', productTitle, productVariantId: '5' }
    const both = [...used(of('7')).used, { gift: other, code: 'GIFT-B' }]
    const second = lineOf({ ...GIFT_LINE, variantId: '5', variantTitle: productTitle })
    const lines = [...bundle({ left: 0 }).lines, second]
    expect(stepsOf(order({ lines }), { used: both })).toEqual([['reopen', 'a']])
  })

  it.each<[string, readonly OrderReport[], Partial<GiftCode>, readonly Partial<OrderLine>[]]>([
    ['another order has it', ['gift-not-open'], of('8'), []],
    ['it was revoked', ['gift-not-open'], REVOKED, []],
    ['it is there twice', ['too-many-gifts'], of('7'), [GIFT_LINE]],
    ['all is right', [], of('7'), []],
    ['an upgrade was removed', [], of('7'), [1, 0].map((left) => ({ variantTitle: 'Upgrade', left }))],
  ])('is reported when %s', (_, reports, gift, more) => {
    const lines = [GIFT_LINE, ...more].map(lineOf)
    expect(plan(order({ lines }), used(gift)).reports).toEqual(reports)
  })
})
