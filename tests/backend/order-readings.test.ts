import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createBackend } from '#app/services/backend/backend.server.ts'
import { createOrders, type Orders } from '#app/services/orders/orders.server.ts'
import type { StoreApi } from '#app/services/orders/store-api.server.ts'
import {
  CODE,
  FIRST_PURCHASE,
  happen,
  newStore,
  ORDER_IDS,
  PRODUCTS,
  storeEvents,
  wrongIn,
} from '../support/order-history.ts'
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

type Instance = {
  readonly orders: Orders
  readonly backend: ReturnType<typeof createBackend>
  kill(calls: number): void
}

async function openWorld(access: Access) {
  const outboxDir = mkdtempSync(join(tmpdir(), 'order-readings-'))
  const clock = { at: Date.now() }
  const ended = new Set<string>()
  const mail = { smtpUrl: null, from: 'a@shop.test', to: 'a@shop.test', outboxDir }
  const service = clientFor(access, access.serviceRoleKey)
  let store = newStore()
  const api = { readOrder: async (id: string) => store.get(id) ?? null, readProducts: async () => PRODUCTS }

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

  return {
    clock,
    ended,
    service,
    start,
    happen: (event: Parameters<typeof happen>[1]) => happen(store, event),
    store: () => store,
    /** The tables as they are before a history, with the first gift. */
    async reset(): Promise<string> {
      for (const table of [
        'gift_orders',
        'store_orders',
        'gift_redemption_codes',
        'gift_discounts',
        'mail_outbox',
      ])
        await service
          .from(table)
          .delete()
          .neq(table.startsWith('gift_o') ? 'order_id' : 'created_at', '1900-01-01')
      store = newStore()
      ended.clear()
      const { backend } = start()
      const { giftCode } = await backend.gifts.issue({
        ...FIRST_PURCHASE,
        orderName: '#100',
        orderLineId: FIRST_PURCHASE.lineId,
        market: 'us',
        productTitle: 'Gift Bundle - No Wand',
        productVariantId: FIRST_PURCHASE.variantId,
        wrapping: 'printable-only',
        purchaserName: null,
        purchaserEmail: 'giver@example.com',
      })
      await service
        .from('gift_redemption_codes')
        .update({ shopify_discount_code: CODE })
        .eq('id', giftCode.id)
      await backend.gifts.keepDiscount(giftCode.id, CODE)
      return giftCode.id
    },
    close: () => rmSync(outboxDir, { recursive: true, force: true }),
  }
}

const action = fc.oneof(
  { weight: 4, arbitrary: storeEvents },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('ring' as const),
      id: fc.constantFrom(...ORDER_IDS),
      instances: fc.constantFrom([0], [1], [0, 1]),
      isAwaited: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('kill' as const), instance: fc.nat(1), calls: fc.nat(15) }),
  },
)

describe.each([
  ['embedded', embedded],
  ['PostgreSQL', postgres],
])('on the %s database', { timeout: 120_000 }, (_, open) => {
  it('whatever happens, however it is read and whoever dies, the last reading decides', async () => {
    const world = await openWorld(await open())
    onTestFinished(world.close)
    const history = fc.array(action, { minLength: 4, maxLength: 16 })
    await fc.assert(
      fc.asyncProperty(history, async (actions) => {
        const first = await world.reset()
        const instances = [world.start(), world.start()]
        const rung: Promise<unknown>[] = []
        for (const one of actions) {
          if (one.kind === 'ring') {
            for (const index of one.instances)
              rung.push(instances[index]?.orders.ring(one.id).catch(() => {}) as never)
            if (one.isAwaited) await Promise.all([...rung, ...instances.map(({ orders }) => orders.idle())])
          } else if (one.kind === 'kill') {
            instances[one.instance]?.kill(one.calls)
          } else world.happen(one)
        }
        await Promise.all([...rung, ...instances.map(({ orders }) => orders.stop())])
        // Started again. What a killed process has locked is free after a minute.
        world.clock.at += 2 * MINUTE
        const { orders, backend } = world.start()
        const readAll = async () => {
          for (const id of ORDER_IDS) await orders.ring(id)
          await orders.idle()
        }
        await readAll()
        const rows = async () =>
          (await world.service.from('gift_redemption_codes').select('*').order('id')).data ?? []
        const before = await rows()
        await readAll()
        expect(await rows()).toEqual(before)
        const noted = (await Promise.all(ORDER_IDS.map((id) => backend.orders.find(id)))).filter(
          (order) => order !== null,
        )
        expect(noted.map(({ dueAt, lockedBy }) => [dueAt, lockedBy])).toEqual(
          Array(ORDER_IDS.length).fill([null, null]),
        )
        const gifts = before.map((row) => ({
          id: row.id === first ? 'first' : row.id,
          orderId: row.order_id,
          lineId: row.order_line_id,
          isRevoked: row.revoked_at !== null,
          redeemedBy: row.redeemed ? row.redeemed_order_id : null,
          discount: row.shopify_discount_code,
        }))
        const reports = new Map(noted.map((order) => [order.orderId, order.reports]))
        expect(wrongIn(world.store(), { gifts, reports, ended: world.ended })).toEqual([])
        const mails = (await world.service.from('mail_outbox').select('dedupe_key, attempts')).data ?? []
        expect(new Set(mails.map(({ dedupe_key }) => dedupe_key)).size).toBe(mails.length)
      }),
      { numRuns: Number(process.env.ORDER_HISTORIES ?? 6) },
    )
  })
})
