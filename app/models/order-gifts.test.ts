import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CODE,
  FIRST_PURCHASE,
  GIFT_LINE,
  happen,
  lineOf,
  newStore,
  ORDER_IDS,
  orderOf,
  PRODUCTS,
  storeEvents,
  wrongIn,
} from '#tests/support/order-history.ts'
import {
  type GiftStep,
  type KnownGifts,
  type OrderGift,
  type OrderReport,
  orderReports,
  orderSteps,
  type StoreOrder,
} from './order-gifts.ts'

const GIFT: OrderGift = {
  id: 'a',
  lineId: '1',
  unit: 1,
  title: 'Gift Bundle - No Wand',
  variantId: 'gid://shopify/ProductVariant/22',
  isRevoked: false,
  redeemedBy: null,
  discount: CODE,
  isTold: true,
}
const known = (more: Partial<KnownGifts> = {}): KnownGifts => ({
  bought: [],
  used: [],
  products: PRODUCTS,
  withoutWrapping: false,
  ...more,
})
const stepsOf = (order: StoreOrder, more?: Partial<KnownGifts>) =>
  orderSteps(order, known(more)).map((step) => [
    step.kind,
    step.kind === 'issue' ? step.unit.unit : step.giftId,
  ])
const gifts = (count: number, more: Partial<OrderGift> = {}) =>
  Array.from({ length: count }, (_, index) => ({ ...GIFT, id: `g${index + 1}`, unit: index + 1, ...more }))

describe('a bought gift', () => {
  it('is issued for each unit of a paid line with a wrapping, of the product with gift bundles', () => {
    const order = orderOf('1', {
      lines: [
        lineOf({
          quantity: 2,
          left: 2,
          variantTitle: 'Standard (Dragon and Elder)',
          wrapping: 'gift-edition',
        }),
        lineOf({ id: '2', wrapping: null }),
        lineOf({ id: '3', ...GIFT_LINE, wrapping: 'gift-edition' }),
        lineOf({ id: '4', variantTitle: 'Upgrade - Add Classic Wand' }),
        lineOf({ id: '5', productId: 'gid://shopify/Product/3', title: 'Vol. II: The Tin' }),
        lineOf({ id: '6', productId: null }),
        lineOf({ id: '7', wrapping: 'no-wrapping' }),
      ],
    })
    const unit = {
      lineId: '1',
      market: 'us',
      title: 'Gift Bundle - Classic Wand',
      wrapping: 'gift-edition',
      wand: null,
    }
    expect(orderSteps(order, known())).toEqual(
      // Its product lacks this bundle, which is found when the gift is redeemed.
      [1, 2].map((number) => ({ kind: 'issue', unit: { ...unit, variantId: '', unit: number } })),
    )
    expect(orderReports(order, known({ bought: gifts(2) }))).toEqual([
      'upgrades-without-gift',
      'no-gift-bundles',
      'no-wrapping',
    ])
  })

  it('keeps the premium style that the giver has chosen', () => {
    const lines = [lineOf({ variantTitle: 'Unicorn & Cherry', wrapping: 'printable-only' })]
    expect(orderSteps(orderOf('1', { lines }), known())).toMatchObject([
      { unit: { title: 'Gift Bundle - Premium Wand', wand: 'Unicorn & Cherry' } },
    ])
  })

  it('is neither made nor missed where the buyer keeps the box', () => {
    const order = orderOf('1', { lines: [lineOf({ wrapping: 'no-wrapping' })] })
    expect(orderSteps(order, known({ withoutWrapping: true }))).toEqual([])
    expect(orderReports(order, known())).toEqual([])
  })

  it.each<[string, Partial<StoreOrder>]>([
    ['not paid', { isPaid: false }],
    ['cancelled', { isCancelled: true }],
    ['a test', { isTest: true }],
    ['without a unit left', { lines: [lineOf({ left: 0 })] }],
  ])('is not issued for an order that is %s', (_, more) => {
    expect(stepsOf(orderOf('1', more))).toEqual([])
  })

  it('is issued without a wrapping where the owner wants it', () => {
    const order = orderOf('1', { lines: [lineOf({ wrapping: null })] })
    const steps = orderSteps(order, known({ withoutWrapping: true }))
    expect(steps).toMatchObject([{ kind: 'issue', unit: { wrapping: 'printable-only' } }])
    expect(orderReports(order, known({ bought: [GIFT] }))).toEqual([])
  })

  it.each([
    [['market: us'], 'EUR', 'us'],
    [['market: uk'], 'USD', 'uk'],
    [['market: us', 'market: uk'], 'USD', 'us'],
    [[], 'GBP', 'uk'],
  ])('belongs to the market of its product, else of the currency: %s, %s', (tags, currency, market) => {
    const products = new Map([...PRODUCTS].map(([id, product]) => [id, { ...product, tags }]))
    const steps = orderSteps(orderOf('1', { currency }), known({ products }))
    expect(steps).toMatchObject([{ unit: { market } }])
  })

  it('is mailed after everything else is done, and once', () => {
    const order = orderOf('1', { lines: [lineOf({ quantity: 3, left: 3 })] })
    const untold = { isTold: false }
    expect(stepsOf(order, { bought: gifts(2, untold) })).toEqual([['issue', 3]])
    expect(stepsOf(order, { bought: gifts(3, untold) }).map(([kind]) => kind)).toEqual(
      Array(3).fill('deliver'),
    )
    expect(stepsOf(order, { bought: gifts(3) })).toEqual([])
  })

  it('is revoked with its unit, the last one first, and never once it is redeemed', () => {
    const [first, ...others] = gifts(3)
    const redeemed = { ...first, redeemedBy: '9' } as OrderGift
    const left = (units: number) => orderOf('1', { lines: [lineOf({ quantity: 3, left: units })] })
    expect(stepsOf(left(1), { bought: gifts(3) })).toEqual([
      ['revoke', 'g2'],
      ['revoke', 'g3'],
    ])
    expect(stepsOf(orderOf('1', { isCancelled: true }), { bought: [redeemed, ...others] })).toHaveLength(2)
    const last = known({ bought: [redeemed] })
    expect([orderSteps(left(0), last), orderReports(left(0), last)]).toEqual([[], ['redeemed-gift-refunded']])
  })

  it('stays when an order that was paid is owed something, and comes again with its unit', () => {
    expect(stepsOf(orderOf('1', { isPaid: false }), { bought: [GIFT] })).toEqual([])
    const bought = [{ ...GIFT, isRevoked: true, discount: null }]
    expect(stepsOf(orderOf('1'), { bought })).toEqual([['issue', 2]])
  })
})

