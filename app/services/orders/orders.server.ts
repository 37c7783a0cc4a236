import type { StoreOrder } from '#app/models/order-gifts.ts'
import { WEBHOOK_TOPICS } from '#app/models/store-requirements.ts'
import { withUpstreamError } from '../backend/client.server.ts'
import type { NotedOrder, OrderResult } from '../backend/store-orders.server.ts'
import type { Log } from '../log/log.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
import { type SettleServices, settleOrder } from './settle-order.server.ts'
import type { StoreApi } from './store-api.server.ts'

const MINUTE_MS = 60_000
/** How often orders are looked for that the store has not rung about. */
const RECONCILE_MS = 10 * MINUTE_MS
/** How far a reading goes back behind the last complete one, as clocks differ and lists of changes lag behind. */
const OVERLAP_MS = 60 * MINUTE_MS
/** How often orders are looked for whose pause is over, or whose process died. */
const SWEEP_MS = 15_000
/** Orders of one process that are read at the same time: Shopify lets nobody read faster for long. */
const MAX_WORKERS = 4
/** An order that the store does not know may be too new for its other servers; after that, the owner is told. */
const UNKNOWN_MS = 24 * 60 * MINUTE_MS
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 30 * MINUTE_MS

type OrdersOptions = SettleServices & {
  readonly api: StoreApi
  /** Scheme and host of the shop, for the addresses of webhooks. */
  readonly origin: () => string
  readonly log: Log
  readonly now: () => number
}

export type Orders = ReturnType<typeof createOrders>

/** Somebody has asked for the order while it was being settled, or another process has taken it over. */
class Overtaken extends Error {}

class UnknownOrder extends Error {
  constructor() {
    super('The store does not know this order (yet)')
  }
}

/**
 * Reads orders of the store again, when it rings and every ten minutes, and settles their gifts. What is to be read is in
 * the database, so that nothing is lost with a process, and one of several instances does it.
 */
