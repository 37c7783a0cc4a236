import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { COMPANIES, CONSENT, headersOf, issueGift, mailsIn, startEmbedded } from './support.ts'

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  shop = await startEmbedded()
})
afterEach(() => shop.close())

const mails = () => mailsIn(shop.outboxDir)

it('every mail names its sender, and replies reach the shop', async () => {
  await shop.backend.signUp({ fullName: 'Ada', email: 'ada@example.com', source: 'Footer' }, CONSENT)
  const { giftCode } = await issueGift(shop.backend)
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
      const { giftCode } = await issueGift(shop.backend)
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
