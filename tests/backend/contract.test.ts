import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { COMPANY, companyWith } from '../../app/models/company.ts'
import { storedCompanies } from '../../supabase/functions/_shared/mail/company.ts'
import { COMPANIES, CONSENT, startTarget, type Target, unique } from './support.ts'

/** The contract of every Supabase project that the shop uses, hosted or embedded. See `startTarget`. */

let target: Target
beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target.close())

function tablesOfMigrations(): string[] {
  const folder = new URL('../../supabase/migrations/', import.meta.url)
  const sql = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'))
  const named = (statement: RegExp) => [...sql.join('\n').matchAll(statement)].map((match) => match[1] ?? '')
  const dropped = named(/drop table public\.(\w+)/g)
  return named(/create table public\.(\w+)/g).filter((table) => !dropped.includes(table))
}

function purchase(unit = 1, orderId = unique('order')) {
  return {
    orderId,
    orderName: '#1043',
    orderLineId: '1401',
    unit,
    market: 'us',
    productTitle: 'Gift Bundle - Classic Wand',
    productVariantId: 'gid://shopify/ProductVariant/40000000000001',
    wrapping: 'gift-edition',
    purchaserName: 'Rowan Quill',
    purchaserEmail: null,
  } as const
}

async function countOf(table: string, column: string, value: string): Promise<number> {
  const { count, error } = await target.service
    .from(table)
    .select('*', { count: 'exact', head: true })
    .eq(column, value)
  expect(error).toBeNull()
  return count ?? 0
}

describe('the anonymous key', () => {
  const TABLES = tablesOfMigrations()
  const FUNCTIONS = [
    'email-signup',
    'contact-submission',
    'create-gift-discount',
    'duplicate-products-for-uk',
  ]

  it('is tested on every table of the migrations', () => {
    expect(TABLES).toContain('gift_redemption_codes')
    expect(TABLES.length).toBeGreaterThanOrEqual(8)
  })

  describe.each(TABLES)('on %s', (table) => {
    async function attack(method: string, query: string, key: string, headers: Record<string, string> = {}) {
      const { access } = target
      const response = await access.fetch(`${access.url}/rest/v1/${table}${query}`, {
        method,
        headers: {
          apikey: key,
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...headers,
        },
        ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
      })
      return {
        status: response.status,
        text: await response.text(),
        range: response.headers.get('content-range'),
      }
    }

    it.each([
      ['GET', '?select=*'],
      ['GET', '?select=count'],
      ['GET', '?limit=1&order=created_at.desc'],
      ['GET', '?or=(id.not.is.null,created_at.not.is.null)'],
      ['HEAD', '?select=*'],
      ['POST', ''],
      ['POST', '?on_conflict=id'],
      ['PATCH', '?id=not.is.null'],
      ['PUT', '?id=eq.00000000-0000-4000-8000-000000000000'],
      ['DELETE', '?id=not.is.null'],
    ])('reads nothing from %s %s', async (method, query) => {
      for (const prefer of [
        'return=representation',
        'count=exact',
        'resolution=merge-duplicates,return=representation',
      ]) {
        const { status, text, range } = await attack(method, query, target.access.anonKey, { prefer })
        expect([401, 403, 404, 405]).toContain(status)
        expect(text).not.toMatch(/"id":/)
        expect(range ?? '*').not.toMatch(/\/[1-9]/)
      }
    })

    it.each([
      ['no key', ''],
      ['a made-up key', 'sb_secret_made_up'],
    ])('rejects %s', async (_name, key) => {
      expect((await attack('GET', '?select=*', key)).status).toBe(401)
    })
  })

  it.each(FUNCTIONS)('cannot call %s', async (name) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      const { error, data } = await target.anonymous.functions.invoke(name, {
        method,
        ...(method === 'GET'
          ? {}
          : { body: { fullName: 'A', email: 'a@example.com', giftCode: 'a', dryRun: true } }),
      })
      expect(data).toBeNull()
      expect(error).not.toBeNull()
    }
  })

  it('cannot sign up users', async () => {
    const { data } = await target.anonymous.auth.signUp({
      email: `${unique('x')}@example.com`,
      password: 'long enough 1',
    })
    expect(data.session).toBeNull()
  })
})