describe('a gift that an order uses', () => {
  const order = (more: Partial<StoreOrder> = {}) =>
    orderOf('7', { codes: [CODE], lines: [lineOf(GIFT_LINE)], ...more })
  const used = (gift: Partial<OrderGift> = {}, isReserved = true) => ({
    used: [{ gift: { ...GIFT, ...gift }, code: CODE, isReserved }],
  })

  it('is reserved first, and redeemed when the order is paid', () => {
    expect(stepsOf(order({ isPaid: false }), used({}, false))).toEqual([['reserve', 'a']])
    expect(stepsOf(order({ isPaid: false }), used())).toEqual([])
    expect(stepsOf(order(), used())).toEqual([['redeem', 'a']])
    expect(stepsOf(order(), used({ redeemedBy: '7' }))).toEqual([])
  })

  it.each<[string, Partial<StoreOrder>]>([
    ['is cancelled', { isCancelled: true }],
    ['loses its line before it ships', { lines: [lineOf({ ...GIFT_LINE, left: 0 })] }],
    ['is a test', { isTest: true }],
  ])('is open again when that %s', (_, more) => {
    expect(stepsOf(order(more), used({ redeemedBy: '7' }))).toEqual([
      ['reopen', 'a'],
      ['release', 'a'],
    ])
    expect(stepsOf(order(more), used())).toEqual([
      ['renew', 'a'],
      ['release', 'a'],
    ])
    expect(stepsOf(order(more), used({ redeemedBy: '8' }, false))).toEqual([])
  })

  it('stays given when it was sent, returned or not', () => {
    const returned = order({ lines: [lineOf({ ...GIFT_LINE, left: 0, shipped: 1 })] })
    expect(stepsOf(returned, used({ redeemedBy: '7' }))).toEqual([])
  })

  it('is the one of several whose variant was removed', () => {
    const other = {
      ...GIFT,
      id: 'b',
      title: 'Gift Bundle - Classic Wand',
      variantId: '5',
      redeemedBy: '7',
      discount: null,
    }
    const lines = [
      lineOf({ ...GIFT_LINE, left: 0 }),
      lineOf({ ...GIFT_LINE, variantId: '5', variantTitle: other.title }),
    ]
    const both = [...used({ redeemedBy: '7' }).used, { gift: other, code: 'GIFT-B', isReserved: true }]
    expect(stepsOf(order({ lines }), { used: both })).toEqual([
      ['reopen', 'a'],
      ['release', 'a'],
    ])
  })

  it('ends a newer discount when it was redeemed with an earlier one', () => {
    const steps = orderSteps(order(), known(used({ redeemedBy: '7', discount: 'GIFT-B' })))
    expect(steps).toEqual([{ kind: 'retire', giftId: 'a', discount: 'GIFT-B', used: CODE }])
  })

  it.each<[string, readonly OrderReport[], Partial<OrderGift>, Partial<StoreOrder>]>([
    ['another order has it', ['gift-not-open'], { redeemedBy: '8' }, {}],
    ['it was revoked', ['gift-not-open'], { isRevoked: true, discount: null }, {}],
    [
      'it is there twice',
      ['too-many-gifts'],
      { redeemedBy: '7' },
      { lines: [lineOf({ ...GIFT_LINE, left: 2 })] },
    ],
    ['all is right', [], { redeemedBy: '7' }, {}],
    [
      'an upgrade was removed',
      [],
      { redeemedBy: '7' },
      { lines: [lineOf(GIFT_LINE), ...[1, 0].map((left) => lineOf({ variantTitle: 'Upgrade', left }))] },
    ],
  ])('is reported when %s', (_, reports, gift, more) => {
    expect(orderReports(order(more), known(used(gift)))).toEqual(reports)
  })
})

