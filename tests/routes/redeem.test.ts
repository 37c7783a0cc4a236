import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MAGIC_WORDS_BYTES, magicWordsOf } from '#app/models/magic-words.ts'
import { HANDLES } from '#app/models/product.ts'
import { enterMagicWords } from '#app/services/redeem/magic-words.server.ts'
import { injectFault, rowsIn } from '../support/backend-rows.ts'
import {
  claim,
  claimGift,
  completeOrder,
  makeGift,
  openCheckout,
  readOrders,
  reviewGift,
  submitMagicWords,
} from '../support/gifts.ts'
import { runSql } from '../support/owner.ts'
import { form, openTestShop } from '../support/test-shop.ts'
import { cartOfVisitor } from '../support/visitor-cart.ts'

/** A gift from its words to its order. What each step asks and says is shown by `tests/journeys/redeem`. */

/** How long the shop has waited before its responses, ms. */
const waits: number[] = []
const now = () => Date.parse('2025-11-21T12:00:00Z')
const shop = openTestShop({ now, pause: async (ms) => void waits.push(ms) })
const gifts = () => shop.services.backend.gifts
const isRedeemed = async ({ id }: { id: string }) => (await gifts().get(id))?.redeemed
const REVIEW = '/us/redeem/review'
const SUCCESS = '/us/redeem/success'

describe('the review', () => {
  test.each([
    [{}, 'Unicorn & Cherry'],
    [{ wand: 'dragon-yew' }, 'Dragon & Yew'],
  ])(
    'keeps the premium style that the giver has chosen, unless another is taken: %o',
    async (choice, wand) => {
      const { review, add, cart } = await reviewGift(shop, { kind: 'premium-wand', wand: 'Unicorn & Cherry' })
      expect(review.main).toContain('Ada Fairweather chose Unicorn & Cherry. Keep it, or take another.')
      await add(choice)
      expect((await cart()).lines).toMatchObject([{ wands: [wand] }])
    },
  )

  test('ends for a gift that was revoked or redeemed meanwhile', async () => {
    for (const said of ['Gift data not loaded', 'These magic words have already been used']) {
      const { gift, visitor, add, cart } = await reviewGift(shop)
      if (said === 'Gift data not loaded') await gifts().revoke(gift, 'order cancelled')
      else await gifts().redeem(gift, { id: '77', name: '#77' })
      for (const page of [await add(), await visitor.visit(REVIEW)]) expect(page.text).toContain(said)
      expect((await cart()).lines).toEqual([])
    }
  })

  test('is of the gift that the page showed, whichever words another tab entered since', async () => {
    const { visitor, add, cart } = await reviewGift(shop)
    await submitMagicWords(visitor, (await makeGift(shop)).code)
    const refused = await add()
    expect([refused.path, refused.text.includes('Gift data not loaded')]).toEqual([REVIEW, true])
    expect((await cart()).lines).toHaveLength(0)
  })
})

describe('the claim of a gift', () => {
  test('with another choice replaces the one before, and with none that it allows keeps it', async () => {
    const { gift, add, cart } = await claimGift(shop, { upgrade: 'add-wand' })
    const other = await add({ upgrade: 'upgrade-premium', wand: 'dragon-yew' })
    expect(other.main).toContain('The Dragon & Yew upgrade is billed separately.')
    expect((await cart()).lines).toMatchObject([{}, { kind: 'upgrade' }])
    await add({ upgrade: 'none' })
    expect(await cart()).toMatchObject({ lines: [{}], giftDiscountCode: gift.discountCode })
    const classic = await reviewGift(shop, { kind: 'classic-wand' })
    await classic.add({ upgrade: 'upgrade-premium', wand: 'dragon-oak' })
    const refused = await classic.visitor.post(REVIEW, { upgrade: 'add-wand' })
    expect(refused.text).toContain('Cannot add upgrade to cart')
    expect((await classic.cart()).lines).toHaveLength(2)
  })

  test.each([
    ['the record', /GET .*gift_redemption/, 'Error processing redemption'],
    ['the discount function', /create-gift-discount/, 'Failed to create discount code'],
    ['the Admin API behind it', /CreateGiftDiscount/, 'Failed to create discount code'],
  ])('that fails leaves the gift usable: %s', async (_, match, text) => {
    const { gift, add, cart } = await reviewGift(shop, { withDiscount: false })
    const { backend, store } = shop.embedded
    for (const service of [backend, store]) service?.faults.inject({ match, kind: 'status', status: 500 })
    const page = await add({ upgrade: 'add-wand' })
    for (const said of [text, 'Nothing has been used up. Please try again in a moment.'])
      expect(page.text).toContain(said)
    for (const service of [backend, store]) service?.faults.clear()
    expect([(await cart()).lines, await isRedeemed(gift)]).toEqual([[], false])
    expect((await add()).path).toBe(SUCCESS)
  })
})