describe('joining the list', () => {
  it('stores one row per address, whatever its capitals, also concurrently', async () => {
    const email = `${unique('ada')}@example.com`
    const spellings = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? email : email.toUpperCase()))
    const replies = await Promise.all(
      spellings.map((spelling) =>
        target.backend.signUp({ fullName: 'Ada Fairweather', email: spelling, source: 'Footer' }, CONSENT),
      ),
    )
    expect(replies.every((reply) => reply === null)).toBe(true)
    expect(await countOf('email_subscribers', 'email', email)).toBe(1)
    expect(await countOf('consents', 'email', email)).toBe(1)
    expect(await countOf('mail_outbox', 'to_email', email)).toBe(1)
  })

  it('responds the same for an existing address, and leaves its row unchanged', async () => {
    const email = `${unique('known')}@example.com`
    await target.backend.signUp({ fullName: 'First Name', email, source: 'Homepage' }, CONSENT)
    expect(await target.backend.signUp({ fullName: 'Mallory', email, source: 'Footer' }, CONSENT)).toBeNull()
    const { data } = await target.service
      .from('email_subscribers')
      .select('full_name, source')
      .eq('email', email)
      .single()
    expect(data).toEqual({ full_name: 'First Name', source: 'Homepage' })
  })

  it('returns its own error messages', async () => {
    expect(
      await target.backend.signUp({ fullName: '  ', email: 'a@example.com', source: 'Footer' }, CONSENT),
    ).toEqual({
      message: 'Please enter your name and email',
    })
    expect(
      await target.backend.signUp({ fullName: 'A', email: 'not an address', source: 'Footer' }, CONSENT),
    ).toEqual({
      message: 'Invalid email address',
    })
  })

  it('lets a subscriber unsubscribe and come back', async () => {
    const email = `${unique('leaver')}@example.com`
    await target.backend.signUp({ fullName: 'Leaver', email, source: 'Footer' }, CONSENT)
    const row = z.object({ unsubscribe_token: z.string(), unsubscribed_at: z.string().nullable() })
    const read = async () =>
      row.parse((await target.service.from('email_subscribers').select('*').eq('email', email).single()).data)
    const { unsubscribe_token } = await read()
    expect(await target.backend.unsubscribe(unsubscribe_token)).toEqual({ ok: true, value: 'left' })
    expect((await read()).unsubscribed_at).not.toBeNull()
    expect(await target.backend.unsubscribe('0'.repeat(44))).toEqual({ ok: false, error: 'unknown' })
    await target.backend.signUp({ fullName: 'Leaver', email, source: 'Footer' }, CONSENT)
    expect((await read()).unsubscribed_at).toBeNull()
    // Anyone may have entered the address: its owner gets a mail with the unsubscribe link.
    expect(await countOf('mail_outbox', 'to_email', email)).toBe(2)
    await target.backend.signUp({ fullName: 'Leaver', email, source: 'Footer' }, CONSENT)
    expect(await countOf('mail_outbox', 'to_email', email)).toBe(2)
  })
})

describe('the waitlist', () => {
  it('stores one row with the split name and the fixed fields, and joins the list', async () => {
    const email = `${unique('wait')}@example.com`
    await Promise.all(
      [1, 2, 3].map(() => target.backend.joinWaitlist({ name: 'Cher', email: email.toUpperCase() }, CONSENT)),
    )
    const { data } = await target.service.from('waitlist').select('*').eq('email', email)
    expect(data).toHaveLength(1)
    expect(data?.[0]).toMatchObject({
      name: 'Cher',
      first_name: 'Cher',
      last_name: 'Cher',
      full_name: 'Cher',
      source: 'Vol II Waitlist',
      subscribe_to_mailing_list: true,
    })
    expect(await countOf('email_subscribers', 'email', email)).toBe(1)
  })

  it('row alone puts nobody on the mailing list: only the form has the consent', async () => {
    const email = `${unique('no-consent')}@example.com`
    const named = { name: 'Cher', first_name: 'Cher', last_name: 'Cher', full_name: 'Cher' }
    const { data } = await target.service
      .from('waitlist')
      .insert({ email, ...named, website: 'wizardbox.example' })
      .select('subscribe_to_mailing_list')
      .single()
    // Spec: 3 Waitlist record.
    expect(data).toEqual({ subscribe_to_mailing_list: true })
    for (const table of ['email_subscribers', 'consents'])
      expect(await countOf(table, 'email', email)).toBe(0)
    expect(await countOf('mail_outbox', 'to_email', email)).toBe(0)
  })
})

