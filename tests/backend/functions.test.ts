import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { FunctionEnvironment } from '#supabase/functions/_shared/environment.ts'
import { jsonResponse, serveFunction } from '#supabase/functions/_shared/serve.ts'
import { giftPurchase, startEmbedded } from './support.ts'

it.each<[number, Record<string, string>]>([
  [200, { apikey: 'sb_secret_old' }],
  [200, { authorization: 'Bearer a.legacy.token' }],
  [401, { apikey: 'sb_publishable_public' }],
])('the keys of a project call a function: %i for %j', async (status, headers) => {
  const keys = ['sb_secret_new', 'sb_secret_old', 'a.legacy.token']
  const probe = serveFunction('probe', z.looseObject({}), async () => jsonResponse({}))
  const request = new Request('http://backend.localhost', { method: 'POST', headers })
  expect((await probe(request, { keys } as unknown as FunctionEnvironment)).status).toBe(status)
})

const shop = await startEmbedded()
beforeEach(() => {
  shop.calls.length = 0
  shop.store.faults.clear()
})
afterAll(() => shop.close())

const issue = async () => (await shop.backend.gifts.issue(giftPurchase())).giftCode
const ensure = (gift: { id: string; code: string }) => shop.backend.gifts.ensureDiscount(gift)
const update = (id: string, columns: object) =>
  shop.service.from('gift_redemption_codes').update(columns).eq('id', id)
/** What happens while the function stores a discount. */
const meanwhile = (work: () => Promise<unknown>) =>
  shop.embedded.faults.inject({
    ...{ match: /PATCH .*gift_redemption_codes/, kind: 'slow', times: 1, meanwhile: work },
  })

it('create-gift-discount creates one free, single-use discount for the gift’s variant, also of four requests at once', async () => {
  const gift = await issue()
  shop.store.faults.inject({ kind: 'slow', meanwhile: () => pause(10) })
  const [code, ...others] = await Promise.all([1, 2, 3, 4].map(() => ensure(gift)))
  expect(code).toMatch(/^GIFT-[0-9A-Z]{16}$/)
  expect(others).toEqual([code, code, code])
  expect(shop.calls[0]?.variables.basicCodeDiscount).toMatchObject({
    code,
    usageLimit: 1,
    appliesOncePerCustomer: true,
    customerSelection: { all: true },
    customerGets: {
      value: { percentage: 1 },
      items: { products: { productVariantsToAdd: [gift.productVariantId] } },
    },
  })
  expect((await shop.backend.gifts.findByWords(gift.code))?.discountCode).toBe(code)
  expect(await ensure(gift)).toBe(code)
  expect(shop.calls).toHaveLength(4)
})

it('create-gift-discount returns none for a gift that is unknown, redeemed, or revoked meanwhile', async () => {
  const [gift, redeemed] = [await issue(), await issue()]
  await update(redeemed.id, { redeemed: true, redeemed_at: new Date().toISOString() })
  for (const refused of [redeemed, { ...gift, code: 'other words here' }])
    expect(await ensure(refused)).toBeNull()
  expect(shop.calls).toEqual([])
  meanwhile(() => shop.backend.gifts.revoke(gift, 'order cancelled'))
  expect(await ensure(gift)).toBeNull()
  expect(await shop.backend.gifts.get(gift.id)).toMatchObject({ discountCode: null })
})

it('create-gift-discount never returns a discount again that was given up, also while it is made', async () => {
  const gift = await issue()
  const seen = new Set<string>()
  const spend = async () => {
    const code = (await ensure(gift)) ?? ''
    seen.add(code)
    await shop.backend.gifts.reopen({ ...gift, discountCode: code })
  }
  await spend()
  await spend()
  meanwhile(spend)
  await spend()
  expect(seen.size).toBe(4)
  // An order that comes late may have any of them.
  for (const code of seen)
    expect((await shop.backend.gifts.findByDiscount(code.toLowerCase()))?.id).toBe(gift.id)
})