describe('consent to the mailing list', () => {
  const subscriber = async (email: string) => (await rowsIn(shop, 'email_subscribers', 'email', email))[0]
  /** Claims a gift with consent and these fields. */
  const consent = (fields: Record<string, string>, gift: { code: string }) =>
    claim(shop.browser(), gift.code, { consent: 'yes', ...fields })

  test('with an address joins the list as gift_redemption, also while the list fails, without changing the gift', async () => {
    const gift = await makeGift(shop)
    const fields = { recipientName: ' Mary Ann Evans', recipientEmail: 'Mary@Example.com' }
    const heal = injectFault(shop, { match: /email_subscribers/, kind: 'unreachable' })
    expect((await consent(fields, gift)).path).toBe(SUCCESS)
    heal()
    expect((await consent(fields, gift)).path).toBe(SUCCESS)
    const mary = { first_name: 'Mary', last_name: 'Ann Evans', full_name: 'Mary Ann Evans' }
    expect(await subscriber('mary@example.com')).toMatchObject({ source: 'gift_redemption', ...mary })
    expect(await gifts().get(gift.id)).toMatchObject({ recipientEmail: null })
  })

  test('without an address applies to the recipient on record, unless they have left; not given it stores nothing', async () => {
    const gift = await makeGift(shop)
    const sql = 'UPDATE gift_redemption_codes SET recipient_email = ?, recipient_name = ? WHERE id = ?'
    runSql(shop, sql, 'asked@example.com', 'Named Person', gift.id)
    await claim(shop.browser(), gift.code)
    await claim(shop.browser(), gift.code, { recipientEmail: 'quiet@example.com', recipientName: 'Q' })
    for (const email of ['asked@example.com', 'quiet@example.com'])
      expect(await subscriber(email)).toBeUndefined()
    await consent({}, gift)
    const asked = await subscriber('asked@example.com')
    expect(asked).toMatchObject({ source: 'gift_redemption', full_name: 'Named Person' })
    await shop.services.backend.unsubscribe(String(asked?.unsubscribe_token))
    await consent({}, gift)
    expect((await subscriber('asked@example.com'))?.unsubscribed_at).not.toBeNull()
  })

  test('with one gift reaches five addresses, whatever the number of visitors', async () => {
    const { visitor } = await reviewGift(shop)
    for (let at = 0; at < 6; at++) {
      const other = shop.browser()
      other.cookies.set('redeem', visitor.cookies.get('redeem') ?? '')
      const recipientEmail = `of-gift-${at}@example.com`
      await other.fetch(REVIEW, form({ upgrade: 'none', consent: 'yes', recipientEmail }))
    }
    expect(await subscriber('of-gift-4@example.com')).toBeDefined()
    expect(await subscriber('of-gift-5@example.com')).toBeUndefined()
  })
})

test('after the order the last step confirms it while it is stored, and the step before redirects there', async () => {
  const { visitor, add, cart } = await claimGift(shop)
  await completeOrder(visitor)
  for (const [path, told] of [
    [SUCCESS, 1],
    [SUCCESS, 0],
    [REVIEW, 0],
  ] as const) {
    const page = await visitor.visit(path)
    expect(page.path).toBe(SUCCESS)
    expect(page.text.split('Your order is placed, so the cart is empty again.')).toHaveLength(told + 1)
    expect(page.main).toContain('Your gift is on its way')
    expect(page.html).not.toMatch(/Added to cart!|Go to checkout|GIFT-/)
    await readOrders(shop)
  }
  expect((await add()).path).toBe(SUCCESS)
  expect((await cart()).lines).toEqual([])
})

describe('the checkout of a gift', () => {
  test('that was revoked is not opened, and the gift leaves the cart with its upgrade', async () => {
    const { gift, visitor, cart } = await claimGift(shop, { upgrade: 'add-wand' })
    await gifts().revoke(gift, 'order cancelled')
    const page = await visitor.post('/us/checkout', {})
    for (const said of ['Invalid magic words', 'So your gift is out of the cart again.'])
      expect(page.text).toContain(said)
    expect(await cart()).toMatchObject({ lines: [], giftDiscountCode: null })
  })

  test('that the store does not make free is not opened while the backend is down, and it stays in the cart', async () => {
    const { gift, visitor } = await claimGift(shop)
    const quicker = shop.browser()
    await claim(quicker, gift.code)
    await completeOrder(quicker)
    injectFault(shop, { match: /gift_redemption/, kind: 'unreachable' })
    const page = await visitor.post('/us/checkout', {})
    expect(page.text).toContain('Your gift could not be made free just now.')
    expect(page.main).toContain('FREE')
  })
})