describe('a contact message', () => {
  const message = { fullName: 'Ada', subject: 'Order Inquiry', subscribeToMailingList: false } as const

  it('counts once when the same submission arrives twenty times concurrently', async () => {
    const email = `${unique('once')}@example.com`
    const posts = Array.from({ length: 20 }, () =>
      target.backend.submitContact(
        { ...message, email, message: 'Where is my box?' },
        { ...CONSENT, idempotencyKey: null },
      ),
    )
    expect((await Promise.all(posts)).every((reply) => reply === null)).toBe(true)
    expect(await countOf('contact_messages', 'email', email)).toBe(1)
    expect(await countOf('mail_outbox', 'reply_to', email)).toBe(1)
  })

  it('counts once for one idempotency key, and twice for two messages', async () => {
    const email = `${unique('twice')}@example.com`
    const key = unique('key')
    const post = (text: string, idempotencyKey: string | null) =>
      target.backend.submitContact({ ...message, email, message: text }, { ...CONSENT, idempotencyKey })
    await post('One', key)
    await post('One, corrected', key)
    expect(await countOf('contact_messages', 'email', email)).toBe(1)
    await post('Two', null)
    expect(await countOf('contact_messages', 'email', email)).toBe(2)
  })

  it.each(['{"a":1}', '[1,2]', 'null', '0012', '<b>שלום</b> ✨ \u202e', "'; drop table waitlist; --"])(
    'is stored as typed: %s',
    async (text) => {
      const email = `${unique('text')}@example.com`
      await target.backend.submitContact(
        { ...message, email, message: text },
        { ...CONSENT, idempotencyKey: null },
      )
      const page = await target.backend.listMessages({ page: 1, search: email })
      expect(page.rows.map((row) => row.message)).toEqual([text])
    },
  )

  it('loses its control characters, not its line breaks', async () => {
    const email = `${unique('control')}@example.com`
    const typed = { ...message, fullName: 'Eve\r\nBcc: all@example.com', email, message: 'a\u0000b\r\nc' }
    await target.backend.submitContact(typed, { ...CONSENT, idempotencyKey: null })
    const { data } = await target.service
      .from('contact_messages')
      .select('full_name, message')
      .eq('email', email)
      .single()
    expect(data).toEqual({ full_name: 'Eve Bcc: all@example.com', message: 'ab\nc' })
  })

  it('loses direction marks and invisible characters in its name, but not those that emoji need', async () => {
    const email = `${unique('direction')}@example.com`
    const fullName = '\u202eevE\u2066 \u200bO\u00adx\u2069\u0085 \u{1f469}\u200d\u{1f680} \ufeff\u061c'
    const typed = { ...message, fullName, email, message: 'Hello' }
    await target.backend.submitContact(typed, { ...CONSENT, idempotencyKey: null })
    const { data } = await target.service
      .from('contact_messages')
      .select('full_name')
      .eq('email', email)
      .single()
    expect(data).toEqual({ full_name: 'evE Ox \u{1f469}\u200d\u{1f680}' })
  })

  it.each([
    [{ subject: 'Nonsense' }, 'Please select a subject'],
    [{ fullName: 'x'.repeat(101) }, 'Name must be less than 100 characters'],
    [{ email: `${'x'.repeat(250)}@example.com` }, 'Email must be less than 255 characters'],
    [{ message: 'x'.repeat(2001) }, 'Message must be less than 2000 characters'],
    [{ message: ' \u0000 ' }, 'Message is required'],
  ])('is rejected for %j', async (wrong, error) => {
    const body = { ...message, email: 'a@example.com', message: 'Hello', ...wrong }
    const { error: refused } = await target.service.functions.invoke('contact-submission', { body })
    expect(refused?.context.status).toBe(400)
    expect(await refused?.context.json()).toEqual({ error })
  })
})

