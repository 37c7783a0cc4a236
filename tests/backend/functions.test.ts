import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { smtpSender } from '../../supabase/functions/_shared/mail/smtp.ts'
import { deliverMail, type OutboxEnvironment } from '../../supabase/functions/_shared/outbox.ts'
import { COMPANIES, CONSENT, silentLog, startEmbedded } from './support.ts'

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  shop = await startEmbedded()
})
afterEach(() => shop.close())

const MAIL_FOLDING = /=\r\n/g

function mails(): string[] {
  if (!existsSync(shop.outboxDir)) return []
  return readdirSync(shop.outboxDir)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readFileSync(join(shop.outboxDir, name), 'utf8').replace(MAIL_FOLDING, ''))
}

function headersOf(mail: string): string {
  return (mail.split('\r\n\r\n')[0] ?? '').replace(/\r\n[ \t]+/g, ' ')
}

async function makeGift(unit = 1, words?: string) {
  const purchase = {
    orderId: '5510000000001',
    orderName: '#1043',
    orderLineId: '1401',
    unit,
    market: 'us',
    productTitle: 'Gift Bundle - Classic Wand',
    productVariantId: 'gid://shopify/ProductVariant/40000000000008',
    wrapping: 'gift-edition',
    purchaserName: 'Rowan Quill',
    purchaserEmail: 'Rowan@Example.com',
    ...(words ? { words } : {}),
  } as const
  return { purchase, ...(await shop.backend.gifts.issue(purchase)) }
}

it('every mail names its sender, and replies reach the shop', async () => {
  await shop.backend.signUp({ fullName: 'Ada', email: 'ada@example.com', source: 'Footer' }, CONSENT)
  const { giftCode } = await makeGift()
  await shop.backend.sendGiftMail(giftCode)
  expect(mails()).toHaveLength(2)
  for (const mail of mails()) {
    expect(headersOf(mail)).toMatch(/^Reply-To: write@keyhole\.test$/m)
    expect(mail.match(/Wizard Box, Keyhole Ltd, 1 Lock Lane, London\./g)).toHaveLength(2)
  }
})

