import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { StoreOrder } from '#app/models/store-order.ts'
import { createBackend } from '#app/services/backend/backend.server.ts'
import { createOrders } from '#app/services/orders/orders.server.ts'
import type { StoreApi } from '#app/services/orders/store-api.server.ts'
import { GIFT_LINE, lineOf, orderOf, PRODUCTS } from '../support/orders.ts'
import { silentLog } from '../support/silent-log.ts'
import { clientFor, giftPurchase, MIGRATIONS, startEmbedded } from './support.ts'

/**
 * Two instances read the orders of one store at once, are killed between any two calls and started again: whatever
 * happened, the last reading decides. On the embedded database and on PostgreSQL.
 */

const MINUTE = 60_000
const GIFTS = 'gift_redemption_codes'

type Access = Awaited<ReturnType<typeof startEmbedded>>['access']

async function embedded(): Promise<Access> {
  const started = await startEmbedded()
  onTestFinished(() => started.close())
  return started.access
}

/** PostgreSQL with the project's migrations, behind the same interface as a hosted project. */
async function postgres(): Promise<Access> {
  const emitWarning = process.emitWarning
  const [{ App }, pglite] = await Promise.all([import('@supabase/lite'), import('@supabase/lite/pglite')])
  process.emitWarning = emitWarning
  const connection = await pglite.createPgliteConnection()
  onTestFinished(() => connection.close())
  const roles = 'create role anon; create role authenticated; create role service_role bypassrls'
  for (const sql of [roles, ...MIGRATIONS]) await connection.driver.exec(sql)
  const resolver = async () => ({ type: 'secret', claims: { role: 'service_role' } }) as const
  const app = new App({
    connection,
    auth: { enabled: true, jwt_secret: 'x'.repeat(40), enable_signup: false },
    options: { server: { disableStudio: true, apiKeys: { resolver } } },
  } as ConstructorParameters<typeof App>[0])
  await app.init()
  return {
    anonKey: 'anon',
    serviceRoleKey: 'service',
    url: 'http://postgres.localhost',
    fetch: async (input, init) => app.fetch(new Request(input, init)),
  }
}

/** The discount code of the first gift, which two orders use, and the orders of the store. */
const CODE = 'GIFT-A'
const [BOUGHT, LATER, FIRST, SECOND] = ['100', '200', '300', '400'] as const
const ORDER_IDS = [BOUGHT, LATER, FIRST, SECOND] as const

function newStore() {
  const using = (id: string) => orderOf(id, { status: 'unpaid', codes: [CODE], lines: [lineOf(GIFT_LINE)] })
  const lines = [lineOf(), lineOf({ id: '2', left: 3 })]
  const bought = orderOf(BOUGHT, { lines: [lineOf({ left: 2 })] })
  const orders = [bought, orderOf(LATER, { status: 'unpaid', lines }), using(FIRST), using(SECOND)]
  return new Map<string, StoreOrder>(orders.map((order) => [order.id, order]))
}

const KINDS = ['pay', 'cancel', 'ship', 'give money back', ...Array(4).fill('set quantity')]
const id = fc.constantFrom(...ORDER_IDS)
const event = fc.record({ kind: fc.constantFrom(...KINDS), id, place: fc.nat(1), units: fc.nat(3) })
const instances = fc.constantFrom<readonly number[]>([0], [1], [0, 1])
const ring = fc.record({ id, instances, isAwaited: fc.boolean() })
const kill = fc.record({ instance: fc.nat(1), calls: fc.nat(15) })
const action = fc.oneof(
  { weight: 4, arbitrary: event },
  { weight: 4, arbitrary: ring },
  { weight: 1, arbitrary: kill },
)
const history = fc.array(action, { minLength: 4, maxLength: 12 })
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never
type StoreEvent = Extract<Action, { kind: string }>

/** What happens to an order; nothing where the store would refuse. */
function happen(store: Map<string, StoreOrder>, { kind, id, place, units }: StoreEvent): void {
  const order = store.get(id)
  if (!order || order.status === 'cancelled') return
  const isUsing = order.codes.length > 0
  const isCancelled = kind === 'cancel' && !order.lines.some(({ shipped }) => shipped > 0)
  store.set(id, {
    ...order,
    version: String(Number(order.version) + 1),
    status: kind === 'pay' ? 'paid' : isCancelled ? 'cancelled' : order.status,
    lines: order.lines.map((line, at) => ({
      ...line,
      // A gift is there once; what is taken back after it was sent is a return.
      left: kind === 'set quantity' && at === place ? Math.min(units, isUsing ? 1 : 3) : line.left,
      shipped: kind === 'ship' && order.status === 'paid' && isUsing ? line.left : line.shipped,
    })),
  })
}

