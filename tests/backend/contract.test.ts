import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { requiredTables } from '#app/services/doctor/supabase.server.ts'
import { FUNCTIONS } from '#embedded/supabase/gateway.server.ts'
import type { FunctionEnvironment } from '#supabase/functions/_shared/environment.ts'
import { COMPANY, companyWith } from '#supabase/functions/_shared/forms/company-facts.ts'
import { jsonResponse, serveFunction } from '#supabase/functions/_shared/serve.ts'
import { CONSENT, giftPurchase, startEmbedded, unique } from './support.ts'

/** What the shop relies on of its backend, hosted or embedded. */

const { access, anonymous, backend, calls, embedded, service, store, close } = await startEmbedded()
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

it('lists are searched with wildcards taken literally, and counted', async () => {
  const word = unique('list').replace('-', '')
  for (let at = 0; at < 3; at++) await join(`${word}${at}@example.com`)
  const emails = async (query: object) => {
    const rows = await backend.listRows('subscribers', { search: word.toUpperCase(), ...query })
    return rows.map(({ email }) => email)
  }
  const all = [2, 1, 0].map((at) => `${word}${at}@example.com`)
  expect(await emails({})).toEqual(all)
  expect(await backend.countRows('subscribers', { search: word })).toBe(3)
  expect(await emails({ search: `${word}%` }), 'no wildcard').toEqual([])
})

it('of many who change the same version of the company’s facts one saves', async () => {
  const companies = Array.from({ length: 8 }, (_, at) =>
    companyWith({ legalEntity: { us: '{"a": 1}' }, vatNumber: { us: String(at), uk: '[]' } }),
  )
  const { version } = await backend.readCompany()
  const saved = await Promise.all(companies.map((company) => backend.saveCompany({ company, version })))
  expect(saved.filter(Boolean)).toHaveLength(1)
  const company = companies[saved.indexOf(true)]
  expect(await backend.readCompany()).toEqual({ company, version: version + 1 })
  await backend.saveCompany({ company: COMPANY, version: version + 1 })
})

async function countOf(table: string, column: string, value: string): Promise<number> {
  const { data } = await service.from(table).select('id').eq(column, value)
  return data?.length ?? expect.fail()
}

const join = (email: string, fullName = 'Ada Fairweather') =>
  backend.signUp({ fullName, email, source: 'Footer' }, CONSENT)

