import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { planOrder, type StoreOrder } from '#app/models/order-gifts.ts'
import { createBackend } from '#app/services/backend/backend.server.ts'
import { createOrders, type Orders } from '#app/services/orders/orders.server.ts'
import { listUsed } from '#app/services/orders/settle-order.server.ts'
import type { StoreApi } from '#app/services/orders/store-api.server.ts'
import { GIFT_LINE, lineOf, orderOf, PRODUCTS } from '../support/orders.ts'
import { silentLog } from '../support/silent-log.ts'
import { clientFor, newBackendFolder, startEmbedded } from './support.ts'

/**
 * Two instances read the orders of one store at once, are killed between any two calls and started again: whatever
 * happened, the last reading decides. On the embedded database and on PostgreSQL.
 */

const KEYS = { anonKey: 'anon', serviceRoleKey: 'service' }
const MIGRATIONS = new URL('../../supabase/migrations/', import.meta.url)
const MINUTE = 60_000

type Access = { url: string; anonKey: string; serviceRoleKey: string; fetch: typeof fetch }

async function embedded(): Promise<Access> {
  const started = await startEmbedded({ dataDir: await newBackendFolder() })
  onTestFinished(() => started.close())
  return started.access
}

/** PostgreSQL with the project's migrations, behind the same interface as a hosted project. */
async function postgres(): Promise<Access> {
  const emitWarning = process.emitWarning
  const [{ App }, { createConnection }] = await Promise.all([
    import('@supabase/lite'),
    import('@supabase/lite/pglite').then((module) => ({ createConnection: module.createPgliteConnection })),
  ])
  process.emitWarning = emitWarning
  const connection = await createConnection()
  onTestFinished(() => connection.close())
  await connection.driver.exec(
    'create role anon; create role authenticated; create role service_role bypassrls',
  )
  for (const file of readdirSync(MIGRATIONS).sort())
    await connection.driver.exec(readFileSync(new URL(file, MIGRATIONS), 'utf8'))
  const resolver = async () => ({ type: 'secret', claims: { role: 'service_role' } }) as const
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: 'x'.repeat(40), enable_signup: false },
    options: { server: { disableStudio: true, apiKeys: { resolver } } },
  } as ConstructorParameters<typeof App>[0])
  await app.init()
  return {
    ...KEYS,
    url: 'http://postgres.localhost',
    fetch: async (input, init) => app.fetch(new Request(input, init)),
  }
}

/** The discount code of the first gift, which two orders use, and the orders of the store. */
const CODE = 'GIFT-A'
const [BOUGHT, LATER, FIRST, SECOND] = ['100', '200', '300', '400'] as const
const ORDER_IDS = [BOUGHT, LATER, FIRST, SECOND] as const

function newStore() {
  const using = (id: string) => orderOf(id, { isPaid: false, codes: [CODE], lines: [lineOf(GIFT_LINE)] })
  const lines = [lineOf(), lineOf({ id: '2', left: 3 })]
  const bought = orderOf(BOUGHT, { lines: [lineOf({ left: 2 })] })
  const orders = [bought, orderOf(LATER, { isPaid: false, lines }), using(FIRST), using(SECOND)]
  return new Map<string, StoreOrder>(orders.map((order) => [order.id, order]))
}

const id = fc.constantFrom(...ORDER_IDS)
const change = fc.record({ kind: fc.constantFrom('pay', 'cancel', 'ship', 'give money back'), id })
const quantity = fc.record({ kind: fc.constant('set quantity'), id, place: fc.nat(1), units: fc.nat(3) })
type StoreEvent = {
  readonly kind: string
  readonly id: string
  readonly place?: number
  readonly units?: number
}

/** What happens to an order; nothing where the store would refuse. */
function happen(store: Map<string, StoreOrder>, { kind, id, place, units = 0 }: StoreEvent): void {
  const order = store.get(id)
  if (!order || order.isCancelled) return
  const isUsing = order.codes.length > 0
  const isShipped = order.lines.some(({ shipped }) => shipped > 0)
  const version = String(Number(order.version) + 1)
  store.set(id, {
    ...order,
    version,
    isPaid: order.isPaid || kind === 'pay',
    isCancelled: kind === 'cancel' && !isShipped,
    lines: order.lines.map((line, at) => ({
      ...line,
      // A gift is there once; what is taken back after it was sent is a return.
      left: kind === 'set quantity' && at === place ? Math.min(units, isUsing ? 1 : 3) : line.left,
      shipped: kind === 'ship' && order.isPaid && isUsing ? line.left : line.shipped,
    })),
  })
}

