import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { cutText } from '#app/models/cut-text.ts'
import type { OrderReport } from '#app/models/order-gifts.ts'
import {
  type BackendAccess,
  expectDone,
  hasRows,
  isoNow,
  rowsOf,
  rowsWith,
  timestamp,
} from './client.server.ts'

const ORDERS = 'store_orders'
const GIFT_ORDERS = 'gift_orders'
const RECONCILIATION = 'store_reconciliation'
/** A process that has not extended its lock for so long is assumed to have died. */
const LOCK_MS = 60_000
/** Due orders that are looked at to find one that is free. */
const CANDIDATES = 100

export const storeOrderColumns = {
  id: z.string(),
  order_id: z.string(),
  order_name: z.string().nullable(),
  /** As it was last read; null before that. */
  status: z.enum(['paid', 'unpaid', 'cancelled', 'test', 'unknown']).nullable(),
  version: z.string().nullable(),
  reports: z.string().transform((names) => names.split(' ').filter(Boolean) as OrderReport[]),
  without_wrapping: z.boolean(),
  bell: z.string(),
  asked_at: timestamp,
  due_at: timestamp.nullable(),
  done_at: timestamp.nullable(),
  tries: z.number(),
  last_error: z.string().nullable(),
  locked_by: z.string().nullable(),
  created_at: timestamp,
}
const orderRows = rowsWith(storeOrderColumns)
/** An order that the store has told of, and how far the shop is with it. */
export type NotedOrder = z.output<typeof orderRows>[number]
/** What a complete reading has found. */
export type OrderResult = {
  readonly orderName: string | null
  readonly status: NonNullable<NotedOrder['status']>
  readonly version: string | null
  readonly reports: readonly OrderReport[]
}

const orderIds = z.array(z.object({ order_id: z.string() }))
const giftIds = z.array(z.object({ gift_id: z.string() }))
const reconciliationRows = rowsWith({
  complete_until: timestamp.nullable(),
  remade: z.string(),
  remade_at: timestamp.nullable(),
})

