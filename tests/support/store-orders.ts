import { HANDLES } from '#app/models/product.ts'
import { clientOf } from './embedded-store.ts'
import { readOrders } from './gifts.ts'
import { openTestShop, type TestShop, type TestShopOptions } from './test-shop.ts'

/** Orders in a shop's embedded store, as buyers make them and as the owner changes them by the Admin API. */

type OrderedLine = {
  /** Its variant of Vol. II: a box with gift wrapping without it. */
  readonly variant?: string
  readonly quantity?: number
  readonly wrapping?: string | null
}
type PlaceOptions = {
  readonly payment?: 'paid' | 'later' | 'test'
  readonly codes?: readonly (string | null)[]
  readonly email?: string
  readonly name?: string
}
/** An order of the store, with the ids of its lines. */
type PlacedOrder = Awaited<ReturnType<typeof placeOrder>>

/** More than a test makes. */
const ORDERS = 'query { orders(first: 250) { nodes { id name lineItems(first: 250) { nodes { id } } } } }'
const STATUS = `query ($code: String!) {
  codeDiscountNodeByCode(code: $code) { codeDiscount { ... on DiscountCodeBasic { status } } } }`
const CANCEL = `mutation ($id: ID!) { orderCancel(orderId: $id, reason: OTHER, restock: true) {
  orderCancelUserErrors { message } } }`
const MARK_PAID = 'mutation ($id: ID!) { orderMarkAsPaid(input: { id: $id }) { userErrors { message } } }'
const REFUND = `mutation ($id: ID!, $line: ID!, $quantity: Int!) {
  refundCreate(input: { orderId: $id, refundLineItems: [{ lineItemId: $line, quantity: $quantity }] }) {
    userErrors { message } } }`
export const BEGIN =
  'mutation ($id: ID!) { orderEditBegin(id: $id) { calculatedOrder { id } userErrors { message } } }'
const SET = `mutation ($id: ID!, $line: ID!, $quantity: Int!) {
  orderEditSetQuantity(id: $id, lineItemId: $line, quantity: $quantity) { userErrors { message } } }`
export const COMMIT = 'mutation ($id: ID!) { orderEditCommit(id: $id) { userErrors { message } } }'

function clientOfShop({ embedded }: TestShop) {
  if (!embedded.store) throw new Error('This shop has no embedded store')
  return clientOf(embedded.store)
}

function userErrorsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  const { userErrors = [], orderCancelUserErrors = [] } = value as Record<string, unknown[]>
  return [...userErrors, ...orderCancelUserErrors]
}

/** Calls the Admin API as the owner would. @returns its `data` @throws where it answers with errors */
export async function callStore(shop: TestShop, query: string, variables: object = {}) {
  const { data, errors } = await clientOfShop(shop).admin(query, variables)
  const refused = [...errors, ...Object.values(data ?? {}).flatMap(userErrorsOf)]
  if (refused.length > 0) throw new Error(JSON.stringify(refused))
  return data
}

/** Makes an order in a shop's store: of one box with gift wrapping, or of these lines. */
export async function placeOrder(
  shop: TestShop,
  lines: readonly OrderedLine[] = [{}],
  { payment = 'paid', codes = [], email = 'giver@example.com', name = 'Grace Giver' }: PlaceOptions = {},
) {
  const { createCart, order } = clientOfShop(shop)
  const vol2 = await shop.services.storefront.getProduct('us', HANDLES.vol2.us)
  const wanted = lines.map(({ variant = 'No Wand', quantity = 1, wrapping = 'Printable letter' }) => ({
    merchandiseId: vol2?.variants.find(({ title }) => title === variant)?.id ?? '',
    quantity,
    attributes: wrapping === null ? [] : [{ key: 'Gift wrapping', value: wrapping }],
  }))
  const cart = await createCart(wanted, { country: 'US', codes: codes.filter((code) => code !== null) })
  const { response } = await order(cart.checkoutUrl, { name, email, payment })
  if (response.status !== 303) throw new Error(`The order was not placed: ${response.status}`)
  const last: { id: string; name: string; lineItems: { nodes: { id: string }[] } } = (
    await callStore(shop, ORDERS)
  ).orders.nodes.at(-1)
  const gid = last.id
  return {
    id: gid.split('/').at(-1) ?? '',
    gid,
    name: last.name,
    lines: last.lineItems.nodes.map(({ id }) => id),
  }
}

/** A shop for the tests of a file, with orders in its store and what they have led to. */
export function openOrderShop(options: TestShopOptions = {}) {
  const shop = openTestShop(options)
  const admin = (query: string, variables: object = {}) => callStore(shop, query, variables)
  /** Does something to orders, and waits until the shop has read what the store has rung about. */
  const read =
    <Args extends unknown[], Done>(act: (...args: Args) => Promise<Done>) =>
    async (...args: Args) => {
      const done = await act(...args)
      await readOrders(shop)
      return done
    }

  /** Changes lines of an order by one edit, as the owner does. */
  async function edit(order: PlacedOrder, changes: Readonly<Record<number, number>>) {
    const id = (await admin(BEGIN, { id: order.gid })).orderEditBegin.calculatedOrder.id
    for (const [place, quantity] of Object.entries(changes))
      await admin(SET, { id, line: order.lines[Number(place)], quantity })
    await admin(COMMIT, { id })
  }

  return {
    shop,
    edit: read(edit),
    place: read((lines?: readonly OrderedLine[], more?: PlaceOptions) => placeOrder(shop, lines, more)),
    cancel: read((order: PlacedOrder) => admin(CANCEL, { id: order.gid })),
    markPaid: read((order: PlacedOrder) => admin(MARK_PAID, { id: order.gid })),
    refund: read((order: PlacedOrder, place: number, quantity: number) =>
      admin(REFUND, { id: order.gid, line: order.lines[place], quantity }),
    ),
    /** Ends the store's webhooks. */
    endWebhooks(): void {
      if (shop.embedded.store) shop.embedded.store.settings.subscriptions = []
    },
    /** Has an order read again. */
    ring: read((order: { id: string }) => shop.services.orders.ring(order.id)),
    reconcile: read(() => shop.services.orders.reconcile()),
    noted: ({ id }: Pick<PlacedOrder, 'id'>) => shop.services.backend.orders.find(id),
    codesOf: ({ id }: Pick<PlacedOrder, 'id'>) => shop.services.backend.gifts.listOfOrder(id),
    /** Whether the store takes a discount code. */
    isActive: async (code: string | null): Promise<boolean> =>
      (await admin(STATUS, { code })).codeDiscountNodeByCode?.codeDiscount.status === 'ACTIVE',
  }
}