describe('gift codes', () => {
  it('are one per purchased unit, however often the webhook is repeated', async () => {
    const order = unique('order')
    const made = await Promise.all(
      [1, 2, 1, 2, 1].map((unit) => target.backend.gifts.issue(purchase(unit, order))),
    )
    expect(new Set(made.map(({ giftCode }) => giftCode.id)).size).toBe(2)
    expect(made.filter(({ created }) => created)).toHaveLength(2)
    expect(await target.backend.gifts.listOfOrder(order)).toHaveLength(2)
  })

  it('belong to their line and unit, also when an order with several is repeated', async () => {
    const order = unique('order')
    const units = [1, 2].flatMap((unit) =>
      ['1', '2'].map((orderLineId) => ({ ...purchase(unit, order), orderLineId })),
    )
    const made = await Promise.all(units.map((unit) => target.backend.gifts.issue(unit)))
    const again = await Promise.all(units.map((unit) => target.backend.gifts.issue(unit)))
    expect(again.map(({ giftCode }) => giftCode.id)).toEqual(made.map(({ giftCode }) => giftCode.id))
  })

  it('are one per unit when Shopify’s ids are numbers', async () => {
    const order = String(Date.now())
    await target.backend.gifts.issue(purchase(1, order))
    expect((await target.backend.gifts.issue(purchase(1, order))).created).toBe(false)
    expect(await target.backend.gifts.listOfOrder(order)).toHaveLength(1)
  })

  it('are created for a purchaser whose name and address databases reject', async () => {
    const odd = {
      ...purchase(),
      purchaserName: 'Ro\u0000wan\nQuill',
      purchaserEmail: 'Rowan\u0000@example.com',
    }
    const { giftCode } = await target.backend.gifts.issue(odd)
    expect(giftCode).toMatchObject({ purchaserName: 'Rowan Quill', purchaserEmail: null })
    const long = {
      ...purchase(),
      purchaserName: '\ufb2c'.repeat(255),
      purchaserEmail: `${'x'.repeat(300)}@b.c`,
    }
    const { giftCode: cut } = await target.backend.gifts.issue(long)
    expect(cut.purchaserName).toHaveLength(255)
    expect(cut.purchaserEmail).toBeNull()
  })

  it('are found by their words in any spelling, and by nothing else', async () => {
    const { giftCode } = await target.backend.gifts.issue(purchase())
    const typed = `  ${giftCode.code.toUpperCase().replaceAll(' ', '-')} `
    expect((await target.backend.gifts.findByWords(typed))?.id).toBe(giftCode.id)
    for (const wrong of ['', 'null', '*', '%', 'a b c', `${giftCode.code}x`])
      expect(await target.backend.gifts.findByWords(wrong)).toBeNull()
  })

  /** A gift with a discount code of its own. */
  async function discounted() {
    const { giftCode } = await target.backend.gifts.issue(purchase())
    const discount = unique('GIFT')
    await target.service
      .from('gift_redemption_codes')
      .update({ shopify_discount_code: discount })
      .eq('id', giftCode.id)
    return { giftCode, discount }
  }

  it('are pending while they have a discount code and no confirmation', async () => {
    const { giftCode } = await target.backend.gifts.issue(purchase())
    const isPending = async () =>
      (await target.backend.gifts.listPending()).rows.some((gift) => gift.id === giftCode.id)
    expect(await isPending()).toBe(false)
    await target.service
      .from('gift_redemption_codes')
      .update({ shopify_discount_code: unique('GIFT') })
      .eq('id', giftCode.id)
    expect(await isPending()).toBe(true)
    expect(await target.backend.gifts.confirmSetup(giftCode.id, true)).toBe(true)
    expect(await isPending()).toBe(false)
    expect(await target.backend.gifts.confirmSetup(giftCode.id, false)).toBe(true)
    expect(await isPending()).toBe(true)
    expect(await target.backend.gifts.confirmSetup('00000000-0000-4000-8000-000000000000', true)).toBe(false)
    expect(await target.backend.gifts.confirmSetup('not an id', true)).toBe(false)
  })

  it('cannot be spent once revoked', async () => {
    const { giftCode, discount } = await discounted()
    expect(await target.backend.gifts.revoke([giftCode.id], 'refunded')).toHaveLength(1)
    const order = { id: unique('order'), name: '#2003' }
    expect(await target.backend.gifts.redeemByDiscount(discount, order)).toEqual({
      ok: false,
      error: 'revoked',
    })
    expect((await target.backend.gifts.get(giftCode.id))?.redeemed).toBe(false)
  })

  it('are reopened by a cancelled claiming order and revoked when their purchase is refunded', async () => {
    const { giftCode, discount } = await discounted()
    const order = { id: unique('order'), name: '#2000' }
    expect((await target.backend.gifts.redeemByDiscount(discount, order)).ok).toBe(true)
    // The order that redeemed it may repeat the call, no other may.
    expect((await target.backend.gifts.redeemByDiscount(discount, order)).ok).toBe(true)
    expect(await target.backend.gifts.redeemByDiscount(discount, { id: 'another', name: '#2001' })).toEqual({
      ok: false,
      error: 'already-redeemed',
    })
    expect(await target.backend.gifts.revoke([giftCode.id], 'refunded')).toHaveLength(0)
    expect((await target.backend.gifts.get(giftCode.id))?.recipientEmail).toBeNull()
    const gift = { id: giftCode.id, discountCode: discount }
    await target.backend.gifts.reopen(gift, 'another order')
    expect((await target.backend.gifts.get(giftCode.id))?.redeemedOrderId).toBe(order.id)
    await target.backend.gifts.reopen(gift, order.id)
    expect(await target.backend.gifts.findByWords(giftCode.code)).toMatchObject({
      redeemed: false,
      discountCode: null,
    })
    expect((await target.backend.gifts.findByWords(giftCode.code))?.redeemed).toBe(false)
    expect(await target.backend.gifts.revoke([giftCode.id], 'refunded')).toHaveLength(1)
    expect(await target.backend.gifts.findByWords(giftCode.code)).toBeNull()
    // The discount of the cancelled order is used up and removed from the record, but it is still known whose it was.
    expect(await target.backend.gifts.redeemByDiscount(discount, order)).toEqual({
      ok: false,
      error: 'revoked',
    })
  })
})

