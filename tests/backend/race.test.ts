import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, expect, it } from 'vitest'
import type { StoredGiftCode } from '#app/services/backend/gift-records.server.ts'
import { giftPurchase, startTarget } from './support.ts'

const ROUNDS = 2
const WIDTH = 20

const target = await startTarget()
afterAll(target.close)

/** @returns how many of `WIDTH` concurrent orders redeemed the gift */
async function race(redeem: (gift: StoredGiftCode, order: string) => Promise<boolean>): Promise<number> {
  const { giftCode } = await target.backend.gifts.issue(giftPurchase())
  const orders = Array.from({ length: WIDTH }, (_, at) => `order-${at}`)
  const won = await Promise.all(orders.map((order) => redeem(giftCode, order)))
  return won.filter(Boolean).length
}

it(`${ROUNDS} rounds of ${WIDTH} orders at once: exactly one redeems the gift`, {
  timeout: ROUNDS * 10_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const winners = await race((gift, id) => target.backend.gifts.redeem(gift, { id, name: id }))
    expect(winners).toBe(1)
  }
})

/** The same redemption without its guard: read, then write. It proves that the race above can be lost. */
async function redeemUnguarded(service: SupabaseClient, giftId: string, order: string): Promise<boolean> {
  const table = () => service.from('gift_redemption_codes')
  const { data } = await table().select('redeemed').eq('id', giftId).single()
  if (data?.redeemed !== false) return false
  const changes = { redeemed: true, redeemed_at: new Date().toISOString(), redeemed_order_id: order }
  const { data: written } = await table().update(changes).eq('id', giftId).select('id')
  return written?.length === 1
}

it('the same race has many winners without the guard', async () => {
  const winners = await race(({ id }, order) => redeemUnguarded(target.service, id, order))
  expect(winners).toBeGreaterThan(1)
})
