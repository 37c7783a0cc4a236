import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { giftPurchase, headersOf, mailsIn, startEmbedded } from './support.ts'

let shop: Awaited<ReturnType<typeof startEmbedded>>
beforeEach(async () => {
  shop = await startEmbedded()
})
afterEach(() => shop.close())

const mails = () => mailsIn(shop.outboxDir)

describe('create-gift-discount', () => {
  it('returns no discount for a gift that is revoked meanwhile', async () => {
    const { giftCode } = await shop.backend.gifts.issue(giftPurchase())
    shop.embedded.faults.inject({
      match: /PATCH .*gift_redemption_codes/,
      kind: 'slow',
      meanwhile: () => shop.backend.gifts.revoke(giftCode, 'order cancelled'),
      times: 1,
    })
    expect(await shop.backend.gifts.ensureDiscount(giftCode)).toBeNull()
    expect(await shop.backend.gifts.get(giftCode.id)).toMatchObject({ discountCode: null })
  })

  it('creates one free, single-use discount for the gift’s variant, and reuses it', async () => {
    const purchase = giftPurchase()
    const { giftCode } = await shop.backend.gifts.issue(purchase)
    const code = await shop.backend.gifts.ensureDiscount(giftCode)
    expect(code).toMatch(/^GIFT-[0-9A-Z]{16}$/)
    expect(shop.store.calls[0]?.variables.basicCodeDiscount).toMatchObject({
      code,
      usageLimit: 1,
      appliesOncePerCustomer: true,
      customerSelection: { all: true },
      customerGets: {
        value: { percentage: 1 },
        items: { products: { productVariantsToAdd: [purchase.productVariantId] } },
      },
    })
    expect((await shop.backend.gifts.findByWords(giftCode.code))?.discountCode).toBe(code)
    expect(await shop.backend.gifts.ensureDiscount(giftCode)).toBe(code)
    expect(shop.store.calls).toHaveLength(1)
  })

  it('creates one discount for two concurrent requests', async () => {
    const { giftCode } = await shop.backend.gifts.issue(giftPurchase())
    shop.store.faults.inject({ kind: 'slow', delayMs: 10 })
    const [first, ...others] = await Promise.all(
      [1, 2, 3, 4].map(() => shop.backend.gifts.ensureDiscount(giftCode)),
    )
    expect(first).toMatch(/^GIFT-/)
    expect(others).toEqual([first, first, first])
    expect(shop.store.calls).toHaveLength(4)
  })

  it('never returns a discount again that was given up', async () => {
    const { giftCode } = await shop.backend.gifts.issue(giftPurchase())
    const seen = new Set<string>()
    for (let turn = 0; turn < 4; turn++) {
      const code = (await shop.backend.gifts.ensureDiscount(giftCode)) ?? ''
      seen.add(code)
      expect((await shop.backend.gifts.findByDiscount(code.toLowerCase()))?.id).toBe(giftCode.id)
      await shop.backend.gifts.reopen({ ...giftCode, discountCode: code })
    }
    expect(seen.size).toBe(4)
    // An order that comes late may have any of them.
    for (const code of seen) expect((await shop.backend.gifts.findByDiscount(code))?.id).toBe(giftCode.id)
  })

  it('does not store a discount that another request created and an order gave up meanwhile', async () => {
    const { giftCode } = await shop.backend.gifts.issue(giftPurchase())
    let first = ''
    shop.embedded.faults.inject({
      match: /PATCH .*gift_redemption_codes/,
      kind: 'slow',
      times: 1,
      async meanwhile() {
        first = (await shop.backend.gifts.ensureDiscount(giftCode)) ?? ''
        await shop.backend.gifts.reopen({ ...giftCode, discountCode: first })
      },
    })
    const code = await shop.backend.gifts.ensureDiscount(giftCode)
    expect(first).toMatch(/^GIFT-/)
    expect(code).toMatch(/^GIFT-/)
    expect(code).not.toBe(first)
  })

  it.each(['', 'null', 'undefined', '  '])('replaces an empty code: "%s"', async (junk) => {
    const { giftCode } = await shop.backend.gifts.issue(giftPurchase())
    await shop.service
      .from('gift_redemption_codes')
      .update({ shopify_discount_code: junk })
      .eq('id', giftCode.id)
    expect(await shop.backend.gifts.ensureDiscount(giftCode)).toMatch(/^GIFT-/)
  })

  it('leaves the gift without a discount when Shopify fails, and creates it the next time', async () => {
    const { giftCode } = await shop.backend.gifts.issue(giftPurchase())
    const body = { data: null, errors: [{ message: 'Access denied for discountCodeBasicCreate field.' }] }
    for (const fault of [
      { kind: 'unreachable' },
      { kind: 'html' },
      { kind: 'status', status: 200, body },
    ] as const) {
      shop.store.faults.inject({ ...fault, times: 1 })
      await expect(shop.backend.gifts.ensureDiscount(giftCode)).rejects.toMatchObject({ status: 502 })
      expect((await shop.backend.gifts.findByWords(giftCode.code))?.discountCode).toBeNull()
    }
    expect(await shop.backend.gifts.ensureDiscount(giftCode)).toMatch(/^GIFT-/)
  })

  it('rejects codes that are no gift or were redeemed', async () => {
    const { giftCode } = await shop.backend.gifts.issue(giftPurchase())
    expect(await shop.backend.gifts.ensureDiscount({ ...giftCode, code: 'other words here' })).toBeNull()
    const redeemed = { redeemed: true, redeemed_at: new Date().toISOString() }
    await shop.service.from('gift_redemption_codes').update(redeemed).eq('id', giftCode.id)
    expect(await shop.backend.gifts.ensureDiscount(giftCode)).toBeNull()
    expect(shop.store.calls).toEqual([])
  })
})

describe('creating a gift', () => {
  it('creates its discount and the mail once, however often it is delivered', async () => {
    const { giftCode } = await shop.backend.gifts.issue(giftPurchase())
    await Promise.all([1, 2, 3].map(() => shop.backend.gifts.deliver(giftCode)))
    await shop.embedded.idle()
    const [mail = '', ...rest] = mails()
    expect(rest).toHaveLength(0)
    expect(headersOf(mail)).toMatch(/^To: rowan@example\.com$/m)
    expect(headersOf(mail)).toMatch(/^Subject: Your magic words$/m)
    expect(mail).toContain(giftCode.code)
    expect(mail).toContain('FIVE WORDS, AND THE BOX IS THEIRS')
    expect(mail).toContain('https://shop.test/us/redeem')
    expect(mail).toContain('https://shop.test/us/gift-download')
    expect((await shop.backend.gifts.get(giftCode.id))?.discountCode).toMatch(/^GIFT-/)
  })

  it('works while the store is down: the code is created and mailed, the discount follows later', async () => {
    shop.store.faults.inject({ kind: 'unreachable' })
    const { giftCode } = await shop.backend.gifts.issue(giftPurchase())
    const discount = async () => (await shop.backend.gifts.get(giftCode.id))?.discountCode
    await shop.backend.gifts.deliver(giftCode)
    expect(await discount()).toBeNull()
    expect(mails()).toHaveLength(1)
    shop.store.faults.clear()
    await shop.backend.gifts.deliver(giftCode)
    expect(await discount()).toMatch(/^GIFT-/)
    expect(mails()).toHaveLength(1)
  })
})