describe('a response with status 200 that a function does not give', () => {
  const answered = (body: unknown) =>
    shop.embedded.faults.inject({ match: /functions/, kind: 'status', status: 200, body })
  const isFailure = { name: 'UpstreamError', status: 200 }

  it.each([[[]], [{ error: true }], [{ error: { code: 7 } }]])(
    'is a failure of signup and contact: %j',
    async (body) => {
      answered(body)
      const signup = { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' } as const
      await expect(shop.backend.signUp(signup, CONSENT)).rejects.toMatchObject(isFailure)
      const message = {
        fullName: 'Ada',
        email: 'ada@example.com',
        subject: 'Other',
        message: 'Hello',
        subscribeToMailingList: false,
      } as const
      const sent = shop.backend.submitContact(message, { ...CONSENT, idempotencyKey: null })
      await expect(sent).rejects.toMatchObject(isFailure)
    },
  )

  it.each([[{}], [{ error: null }], [{ success: true }]])('is a success of signup: %j', async (body) => {
    answered(body)
    const signup = { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' } as const
    expect(await shop.backend.signUp(signup, CONSENT)).toBeNull()
  })

  it.each([[{}], [{ discountCode: '' }], [{ discountCode: 7 }]])(
    'is a failure of create-gift-discount, not a refusal: %j',
    async (body) => {
      const { giftCode } = await makeGift()
      answered(body)
      await expect(shop.backend.gifts.ensureDiscount(giftCode)).rejects.toMatchObject(isFailure)
    },
  )
})

describe('email-signup', () => {
  it('sends a welcome mail with the store’s own links, text and HTML, and an unsubscribe link', async () => {
    const signup = { fullName: 'Ada <script>', email: 'ada@example.com', source: 'Footer' } as const
    await shop.backend.signUp(signup, { ...CONSENT, market: 'uk' })
    const [mail = ''] = mails()
    expect(mails()).toHaveLength(1)
    expect(headersOf(mail)).toMatch(/^To: ada@example\.com$/m)
    expect(headersOf(mail)).toMatch(/^From: Wizard Box <hello@wizardbox\.example>$/m)
    expect(headersOf(mail)).toMatch(/^Subject: Welcome to the magic$/m)
    expect(headersOf(mail)).toMatch(
      /^List-Unsubscribe: <https:\/\/shop\.test\/uk\/unsubscribe\?token=[0-9a-f]{44}>$/m,
    )
    expect(headersOf(mail)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    expect(mail).toContain('text/plain')
    expect(mail).toContain('text/html')
    expect(mail).toContain('https://shop.test/uk/product/vol-i-phoenix-edition')
    expect(mail).not.toContain('https://shop.test/us/')
    expect(mail).not.toContain('<script>')
  })

  it.each([
    'https://evil.example/claim',
    'claim.evil.example',
    'me@evil.example',
    'ｅvil．example',
    'evil。example',
  ])('does not greet by name as %s: anyone may have entered the address', async (name) => {
    await shop.backend.signUp({ fullName: `${name} Winner`, email: 'v@x.org', source: 'Footer' }, CONSENT)
    const [mail = ''] = mails()
    expect(mail).toContain('Hello. You')
    expect(mail).not.toContain('evil')
  })

  it('greets with initials as written, and one full stop', async () => {
    await shop.backend.signUp({ fullName: 'J.R.R. Hill', email: 'j@x.org', source: 'Footer' }, CONSENT)
    expect(mails()[0]).toContain('Hello J.R.R. You')
  })

  it.each([
    ['the waitlist', () => shop.backend.joinWaitlist({ name: 'Ada', email: 'ada@example.com' }, CONSENT)],
    [
      'a redeemed gift',
      () => shop.backend.subscribeRecipient({ email: 'ada@example.com', fullName: '' }, CONSENT),
    ],
  ])('includes an unsubscribe link for signups by %s', async (_, join) => {
    await join()
    expect(mails()).toHaveLength(1)
    expect(headersOf(mails()[0] ?? '')).toMatch(/^List-Unsubscribe: <https:/m)
  })

  it('does not offer Vol. I in the US store', async () => {
    await shop.backend.signUp({ fullName: 'Ada', email: 'ada@example.com', source: 'Footer' }, CONSENT)
    expect(mails().join()).not.toContain('Phoenix Edition')
    expect(mails().join()).toContain('https://shop.test/us/product/vol-ii-magical-you-pre-order')
  })

  it('sends a welcome mail to a returning subscriber, though the first attempt to store it failed', async () => {
    const signup = { fullName: 'Ada', email: 'back@example.com', source: 'Footer' } as const
    await shop.backend.signUp(signup, CONSENT)
    const { data } = await shop.service.from('email_subscribers').select('unsubscribe_token').single()
    await shop.backend.unsubscribe(data?.unsubscribe_token)
    shop.embedded.faults.inject({ match: /POST .*mail_outbox/, kind: 'status', status: 503 })
    await expect(shop.backend.signUp(signup, CONSENT)).rejects.toThrow('email-signup')
    shop.embedded.faults.clear()
    expect(await shop.backend.signUp(signup, CONSENT)).toBeNull()
    expect(mails()).toHaveLength(2)
    expect((await shop.backend.listSubscribers({ page: 1 })).rows).toMatchObject([{ unsubscribedAt: null }])
  })

  it('sends a welcome mail again to a subscriber whom the owner removed and who comes back', async () => {
    const signup = { fullName: 'Ada', email: 'again@example.com', source: 'Footer' } as const
    await shop.backend.signUp(signup, CONSENT)
    const [row] = (await shop.backend.listSubscribers({ page: 1 })).rows
    expect(await shop.backend.removeSubscriber(row?.id ?? '')).toBe(true)
    await shop.backend.signUp(signup, CONSENT)
    await shop.backend.signUp(signup, CONSENT)
    expect(mails()).toHaveLength(2)
    const { data } = await shop.service.from('email_subscribers').select('unsubscribe_token').single()
    expect(mails().at(-1)).toContain(data?.unsubscribe_token)
  })
})

describe('contact-submission', () => {
  const submission = {
    fullName: 'Ada',
    subject: 'Press Inquiry',
    message: 'Hello',
    subscribeToMailingList: false,
  } as const

  it('mails the shop, with the visitor as reply-to and no injected headers', async () => {
    const typed = {
      ...submission,
      fullName: 'Eve\r\nBcc: victim@example.com\r\n\r\n<h1>hi</h1>',
      email: 'eve@example.com',
      message: 'Line one\r\n.\r\nBcc: victim@example.com\r\n<img src=x onerror=alert(1)>',
    }
    await shop.backend.submitContact(typed, { ...CONSENT, idempotencyKey: null })
    const [mail = ''] = mails()
    expect(headersOf(mail)).toMatch(/^To: hello@wizardbox\.example$/m)
    expect(headersOf(mail)).toMatch(/^Reply-To: eve@example\.com$/m)
    expect(headersOf(mail)).not.toMatch(/^Bcc:/m)
    expect(headersOf(mail)).toMatch(
      /^Subject: Press Inquiry from Eve Bcc: victim@example\.com <h1>hi<\/h1>$/m,
    )
    const html = mail.slice(mail.indexOf('text/html'))
    expect(html).toContain('&lt;img src=3Dx onerror=3Dalert(1)&gt;')
    expect(html).not.toContain('<img src=3Dx')
  })

  it('joins the list when asked to', async () => {
    const email = 'joiner@example.com'
    await shop.backend.submitContact(
      { ...submission, email, subscribeToMailingList: true },
      { ...CONSENT, idempotencyKey: null },
    )
    expect(await shop.backend.listSubscribers({ page: 1, search: email })).toMatchObject({
      rows: [{ email, source: 'Contact' }],
    })
  })

  it('stores the message when the mail can’t be sent, and sends it later', async () => {
    const broken = await startEmbedded({
      mail: {
        smtpUrl: 'smtp://127.0.0.1:1',
        from: 'a@example.com',
        to: 'b@example.com',
        outboxDir: shop.outboxDir,
        companies: COMPANIES,
      },
    })
    const email = 'keeper@example.com'
    expect(
      await broken.backend.submitContact({ ...submission, email }, { ...CONSENT, idempotencyKey: null }),
    ).toBeNull()
    await broken.embedded.idle()
    const outbox = await broken.backend.listOutbox({ page: 1 })
    expect(outbox.rows).toMatchObject([{ state: 'failed', attempts: 1, toEmail: 'b@example.com' }])
    expect(outbox.rows[0]?.lastError).not.toMatch(/@/)
    expect((await broken.backend.listMessages({ page: 1 })).total).toBe(1)
    expect(await broken.backend.sendOutboxMail(outbox.rows[0]?.id ?? '')).toBe('failed')
    await broken.close()
  })

  const leftMail = (name: string, minutes: number, more: object = {}) => ({
    dedupe_key: name,
    template: 'welcome',
    to_email: `${name}@example.com`,
    subject: 'x',
    data: { firstName: 'Ada', email: `${name}@example.com`, unsubscribeToken: 'a'.repeat(44) },
    market: 'uk',
    state: 'waiting',
    attempts: 0,
    created_at: new Date(Date.now() - minutes * 60_000).toISOString(),
    ...more,
  })

  it('sends mails that a stopped process left in the outbox, once', async () => {
    await shop.service.from('mail_outbox').insert(leftMail('left', 2))
    const sent = await Promise.all([shop.backend.sendWaitingMails(), shop.backend.sendWaitingMails()])
    expect(sent[0] + sent[1]).toBe(1)
    expect(mails()).toHaveLength(1)
  })

  it('skips a mail that it cannot read, such as one of a newer version', async () => {
    await shop.service
      .from('mail_outbox')
      .insert([leftMail('odd', 3, { template: 'later' }), leftMail('left', 2)])
    expect(await shop.backend.sendWaitingMails()).toBe(1)
    const { rows } = await shop.backend.listOutbox({ page: 1 })
    expect(rows.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['failed', 1],
    ])
  })

  it('removes files that a killed process left half-written, but none being written', async () => {
    mkdirSync(shop.outboxDir, { recursive: true })
    const [old, fresh] = [join(shop.outboxDir, '.old.part'), join(shop.outboxDir, '.fresh.part')]
    for (const path of [old, fresh]) writeFileSync(path, 'The magic words: amber')
    const anHourAgo = new Date(Date.now() - 3_600_000)
    utimesSync(old, anHourAgo, anHourAgo)
    await shop.service.from('mail_outbox').insert(leftMail('next', 2))
    expect(await shop.backend.sendWaitingMails()).toBe(1)
    await expect.poll(() => existsSync(old)).toBe(false)
    expect(existsSync(fresh)).toBe(true)
  })

  /** Adds mails to the outbox. @returns their ids */
  async function leaveMails(count: number): Promise<string[]> {
    const rows = Array.from({ length: count }, (_, number) => leftMail(`slow${number}`, 0))
    const { data } = await shop.service.from('mail_outbox').insert(rows).select('id')
    return (data ?? []).map(({ id }) => String(id))
  }

  const environment = (sendMail: OutboxEnvironment['sendMail']): OutboxEnvironment => ({
    origin: () => 'https://shop.test',
    now: Date.now,
    log: silentLog,
    companies: COMPANIES,
    sendMail,
  })

  it('claims each mail just before sending it: a claim held while waiting would expire', async () => {
    const ids = await leaveMails(5)
    const open: (() => void)[] = []
    const slow = environment(() => new Promise((resolve) => open.push(resolve)))
    const delivered = Promise.all(ids.map((id) => deliverMail(shop.service, slow, id)))
    const states = async () =>
      (await shop.backend.listOutbox({ page: 1 })).rows.map(({ state }) => state).sort()
    await expect.poll(() => open.length).toBe(2)
    expect(await states()).toEqual(['sending', 'sending', 'waiting', 'waiting', 'waiting'])
    for (let sent = 0; sent < ids.length; sent++) {
      await expect.poll(() => open.length).toBeGreaterThan(0)
      open.shift()?.()
    }
    expect(await delivered).toEqual(Array(5).fill('sent'))
    expect(await states()).toEqual(Array(5).fill('sent'))
  })

  it('does not mark a sent mail as failed when storing its state fails', async () => {
    const [id = ''] = await leaveMails(1)
    let sent = 0
    const stumbling = environment(async () => {
      sent++
      shop.embedded.faults.inject({ match: /PATCH .*mail_outbox/, kind: 'status', status: 503, times: 1 })
    })
    expect(await deliverMail(shop.service, stumbling, id)).toBe('sent')
    expect(await deliverMail(shop.service, stumbling, id)).toBe('busy')
    expect(sent).toBe(1)
    expect((await shop.backend.listOutbox({ page: 1 })).rows).toMatchObject([{ state: 'sent', attempts: 1 }])
  })

  describe('a mail claimed from a sender whose claim has expired', () => {
    /** A sender whose mail server responds only when told to, with a clock that is `ahead` ms fast. */
    function waitingSender(ahead: number) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      let asked = 0
      const sendMail = () => {
        asked++
        return promise
      }
      return {
        environment: { ...environment(sendMail), now: () => Date.now() + ahead },
        asked: () => asked,
        accept: resolve,
        refuse: () => reject(new Error('554 no')),
      }
    }

    /** One mail that a second sender has claimed from a first; both are still sending it. */
    async function takenOver() {
      const [id = ''] = await leaveMails(1)
      const [first, second] = [waitingSender(0), waitingSender(61_000)]
      const senders = []
      for (const sender of [first, second]) {
        senders.push({ ...sender, delivered: deliverMail(shop.service, sender.environment, id) })
        await expect.poll(sender.asked).toBe(1)
      }
      const [early, late] = senders
      if (!early || !late) throw new Error('Two senders were meant to be there')
      return { early, late }
    }
    const kept = async () => (await shop.backend.listOutbox({ page: 1 })).rows[0]

    it('is not marked as failed by the first after the second has sent it', async () => {
      const { early, late } = await takenOver()
      late.accept()
      expect(await late.delivered).toBe('sent')
      early.refuse()
      expect(await early.delivered).toBe('failed')
      expect(await kept()).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
    })

    it('remains with the second when the first fails', async () => {
      const { early, late } = await takenOver()
      early.refuse()
      await early.delivered
      expect(await kept()).toMatchObject({ state: 'sending', attempts: 2, lastError: null })
      late.accept()
      expect(await late.delivered).toBe('sent')
      expect(await kept()).toMatchObject({ state: 'sent', attempts: 2 })
    })

    it.each(['before', 'after'])(
      'counts as sent though the second fails %s the first has sent it',
      async (when) => {
        const { early, late } = await takenOver()
        const steps = [() => [late.refuse(), late.delivered], () => [early.accept(), early.delivered]]
        for (const step of when === 'before' ? steps : steps.toReversed()) await Promise.all(step())
        expect(await kept()).toMatchObject({ state: 'sent', attempts: 2, lastError: null })
      },
    )
  })

  it('has a time limit that ends before its claim: until then, no other sender may send it', async () => {
    const [id = ''] = await leaveMails(1)
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    let [limit, claimedFor] = [Number.NaN, Number.NaN]
    const looking = environment(async (_, signal) => {
      limit = timeout.mock.calls[timeout.mock.results.findIndex(({ value }) => value === signal)]?.[0] ?? 0
      const { data } = await shop.service.from('mail_outbox').select('locked_until').eq('id', id).single()
      claimedFor = Date.parse(data?.locked_until) - Date.now()
    })
    await deliverMail(shop.service, looking, id)
    timeout.mockRestore()
    expect(limit).toBeGreaterThan(20_000)
    expect(limit).toBeLessThan(claimedFor)
  })

  it('ends its connection at the time limit', async () => {
    const [id = ''] = await leaveMails(1)
    const server = createServer((socket) => socket.on('error', () => {}).write('220 slow\r\n'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const connection: Promise<Socket[]> = once(server, 'connection')
    const stop = new AbortController()
    const send = smtpSender(`smtp://127.0.0.1:${port}`, 'shop@example.com')
    const delivered = deliverMail(
      shop.service,
      environment((mail) => send(mail, stop.signal)),
      id,
    )
    const [socket] = await connection
    stop.abort()
    expect(await delivered).toBe('failed')
    await expect.poll(() => socket?.closed).toBe(true)
    server.close()
  })

  it('has the same Message-ID in every attempt, so that a mail sent twice is recognised', async () => {
    const [id = ''] = await leaveMails(1)
    await shop.backend.sendOutboxMail(id)
    await shop.service.from('mail_outbox').update({ state: 'failed' }).eq('id', id)
    await shop.backend.sendOutboxMail(id)
    const ids = mails().map((mail) => /^Message-ID: (.*)$/m.exec(headersOf(mail))?.[1])
    expect(ids).toEqual([`<${id}@wizardbox.example>`, `<${id}@wizardbox.example>`])
  })

  it('counts an attempt when it begins: one that kills the process would be repeated forever', async () => {
    const [id = ''] = await leaveMails(1)
    let attempts: number | undefined
    const looking = environment(async () => {
      attempts = (await shop.backend.listOutbox({ page: 1 })).rows[0]?.attempts
    })
    await deliverMail(shop.service, looking, id)
    expect(attempts).toBe(1)
  })

  it('is sent by one of many concurrent senders', async () => {
    const [id = ''] = await leaveMails(1)
    let sent = 0
    const counting = () => environment(async () => void sent++)
    const delivered = await Promise.all(
      Array.from({ length: 20 }, () => deliverMail(shop.service, counting(), id)),
    )
    expect(sent).toBe(1)
    expect(delivered.filter((state) => state === 'sent')).toHaveLength(1)
  })

  it('marks mails of a killed process as failed, and retries them with increasing delays', async () => {
    const minuteAgo = new Date(Date.now() - 60_000).toISOString()
    const killed = (name: string, minutes: number, attempts: number, more: object = {}) =>
      leftMail(name, minutes, { state: 'sending', attempts, locked_until: minuteAgo, ...more })
    await shop.service
      .from('mail_outbox')
      .insert([
        killed('given-up', 60_000, 13),
        killed('resting', 30, 5),
        killed('under-way', 10, 1, { locked_until: new Date(Date.now() + 30_000).toISOString() }),
        killed('due', 3, 1),
      ])
    expect(await shop.backend.sendWaitingMails()).toBe(1)
    const { rows } = await shop.backend.listOutbox({ page: 1 })
    const unfinished = 'Sending was cut short; it may have gone out.'
    expect(rows.map(({ toEmail, state, lastError }) => [toEmail.split('@')[0], state, lastError])).toEqual([
      ['due', 'sent', null],
      ['under-way', 'sending', null],
      ['resting', 'failed', unfinished],
      ['given-up', 'failed', unfinished],
    ])
    expect(rows.map(({ attempts }) => attempts)).toEqual([2, 1, 5, 13])
  })

  it('stores why a mail was rejected, without the address that the server echoes', async () => {
    const [id = ''] = await leaveMails(1)
    const refusing = environment(async () => {
      throw new Error('550 5.1.1 <slow0@example.com>: no such mailbox (for slow0@example.com)')
    })
    expect(await deliverMail(shop.service, refusing, id)).toBe('failed')
    const [row] = (await shop.backend.listOutbox({ page: 1 })).rows
    expect(row?.lastError).toBe('550 5.1.1 [address] no such mailbox (for [address]')
  })

  /** A mail server with that response to a recipient. @returns its URL */
  async function refusingServer(response: string): Promise<{ url: string; close: () => unknown }> {
    const server = createServer((socket) => {
      socket.on('error', () => {}).write('220 mail\r\n')
      socket.on('data', (data) => {
        const isRecipient = data.toString().startsWith('RCPT')
        socket.write(isRecipient ? response.replaceAll('\n', '\r\n') : '250 ok\r\n')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
  }

  it.each([
    ['550 5.1.1 <a@b.example>: no such user\n', false],
    ['550-5.1.1 No such user here.\n550 5.1.1 Check for typos.\n', false],
    ['556 5.1.10 Recipient address has null MX\n', false],
    ['550 5.2.1 Mailbox disabled\n', false],
    ['450 4.2.1 Mailbox busy\n', true],
    ['452 4.2.2 Mailbox full\n', true],
    // The sender's setup, which the owner may correct.
    ['550 5.7.1 Relaying denied\n', true],
    ['550 5.1.8 Sender address rejected\n', true],
    ['550 no\n', true],
  ])('after "%s", is sent again: %s', async (response, isRetried) => {
    const [id = ''] = await leaveMails(1)
    const server = await refusingServer(response)
    const refused = environment(smtpSender(server.url, 'shop@example.com'))
    expect(await deliverMail(shop.service, refused, id)).toBe(isRetried ? 'failed' : 'undeliverable')
    const { rows } = await shop.backend.listOutbox({ page: 1, failed: true })
    expect(rows[0]?.lastError).toContain(response.slice(0, 3))
    const dayAgo = new Date(Date.now() - 24 * 60 * 60_000).toISOString()
    await shop.service.from('mail_outbox').update({ created_at: dayAgo }).eq('id', id)
    expect(await shop.backend.sendWaitingMails()).toBe(isRetried ? 1 : 0)
    if (!isRetried) expect(await shop.backend.sendOutboxMail(id), 'by the owner').toBe('sent')
    server.close()
  })

  it('is not sent again to something that is not an address', async () => {
    await shop.service.from('mail_outbox').insert(leftMail('a, b', 60))
    expect(await shop.backend.sendWaitingMails()).toBe(0)
    const [row] = (await shop.backend.listOutbox({ page: 1 })).rows
    expect(row).toMatchObject({
      state: 'failed',
      lastError: 'The address of a mail is not a single plain address',
    })
    const dayAgo = new Date(Date.now() - 24 * 60 * 60_000).toISOString()
    await shop.service.from('mail_outbox').update({ created_at: dayAgo, to_email: 'a@b.example' })
    expect(await shop.backend.sendWaitingMails()).toBe(0)
  })

  it('starts no further mail once told to stop', async () => {
    await shop.service.from('mail_outbox').insert([leftMail('one', 2), leftMail('two', 2)])
    expect(await shop.backend.sendWaitingMails(50, AbortSignal.abort())).toBe(0)
    expect(await shop.backend.sendWaitingMails(50)).toBe(2)
  })

  it('retries a failing mail for nearly three days', async () => {
    const hours = (count: number) => count * 60
    await shop.service
      .from('mail_outbox')
      .insert([
        leftMail('last', hours(69), { state: 'failed', attempts: 12 }),
        leftMail('not-yet', hours(67), { state: 'failed', attempts: 12 }),
        leftMail('given-up', hours(1000), { state: 'failed', attempts: 13 }),
      ])
    expect(await shop.backend.sendWaitingMails()).toBe(1)
    expect(mails()[0]).toContain('last@example.com')
  })

  it('sends later mails while failed ones wait for their retry', async () => {
    const resting = Array.from({ length: 60 }, (_, number) =>
      leftMail(`resting${number}`, 30, { state: 'failed', attempts: 5 }),
    )
    const due = leftMail('due', 17, { state: 'failed', attempts: 4 })
    await shop.service.from('mail_outbox').insert([...resting, due, leftMail('later', 2)])
    expect(await shop.backend.sendWaitingMails()).toBe(2)
    expect(
      mails()
        .map((mail) => headersOf(mail).match(/^To: (.*)$/m)?.[1])
        .sort(),
    ).toEqual(['due@example.com', 'later@example.com'])
  })
})

describe('create-gift-discount', () => {
  it('returns no discount for a gift that is revoked meanwhile', async () => {
    const { giftCode } = await makeGift()
    shop.embedded.faults.inject({
      match: /PATCH .*gift_redemption_codes/,
      kind: 'slow',
      meanwhile: () => shop.backend.gifts.revoke([giftCode.id], 'order cancelled'),
      times: 1,
    })
    expect(await shop.backend.gifts.ensureDiscount(giftCode)).toEqual({ ok: false, error: 'failed' })
    expect(await shop.backend.gifts.get(giftCode.id)).toMatchObject({ discountCode: null })
  })

  it('creates one free, single-use discount for the gift’s variant, and reuses it', async () => {
    const { giftCode } = await makeGift()
    const discount = await shop.backend.gifts.ensureDiscount(giftCode)
    if (!discount.ok) throw new Error('no discount')
    expect(discount.value).toMatch(/^GIFT-[0-9A-Z]{16}$/)
    expect(shop.admin.discounts.get(discount.value)).toMatchObject({
      usageLimit: 1,
      appliesOncePerCustomer: true,
      customerSelection: { all: true },
      customerGets: {
        value: { percentage: 1 },
        items: { products: { productVariantsToAdd: ['gid://shopify/ProductVariant/40000000000008'] } },
      },
    })
    expect(shop.admin.requests[0]?.token).toBe('shpat_test')
    expect((await shop.backend.gifts.findByWords(giftCode.code))?.discountCode).toBe(discount.value)
    expect(await shop.backend.gifts.ensureDiscount(giftCode)).toEqual(discount)
    expect(shop.admin.requests).toHaveLength(1)
  })

  it('creates one discount for two concurrent requests', async () => {
    const { giftCode } = await makeGift()
    const replies = await Promise.all([1, 2, 3, 4].map(() => shop.backend.gifts.ensureDiscount(giftCode)))
    expect(new Set(replies.map((reply) => (reply.ok ? reply.value : 'failed'))).size).toBe(1)
    expect(shop.admin.discounts.size).toBe(1)
  })

  it('never returns a discount again that was given up', async () => {
    const { giftCode } = await makeGift()
    const seen = new Set<string>()
    for (let turn = 0; turn < 4; turn++) {
      const discount = await shop.backend.gifts.ensureDiscount(giftCode)
      if (!discount.ok) throw new Error('no discount')
      seen.add(discount.value)
      expect((await shop.backend.gifts.findByDiscount(discount.value.toLowerCase()))?.id).toBe(giftCode.id)
      await shop.backend.gifts.dropDiscount(giftCode.id, discount.value)
    }
    expect(seen.size).toBe(4)
    // An order that comes late may have any of them.
    for (const code of seen) expect((await shop.backend.gifts.findByDiscount(code))?.id).toBe(giftCode.id)
  })

  it('does not store a discount that another request created and an order gave up meanwhile', async () => {
    const { giftCode } = await makeGift()
    let first = ''
    shop.embedded.faults.inject({
      match: /PATCH .*gift_redemption_codes/,
      kind: 'slow',
      times: 1,
      async meanwhile() {
        const discount = await shop.backend.gifts.ensureDiscount(giftCode)
        first = discount.ok ? discount.value : ''
        await shop.backend.gifts.dropDiscount(giftCode.id, first)
      },
    })
    const discount = await shop.backend.gifts.ensureDiscount(giftCode)
    expect(first).toMatch(/^GIFT-/)
    expect(discount).toMatchObject({ ok: true, value: expect.not.stringContaining(first) })
  })

  it.each(['', 'null', 'undefined', '  '])('replaces an empty code: "%s"', async (junk) => {
    const { giftCode } = await makeGift()
    await shop.service
      .from('gift_redemption_codes')
      .update({ shopify_discount_code: junk })
      .eq('id', giftCode.id)
    expect(await shop.backend.gifts.ensureDiscount(giftCode)).toMatchObject({
      ok: true,
      value: expect.stringMatching(/^GIFT-/),
    })
  })

  it('leaves the gift without a discount when Shopify fails, and creates it the next time', async () => {
    const { giftCode } = await makeGift()
    for (const fail of ['down', 'html', 'refuse'] as const) {
      shop.admin.state.fail = fail
      await expect(shop.backend.gifts.ensureDiscount(giftCode)).rejects.toMatchObject({ status: 502 })
      expect((await shop.backend.gifts.findByWords(giftCode.code))?.discountCode).toBeNull()
    }
    shop.admin.state.fail = null
    expect((await shop.backend.gifts.ensureDiscount(giftCode)).ok).toBe(true)
  })

  it('rejects codes that are no gift or were redeemed', async () => {
    const { giftCode } = await makeGift()
    expect(await shop.backend.gifts.ensureDiscount({ ...giftCode, code: 'other words here' })).toEqual({
      ok: false,
      error: 'failed',
    })
    const redeemed = { redeemed: true, redeemed_at: new Date().toISOString() }
    await shop.service.from('gift_redemption_codes').update(redeemed).eq('id', giftCode.id)
    expect(await shop.backend.gifts.ensureDiscount(giftCode)).toEqual({ ok: false, error: 'failed' })
    expect(shop.admin.discounts.size).toBe(0)
  })
})

describe('creating a gift', () => {
  it('creates the code, its discount and the mail once, however often the webhook is repeated', async () => {
    const { purchase } = await makeGift(9)
    const given = await Promise.all([1, 2, 3].map(() => shop.backend.gifts.deliver({ ...purchase, unit: 1 })))
    expect(new Set(given.map(({ giftCode }) => giftCode.id)).size).toBe(1)
    await shop.embedded.idle()
    const [mail = '', ...rest] = mails()
    expect(rest).toHaveLength(0)
    expect(headersOf(mail)).toMatch(/^To: rowan@example\.com$/m)
    expect(headersOf(mail)).toMatch(/^Subject: Your magic words$/m)
    expect(mail).toContain(given[0]?.giftCode.code)
    expect(mail).toContain('FIVE WORDS, AND THE BOX IS THEIRS')
    expect(mail).toContain('https://shop.test/us/redeem')
    expect(mail).toContain('https://shop.test/us/gift-download')
    expect(given.at(-1)?.giftCode.discountCode).toMatch(/^GIFT-/)
  })

  it('works while the store is down: the code is created and mailed, the discount follows later', async () => {
    shop.admin.state.fail = 'down'
    const { purchase } = await makeGift(9)
    const { giftCode } = await shop.backend.gifts.deliver({ ...purchase, unit: 1 })
    expect(giftCode.discountCode).toBeNull()
    expect(mails()).toHaveLength(1)
    shop.admin.state.fail = null
    expect((await shop.backend.gifts.deliver({ ...purchase, unit: 1 })).giftCode.discountCode).toMatch(
      /^GIFT-/,
    )
    expect(mails()).toHaveLength(1)
  })

  it('sends the mail again for the owner, once per request', async () => {
    const { purchase } = await makeGift(9)
    const { giftCode } = await shop.backend.gifts.deliver({ ...purchase, unit: 1 })
    expect(await shop.backend.sendGiftMail(giftCode)).toBe('repeated')
    expect(await shop.backend.sendGiftMail(giftCode, 'form-1')).toBe('sent')
    expect(await shop.backend.sendGiftMail(giftCode, 'form-1')).toBe('repeated')
    expect(mails()).toHaveLength(2)
  })
})

describe('duplicate-products-for-uk', () => {
  beforeEach(() => {
    const variants = [
      { title: 'No Wand', price: '59.00' },
      { title: 'Standard (Dragon and Elder)', price: '88.00' },
    ]
    const product = (id: number, handle: string, tags: string[], title = handle) =>
      shop.admin.products.push({ id: `gid://shopify/Product/${id}`, title, handle, tags, variants })
    product(1, 'vol-ii', ['market: us', 'wizard-box'], 'Vol. II')
    product(2, 'vol-ii-1', ['Market:UK', 'wizard-box'], 'Vol. II')
    product(3, 'wand', ['market: us', 'market: uk'])
    product(4, 'poster', ['MARKET:us', 'merch'])
    product(5, 'vol-i', ['market: uk'])
  })

  it('previews the copies without creating them', async () => {
    const preview = await shop.backend.duplicateProducts({ dryRun: true })
    expect(preview.products).toMatchObject([{ id: null, handle: 'poster-1', copiedFrom: 'poster' }])
    expect(preview.created).toEqual([])
    expect(shop.admin.products).toHaveLength(5)
  })

  it('creates each missing UK copy once: same figures in pounds, tag changed, handle suffixed', async () => {
    const first = await shop.backend.duplicateProducts({ dryRun: false })
    expect(first.created).toEqual(['poster-1'])
    expect(first.products).toMatchObject([
      {
        handle: 'poster-1',
        tags: ['market: uk', 'merch'],
        variants: [
          { price: { amount: '59.00', currencyCode: 'GBP' } },
          { price: { amount: '88.00', currencyCode: 'GBP' } },
        ],
      },
    ])
    expect(first.skipped.map((entry) => (entry as { handle: string }).handle).sort()).toEqual([
      'vol-ii',
      'wand',
    ])
    const second = await shop.backend.duplicateProducts({ dryRun: false })
    expect(second.created).toEqual([])
    expect(shop.admin.products).toHaveLength(6)
  })

  it('creates one copy for two concurrent requests', async () => {
    await Promise.all([1, 2].map(() => shop.backend.duplicateProducts({ dryRun: false })))
    expect(shop.admin.products.filter((product) => product.handle === 'poster-1')).toHaveLength(1)
  })

  it('writes pounds into the price list when the shop uses another currency', async () => {
    shop.admin.state.currency = 'USD'
    await shop.backend.duplicateProducts({ dryRun: false })
    expect(shop.admin.fixedPrices).toMatchObject([[{ price: { amount: '59.00', currencyCode: 'GBP' } }, {}]])
  })

  const copy = () => shop.admin.products[5]

  it('publishes a copy once its prices in pounds are right, and keeps one whose prices were rejected a draft', async () => {
    shop.admin.state.currency = 'USD'
    shop.admin.state.refusesPrices = true
    expect(await shop.backend.duplicateProducts({ dryRun: false })).toMatchObject({
      created: [],
      failed: [{ handle: 'poster', reason: 'Shopify FixUkPrices: Price list is locked.' }],
    })
    expect(copy()?.status).toBe('DRAFT')
    expect(shop.admin.published).toEqual([])
    shop.admin.state.refusesPrices = false
    expect((await shop.backend.duplicateProducts({ dryRun: false })).created).toEqual(['poster-1'])
    expect(shop.admin.published).toEqual([copy()?.id])
  })

  it.each(['FixUkPrices', 'PublishUkProduct', 'FinishUkProduct'])(
    'a copy that was cut short before %s is finished by the next run',
    async (operation) => {
      shop.admin.state.currency = 'USD'
      shop.admin.state.diesBefore = operation
      expect((await shop.backend.duplicateProducts({ dryRun: false })).created).toEqual([])
      expect(copy()?.status).toBe('DRAFT')
      expect((await shop.backend.duplicateProducts({ dryRun: true })).products).toHaveLength(1)
      expect((await shop.backend.duplicateProducts({ dryRun: false })).created).toEqual(['poster-1'])
      expect(copy()).toMatchObject({ handle: 'poster-1', status: 'ACTIVE', tags: ['market: uk', 'merch'] })
      expect(shop.admin.products).toHaveLength(6)
      expect(shop.admin.fixedPrices.at(-1)).toMatchObject([{ price: { amount: '59.00' } }, {}])
      expect((await shop.backend.duplicateProducts({ dryRun: false })).created).toEqual([])
    },
  )

  it.each(['status', 'error'] as const)('waits while the store throttles it (%s)', async (as) => {
    shop.admin.state.throttles = { next: 3, as }
    expect((await shop.backend.duplicateProducts({ dryRun: false })).created).toEqual(['poster-1'])
    expect(copy()?.status).toBe('ACTIVE')
  })

  it('gives up on a store that throttles it for ever', async () => {
    shop.admin.state.throttles = { next: 1_000, as: 'status' }
    await expect(shop.backend.duplicateProducts({ dryRun: false })).rejects.toMatchObject({ status: 502 })
    expect(shop.admin.requests).toHaveLength(5)
  })

  it('finds copies and products without one on every page of the catalogue', async () => {
    shop.admin.state.pageSize = 1
    const { created, skipped } = await shop.backend.duplicateProducts({ dryRun: false })
    expect([created, skipped]).toMatchObject([['poster-1'], [{ handle: 'vol-ii' }, { handle: 'wand' }]])
  })

  it('is an UpstreamError while the store is down', async () => {
    shop.admin.state.fail = 'down'
    await expect(shop.backend.duplicateProducts({ dryRun: false })).rejects.toMatchObject({ status: 502 })
  })
})