export function createOrders({ api, ...services }: OrdersOptions) {
  const { backend, log, now, origin } = services
  const workers = new Set<Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  let isStopped = false
  let isRung = false
  let reconciling: Promise<void> | null = null
  let domain: string | null = null

  /** Reads and settles one order that this process has locked. One that was overtaken stays due. */
  async function work(order: NotedOrder): Promise<void> {
    try {
      await backend.orders.finish(order, await readAndSettle(order))
    } catch (error) {
      if (!(error instanceof UnknownOrder || error instanceof Overtaken))
        log.error({ err: error, orderId: order.orderId }, 'order not read')
      const pause = Math.min(FIRST_PAUSE_MS * 3 ** order.tries, LONGEST_PAUSE_MS)
      const reason = error instanceof Overtaken ? order.lastError : failureReason(error)
      await backend.orders.fail(order, reason, pause)
    }
  }

  async function readAndSettle(noted: NotedOrder): Promise<OrderResult> {
    const order = await api.readOrder(noted.orderId)
    if (order === null) {
      if (now() - Date.parse(noted.askedAt) < UNKNOWN_MS) throw new UnknownOrder()
      log.error({ orderId: noted.orderId }, 'the store does not know an order that it has told of')
      return { orderName: null, status: 'unknown', version: null, reports: ['unknown-order'] }
    }
    const products = await api.readProducts(order)
    const keep = async () => {
      if ((await backend.orders.extend(noted))?.bell !== noted.bell) throw new Overtaken()
    }
    const reports = await settleOrder(services, order, {
      products,
      withoutWrapping: noted.withoutWrapping,
      keep,
    })
    const fresh = reports.filter((report) => !noted.reports.includes(report))
    if (fresh.length > 0) log.error({ orderId: order.id, reports: fresh }, 'an order needs its owner')
    return { orderName: order.name, status: statusOf(order), version: order.version, reports }
  }

  async function runWorker(): Promise<void> {
    try {
      while (!isStopped) {
        const locked = await backend.orders.lockNext()
        if (locked !== null) await work(locked)
        else if (isRung) isRung = false
        else return
      }
    } catch (error) {
      log.warn({ err: error }, 'noted orders not read; the next sweep tries again')
    }
  }

  function wake(): void {
    isRung = true
    if (isStopped || workers.size >= MAX_WORKERS) return
    const worker = runWorker().finally(() => workers.delete(worker))
    workers.add(worker)
  }

  /** Notes that an order is to be read again, and begins with it. @throws UpstreamError when it could not be noted */
  async function ring(orderId: string, more?: { readonly without_wrapping: true }): Promise<void> {
    await backend.orders.ring(orderId, more)
    wake()
  }

  /**
   * Makes missing webhooks, and notes all orders that were changed since the last complete reading. Never throws; another
   * instance that is at it does it for this one.
   */
  async function reconcileOnce(restMs: number): Promise<void> {
    try {
      const begunAt = now()
      const since = await backend.orders.beginReconciliation(RECONCILE_MS / 2, restMs)
      if (since === undefined) return
      let completeUntil: number | null = null
      let remade: readonly string[] = []
      try {
        domain = await api.readDomain()
        remade = await ensureWebhooks()
        if (remade.length > 0) log.warn({ topics: remade }, 'webhooks were missing and have been made again')
        const from = (since === null ? begunAt : Date.parse(since)) - OVERLAP_MS
        const changed = await api.listChanged(from)
        for (const { id, updatedAt } of changed) {
          const noted = await backend.orders.find(id)
          if (noted?.version !== updatedAt && noted?.dueAt == null) await backend.orders.ring(id)
        }
        completeUntil = begunAt
      } finally {
        await backend.orders.endReconciliation(completeUntil, remade)
      }
    } catch (error) {
      log.warn({ err: error }, 'orders of the store not compared')
    }
    wake()
  }

  /** What cannot be made, such as for want of an approval, is tried again: the orders are read all the same. */
  async function ensureWebhooks(): Promise<readonly string[]> {
    try {
      return await api.ensureWebhooks(origin(), WEBHOOK_TOPICS)
    } catch (error) {
      log.warn({ err: error }, 'webhooks not made')
      return []
    }
  }

  /** @param restMs not when an instance has completed one since then */
  function reconcile(restMs = 0): Promise<void> {
    reconciling ??= reconcileOnce(restMs).finally(() => {
      reconciling = null
    })
    return reconciling
  }

  return {
    ring,
    reconcile,
    /** Whether a notice that names this domain is of another shop; while the own one is not known, of none. */
    isOfOtherShop: (shopDomain: string | null) =>
      domain !== null && shopDomain !== null && shopDomain.toLowerCase() !== domain.toLowerCase(),
    /** Asks for a reading of the order with that name. @returns null when the store has none */
    async ringByName(typed: string): Promise<string | null> {
      const id = await withUpstreamError('find order by number', () => api.findByName(typed))
      if (id !== null) await ring(id)
      return id
    },
    /** Makes the gifts of an order's lines that have no wrapping, as printable letters. */
    makeWithoutWrapping: (orderId: string) => ring(orderId, { without_wrapping: true }),
    /** Starts to reconcile: now, and every ten minutes. */
    start(): void {
      timers.push(
        setInterval(() => void reconcile(RECONCILE_MS - MINUTE_MS), RECONCILE_MS).unref(),
        setInterval(wake, SWEEP_MS).unref(),
      )
      void reconcile()
    },
    /** Resolves when nothing is being read by this process. */
    async idle(): Promise<void> {
      await reconciling
      while (workers.size > 0) await Promise.allSettled([...workers])
    },
    /** Starts no further reading; resolves when those in progress have ended. */
    async stop(): Promise<void> {
      isStopped = true
      for (const timer of timers) clearInterval(timer)
      await Promise.allSettled([reconciling, ...workers])
    },
  }
}

function statusOf({ isTest, isCancelled, isPaid }: StoreOrder): OrderResult['status'] {
  if (isTest) return 'test'
  if (isCancelled) return 'cancelled'
  return isPaid ? 'paid' : 'unpaid'
}

/** Describes an error for the owner, without email addresses. */
function failureReason(error: unknown): string {
  if (error instanceof UpstreamError || error instanceof UnknownOrder) return error.message
  return error instanceof Error
    ? `${error.name}: ${error.message}`.replace(/\S+@\S+/g, '[address]')
    : 'unknown'
}