type Instance = {
  readonly orders: Orders
  readonly backend: ReturnType<typeof createBackend>
  kill(calls: number): void
}

async function openWorld(access: Access) {
  const outboxDir = mkdtempSync(join(tmpdir(), 'order-readings-'))
  onTestFinished(() => rmSync(outboxDir, { recursive: true, force: true }))
  const clock = { at: Date.now() }
  const ended = new Set<string>()
  const mail = { smtpUrl: null, from: 'a@shop.test', to: 'a@shop.test', outboxDir }
  const service = clientFor(access, access.serviceRoleKey)
  const store = newStore()
  const api = {
    readOrder: async (order: string) => store.get(order) ?? null,
    readProducts: async () => PRODUCTS,
  }

  function start(): Instance {
    let callsLeft = Number.POSITIVE_INFINITY
    const live = <T>(work: () => Promise<T>) =>
      callsLeft-- > 0 ? work() : Promise.reject(new Error('killed'))
    const options = {
      ...access,
      mail,
      origin: () => 'https://shop.test',
      log: silentLog,
      now: () => clock.at,
    }
    const fetchAlive: typeof fetch = (input, init) =>
      String(input).includes('/functions/')
        ? Promise.reject(new Error('away'))
        : live(() => access.fetch(input, init))
    const backend = createBackend({ ...options, fetch: fetchAlive })
    const giftDiscounts = { deactivateDiscount: (code: string) => live(async () => void ended.add(code)) }
    return {
      orders: createOrders({ ...options, backend, giftDiscounts, api: api as unknown as StoreApi }),
      backend,
      kill: (calls) => {
        callsLeft = Math.min(callsLeft, calls)
      },
    }
  }

  /** The tables as they are before a history. @returns the id of the first gift */
  async function reset(): Promise<string> {
    const tables = ['store_orders', 'gift_redemption_codes', 'gift_discounts', 'mail_outbox']
    for (const table of tables) await service.from(table).delete().neq('created_at', '1900-01-01')
    for (const [order, state] of newStore()) store.set(order, state)
    ended.clear()
    const { giftCode } = await start().backend.gifts.issue({
      orderId: BOUGHT,
      orderName: '#100',
      orderLineId: '1',
      unit: 1,
      market: 'us',
      productTitle: 'Gift Bundle - No Wand',
      productVariantId: GIFT_LINE.variantId,
      wrapping: 'printable-only',
      purchaserName: null,
      purchaserEmail: 'giver@example.com',
    })
    const discount = { shopify_discount_code: CODE }
    await service.from('gift_redemption_codes').update(discount).eq('id', giftCode.id)
    await start().backend.gifts.keepDiscount(giftCode.id, CODE)
    return giftCode.id
  }

  return { clock, ended, service, start, store, reset }
}
type World = Awaited<ReturnType<typeof openWorld>>

/** What is wrong when all orders were read once more, beside that another reading would change nothing. */
async function wrongIn({ store, ended }: World, { gifts }: Instance['backend'], first: string) {
  const wrong: string[] = []
  for (const id of [BOUGHT, LATER]) {
    const order = store.get(id)
    const all = await gifts.listOfOrder(id)
    for (const line of order?.lines ?? []) {
      const live = all.filter(({ orderLineId, revokedAt }) => orderLineId === line.id && revokedAt === null)
      const units = order?.isCancelled || !order?.isPaid ? 0 : line.left
      const redeemed = live.filter((gift) => gift.redeemed).length
      if (live.length !== Math.max(units, redeemed)) wrong.push(`${id}: ${live.length} gifts of ${units}`)
    }
  }
  const gift = await gifts.get(first)
  const holders = [FIRST, SECOND].filter((id) => {
    const { isPaid, isCancelled, lines } = store.get(id) ?? orderOf(id)
    return isPaid && lines.some(({ left, shipped }) => shipped > 0 || (left > 0 && !isCancelled))
  })
  const has = gift?.redeemedOrderId ?? null
  if (has !== null && !holders.some((id) => id === has)) wrong.push('a gift is with an order that lost it')
  if (has === null && holders.length > 0 && !gift?.revokedAt) wrong.push('an order has not got its gift')
  if (gift?.discountCode !== CODE && !ended.has(CODE)) wrong.push('a discount that must not work still does')
  if (has === null && ended.has(CODE) && gift?.discountCode === CODE)
    wrong.push('an ended discount is in use')
  return wrong
}

