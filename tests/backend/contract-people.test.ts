import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CONSENT, startTarget, unique } from './support.ts'

/** What people send in forms of every Supabase project that the shop uses, hosted or embedded. See `startTarget`. */

const { backend, service, close } = await startTarget()
afterAll(close)

async function countOf(table: string, column: string, value: string): Promise<number> {
  const { count, error } = await service
    .from(table)
    .select('*', { count: 'exact', head: true })
    .eq(column, value)
  expect(error).toBeNull()
  return count ?? 0
}

const join = (email: string, fullName = 'Ada Fairweather') =>
  backend.signUp({ fullName, email, source: 'Footer' }, CONSENT)

describe('joining the list', () => {
  it('stores one row per address, whatever its capitals, also concurrently', async () => {
    const email = `${unique('ada')}@example.com`
    const spellings = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? email : email.toUpperCase()))
    const replies = await Promise.all(spellings.map((spelling) => join(spelling)))
    expect(new Set(replies)).toEqual(new Set([null]))
    expect(await countOf('email_subscribers', 'email', email)).toBe(1)
    expect(await countOf('consents', 'email', email)).toBe(1)
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

  it('knows the dots of Gmail, and people whose addresses only look alike', async () => {
    const name = unique('gm').replace(/[^a-z0-9]/g, '')
    const spelled = `${name[0]}.${name.slice(1)}@googlemail.com`
    const [left, other] = [`${name}@gmail.com`, `${name}x@gmail.com`]
    await join(left)
    const at = { unsubscribed_at: new Date().toISOString() }
    await service.from('email_subscribers').update(at).eq('email', left)
    for (const email of [spelled, other]) await join(email)
    const rows = [spelled, other].map((email) => countOf('email_subscribers', 'email', email))
    expect(await Promise.all(rows)).toEqual([0, 1])
  })
})

describe('the waitlist', () => {
  it('stores one row with the split name and the fixed fields, and joins the list', async () => {
    const email = `${unique('wait')}@example.com`
    const names = { name: 'Cher', first_name: 'Cher', last_name: 'Cher', full_name: 'Cher' }
    await Promise.all(
      [1, 2, 3].map(() => backend.joinWaitlist({ name: 'Cher', email: email.toUpperCase() }, CONSENT)),
    )
    const { data } = await service.from('waitlist').select('*').eq('email', email)
    // Spec: 3 Waitlist record.
    const fixed = { source: 'Vol II Waitlist', subscribe_to_mailing_list: true }
    expect(data).toMatchObject([{ ...names, ...fixed }])
    expect(await countOf('email_subscribers', 'email', email)).toBe(1)
    expect(await countOf('mail_outbox', 'to_email', email)).toBe(1)
  })
})

describe('a contact message', () => {
  const message = { fullName: 'Ada', subject: 'Order Inquiry', subscribeToMailingList: false } as const
  const send = (typed: { email: string; message: string; fullName?: string }, idempotencyKey = '') =>
    backend.submitContact({ ...message, ...typed }, { ...CONSENT, idempotencyKey })

  it('counts once for twenty of it at once or one idempotency key, and twice for two messages', async () => {
    const [once, twice] = [`${unique('once')}@example.com`, `${unique('twice')}@example.com`]
    const posts = Array.from({ length: 20 }, () => send({ email: once, message: 'Where is my box?' }))
    expect(new Set(await Promise.all(posts))).toEqual(new Set([null]))
    expect(await countOf('mail_outbox', 'reply_to', once)).toBe(1)
    const key = unique('key')
    for (const text of ['One', 'One, corrected']) await send({ email: twice, message: text }, key)
    await send({ email: twice, message: 'Two' })
    const counts = [once, twice].map((email) => countOf('contact_messages', 'email', email))
    expect(await Promise.all(counts)).toEqual([1, 2])
  })

  // What else is dropped, and all messages, are in forms.test.ts.
  it('is stored as typed, whatever it looks like, by the function, which refuses what the form would refuse', async () => {
    for (const text of ['{"a":1}', '<b>שלום</b> ✨ \u202e', "'; drop table waitlist; --"]) {
      const email = `${unique('text')}@example.com`
      await send({ email, message: text, fullName: 'Eve\r\nBcc: all@example.com' })
      const row = service.from('contact_messages').select('full_name, message').eq('email', email)
      expect((await row.single()).data).toEqual({ full_name: 'Eve Bcc: all@example.com', message: text })
    }
    const body = { ...message, email: 'a@example.com', message: ' \u0000 ' }
    const { error } = await service.functions.invoke('contact-submission', { body })
    const refused = [error?.context.status, await error?.context.json()]
    expect(refused).toEqual([400, { error: 'Message is required' }])
  })
})