describe('joining the list', () => {
  it('stores one row per address, whatever its capitals, also concurrently', async () => {
    const email = `${unique('ada')}@example.com`
    const spellings = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? email : email.toUpperCase()))
    const replies = await Promise.all(spellings.map((spelling) => join(spelling)))
    expect(new Set(replies)).toEqual(new Set([null]))
    for (const table of ['email_subscribers', 'consents'])
      expect(await countOf(table, 'email', email)).toBe(1)
    expect(await countOf('mail_outbox', 'to_email', email)).toBe(1)
    // The response is the same for an existing address, whose row is left unchanged.
    expect(await join(email, 'Mallory')).toBeNull()
    const row = service.from('email_subscribers').select('full_name').eq('email', email).single()
    expect((await row).data).toEqual({ full_name: 'Ada Fairweather' })
    expect(await join('not an address')).toEqual({ message: 'Invalid email address' })
  })

  it('lets a subscriber unsubscribe and come back, but only by the mail that asks them', async () => {
    const email = `${unique('leaver')}@example.com`
    await join(email)
    const text = z.string().nullable()
    const row = z.object({ unsubscribe_token: z.string(), rejoin_token: text, unsubscribed_at: text })
    const read = async () =>
      row.parse((await service.from('email_subscribers').select('*').eq('email', email).single()).data)
    const hasLeft = async () => (await read()).unsubscribed_at !== null
    const { unsubscribe_token: token } = await read()
    expect([await backend.unsubscribe('0'.repeat(44)), await hasLeft()]).toEqual([false, false])
    expect([await backend.unsubscribe(token), await hasLeft()]).toEqual([true, true])
    for (const spelling of [email, email.toUpperCase()]) await join(spelling, 'Stranger')
    await backend.joinWaitlist({ name: 'Stranger', email }, CONSENT)
    await backend.subscribeRecipient({ email, fullName: 'Stranger' }, CONSENT)
    // The welcome, and one that asks.
    expect([await hasLeft(), await countOf('mail_outbox', 'to_email', email)]).toEqual([true, 2])
    const rejoinToken = (await read()).rejoin_token ?? ''
    // Neither link does what the other one does.
    expect(await backend.unsubscribe(rejoinToken)).toBe(false)
    for (const typed of ['0'.repeat(44), token, rejoinToken])
      expect(await backend.rejoin(typed, CONSENT)).toBe(typed === rejoinToken)
    expect(await hasLeft()).toBe(false)
  })

  it('knows who has left by the dots of Gmail too, and people whose addresses only look alike', async () => {
    const name = unique('gm').replace(/[^a-z0-9]/g, '')
    const spelled = `${name[0]}.${name.slice(1)}@googlemail.com`
    const other = `${name}x@gmail.com`
    await join(`${name}@gmail.com`)
    const at = { unsubscribed_at: new Date().toISOString() }
    await service.from('email_subscribers').update(at).eq('email', `${name}@gmail.com`)
    for (const email of [spelled, other]) await join(email)
    expect(await countOf('email_subscribers', 'email', spelled)).toBe(0)
    expect(await countOf('email_subscribers', 'email', other)).toBe(1)
  })

  it('finds a short name at Gmail among the many that it is part of', async () => {
    const names = Array.from({ length: 120 }, (_, at) => `a${unique('n')}n${at}@gmail.com`)
    const row = { source: 'Footer', market: 'us' }
    const others = names.map((email) => ({ ...row, email, unsubscribe_token: unique('token') }))
    expect((await service.from('email_subscribers').insert(others)).error).toBeNull()
    for (let times = 0; times < 2; times++) expect(await join('ann@gmail.com')).toBeNull()
    const at = { unsubscribed_at: new Date().toISOString() }
    await service.from('email_subscribers').update(at).eq('email', 'ann@gmail.com')
    for (const email of ['ann@gmail.com', 'a.nn@gmail.com']) expect(await join(email)).toBeNull()
    expect(await countOf('email_subscribers', 'email', 'a.nn@gmail.com')).toBe(0)
  })
})

describe('a contact message', () => {
  const message = { fullName: 'Ada', subject: 'Order Inquiry', subscribeToMailingList: false } as const
  const send = (typed: { email: string; message: string }, idempotencyKey = '') =>
    backend.submitContact({ ...message, ...typed }, { ...CONSENT, idempotencyKey })

  it('counts once for twenty of it at once with one idempotency key, and twice for two messages', async () => {
    const [email, key] = [`${unique('twice')}@example.com`, unique('key')]
    const posts = Array.from({ length: 20 }, (_, at) => send({ email, message: `One, of ${at % 2}` }, key))
    expect(new Set(await Promise.all(posts))).toEqual(new Set([null]))
    for (const _ of [1, 2]) await send({ email, message: 'Two' })
    expect(await countOf('contact_messages', 'email', email)).toBe(2)
    expect(await countOf('mail_outbox', 'reply_to', email)).toBe(2)
  })

  // What else is dropped, and all messages, are in forms.test.ts.
  it('is stored as typed by the function, which refuses what the form would refuse', async () => {
    const email = `${unique('text')}@example.com`
    const typed = `{"a":1} <b>שלום</b> ✨ \u202e'; drop table waitlist; --`
    await send({ email, message: typed })
    const row = service.from('contact_messages').select('message').eq('email', email).single()
    expect((await row).data).toEqual({ message: typed })
    const body = { ...message, email: 'a@example.com', message: ' \u0000 ' }
    const { error } = await service.functions.invoke('contact-submission', { body })
    const refused = [error?.context.status, await error?.context.json()]
    expect(refused).toEqual([400, { error: 'Message is required' }])
  })
})

const PREFERENCES = ['count=exact', 'resolution=merge-duplicates,return=representation']
const ATTACKS: readonly (readonly [method: string, query: string])[] = [
  ['GET', '?select=*'],
  ['GET', '?select=count'],
  ['HEAD', '?select=*'],
  ['POST', ''],
  ['POST', '?on_conflict=id'],
  ['PATCH', '?id=not.is.null'],
  ['PUT', '?id=eq.00000000-0000-4000-8000-000000000000'],
  ['DELETE', '?id=not.is.null'],
]