const ring = fc.record({
  kind: fc.constant('ring' as const),
  id,
  instances: fc.constantFrom<number[][]>([0], [1], [0, 1]),
  isAwaited: fc.boolean(),
})
const kill = fc.record({ kind: fc.constant('kill' as const), instance: fc.nat(1), calls: fc.nat(15) })
const action = fc.oneof(
  { weight: 2, arbitrary: change },
  { weight: 2, arbitrary: quantity },
  { weight: 4, arbitrary: ring },
  { weight: 1, arbitrary: kill },
)
const history = fc.array(action, { minLength: 4, maxLength: 16 })
type History = typeof history extends fc.Arbitrary<infer Actions> ? Actions : never

const read = (id: (typeof ORDER_IDS)[number]) => ({
  kind: 'ring' as const,
  id,
  instances: [0],
  isAwaited: true,
})
/** A gift that is given back after its purchase was undone, and one for which another order waits. */
const examples: [History][] = [
  [[{ kind: 'pay', id: FIRST }, read(FIRST), { kind: 'cancel', id: BOUGHT }, { kind: 'cancel', id: FIRST }]],
  [[{ kind: 'pay', id: SECOND }, read(SECOND), { kind: 'pay', id: FIRST }, { kind: 'cancel', id: SECOND }]],
]

describe.each([
  ['embedded', embedded],
  ['PostgreSQL', postgres],
])('on the %s database', { timeout: 120_000 }, (_, open) => {
  it('whatever happens, however it is read and whoever dies, the last reading decides', async () => {
    const world = await openWorld(await open())
    const property = fc.asyncProperty(history, async (actions) => {
      const first = await world.reset()
      const instances = [world.start(), world.start()]
      const rung: Promise<unknown>[] = []
      for (const one of actions) {
        if ('calls' in one) instances[one.instance]?.kill(one.calls)
        else if ('instances' in one) {
          for (const at of one.instances)
            rung.push(Promise.resolve(instances[at]?.orders.ring(one.id)).catch(() => {}))
          if (!one.isAwaited) continue
          await Promise.all(rung)
          await Promise.all(instances.map(({ orders }) => orders.idle()))
        } else happen(world.store, one)
      }
      await Promise.all(rung)
      await Promise.all(instances.map(({ orders }) => orders.stop()))
      // Started again. What a killed process has locked is free after a minute.
      world.clock.at += 2 * MINUTE
      const { orders, backend } = world.start()
      for (const id of ORDER_IDS) {
        await orders.ring(id)
        await orders.idle()
      }
      for (const order of world.store.values()) {
        const noted = await backend.orders.find(order.id)
        expect(noted).toMatchObject({ dueAt: null, lockedBy: null, lastError: null, version: order.version })
        const bought = await backend.gifts.listOfOrder(order.id)
        const used = await listUsed({ backend }, order)
        const context = { products: PRODUCTS, withoutWrapping: false }
        const { steps, reports } = planOrder(order, { bought, used, ...context })
        expect([steps, noted?.reports]).toEqual([[], reports])
      }
      expect(await wrongIn(world, backend, first)).toEqual([])
      const mails = (await world.service.from('mail_outbox').select('dedupe_key')).data ?? []
      expect(new Set(mails.map(({ dedupe_key }) => dedupe_key)).size).toBe(mails.length)
    })
    await fc.assert(property, { examples, numRuns: Number(process.env.ORDER_HISTORIES ?? 10) })
  })
})
