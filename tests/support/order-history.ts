import fc from 'fast-check'
import type { OrderLine, OrderProducts, OrderReport, StoreOrder } from '#app/models/order-gifts.ts'

/** What buyers and the owner do to orders of a store, at random, and what the gifts of these orders must be at the end. */

const VOL_2 = 'gid://shopify/Product/2'
const BUNDLE = 'gid://shopify/ProductVariant/22'
const variant = (id: string, title: string) => ({
  id,
  title,
  price: null,
  availableForSale: true,
  selectedOptions: [],
})

/** A product with gift bundles of its own, and one that only sounds like it. */
export const PRODUCTS: OrderProducts = new Map([
  [
    VOL_2,
    {
      title: 'Vol. II: Magical You',
      tags: ['market: us'],
      variants: [variant(BUNDLE, 'Gift Bundle - No Wand')],
    },
  ],
  [
    'gid://shopify/Product/3',
    { title: 'Vol. II: The Tin', tags: ['market: us'], variants: [variant('9', 'No Wand')] },
  ],
])

export function lineOf(more: Partial<OrderLine> = {}): OrderLine {
  return {
    id: '1',
    productId: VOL_2,
    variantId: 'gid://shopify/ProductVariant/21',
    title: 'Vol. II: Magical You',
    variantTitle: 'No Wand',
    wrapping: 'printable-only',
    quantity: 1,
    left: 1,
    shipped: 0,
    ...more,
  }
}

export const GIFT_LINE: Partial<OrderLine> = {
  variantId: BUNDLE,
  variantTitle: 'Gift Bundle - No Wand',
  wrapping: null,
}

export function orderOf(id: string, more: Partial<StoreOrder> = {}): StoreOrder {
  return {
    id,
    name: `#${id}`,
    version: '1',
    isPaid: true,
    isCancelled: false,
    isTest: false,
    currency: 'USD',
    email: 'giver@example.com',
    buyer: 'Grace Giver',
    codes: [],
    lines: [lineOf()],
    ...more,
  }
}

/** The discount code of the first gift, which two orders have used. */
export const CODE = 'GIFT-A'
const [BOUGHT, LATER, FIRST, SECOND] = ['100', '200', '300', '400'] as const
export const ORDER_IDS = [BOUGHT, LATER, FIRST, SECOND] as const
type OrderId = (typeof ORDER_IDS)[number]
/** The order whose first gift has `CODE`, when a history begins. */
export const FIRST_PURCHASE = { orderId: BOUGHT, lineId: '1', unit: 1, variantId: BUNDLE } as const

export type Store = Map<string, StoreOrder>

export function newStore(): Store {
  const using = (id: string) => orderOf(id, { isPaid: false, codes: [CODE], lines: [lineOf(GIFT_LINE)] })
  const bought = orderOf(BOUGHT, { lines: [lineOf({ quantity: 2, left: 2 })] })
  const later = orderOf(LATER, {
    isPaid: false,
    lines: [lineOf(), lineOf({ id: '2', quantity: 3, left: 3 })],
  })
  return new Map([bought, later, using(FIRST), using(SECOND)].map((order) => [order.id, order]))
}

export type StoreEvent =
  | { readonly kind: 'pay' | 'cancel' | 'ship' | 'give money back'; readonly id: OrderId }
  | { readonly kind: 'set quantity'; readonly id: OrderId; readonly place: number; readonly units: number }

const id = fc.constantFrom(...ORDER_IDS)
export const storeEvents: fc.Arbitrary<StoreEvent> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('pay' as const, 'cancel' as const), id }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('ship' as const, 'give money back' as const), id }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('set quantity' as const),
      id,
      place: fc.nat(1),
      units: fc.nat(3),
    }),
  },
)