describe('webhook deliveries', () => {
  const delivery = () => ({
    webhookId: unique('webhook'),
    eventId: unique('event'),
    topic: 'orders/paid',
    shopDomain: 'wizard-box.myshopify.com',
    orderId: '5510000000001',
    orderName: '#1043',
    payload: '{"id":5510000000001}',
  })

  it('count once, by either id', async () => {
    const first = delivery()
    const receptions = await Promise.all([1, 2, 3, 4, 5].map(() => target.backend.receiveWebhook(first)))
    expect(receptions.filter(({ kind }) => kind === 'process')).toHaveLength(1)
    const sameEvent = { ...first, webhookId: unique('webhook') }
    expect((await target.backend.receiveWebhook(sameEvent)).kind).toBe('repeated')
    const otherTopic = { ...first, webhookId: unique('webhook'), topic: 'orders/cancelled' }
    expect((await target.backend.receiveWebhook(otherTopic)).kind).toBe('process')
  })

  it('can be claimed again after a failure, once, and never after success', async () => {
    const first = delivery()
    const reception = await target.backend.receiveWebhook(first)
    await target.backend.failWebhook(reception.delivery, 'the mail was out')
    const again = await Promise.all([1, 2, 3].map(() => target.backend.receiveWebhook(first)))
    const [second] = again.filter(({ kind }) => kind === 'process')
    if (second === undefined) throw new Error('not taken up again')
    expect(again.filter(({ kind }) => kind === 'process')).toEqual([second])
    await target.backend.failWebhook(second.delivery, 'still out')
    const retried = await target.backend.retryWebhook(reception.delivery.id)
    if (retried === null) throw new Error('not tried again')
    expect(retried.payload).toBe(first.payload)
    await target.backend.finishWebhook(retried, 'done')
    expect((await target.backend.receiveWebhook(first)).kind).toBe('repeated')
    expect(await target.backend.retryWebhook(reception.delivery.id)).toBeNull()
    const page = await target.backend.listWebhookDeliveries({ page: 1, search: first.webhookId })
    expect(page.rows[0]).toMatchObject({ state: 'done', payload: null, attempts: 3 })
  })

  it('can be claimed again by one worker once the previous lease has expired, not before', async () => {
    const sent = delivery()
    await target.backend.receiveWebhook(sent)
    expect((await target.backend.receiveWebhook(sent)).kind).toBe('repeated')
    await target.service
      .from('webhook_deliveries')
      .update({ locked_until: new Date(Date.now() - 1000).toISOString() })
      .eq('webhook_id', sent.webhookId)
    const again = await Promise.all([1, 2].map(() => target.backend.receiveWebhook(sent)))
    expect(again.map(({ kind }) => kind).sort()).toEqual(['process', 'repeated'])
  })

  it('are not changed by a worker that fails after another has claimed or completed them', async () => {
    const sent = delivery()
    const { delivery: first } = await target.backend.receiveWebhook(sent)
    const kept = async () =>
      (await target.backend.listWebhookDeliveries({ page: 1, search: sent.webhookId })).rows[0]
    await target.backend.failWebhook(first, 'the backend was away')
    const second = await target.backend.retryWebhook(first.id)
    if (second === null) throw new Error('not taken up again')
    await target.backend.failWebhook(first, 'late')
    expect(await kept()).toMatchObject({ state: 'processing', lastError: 'the backend was away' })
    await target.backend.finishWebhook(second, 'done')
    for (const late of [first, second]) await target.backend.failWebhook(late, 'later still')
    await target.backend.finishWebhook(first, 'ignored')
    expect(await kept()).toMatchObject({ state: 'done', lastError: null, payload: null })
  })
})