/** Which orders are to be read, which are locked, and which gifts they want. Every call throws UpstreamError. */
export function createStoreOrders(client: SupabaseClient, access: BackendAccess) {
  const isoIn = (ms: number) => new Date(access.now() + ms).toISOString()

  /** Notes that an order is to be read, now or as soon as the reading in progress has ended. */
  async function ring(orderId: string, more: { readonly without_wrapping?: true } = {}): Promise<void> {
    const now = isoNow(access)
    const asked = { bell: crypto.randomUUID(), asked_at: now, due_at: now, tries: 0, ...more }
    const update = () => client.from(ORDERS).update(asked).eq('order_id', orderId).select('id')
    if (hasRows('ring', await update())) return
    const row = { order_id: orderId, ...asked, created_at: now }
    const options = { onConflict: 'order_id', ignoreDuplicates: true }
    const inserted = await client.from(ORDERS).upsert(row, options).select('id')
    // Another one rang first.
    if (!hasRows('note order', inserted)) expectDone('ring', await update())
  }

  async function find(orderId: string): Promise<NotedOrder | null> {
    const reply = await client.from(ORDERS).select('*').eq('order_id', orderId).limit(1)
    return rowsOf('find order', reply, orderRows)[0] ?? null
  }

  /** Locks an order that is due, with one conditional update. @returns null when another process has it */
  async function lock(orderId: string): Promise<NotedOrder | null> {
    const now = isoNow(access)
    const reply = await client
      .from(ORDERS)
      .update({ locked_by: crypto.randomUUID(), locked_until: isoIn(LOCK_MS) })
      .eq('order_id', orderId)
      .lte('due_at', now)
      .or(`locked_by.is.null,locked_until.lt."${now}"`)
      .select('*')
    return rowsOf('lock order', reply, orderRows)[0] ?? null
  }

  const ofLock = ({ orderId, lockedBy }: NotedOrder, change: object) =>
    client.from(ORDERS).update(change).eq('order_id', orderId).eq('locked_by', lockedBy)

  /** Frees an order. It stays due if somebody has asked meanwhile, else `unasked` is written too. */
  async function end(order: NotedOrder, told: object, unasked: object): Promise<void> {
    const free = { ...told, locked_by: null, locked_until: null }
    const reply = await ofLock(order, { ...free, ...unasked })
      .eq('bell', order.bell)
      .select('id')
    if (!hasRows('end reading of order', reply)) expectDone('free order', await ofLock(order, free))
  }

  return {
    ring,
    /** Asks for another reading of an order that the store has told of; of no other, such as that of a sample gift. */
    async ringAgain(orderId: string): Promise<void> {
      if ((await find(orderId)) !== null) await ring(orderId)
    },
    find,
    /** Locks the order that has waited longest. @returns null when none waits */
    async lockNext(): Promise<NotedOrder | null> {
      const now = isoNow(access)
      const reply = await client
        .from(ORDERS)
        .select('order_id')
        .lte('due_at', now)
        .or(`locked_by.is.null,locked_until.lt."${now}"`)
        .order('due_at')
        .limit(CANDIDATES)
      for (const { order_id } of rowsOf('list due orders', reply, orderIds)) {
        const locked = await lock(order_id)
        if (locked !== null) return locked
      }
      return null
    },
    /**
     * Keeps a lock for longer.
     * @returns the order, whose `bell` tells whether somebody has asked meanwhile; null when the lock was lost
     */
    async extend(order: NotedOrder): Promise<NotedOrder | null> {
      const reply = await ofLock(order, { locked_until: isoIn(LOCK_MS) }).select('*')
      return rowsOf('extend lock of order', reply, orderRows)[0] ?? null
    },
    /** Ends a complete reading. */
    finish(order: NotedOrder, result: OrderResult): Promise<void> {
      const { orderName, status, reports, version } = result
      const told = { order_name: orderName ?? order.orderName, status, reports: reports.join(' ') }
      const free = { ...told, done_at: isoNow(access), last_error: null }
      return end(order, free, { version, due_at: null, tries: 0 })
    },
    /** Ends a reading that failed; the next one is due in `pauseMs`. @param reason without personal data */
    fail: (order: NotedOrder, reason: string | null, pauseMs: number): Promise<void> =>
      end(
        order,
        { last_error: reason && cutText(reason, 500) },
        { tries: order.tries + 1, due_at: isoIn(pauseMs) },
      ),
    /** The gifts that an order wants. */
    async giftsOf(orderId: string): Promise<readonly string[]> {
      const reply = await client.from(GIFT_ORDERS).select('gift_id').eq('order_id', orderId)
      return rowsOf('list gifts of order', reply, giftIds).map(({ gift_id }) => gift_id)
    },
    /** The orders that want a gift. */
    async ordersOf(giftId: string): Promise<readonly string[]> {
      const reply = await client.from(GIFT_ORDERS).select('order_id').eq('gift_id', giftId)
      return rowsOf('list orders of gift', reply, orderIds).map(({ order_id }) => order_id)
    },
    async reserve(giftId: string, orderId: string): Promise<void> {
      const row = { gift_id: giftId, order_id: orderId }
      const options = { onConflict: 'gift_id,order_id', ignoreDuplicates: true }
      expectDone('reserve gift', await client.from(GIFT_ORDERS).upsert(row, options))
    },
    async release(giftId: string, orderId: string): Promise<void> {
      const gone = client.from(GIFT_ORDERS).delete().eq('gift_id', giftId).eq('order_id', orderId)
      expectDone('release gift', await gone)
    },
    /** Orders that were reported since a time, newest first. */
    async listReported(since: number, limit: number): Promise<readonly NotedOrder[]> {
      const reply = await client
        .from(ORDERS)
        .select('*')
        .neq('reports', '')
        .gte('done_at', new Date(since).toISOString())
        .order('done_at', { ascending: false })
        .limit(limit)
      return rowsOf('list reported orders', reply, orderRows)
    },
    /**
     * Begins to reconcile, in one of several instances.
     * @param lockMs how long the others wait
     * @param restMs only when the last complete one is so long ago
     * @returns how far the orders were read, or null where they never were; undefined when another instance does it
     */
    async beginReconciliation(lockMs: number, restMs = 0): Promise<string | null | undefined> {
      const row = { name: 'orders', locked_until: isoIn(-1) }
      const options = { onConflict: 'name', ignoreDuplicates: true }
      expectDone('prepare reconciliation', await client.from(RECONCILIATION).upsert(row, options))
      const reply = await client
        .from(RECONCILIATION)
        .update({ locked_until: isoIn(lockMs) })
        .eq('name', 'orders')
        .lt('locked_until', isoNow(access))
        .or(`complete_until.is.null,complete_until.lte."${isoIn(-restMs)}"`)
        .select('*')
      const [begun] = rowsOf('begin reconciliation', reply, reconciliationRows)
      return begun?.completeUntil
    },
    /** Ends it. @param completeUntil null when it failed @param remade webhooks that were made again */
    async endReconciliation(completeUntil: number | null, remade: readonly string[]): Promise<void> {
      const until = completeUntil === null ? {} : { complete_until: new Date(completeUntil).toISOString() }
      const again = remade.length === 0 ? {} : { remade: remade.join(' '), remade_at: isoNow(access) }
      const row = { locked_until: isoIn(-1), ...until, ...again }
      expectDone('end reconciliation', await client.from(RECONCILIATION).update(row).eq('name', 'orders'))
    },
    /** The webhooks that were made again last; null when none ever were. */
    async remadeWebhooks(): Promise<{ readonly topics: readonly string[]; readonly at: string } | null> {
      const reply = await client.from(RECONCILIATION).select('*').limit(1)
      const [row] = rowsOf('read reconciliation', reply, reconciliationRows)
      return row?.remadeAt ? { topics: row.remade.split(' '), at: row.remadeAt } : null
    },
  }
}