/** A store and a shop with the first gift, whose discount two orders of the store name. */
async function openWorld(access: Access, outboxDir: string) {
  const clock = { at: Date.now() }
  const ended = new Set<string>()
  const service = clientFor(access, access.serviceRoleKey)
  const store = newStore()
  const mail = { smtpUrl: null, from: 'a@shop.test', to: 'a@shop.test', outboxDir }
  const common = { ...access, mail, origin: () => 'https://shop.test', log: silentLog, now: () => clock.at }

  /** An instance of the shop, which dies after so many calls. */
  function start() {
    let callsLeft = Number.POSITIVE_INFINITY
    const live = <T>(work: () => Promise<T>) =>
      callsLeft-- > 0 ? work() : Promise.reject(new Error('killed'))
    const fetchAlive: typeof fetch = (input, init) =>
      String(input).includes('/functions/')
        ? Promise.reject(new Error('away'))
        : live(() => access.fetch(input, init))
    const backend = createBackend({ ...common, fetch: fetchAlive })
    const api = {
      readOrder: async (order: string) => store.get(order) ?? null,
      readProducts: async () => PRODUCTS,
      deactivateDiscount: (code: string) => live(async () => void ended.add(code)),
    } as unknown as StoreApi
    const kill = (calls: number) => {
      callsLeft = Math.min(callsLeft, calls)
    }
    return { orders: createOrders({ ...common, backend, api }), backend, kill }
  }

  for (const table of ['store_orders', GIFTS, 'gift_discounts', 'mail_outbox'])
    await service.from(table).delete().neq('created_at', '1900-01-01')
  const { gifts } = start().backend
  const purchase = { ...giftPurchase(), orderId: BOUGHT, orderLineId: '1' }
  const bundle = { productTitle: GIFT_LINE.variantTitle, productVariantId: GIFT_LINE.variantId }
  const { giftCode: first } = await gifts.issue({ ...purchase, ...bundle })
  await service.from(GIFTS).update({ shopify_discount_code: CODE }).eq('id', first.id)
  await gifts.keepDiscount(first.id, CODE)
  return { clock, ended, service, start, store, first }
}
type World = Awaited<ReturnType<typeof openWorld>>

/** What is wrong when all orders were read once more, beside that another reading would change nothing. */
async function wrongIn({ store, ended, first, start }: World) {
  const { gifts } = start().backend
  const wrong: string[] = []
  for (const id of [BOUGHT, LATER]) {
    const { status, lines } = store.get(id) ?? orderOf(id)
    const all = await gifts.listOfOrder(id)
    for (const line of lines) {
      const live = all.filter(({ orderLineId, revokedAt }) => orderLineId === line.id && revokedAt === null)
      const units = status === 'paid' ? line.left : 0
      const redeemed = live.filter((gift) => gift.redeemed).length
      if (live.length !== Math.max(units, redeemed)) wrong.push(`${id}: ${live.length} gifts of ${units}`)
    }
  }
  const gift = await gifts.get(first.id)
  const holders = [FIRST, SECOND].filter((id) => {
    const { status, lines } = store.get(id) ?? orderOf(id)
    return status === 'paid' && lines.some(({ left, shipped }) => shipped > 0 || left > 0)
  })
  const has = gift?.redeemedOrderId ?? null
  if (has !== null && !holders.some((id) => id === has)) wrong.push('a gift is with an order that lost it')
  if (has === null && holders.length > 0 && !gift?.revokedAt) wrong.push('an order has not got its gift')
  if (gift?.discountCode !== CODE && !ended.has(CODE)) wrong.push('a discount that must not work still does')
  if (has === null && ended.has(CODE) && gift?.discountCode === CODE)
    wrong.push('an ended discount is in use')
  return wrong
}

const on = (id: StoreEvent['id'], kind: string) => ({ kind, id, place: 0, units: 0 })
const read = (id: StoreEvent['id']) => ({ id, instances: [0], isAwaited: true })
/** A gift that is given back after its purchase was undone, and one for which another order waits. */
const examples: [Action[]][] = [
  [[on(FIRST, 'pay'), read(FIRST), on(BOUGHT, 'cancel'), on(FIRST, 'cancel')]],
  [[on(SECOND, 'pay'), read(SECOND), on(FIRST, 'pay'), on(SECOND, 'cancel')]],
]

describe.each([
  ['embedded', embedded],
  ['PostgreSQL', postgres],
])('on the %s database', { timeout: 300_000 }, (_, open) => {
  it('whatever happens, however it is read and whoever dies, the last reading decides', async () => {
    const access = await open()
    const outboxDir = mkdtempSync(join(tmpdir(), 'order-readings-'))
    const property = fc.asyncProperty(history, async (actions) => {
      const world = await openWorld(access, outboxDir)
      const processes = [world.start(), world.start()]
      const rung: Promise<unknown>[] = []
      for (const one of actions) {
        if ('kind' in one) happen(world.store, one)
        else if ('calls' in one) processes[one.instance]?.kill(one.calls)
        else {
          for (const at of one.instances)
            rung.push(Promise.resolve(processes[at]?.orders.ring(one.id)).catch(() => {}))
          if (!one.isAwaited) continue
          await Promise.all(rung)
          await Promise.all(processes.map(({ orders }) => orders.idle()))
        }
      }
      await Promise.all(rung)
      await Promise.all(processes.map(({ orders }) => orders.stop()))
      // Started again. What a killed process has locked is free after a minute.
      world.clock.at += 2 * MINUTE
      const { orders, backend } = world.start()
      const readAll = async () => {
        for (const id of ORDER_IDS) {
          await orders.ring(id)
          await orders.idle()
        }
        const noted = await Promise.all(ORDER_IDS.map(backend.orders.find))
        const { data } = await world.service.from(GIFTS).select('*').order('id')
        return { noted, gifts: data }
      }
      const last = await readAll()
      const settled = { dueAt: null, lockedBy: null, lastError: null }
      const done = [...world.store.values()].map(({ version }) => ({ version, ...settled }))
      expect(last.noted).toMatchObject(done)
      expect(await wrongIn(world)).toEqual([])
      expect(await readAll()).toEqual(last)
      const mails = (await world.service.from('mail_outbox').select('dedupe_key')).data ?? []
      expect(new Set(mails.map(({ dedupe_key }) => dedupe_key)).size).toBe(mails.length)
    })
    await fc.assert(property, { examples, numRuns: Number(process.env.ORDER_HISTORIES ?? 4) })
  })
})