/** The tables of the shop, with what the database refuses. */
function createTables() {
  const rows = new Map<string, OrderGift & { orderId: string }>()
  const codes = new Map([[CODE, 'first']])
  const reserved = new Set<string>()
  const ended = new Set<string>()
  const rung = new Set<string>()
  const change = (id: string, more: Partial<OrderGift>) => {
    const row = rows.get(id)
    if (row) rows.set(id, { ...row, ...more })
  }
  rows.set('first', { ...GIFT, ...FIRST_PURCHASE, id: 'first', isTold: false })

  function take(order: StoreOrder, step: GiftStep): void {
    if (step.kind === 'issue') {
      const id = `${order.id}/${step.unit.lineId}/${step.unit.unit}`
      const row = { ...GIFT, ...step.unit, id, orderId: order.id, isTold: false, discount: null }
      if (
        ![...rows.values()].some(
          (one) => one.orderId === order.id && one.lineId === row.lineId && one.unit === row.unit,
        )
      )
        rows.set(id, row)
      return
    }
    const gift = rows.get(step.giftId)
    if (!gift) throw new Error('no such gift')
    const key = `${gift.id} ${order.id}`
    const isOpen = gift.redeemedBy === null && !gift.isRevoked
    if ((step.kind === 'reopen' || step.kind === 'renew' || step.kind === 'retire') && gift.discount !== null)
      ended.add(gift.discount)
    if (step.kind === 'deliver') change(gift.id, { isTold: true })
    if (step.kind === 'revoke' && isOpen) change(gift.id, { isRevoked: true })
    if (step.kind === 'redeem' && isOpen) change(gift.id, { redeemedBy: order.id })
    if (step.kind === 'reserve') reserved.add(key)
    if (step.kind === 'reopen' && gift.redeemedBy === order.id)
      change(gift.id, { redeemedBy: null, discount: null })
    if (step.kind === 'renew' && gift.redeemedBy === null) change(gift.id, { discount: null })
    if (step.kind === 'retire') change(gift.id, { discount: step.used })
    if (step.kind === 'release') {
      for (const id of ORDER_IDS) if (id === gift.orderId || reserved.has(`${gift.id} ${id}`)) rung.add(id)
      rung.delete(order.id)
      reserved.delete(key)
    }
  }

  function knownOf(order: StoreOrder): KnownGifts {
    const all = [...rows.values()]
    const used = all.flatMap((gift) => {
      const code = order.codes.find((one) => codes.get(one) === gift.id) ?? null
      const isReserved = reserved.has(`${gift.id} ${order.id}`)
      return code !== null || isReserved || gift.redeemedBy === order.id ? [{ gift, code, isReserved }] : []
    })
    return known({ bought: all.filter(({ orderId }) => orderId === order.id), used })
  }

  return { rows, ended, rung, take, knownOf }
}

it('whatever happens and however it is read, the last reading decides', () => {
  const reading = fc.record({ id: fc.constantFrom(...ORDER_IDS), steps: fc.nat(6) })
  fc.assert(
    fc.property(fc.array(fc.tuple(storeEvents, fc.option(reading)), { maxLength: 25 }), (history) => {
      const store = newStore()
      const tables = createTables()
      const reports = new Map<string, readonly OrderReport[]>()
      /** Reads an order; the process dies after some steps. */
      function read(id: string, most = Number.POSITIVE_INFINITY): void {
        const order = store.get(id)
        for (let taken = 0; order !== undefined; ) {
          const current = tables.knownOf(order)
          const steps = orderSteps(order, current)
          if (steps.length === 0) return void reports.set(id, orderReports(order, current))
          for (const step of steps) if (taken++ < most) tables.take(order, step)
          if (taken >= most) return
          if (taken > 100) throw new Error('the gifts do not settle')
        }
      }
      for (const [event, killed] of history) {
        happen(store, event)
        if (killed) read(killed.id, killed.steps)
      }
      for (const id of ORDER_IDS) tables.rung.add(id)
      for (let turn = 0; tables.rung.size > 0 && turn < 20; turn++)
        for (const id of tables.rung) {
          tables.rung.delete(id)
          read(id)
        }
      const before = structuredClone(tables.rows)
      for (const id of ORDER_IDS) read(id)
      expect([tables.rows, tables.rung.size]).toEqual([before, 0])
      expect(wrongIn(store, { gifts: [...tables.rows.values()], reports, ended: tables.ended })).toEqual([])
    }),
    { numRuns: 500 },
  )
})
