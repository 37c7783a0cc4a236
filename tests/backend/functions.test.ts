import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CONSENT, giftPurchase, headersOf, mailsIn, startEmbedded } from './support.ts'

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  shop = await startEmbedded()
})
afterEach(() => shop.close())

const mails = () => mailsIn(shop.outboxDir)

describe('a response with status 200 that a function does not give', () => {
  const answered = (body: unknown) =>
    shop.embedded.faults.inject({ match: /functions/, kind: 'status', status: 200, body })
  const isFailure = { name: 'UpstreamError', status: 200 }

  const signup = { fullName: 'Ada', email: 'ada@example.com', source: 'Footer' } as const

  it('is a failure of signup and contact', async () => {
    const message = { ...signup, subject: 'Other', message: 'Hello', subscribeToMailingList: false } as const
    for (const body of [[], { error: true }, { error: { code: 7 } }]) {
      answered(body)
      await expect(shop.backend.signUp(signup, CONSENT)).rejects.toMatchObject(isFailure)
      const sent = shop.backend.submitContact(message, { ...CONSENT, idempotencyKey: '' })
      await expect(sent).rejects.toMatchObject(isFailure)
      shop.embedded.faults.clear()
    }
  })

  it('is a success of signup where it names no error', async () => {
    for (const body of [{}, { error: null }, { success: true }]) {
      answered(body)
      expect(await shop.backend.signUp(signup, CONSENT)).toBeNull()
      shop.embedded.faults.clear()
    }
  })

  it('is a failure of create-gift-discount, not a refusal', async () => {
    const { giftCode } = await shop.backend.gifts.issue(giftPurchase())
    for (const body of [{}, { discountCode: '' }, { discountCode: 7 }]) {
      answered(body)
      await expect(shop.backend.gifts.ensureDiscount(giftCode)).rejects.toMatchObject(isFailure)
      shop.embedded.faults.clear()
    }
  })
})

describe('email-signup', () => {
  it('sends a welcome mail with the store’s own links, text and HTML, and an unsubscribe link', async () => {
    const signup = { fullName: 'Ada Fair <script>', email: 'ada@example.com', source: 'Footer' } as const
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
    expect(mail).toContain('Hello Ada. You')
    expect(mail).toContain('https://shop.test/uk/product/')
    expect(mail).not.toContain('https://shop.test/us/')
    expect(mail).not.toContain('<script>')
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

  it('sends a welcome mail again to a subscriber whom the owner removed and who comes back', async () => {
    const signup = { fullName: 'Ada', email: 'again@example.com', source: 'Footer' } as const
    await shop.backend.signUp(signup, CONSENT)
    const [row] = await shop.backend.listRows('subscribers')
    expect(await shop.backend.changeRow('subscribers', row?.id ?? '', 'delete')).toBe(true)
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
    await shop.backend.submitContact(typed, { ...CONSENT, idempotencyKey: '' })
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

  it('stores the message when the mail can’t be sent, and sends it later', async () => {
    const broken = await startEmbedded({
      mail: {
        smtpUrl: 'smtp://127.0.0.1:1',
        from: 'a@example.com',
        to: 'b@example.com',
        outboxDir: shop.outboxDir,
      },
    })
    const email = 'keeper@example.com'
    expect(
      await broken.backend.submitContact({ ...submission, email }, { ...CONSENT, idempotencyKey: '' }),
    ).toBeNull()
    await broken.embedded.idle()
    const outbox = await broken.backend.listRows('mails')
    expect(outbox).toMatchObject([{ state: 'failed', attempts: 1, toEmail: 'b@example.com' }])
    expect(outbox[0]?.lastError).not.toMatch(/@/)
    expect((await broken.backend.listRows('messages')).length).toBe(1)
    expect(await broken.backend.sendOutboxMail(outbox[0]?.id ?? '')).toBe('failed')
    await broken.close()
  })
})
