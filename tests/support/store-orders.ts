import { HANDLES } from '#app/models/product.ts'
import { clientOf } from './embedded-store.ts'
import { readOrders } from './gifts.ts'
import { readOutbox } from './outbox.ts'
import { openTestShop, type TestShop, type TestShopOptions } from './test-shop.ts'

/** Orders in a shop's embedded store, as buyers make them and as the owner changes them by the Admin API. */

export type OrderedLine = {
  /** Its variant of Vol. II: a box with gift wrapping without it. */
  readonly variant?: string
  readonly quantity?: number
  readonly wrapping?: string | null
}
export type PlaceOptions = {
  readonly payment?: 'paid' | 'later' | 'test'
  readonly codes?: readonly (string | null)[]
  readonly email?: string
  readonly name?: string
}
/** An order of the store, with the ids of its lines. */
export type PlacedOrder = {
  readonly id: string
  readonly gid: string
  readonly name: string
  readonly lines: readonly string[]
}

const NEW_ORDER = `query ($query: String!) { orders(first: 1, query: $query) {
  nodes { id name lineItems(first: 250) { nodes { id } } } } }`
const STATUS = `query ($code: String!) {
  codeDiscountNodeByCode(code: $code) { codeDiscount { ... on DiscountCodeBasic { status } } } }`
const WEBHOOKS = 'query { webhookSubscriptions(first: 100) { nodes { id topic } } }'

type Store = NonNullable<TestShop['embedded']['store']>

function storeOf({ embedded }: TestShop): Store {
  if (!embedded.store) throw new Error('This shop has no embedded store')
  return embedded.store
}

function userErrorsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const { userErrors = [], orderCancelUserErrors = [] } = value as Record<string, unknown[]>
  return [...userErrors, ...orderCancelUserErrors]
}

/** Calls the Admin API as the owner would. @returns its `data` @throws where it answers with errors */
export async function callStore(shop: TestShop, query: string, variables: object = {}) {
  const { data, errors } = await clientOf(storeOf(shop)).admin(query, variables)
  const refused = [...errors, ...Object.values(data ?? {}).flatMap(userErrorsOf)]
  if (refused.length > 0) throw new Error(JSON.stringify(refused))
  return data
}

/** Makes an order of variants of Vol. II in a shop's store: of one box with gift wrapping, or of these lines. */
async function placeOrder(
  shop: TestShop,
  lines: readonly OrderedLine[] = [{}],
  { payment = 'paid', codes = [], email = 'giver@example.com', name = 'Grace Giver' }: PlaceOptions = {},
): Promise<PlacedOrder> {
  const store = storeOf(shop)
  const { createCart, order, visit } = clientOf(store)
  const variants = store.catalogue.byHandle(HANDLES.vol2.us)?.variants ?? []
  const { checkoutUrl } = await createCart(
    lines.map(({ variant = 'No Wand', quantity = 1, wrapping = 'Printable letter' }) => {
      const found = variants.find(({ title }) => title === variant)
      if (found === undefined) throw new Error(`No variant ${variant}`)
      const attributes = wrapping === null ? [] : [{ key: 'Gift wrapping', value: wrapping }]
      return { merchandiseId: found.id, quantity, attributes }
    }),
    { country: 'US', codes: codes.filter((code) => code !== null) },
  )
  const { response } = await order(checkoutUrl, { name, email, payment })
  if (response.status !== 303) throw new Error(`The order was not placed: ${response.status}`)
  const [number] = /#\d+(?=\.<)/.exec((await visit(checkoutUrl)).body) ?? []
  const { orders } = await callStore(shop, NEW_ORDER, { query: `name:"${number}"` })
  const { id: gid, lineItems } = orders.nodes[0]
  const ids = lineItems.nodes.map(({ id }: { id: string }) => id)
  return { id: gid.split('/').at(-1) ?? '', gid, name: orders.nodes[0].name, lines: ids }
}

/** Buys a box with gift wrapping in a shop's store. */
export const buyGift = (shop: TestShop, more?: PlaceOptions) => placeOrder(shop, [{}], more)

/** A shop for the tests of a file, with orders in its store and what they have led to. */
export function openOrderShop(options: TestShopOptions = {}) {
  const shop = openTestShop(options)
  const admin = (query: string, variables: object = {}) => callStore(shop, query, variables)

  /** Changes the store as the owner does. @param field of the mutation, with its arguments */
  const change = (field: string, gives = 'userErrors { message }') =>
    admin(`mutation { ${field} { ${gives} } }`)

  /** Changes lines of an order by one edit. */
  async function edit(order: PlacedOrder, changes: Readonly<Record<number, number>>) {
    const begun = await change(
      `orderEditBegin(id: "${order.gid}")`,
      'calculatedOrder { id } userErrors { message }',
    )
    const { id } = begun.orderEditBegin.calculatedOrder
    for (const [place, quantity] of Object.entries(changes))
      await change(
        `orderEditSetQuantity(id: "${id}", lineItemId: "${order.lines[Number(place)]}", quantity: ${quantity})`,
      )
    await change(`orderEditCommit(id: "${id}")`)
  }

  return {
    shop,
    admin,
    edit,
    place: (lines?: readonly OrderedLine[], more?: PlaceOptions) => placeOrder(shop, lines, more),
    cancel: ({ gid }: PlacedOrder) =>
      change(
        `orderCancel(orderId: "${gid}", reason: OTHER, restock: true)`,
        'orderCancelUserErrors { message }',
      ),
    markPaid: ({ gid }: PlacedOrder) => change(`orderMarkAsPaid(input: { id: "${gid}" })`),
    refund({ gid, lines }: PlacedOrder, place: number, quantity: number) {
      const units = `[{ lineItemId: "${lines[place]}", quantity: ${quantity} }]`
      return change(`refundCreate(input: { orderId: "${gid}", refundLineItems: ${units} })`)
    },
    /** Ends the store's webhooks, of all topics or of some. */
    async endWebhooks(topics?: readonly string[]): Promise<void> {
      const { webhookSubscriptions } = await admin(WEBHOOKS)
      for (const { id, topic } of webhookSubscriptions.nodes)
        if (topics?.includes(topic) ?? true) await change(`webhookSubscriptionDelete(id: "${id}")`)
    },
    webhooks: async (): Promise<string[]> =>
      (await admin(WEBHOOKS)).webhookSubscriptions.nodes.map(({ topic }: { topic: string }) => topic),
    /** Waits until the shop has read what the store has rung about. */
    settled: () => readOrders(shop),
    noted: ({ id }: Pick<PlacedOrder, 'id'>) => shop.services.backend.orders.find(id),
    /** The gift with that id. */
    async giftOf({ id }: { id: string }) {
      const gift = await shop.services.backend.gifts.get(id)
      if (gift === null) throw new Error('no such gift')
      return gift
    },
    codesOf: ({ id }: Pick<PlacedOrder, 'id'>) => shop.services.backend.gifts.listOfOrder(id),
    mailsTo: (address: string) => readOutbox(shop.dataDir).filter((mail) => mail.to.includes(address)),
    /** Whether the store takes a discount code. */
    isActive: async (code: string | null): Promise<boolean> =>
      (await admin(STATUS, { code })).codeDiscountNodeByCode?.codeDiscount.status === 'ACTIVE',
  }
}