describe('the anonymous key', () => {
  it.each([...requiredTables().keys()])(
    'opens nothing of %s, and neither does no key or a made-up one',
    async (table) => {
      const attack = (method: string, query: string, key: string, prefer = '') => {
        const json = { 'content-type': 'application/json', prefer }
        const headers = { apikey: key, authorization: `Bearer ${key}`, ...json }
        const body = method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }
        return access.fetch(`${access.url}/rest/v1/${table}${query}`, { method, headers, ...body })
      }
      for (const [method, query] of ATTACKS)
        for (const prefer of PREFERENCES) {
          const response = await attack(method, query, access.anonKey, prefer)
          const said = `${method} ${query} ${prefer}`
          expect([401, 403, 404, 405], said).toContain(response.status)
          expect(await response.text(), said).not.toMatch(/"id":/)
          expect(response.headers.get('content-range') ?? '*', said).not.toMatch(/\/[1-9]/)
        }
      for (const key of ['', 'sb_secret_made_up'])
        expect((await attack('GET', '?select=*', key)).status).toBe(401)
    },
  )

  it.each(Object.keys(FUNCTIONS))('cannot call %s', async (name) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const body = { fullName: 'A', email: 'a@example.com', giftCode: 'a' }
      const sent = method === 'GET' ? {} : { body }
      const { error, data } = await anonymous.functions.invoke(name, { method, ...sent })
      expect([data, error === null]).toEqual([null, false])
    }
  })
})

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

const issue = async () => (await gifts.issue(giftPurchase())).giftCode
const ensure = (gift: { id: string; code: string }) => gifts.ensureDiscount(gift)
const update = (id: string, columns: object) =>
  service.from('gift_redemption_codes').update(columns).eq('id', id)
/** What happens while the function stores a discount. */
const meanwhile = (work: () => Promise<unknown>) =>
  embedded.faults.inject({
    ...{ match: /PATCH .*gift_redemption_codes/, kind: 'slow', times: 1, meanwhile: work },
  })

it('create-gift-discount creates one free, single-use discount for the gift’s variant, also of four requests at once', async () => {
  const [gift, before] = [await issue(), calls.length]
  store.faults.inject({ kind: 'slow', meanwhile: () => pause(10), times: 4 })
  const [code, ...others] = await Promise.all([1, 2, 3, 4].map(() => ensure(gift)))
  expect(code).toMatch(/^GIFT-[0-9A-Z]{16}$/)
  expect(others).toEqual([code, code, code])
  expect(calls[before]?.variables.basicCodeDiscount).toMatchObject({
    code,
    usageLimit: 1,
    appliesOncePerCustomer: true,
    customerSelection: { all: true },
    customerGets: {
      value: { percentage: 1 },
      items: { products: { productVariantsToAdd: [gift.productVariantId] } },
    },
  })
  expect((await gifts.findByWords(gift.code))?.discountCode).toBe(code)
  expect(await ensure(gift)).toBe(code)
  expect(calls).toHaveLength(before + 4)
})

it('create-gift-discount returns none for a gift that is unknown, redeemed, or revoked meanwhile', async () => {
  const [gift, redeemed, before] = [await issue(), await issue(), calls.length]
  await update(redeemed.id, { redeemed: true, redeemed_at: new Date().toISOString() })
  for (const refused of [redeemed, { ...gift, code: 'other words here' }])
    expect(await ensure(refused)).toBeNull()
  expect(calls).toHaveLength(before)
  meanwhile(() => gifts.revoke(gift, 'order cancelled'))
  expect(await ensure(gift)).toBeNull()
  expect(await gifts.get(gift.id)).toMatchObject({ discountCode: null })
})

it('create-gift-discount never returns a discount again that was given up, also while it is made', async () => {
  const gift = await issue()
  const seen = new Set<string>()
  const spend = async () => {
    const code = (await ensure(gift)) ?? ''
    seen.add(code)
    await gifts.reopen({ ...gift, discountCode: code })
  }
  await spend()
  await spend()
  meanwhile(spend)
  await spend()
  expect(seen.size).toBe(4)
  // An order that comes late may have any of them.
  for (const code of seen) expect((await gifts.findByDiscount(code.toLowerCase()))?.id).toBe(gift.id)
})