/** What one visitor may try is shown by `hardening/visitors`. */
const randomWords = () => magicWordsOf(randomBytes(MAGIC_WORDS_BYTES))
const guess = (typed: string, ip: string) => enterMagicWords(shop.services, { market: 'us', typed, ip })
describe('guessing magic words', () => {
  test('gets its response after the same time, however close the guess', async () => {
    const [{ code }, used] = [await makeGift(shop), await makeGift(shop)]
    await shop.services.backend.gifts.redeem(used, { id: '5', name: '#5' })
    waits.length = 0
    for (const [at, typed] of [`${code.slice(0, -1)}x`, randomWords(), code, used.code].entries())
      await guess(typed, `192.0.5.${at}`)
    expect(waits).toEqual(Array(4).fill(waits[0]))
    expect(waits[0]).toBeGreaterThanOrEqual(100)
  })

  test('by many visitors slows all guesses down, while the real recipient still gets through', async () => {
    const { code } = await makeGift(shop)
    const { limits } = shop.services
    // As most of the six hundred that are not slowed down.
    await Promise.all(Array.from({ length: 570 }, () => limits.consume('redeem-all', 'everybody')))
    waits.length = 0
    const guesses = Array.from({ length: 40 }, (_, at) => guess(randomWords(), `198.51.100.${at}`))
    for (const reply of await Promise.all(guesses)) expect(reply).toMatchObject({ status: 422 })
    expect(waits[0]).toBeLessThan(1_000)
    expect((await submitMagicWords(shop.browser(), code)).path).toBe('/us/redeem/review')
    expect(waits.at(-1)).toBeGreaterThan(1_000)
  })

  test('the same words from many addresses is stopped; words of open gifts, and symbols, never count', async () => {
    const { code } = await makeGift(shop)
    for (let at = 0; at < 40; at++) {
      await guess(at % 2 ? 'gilded harbour storm' : 'Gilded-HARBOUR storm', `192.0.3.${at}`)
      expect((await guess(code, '192.0.4.1')).ok).toBe(true)
      expect(await guess(at % 2 ? '🪄' : '!?', `192.0.7.${at}`)).toMatchObject({ status: 422 })
    }
    expect(await guess('gilded harbour storm', '192.0.3.99')).toMatchObject({ status: 429 })
  })
})

/** Last: it takes the volumes down. */
describe('a gift whose product', () => {
  async function takeDown(handle: string): Promise<void> {
    const { catalogue, deliverWebhooks } = shop.embedded.store ?? expect.fail()
    catalogue.save({ ...(catalogue.byHandle(handle) ?? expect.fail()), status: 'ARCHIVED' })
    await deliverWebhooks()
    await expect.poll(() => shop.services.storefront.getProduct('us', handle)).toBeNull()
  }

  test('only the other store has is reviewed, added, ordered and redeemed', async () => {
    const kinds = ['box-only', 'premium-wand'] as const
    const made = await Promise.all(kinds.map((kind) => makeGift(shop, { kind })))
    await takeDown(HANDLES.vol2.us)
    const uk = await shop.services.storefront.getProduct('us', HANDLES.vol2.uk)
    for (const gift of made) {
      // The discount is made for the variant that the record names, which is gone.
      const bundle = uk?.variants.find(({ title }) => title === gift.productTitle)
      const visitor = shop.browser()
      expect((await claim(visitor, gift.code, { wand: 'phoenix-elm' })).path).toBe(SUCCESS)
      expect((await cartOfVisitor(shop, visitor)).lines).toMatchObject([{ variantId: bundle?.id }])
      const checkout = await openCheckout(visitor)
      expect(checkout.text).toContain('$0.00')
      expect(checkout.text).not.toContain('£')
      expect((await visitor.submit(checkout, 'Complete order')).text).toContain('Order complete')
      await readOrders(shop)
      expect(await isRedeemed(gift)).toBe(true)
    }
  })

  test('neither store has any more cannot be added, and is not spent', async () => {
    const { gift, add } = await reviewGift(shop, { market: 'uk' })
    await takeDown(HANDLES.vol2.uk)
    expect((await add()).text).toContain('Base gift variant not found')
    expect(await isRedeemed(gift)).toBe(false)
  })
})
