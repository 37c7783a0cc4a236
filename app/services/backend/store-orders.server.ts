import type { SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import type { OrderReport } from '#app/models/owner-messages.ts'
import { expectDone, hasRows, idRows, insertOnce, rowsOf } from '#supabase/functions/_shared/database.ts'
import { cutText } from '#supabase/functions/_shared/text/text.ts'
import { type BackendAccess, isoNow, rowsWith, timestamp } from './client.server.ts'

const ORDERS = 'store_orders'
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
  asked_at: timestamp,
  /** When it is to be read; null when nobody has asked since its last reading, or the one in progress, has begun. */
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
export type OrderResult = Pick<NotedOrder, 'version' | 'reports'> & {
  readonly name: string | null
  readonly status: NonNullable<NotedOrder['status']>
}

const reconciliationRows = rowsWith({ complete_until: timestamp.nullable() })

/** Which orders are to be read, and which are locked. Every call throws UpstreamError. */
export function createStoreOrders(client: SupabaseClient, access: BackendAccess) {
  const rows = () => client.from(ORDERS)
  const isoIn = (ms: number) => new Date(access.now() + ms).toISOString()
  const asked = (pauseMs = 0) => ({ asked_at: isoNow(access), due_at: isoIn(pauseMs), tries: 0 })
  /** An order is free when it is due and not locked, or when its process has died. */
  const isFree = () => {
    const now = isoNow(access)
    return `and(due_at.lte."${now}",locked_until.is.null),locked_until.lt."${now}"`
  }
  const lock = () => ({ locked_until: isoIn(LOCK_MS) })
  const changeLocked = ({ orderId, lockedBy }: NotedOrder, change: object) =>
    rows().update(change).eq('order_id', orderId).eq('locked_by', lockedBy)
  const free = async (order: NotedOrder, found: object) =>
    expectDone('free order', await changeLocked(order, { ...found, locked_by: null, locked_until: null }))

  return {
    /** Notes that an order is to be read, now or as soon as the reading in progress has ended. */
    async ring(orderId: string, more: { readonly without_wrapping?: true } = {}): Promise<void> {
      const row = { order_id: orderId, ...asked(), ...more }
      const added = insertOnce(client, ORDERS, { ...row, created_at: row.asked_at }, 'order_id')
      if (hasRows('note order', await added.select('id'))) return
      expectDone('ring', await rows().update(row).eq('order_id', orderId))
    },
    /** The same for the order that bought a gift, and for those that wait for one: another order gives it back. */
    async ringWaiting(givenBackBy: string, boughtBy: string | null, pauseMs: number): Promise<void> {
      const isWaiting = `order_id.eq."${boughtBy}",reports.like.*gift-not-open*`
      const waiting = rows().update(asked(pauseMs)).neq('order_id', givenBackBy).or(isWaiting)
      expectDone('ring orders that wait for a gift', await waiting)
    },
    async find(orderId: string): Promise<NotedOrder | null> {
      const found = await rows().select('*').eq('order_id', orderId)
      return rowsOf('find order', found, orderRows)[0] ?? null
    },
    /** Locks the order that has waited longest, with one conditional update. @returns null when none waits */
    async lockNext(): Promise<NotedOrder | null> {
      const due = await rows().select('id').or(isFree()).order('due_at').limit(CANDIDATES)
      for (const { id } of rowsOf('list due orders', due, idRows)) {
        const mine = { ...lock(), due_at: null, locked_by: crypto.randomUUID() }
        const one = await rows().update(mine).eq('id', id).or(isFree()).select('*')
        const [locked] = rowsOf('lock order', one, orderRows)
        if (locked) return locked
      }
      return null
    },
    /** Keeps a lock for longer. @returns false when somebody has asked for the order meanwhile, or the lock was lost */
    async extend(order: NotedOrder): Promise<boolean> {
      const extended = changeLocked(order, lock()).is('due_at', null)
      return hasRows('extend lock of order', await extended.select('id'))
    },
    /**
     * Ends a complete reading. The order stays due if somebody has asked meanwhile, and once more when it is now known
     * to wait for a gift: that may have been given back before anyone could see this.
     */
    async finish(order: NotedOrder, { name, status, version, reports }: OrderResult): Promise<void> {
      const told = { order_name: name ?? order.orderName, status, version, reports: reports.join(' ') }
      const isWaiting = (of: readonly OrderReport[]) => of.includes('gift-not-open')
      const again = isWaiting(reports) && !isWaiting(order.reports) ? { due_at: isoNow(access) } : {}
      await free(order, { ...told, ...again, done_at: isoNow(access), last_error: null, tries: 0 })
    },
    /** Ends a reading that failed; unless somebody has asked meanwhile, the next is due in `pauseMs`. @param reason without personal data */
    async fail(order: NotedOrder, reason: string | null, pauseMs: number): Promise<void> {
      const next = { due_at: isoIn(pauseMs), tries: order.tries + 1 }
      expectDone('pause order', await changeLocked(order, next).is('due_at', null))
      await free(order, { last_error: reason && cutText(reason, 500) })
    },
    /**
     * Begins to compare the orders with the store's, in one of several instances.
     * @param lockMs how long the others wait
     * @param restMs only when the last complete comparison is so long ago
     * @returns how far the orders were read, or null where they never were; undefined when another instance does it
     */
    async beginReconciliation(lockMs: number, restMs = 0): Promise<string | null | undefined> {
      const reply = await client
        .from(RECONCILIATION)
        .update({ locked_until: isoIn(lockMs) })
        .lt('locked_until', isoNow(access))
        .or(`complete_until.is.null,complete_until.lte."${isoIn(-restMs)}"`)
        .select('*')
      return rowsOf('begin reconciliation', reply, reconciliationRows)[0]?.completeUntil
    },
    /** Ends a complete one. @param until ms since the epoch */
    async endReconciliation(until: number): Promise<void> {
      const row = { locked_until: isoIn(-1), complete_until: new Date(until).toISOString() }
      expectDone('end reconciliation', await client.from(RECONCILIATION).update(row).eq('name', 'orders'))
    },
  }
}
