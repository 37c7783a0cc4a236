import { beforeAll } from 'vitest'
import { HANDLES } from '#app/models/product.ts'
import { readOutbox, sendWebhook, type WebhookOptions } from './gifts.ts'
import {
  callStore,
  deliver,
  type Order,
  type OrderLine,
  paidOrder,
  type RefundedLine,
  refundOf,
  type StoreEvent,
} from './store-orders.ts'
import { openTestShop, type TestShopOptions } from './test-shop.ts'

const STATUS = `query ($code: String!) {
  codeDiscountNodeByCode(code: $code) { codeDiscount { ... on DiscountCodeBasic { status } } }
}`

/** A shop for the tests of a file, with orders as its store tells of them and what they have led to. */
export function openOrderShop(options: TestShopOptions = {}) {
  const shop = openTestShop(options)
  let vol2: Record<string, string> = {}
  let nextOrder = 5_500_000_000_000
  beforeAll(async () => {
    const product = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
    vol2 = Object.fromEntries(
      (product?.variants ?? []).map(({ title, id }) => [title, id.split('/').at(-1) ?? '']),
    )
  })

  /** A paid order: of one box with gift wrapping, or of these lines. */
  const order = (lines?: readonly OrderLine[], more?: object) =>
    paidOrder(nextOrder++, (variant) => vol2[variant], lines, more)

  return {
    shop,
    order,
    /** A paid order that spends the gift with that discount. */
    redeeming: (code: string | null, lines: readonly OrderLine[] = [], more: object = {}) =>
      order([{ variant: 'Gift Bundle - No Wand', wrapping: null }, ...lines], {
        discount_codes: [{ code: code ?? '', amount: '59.00', type: 'percentage' }],
        ...more,
      }),
    /** Tells the shop of an event of an order, by a new delivery. @returns the status of its response */
    tell: (about: Order, event: StoreEvent, more?: WebhookOptions) => deliver(shop, about, event, more),
    /** Tells the shop of a refund of lines of an order. @returns the status of its response */
    refund: async (about: Order, lines: readonly RefundedLine[], more?: WebhookOptions) =>
      (await sendWebhook(shop, refundOf(about, lines), { topic: 'refunds/create', ...more })).status,
    /** The gift with that id. */
    async giftOf({ id }: { id: string }) {
      const gift = await shop.services.backend.gifts.get(id)
      if (gift === null) throw new Error('no such gift')
      return gift
    },
    codesOf: (bought: { id: number | string }) => shop.services.backend.gifts.listOfOrder(String(bought.id)),
    mailsTo: (address: string) => readOutbox(shop.dataDir).filter((mail) => mail.to.includes(address)),
    /** Whether the store takes a discount code. */
    async isActive(code: string | null): Promise<boolean> {
      return (await callStore(shop, STATUS, { code })).includes('"ACTIVE"')
    },
  }
}