describe('lists', () => {
  it('are paged and searched with wildcards taken literally', async () => {
    const word = unique('list').replace('-', '')
    for (let at = 0; at < 5; at++)
      await target.backend.signUp(
        { fullName: `List ${at}`, email: `${word}${at}@example.com`, source: 'Footer' },
        CONSENT,
      )
    const first = await target.backend.listSubscribers({ page: 1, pageSize: 2, search: word.toUpperCase() })
    expect(first).toMatchObject({ total: 5, pageCount: 3, page: 1 })
    expect(first.rows.map((row) => row.email)).toEqual([`${word}4@example.com`, `${word}3@example.com`])
    expect((await target.backend.listSubscribers({ page: 3, pageSize: 2, search: word })).rows).toHaveLength(
      1,
    )
    expect(await target.backend.listSubscribers({ page: 9, pageSize: 2, search: word })).toMatchObject({
      total: 5,
      rows: [],
    })
    for (const odd of ['%', '"', '\\', ',),(', '*"', "'", '(', 'a.b,c:d{e}'])
      expect(
        (await target.backend.listSubscribers({ page: 1, search: `${word}${odd}` })).rows.length,
      ).toBeLessThanOrEqual(5)
  })

  it('are searched in every alphabet, ignoring case and Unicode normalisation of accents', async () => {
    const word = unique('list').replace('-', '')
    const signUp = (fullName: string, at: number) =>
      target.backend.signUp({ fullName, email: `${word}${at}@example.com`, source: 'Footer' }, CONSENT)
    await signUp(`Örtwin ÜNAL ${word}`, 1)
    await signUp(`Λόγος ${word}`, 2)
    await signUp(`Zoe\u0308 ${word}`, 3)
    for (const [search, email] of [
      [`örtwin ünal ${word}`, `${word}1@example.com`],
      [`ÖRTWIN Ünal ${word}`, `${word}1@example.com`],
      [`λόγος ${word}`, `${word}2@example.com`],
      [`zo\u00eb ${word}`, `${word}3@example.com`],
      [`zoe\u0308 ${word}`, `${word}3@example.com`],
    ] as const) {
      const { rows } = await target.backend.listSubscribers({ page: 1, search })
      expect(rows.map((row) => row.email)).toEqual([email])
    }
  })

  it('record the owner’s actions', async () => {
    const subjectId = unique('gift')
    await target.backend.recordAudit({
      actor: { id: '1', email: 'owner@wizardbox.example' },
      action: 'gift-code.revealed',
      subjectId,
      detail: { market: 'us' },
    })
    const { rows } = await target.backend.listAudit({ page: 1, search: subjectId })
    expect(rows).toMatchObject([
      { action: 'gift-code.revealed', actorEmail: 'owner@wizardbox.example', detail: { market: 'us' } },
    ])
  })

  it('keep the company’s facts, for pages, and for mails before the secrets of the functions', async () => {
    const company = companyWith({ legalEntity: ['Keyhole “Inc”', '[]'], vatNumber: ['1', '{"a": 1}'] })
    const { version } = await target.backend.readCompany()
    expect(await target.backend.saveCompany({ company, version })).toBe(true)
    expect(await target.backend.readCompany()).toEqual({ company, version: version + 1 })
    const secrets = await COMPANIES()
    const { us, uk } = await storedCompanies(target.service, secrets)
    expect([us.legalEntity, uk.legalEntity]).toEqual(company.legalEntity)
    expect(us.legalAddress).toBe(secrets.us.legalAddress)
    // Not the service role.
    expect(await storedCompanies(target.anonymous, secrets)).toEqual(secrets)
    await target.backend.saveCompany({ company: companyWith({}), version: version + 1 })
    expect((await target.backend.readCompany()).company).toEqual(COMPANY)
    expect((await storedCompanies(target.service, secrets)).us.legalEntity).toBe(secrets.us.legalEntity)
  })

  it('let one of many who change the same version of the company’s facts save', async () => {
    const { version } = await target.backend.readCompany()
    const named = (name: string) => companyWith({ legalEntity: [name, name] })
    const names = Array.from({ length: 8 }, (_, at) => `Owner ${at}`)
    const saved = await Promise.all(
      names.map((name) => target.backend.saveCompany({ company: named(name), version })),
    )
    expect(saved.filter(Boolean)).toHaveLength(1)
    expect(await target.backend.readCompany()).toEqual({
      company: named(names[saved.indexOf(true)] ?? ''),
      version: version + 1,
    })
  })

  it('contain earlier actions', async () => {
    const detail = { order: '#1', ordered: 2, given: 1 }
    const said = { action: 'order.too-many-gifts', subjectId: unique('order') } as const
    expect(await target.backend.isAudited({ ...said, detail })).toBe(false)
    await target.backend.recordAudit({ actor: { id: 'shop', email: 'order webhook' }, ...said, detail })
    expect(await target.backend.isAudited({ ...said, detail: { given: 1, ordered: 2, order: '#1' } })).toBe(
      true,
    )
    expect(await target.backend.isAudited({ ...said, detail: { ...detail, ordered: 3 } })).toBe(false)
    expect(await target.backend.isAudited({ ...said, subjectId: unique('order'), detail })).toBe(false)
  })
})