/** What the store does to the order; nothing where it would refuse. */
export function happen(store: Store, event: StoreEvent): void {
  const order = store.get(event.id)
  if (!order || order.isCancelled) return
  const change = (more: Partial<StoreOrder>) =>
    store.set(order.id, { ...order, ...more, version: String(Number(order.version) + 1) })
  const isShipped = order.lines.some(({ shipped }) => shipped > 0)
  const mayHaveGift = order.codes.length > 0
  if (event.kind === 'pay') change({ isPaid: true })
  if (event.kind === 'cancel' && !isShipped) change({ isCancelled: true })
  if (event.kind === 'give money back') change({})
  if (event.kind === 'ship' && order.isPaid && mayHaveGift)
    change({ lines: order.lines.map((line) => ({ ...line, shipped: line.left })) })
  if (event.kind === 'set quantity')
    change({
      lines: order.lines.map((line, place) => {
        // A gift is there once; what is taken back after it was sent is a return.
        const units = mayHaveGift ? Math.min(1, event.units) : event.units
        return place === event.place
          ? { ...line, left: units, quantity: Math.max(line.quantity, units) }
          : line
      }),
    })
}

type EndGift = {
  readonly id: string
  readonly orderId: string | null
  readonly lineId: string | null
  readonly isRevoked: boolean
  readonly redeemedBy: string | null
  readonly discount: string | null
}
export type End = {
  readonly gifts: readonly EndGift[]
  readonly reports: ReadonlyMap<string, readonly OrderReport[]>
  /** Discounts that the store takes no more. */
  readonly ended: ReadonlySet<string>
}

/** What is wrong with an end, in which all orders were read once more; empty when all is right. */
export function wrongIn(store: Store, { gifts, reports, ended }: End): string[] {
  const wrong: string[] = []
  const expect = (isRight: boolean, what: string) => void (isRight || wrong.push(what))
  for (const order of [BOUGHT, LATER].map((key) => store.get(key)))
    for (const line of order?.lines ?? []) {
      const own = gifts.filter(({ orderId, lineId }) => orderId === order?.id && lineId === line.id)
      const live = own.filter(({ isRevoked }) => !isRevoked)
      const redeemed = live.filter(({ redeemedBy }) => redeemedBy !== null).length
      const units = order?.isCancelled || !order?.isPaid ? 0 : line.left
      const at = `${order?.id}/${line.id}`
      expect(live.length === Math.max(units, redeemed), `${at}: ${live.length} gifts of ${units}`)
      const isReported = reports.get(order?.id ?? '')?.includes('redeemed-gift-refunded') ?? false
      const areOver = (order?.lines ?? []).some((one) => {
        const kept = gifts.filter(
          (gift) => gift.orderId === order?.id && gift.lineId === one.id && gift.redeemedBy,
        )
        return kept.length > (order?.isCancelled ? 0 : one.left)
      })
      expect(isReported === areOver, `${at}: refund of a redeemed gift ${isReported ? '' : 'not '}reported`)
      for (const { isRevoked, redeemedBy, discount, id } of own)
        expect(!isRevoked || redeemedBy !== null || discount === null, `${id}: a revoked gift has a discount`)
    }
  const users = [FIRST, SECOND].flatMap((key) => store.get(key) ?? [])
  const holders = users.filter(
    ({ isPaid, isCancelled, lines }) =>
      isPaid &&
      ((!isCancelled && lines.some(({ left }) => left > 0)) || lines.some(({ shipped }) => shipped > 0)),
  )
  const gift = gifts.find(
    ({ orderId, lineId, id }) => orderId === BOUGHT && lineId === '1' && id.endsWith('first'),
  )
  const has = gift?.redeemedBy ?? null
  expect(has === null || holders.some((order) => order.id === has), 'a gift is with an order that lost it')
  expect(has !== null || holders.length === 0 || gift?.isRevoked === true, 'an order has not got its gift')
  for (const order of holders) {
    const isTold = reports.get(order.id)?.includes('gift-not-open') ?? false
    expect(
      isTold === (has !== order.id),
      `${order.id}: a gift that is not open ${isTold ? '' : 'not '}reported`,
    )
  }
  const isUndone = users.some(
    ({ isCancelled, lines }) =>
      (isCancelled || lines.every(({ left }) => left === 0)) && lines.every((l) => l.shipped === 0),
  )
  if (has === null && (isUndone || gift?.isRevoked)) {
    expect(gift?.discount !== CODE, 'a gift is open with a discount that is used up')
    expect(ended.has(CODE), 'a discount that must not work still does')
  }
  return wrong
}
