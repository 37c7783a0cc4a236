import { afterAll, describe, expect, it } from 'vitest'
import { COMPANY, companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import { CONSENT, giftPurchase, startTarget, unique } from './support.ts'

/** Gifts, lists and constraints of every Supabase project that the shop uses, hosted or embedded. See `startTarget`. */

const { backend, close } = await startTarget()
afterAll(close)
const { gifts } = backend

it('gifts are found by their words in any spelling, and by nothing else', async () => {
  const { giftCode } = await gifts.issue(giftPurchase())
  const typed = `  ${giftCode.code.toUpperCase().replaceAll(' ', '-')} `
  expect((await gifts.findByWords(typed))?.id).toBe(giftCode.id)
  for (const wrong of ['', 'null', '*', '%', 'a b c', `${giftCode.code}x`])
    expect(await gifts.findByWords(wrong)).toBeNull()
})

it('of twenty orders at once exactly one redeems the gift', async () => {
  const { giftCode } = await gifts.issue(giftPurchase())
  const orders = Array.from({ length: 20 }, (_, at) => `order-${at}`)
  const won = await Promise.all(orders.map((id) => gifts.redeem(giftCode, { id, name: id })))
  expect(won.filter(Boolean)).toHaveLength(1)
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
    expect(await backend.countRows('subscribers', { search: word })).toBe(5)
    const [, , middle] = await backend.listRows('subscribers', { search: word })
    expect(await emails({ after: middle })).toEqual(all.slice(3))
    expect(await backend.findRow('subscribers', middle?.id ?? '')).toEqual(middle)
    expect(await backend.findRow('waitlist', middle?.id ?? '')).toBeNull()
    expect(await emails({ search: `${word}%` }), 'no wildcard').toEqual([])
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
  })
})