describe('the database itself', () => {
  const gift = () => ({ code: unique('code'), product_title: 'Gift', product_variant_id: '1', market: 'us' })

  it.each<[string, Record<string, string | boolean>, string]>([
    ['email_subscribers', { email: 'UPPER@example.com', source: 'Footer' }, '23514'],
    ['email_subscribers', { email: '', source: 'Footer' }, '23514'],
    ['gift_redemption_codes', { ...gift(), market: 'fr' }, '23514'],
    ['gift_redemption_codes', { ...gift(), code: 'Upper Case' }, '23514'],
    ['gift_redemption_codes', { ...gift(), redeemed: true }, '23514'],
    ['gift_redemption_codes', { code: 'a' }, '23502'],
    [
      'contact_messages',
      { full_name: 'A', email: 'a@b.c', subject: 'Nonsense', message: 'x', content_key: 'k' },
      '23514',
    ],
  ])('rejects in %s: %j', async (table, row, code) => {
    const { error } = await target.service.from(table).insert(row as never)
    expect(error?.code).toBe(code)
  })

  it('rejects a second row with the same key with a 409', async () => {
    const row = gift()
    await target.service.from('gift_redemption_codes').insert(row)
    const { error, status } = await target.service.from('gift_redemption_codes').insert(row)
    expect([status, error?.code]).toEqual([409, '23505'])
  })
})
