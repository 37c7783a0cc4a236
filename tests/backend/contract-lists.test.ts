import { afterAll, describe, expect, it } from 'vitest'
import type { StoredGiftCode } from '#app/services/backend/gift-records.server.ts'
import { COMPANY, companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import { CONSENT, giftPurchase, startTarget, unique } from './support.ts'

/** Gifts, lists and constraints of every Supabase project that the shop uses, hosted or embedded. See `startTarget`. */

const { backend, service, close } = await startTarget()
afterAll(close)
const { gifts } = backend

it('gifts are found by their words in any spelling, and by nothing else', async () => {
  const { giftCode } = await gifts.issue(giftPurchase())
  const typed = `  ${giftCode.code.toUpperCase().replaceAll(' ', '-')} `
  expect((await gifts.findByWords(typed))?.id).toBe(giftCode.id)
  for (const wrong of ['', 'null', '*', '%', 'a b c', `${giftCode.code}x`])
    expect(await gifts.findByWords(wrong)).toBeNull()
})

describe('of twenty orders at once', () => {
  /** @returns how many of them redeemed the gift */
  async function race(redeem: (gift: StoredGiftCode, order: string) => Promise<boolean>): Promise<number> {
    const { giftCode } = await gifts.issue(giftPurchase())
    const orders = Array.from({ length: 20 }, (_, at) => `order-${at}`)
    const won = await Promise.all(orders.map((order) => redeem(giftCode, order)))
    return won.filter(Boolean).length
  }

  it('exactly one redeems the gift', async () => {
    expect(await race((gift, id) => gifts.redeem(gift, { id, name: id }))).toBe(1)
  })

  it('many redeem it by reading and then writing: the race can be lost', async () => {
    const winners = await race(async ({ id }, order) => {
      const table = () => service.from('gift_redemption_codes')
      const { data } = await table().select('redeemed').eq('id', id).single()
      if (data?.redeemed !== false) return false
      const changes = { redeemed: true, redeemed_at: new Date().toISOString(), redeemed_order_id: order }
      const { data: written } = await table().update(changes).eq('id', id).select('id')
      return written?.length === 1
    })
    expect(winners).toBeGreaterThan(1)
  })
})

it('one of several instances compares the orders of the store, and none again at once', async () => {
  const { orders } = backend
  const begin = (restMs?: number) => orders.beginReconciliation(60_000, restMs)
  const before = await begin()
  await orders.endReconciliation(Date.now() - 3_600_000)
  expect(before).not.toBeUndefined()
  const all = await Promise.all([begin(), begin(), begin()])
  expect(all.filter((since) => since !== undefined)).toHaveLength(1)
  await orders.endReconciliation(Date.now())
  expect(await begin(60_000)).toBeUndefined()
  expect(await begin()).toEqual(expect.any(String))
})

const join = (fullName: string, email: string) =>
  backend.signUp({ fullName, email, source: 'Footer' }, CONSENT)

describe('lists', () => {
  it('are paged and searched with wildcards taken literally', async () => {
    const word = unique('list').replace('-', '')
    for (let at = 0; at < 5; at++) await join(`List ${at}`, `${word}${at}@example.com`)
    const emails = async (query: object) => {
      const rows = await backend.listRows('subscribers', { search: word.toUpperCase(), ...query })
      return rows.map(({ email }) => email)
    }
    const all = [4, 3, 2, 1, 0].map((at) => `${word}${at}@example.com`)
    expect(await emails({})).toEqual(all)
    const [, , middle] = await backend.listRows('subscribers', { search: word })
    expect(await emails({ after: middle })).toEqual(all.slice(3))
    expect(await backend.findRow('subscribers', middle?.id ?? '')).toEqual(middle)
    expect(await backend.findRow('waitlist', middle?.id ?? '')).toBeNull()
    expect(await emails({ search: `${word}%` }), 'no wildcard').toEqual([])
    for (const odd of ['%', '"', '\\', ',),(', '*"', "'", '(', 'a.b,c:d{e}'])
      expect((await emails({ search: `${word}${odd}` })).length).toBeLessThanOrEqual(5)
  })

  it.each([
    ['Örtwin ÜNAL', ['örtwin ünal', 'ÖRTWIN Ünal']],
    ['Λόγος', ['λόγος']],
    ['Zoe\u0308', ['zo\u00eb', 'zoe\u0308']],
  ])('find %s in any case, and however its accents are written', async (name, searches) => {
    const word = unique('list').replace('-', '')
    const email = `${word}@example.com`
    await join(`${name} ${word}`, email)
    for (const search of searches) {
      const found = await backend.listRows('subscribers', { search: `${search} ${word}` })
      expect(found, search).toMatchObject([{ email }])
    }
  })

  it('keep the company’s facts, and let one of many who change the same version save', async () => {
    const texts = { us: 'Keyhole “Inc”', uk: '{"a": 1}' }
    const companies = Array.from({ length: 8 }, (_, at) =>
      companyWith({ legalEntity: texts, vatNumber: { us: String(at), uk: '[]' } }),
    )
    const { version } = await backend.readCompany()
    const saved = await Promise.all(companies.map((company) => backend.saveCompany({ company, version })))
    expect(saved.filter(Boolean)).toHaveLength(1)
    const company = companies[saved.indexOf(true)]
    expect(await backend.readCompany()).toEqual({ company, version: version + 1 })
    await backend.saveCompany({ company: COMPANY, version: version + 1 })
    expect((await backend.readCompany()).company).toEqual(COMPANY)
  })
})

// All rules are in migrations.test.ts.
it.each([
  ['breaks a rule', { code: 'Upper Case' }, 400, '23514'],
  ['is without what it needs', { product_title: null }, 400, '23502'],
  ['has the key of another', { code: 'same key' }, 409, '23505'],
])('a row that %s is refused by the database', async (_, wrong, refused, code) => {
  const gift = { code: 'same key', product_title: 'Gift', product_variant_id: '1', market: 'us' }
  await service.from('gift_redemption_codes').upsert(gift as never, { onConflict: 'code' })
  const { error, status } = await service.from('gift_redemption_codes').insert({ ...gift, ...wrong } as never)
  expect([status, error?.code]).toEqual([refused, code])
})
