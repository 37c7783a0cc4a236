import { type GiftStep, isOpen, planOrder } from '#app/models/order-gifts.ts'
import type { StoreOrder } from '#app/models/store-order.ts'
import type { Backend } from '../backend/backend.server.ts'
import type { StoredGiftCode } from '../backend/gift-records.server.ts'
import type { NotedOrder, OrderResult } from '../backend/store-orders.server.ts'
import type { Log } from '../log/log.server.ts'
import { UpstreamError } from '../upstream/upstream-error.server.ts'
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

type OrdersOptions = {
  readonly backend: Backend
  readonly api: StoreApi
  readonly log: Log
  readonly now: () => number
}

export type Orders = ReturnType<typeof createOrders>

const UNKNOWN_ORDER = new Error('The store does not know this order (yet)')

/**
 * Reads orders of the store again, when it rings and every ten minutes, and settles their gifts. What is to be read is in
 * the database, so that nothing is lost with a process, and one of several instances does it.
 */
export function createOrders(services: OrdersOptions) {
  const { api, backend, log, now } = services
  const workers = new Set<Promise<void>>()
  const timers: NodeJS.Timeout[] = []
  let isStopped = false
  let isRung = false
  let reconciling: Promise<void> | null = null

  /** Reads and settles one order that this process has locked. One that was overtaken stays due. */
  async function work(noted: NotedOrder): Promise<void> {
    const { orderId } = noted
    try {
      const result = await readAndSettle(noted)
      const fresh = result.reports.filter((report) => !noted.reports.includes(report))
      if (fresh.length > 0) log.error({ orderId, reports: fresh }, 'an order needs its owner')
      await backend.orders.finish(noted, result)
    } catch (error) {
      if (error !== OVERTAKEN && error !== UNKNOWN_ORDER) log.error({ err: error, orderId }, 'order not read')
      const reason = error === OVERTAKEN ? noted.lastError : failureReason(error)
      const pauseMs = Math.min(FIRST_PAUSE_MS * 3 ** noted.tries, LONGEST_PAUSE_MS)
      await backend.orders.fail(noted, reason, pauseMs)
    }
  }

  async function readAndSettle(noted: NotedOrder): Promise<OrderResult> {
    const order = await api.readOrder(noted.orderId)
    if (order !== null) return { ...order, reports: await settleOrder(services, order, noted) }
    if (now() - Date.parse(noted.askedAt) < UNKNOWN_MS) throw UNKNOWN_ORDER
    return { name: null, status: 'unknown', version: null, reports: ['unknown-order'] }
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

  async function compareStore(restMs: number): Promise<void> {
    const begunAt = now()
    const since = await backend.orders.beginReconciliation(RECONCILE_MS / 2, restMs)
    if (since === undefined) return
    const from = (since === null ? begunAt : Date.parse(since)) - OVERLAP_MS
    for (const { id, version } of await api.listChanged(from)) {
      const noted = await backend.orders.find(id)
      if (noted?.version !== version && noted?.dueAt == null) await backend.orders.ring(id)
    }
    await backend.orders.endReconciliation(begunAt)
  }

  /**
   * Notes the orders that were changed since the last complete comparison. Never throws; another instance that is at it
   * does it for this one.
   * @param restMs not when an instance has completed one since then
   */
  function reconcile(restMs = 0): Promise<void> {
    reconciling ??= compareStore(restMs)
      .catch((error: unknown) => log.warn({ err: error }, 'orders of the store not compared'))
      .finally(() => {
        reconciling = null
        wake()
      })
    return reconciling
  }

  return {
    ring,
    reconcile,
    /** Asks for a reading of the order with that name. @returns null when the store has none */
    async ringByName(typed: string): Promise<string | null> {
      const id = await api.findByName(typed).catch((cause: unknown) => {
        throw new UpstreamError('find order by number', null, { cause })
      })
      if (id !== null) await ring(id)
      return id
    },
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

/** Describes an error for the owner, without email addresses. */
function failureReason(error: unknown): string {
  return String(error)
    .replace(/^(Upstream)?Error: /, '')
    .replace(/\S+@\S+/g, '[address]')
}

/** Enough for every step of several concurrent orders; more means that something else changes the gifts all the time. */
const MAX_TURNS = 20
/** When the orders that wait for a gift are read, if this process dies while it gives the gift back. */
const GIVEN_BACK_MS = 60_000

/** Somebody has asked for the order while it was being settled, or another process has taken it over. */
const OVERTAKEN = new Error('asked for again')

/**
 * Brings the gifts of an order into agreement with it (`models/order-gifts.ts`). Each step is a single statement that a
 * concurrent one can refuse; after all of them, the gifts are read again. Idempotent, also after a killed process.
 * @param noted the same order, locked by this process
 * @returns what the owner has to look at
 * @throws UpstreamError, ShopifyAdminError or OVERTAKEN; a repeated call continues
 */
async function settleOrder(services: OrdersOptions, order: StoreOrder, noted: NotedOrder) {
  const { backend, api } = services
  const { gifts, orders } = backend
  const keep = async () => {
    if (!(await orders.extend(noted))) throw OVERTAKEN
  }
  const products = await api.readProducts(order)
  for (let turn = 0; turn < MAX_TURNS; turn++) {
    const [bought, used] = await Promise.all([gifts.listOfOrder(order.id), listUsed(backend, order)])
    const { withoutWrapping } = noted
    const { steps, mails, reports } = planOrder(order, { bought, used, products, withoutWrapping })
    for (const step of steps) {
      await keep()
      await applyStep(services, order, step)
    }
    if (steps.length > 0) continue
    for (const { id } of mails) {
      await keep()
      // It may have been redeemed while the mails before it were sent.
      const gift = await gifts.get(id)
      if (gift && isOpen(gift)) await gifts.deliver(gift)
    }
    return reports
  }
  throw new Error('the gifts of an order do not settle')
}

/** The gifts that an order has, and those whose discounts are on it. */
async function listUsed({ gifts }: Backend, order: StoreOrder) {
  const used = new Map<string, { readonly gift: StoredGiftCode; readonly code: string | null }>()
  for (const gift of await gifts.listRedeemedBy(order.id)) used.set(gift.id, { gift, code: null })
  for (const code of order.codes) {
    const gift = await gifts.findByDiscount(code)
    if (gift) used.set(gift.id, { gift, code })
  }
  return [...used.values()]
}

/** Takes one step, in an order that a process may die in at any place: the next reading plans the step again. */
async function applyStep({ backend, api }: OrdersOptions, order: StoreOrder, step: GiftStep) {
  const { gifts, orders } = backend
  if (step.kind === 'issue') {
    await gifts.issue(step.purchase)
    return
  }
  const { gift, kind } = step
  const ringWaiting = (pauseMs: number) => orders.ringWaiting(order.id, gift.orderId, pauseMs)
  if (kind === 'reopen') await ringWaiting(GIVEN_BACK_MS)
  // A mail that still waits would promise something that is gone.
  if (kind === 'redeem' || kind === 'revoke') await backend.deleteUnsentGiftMails(gift.id)
  const isUsedHere = kind === 'redeem' && gift.discountCode?.toUpperCase() === step.code
  if (gift.discountCode !== null && !isUsedHere) {
    // The record still says which gift had it. In some stores a cancelled order leaves its discount usable, so it is ended.
    await gifts.keepDiscount(gift.id, gift.discountCode)
    await api.deactivateDiscount(gift.discountCode)
  }
  if (kind === 'redeem') await gifts.redeem(gift, { ...order, discount: step.code })
  else if (kind === 'revoke')
    await gifts.revoke(gift, order.status === 'cancelled' ? 'order cancelled' : 'refunded')
  else await gifts.reopen(gift)
  if (kind === 'reopen') await ringWaiting(0)
}
