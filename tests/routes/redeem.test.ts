import { afterEach, describe, expect, test } from 'vitest'
import { lineKey } from '../../app/models/cart.ts'
import { HANDLES } from '../../app/models/product.ts'
import { claim, completeOrder, makeGift, openCheckout, submitMagicWords } from '../support/gifts.ts'
import { createTestShop, openTestShop, type TestShop } from '../support/test-shop.ts'
import { cartOfVisitor, setCartCookie } from '../support/visitor-cart.ts'

const shop = openTestShop({ now: () => Date.parse('2025-11-21T12:00:00Z') })
afterEach(() => {
  shop.embedded.store?.faults.clear()
  shop.embedded.backend?.faults.clear()
})

const cartOf = (visitor: ReturnType<TestShop['browser']>) => cartOfVisitor(shop, visitor)

/** Options for a gift with chosen magic words. */
async function oldPurchase(of: TestShop) {
  const { orderId: _, ...gift } = await makeGift(of)
  return {
    orderId: gift.code,
    orderName: '#1',
    orderLineId: '1',
    unit: 1,
    market: gift.market,
    productTitle: gift.productTitle,
    productVariantId: gift.productVariantId ?? '',
    wrapping: 'printable-only',
    purchaserName: null,
    purchaserEmail: null,
  } as const
}

describe('the magic words', () => {
  test('lead to the review, with any capitals and spacing', async () => {
    const { code } = await makeGift(shop)
    for (const typed of [
      code,
      ` ${code.toUpperCase()}  `,
      code.replaceAll(' ', '-'),
      code.replaceAll(' ', ',\t'),
    ]) {
      const page = await submitMagicWords(shop.browser(), typed)
      expect(page.path).toBe('/us/redeem/review')
      expect(page.text).toContain('Magic words accepted!')
      expect(page.text).toContain('Review your gift and select any upgrades below.')
    }
  })

  test('lead there also in American spelling, with punctuation or invisible characters', async () => {
    const typed = [
      'velvet moon harbor',
      '(Velvet Moon Harbour)',
      '`velvet moon harbour` ✨',
      'vel\u00advet moon har\u200bbor',
    ]
    for (const words of typed)
      expect((await submitMagicWords(shop.browser(), words)).path).toBe('/us/redeem/review')
    expect((await submitMagicWords(shop.browser(), 'SİLVER birch comet')).path).toBe('/us/redeem/review')
    // From before similar-sounding words were excluded.
    const old = await shop.services.backend.gifts.issue({
      ...(await oldPurchase(shop)),
      words: 'knight flour beech',
    })
    expect(old.created).toBe(true)
    expect((await submitMagicWords(shop.browser(), 'Knight Flour Beech')).path).toBe('/us/redeem/review')
  })

  test('that are stored in another spelling are found', async () => {
    const { backend } = shop.services
    const purchase = await oldPurchase(shop)
    await backend.gifts.issue({ ...purchase, orderId: 'a', words: 'cosy quiet theatre' })
    await backend.gifts.issue({ ...purchase, orderId: 'b', words: 'cosy quiet theater' })
    expect((await backend.gifts.findByWords('Cosy Quiet Theatre'))?.orderId).toBe('a')
    expect((await backend.gifts.findByWords('cosy quiet theater'))?.orderId).toBe('b')
    expect((await backend.gifts.findByWords('cozy quiet theater'))?.orderId).toBe('a')
  })

  test.each([
    ['nothing', '', 'Please enter your magic words'],
    ['only spaces', ' \t ', 'Please enter your magic words'],
    [
      'unknown ones',
      'lantern moth seven',
      'Invalid magic words. Please check your magic words and try again.',
    ],
    [
      'those of the other store',
      'copper fern riddle',
      'Market mismatch. This gift was purchased in the UK market and can only be redeemed there.',
    ],
  ])('%s are rejected with a message, and the input is kept', async (_, words, text) => {
    const page = await submitMagicWords(shop.browser(), words)
    expect(page.status).toBe(422)
    expect(page.path).toBe('/us/redeem')
    expect(page.main).toContain(text)
    expect(page.document.querySelector('input[name=words]')?.getAttribute('value') ?? '').toBe(words)
    expect(page.document.querySelector('input[name=words]')?.getAttribute('aria-invalid')).toBe('true')
  })

  test('that were used before show when, in the date format of the market', async () => {
    const page = await submitMagicWords(shop.browser(), 'gilded acorn storm')
    expect(page.main).toContain('These magic words have already been used. Redeemed on November 21, 2025')
  })

  test('of the other store show a link to it', async () => {
    const page = await submitMagicWords(shop.browser(), 'copper fern riddle')
    expect(page.links()).toContain('/uk/redeem')
    expect(page.main).toContain('Go to the United Kingdom store')
  })

  test('of any length and kind get a valid response', async () => {
    for (const words of ['x'.repeat(60_000), '%00\u0000', '💫✨', "' or 1=1 --", '*,()"\\', 'a.b,c:eq.d'])
      expect((await submitMagicWords(shop.browser(), words)).main).toMatch(/Invalid magic words|Please enter/)
  })

  test('are neither in a URL nor in a cookie', async () => {
    const { code } = await makeGift(shop)
    const visitor = shop.browser()
    const page = await submitMagicWords(visitor, code)
    await visitor.submit(page, 'Add Gift to Cart')
    const cookies = [...visitor.cookies.values()].map((value) => {
      const raw = decodeURIComponent(value)
      return `${raw} ${Buffer.from(raw.split('.')[0] ?? '', 'base64')}`
    })
    for (const word of code.split(' ').filter((part) => part.length > 4))
      expect(`${page.trail} ${cookies}`.toLowerCase()).not.toContain(word)
    expect(page.html.toLowerCase()).not.toContain(code)
  })
})

describe('the review', () => {
  test('of a box shows its value struck through, FREE, both upgrades and the giver', async () => {
    const { code } = await makeGift(shop, { kind: 'box-only', purchaserName: 'Ada Fairweather' })
    const page = await submitMagicWords(shop.browser(), code)
    expect(page.main).toContain('Wizard Box only, a gift worth $59.')
    expect(page.main).toContain('Ships January 2026, tracked.')
    expect(page.main).toContain('A gift from Ada Fairweather')
    expect(page.texts('main bdi')).toEqual(['Ada Fairweather'])
    expect(page.texts('main s').join()).toContain('$59')
    expect(page.main).toContain('FREE')
    expect(page.main).toContain('Add the Classic Wand')
    expect(page.main).toContain('$26.00')
    expect(page.main).toContain('$41')
  })

  test('of a classic set offers the premium wand only, for 15', async () => {
    const { code } = await makeGift(shop, { kind: 'classic-wand', market: 'uk' })
    const page = await submitMagicWords(shop.browser(), code, 'uk')
    expect(page.main).toContain('Complete Set with the Classic Wand, a gift worth £85.')
    expect(page.main).toContain('Change to a Premium Wand')
    expect(page.main).toContain('£15')
    expect(page.main).not.toContain('Add the Classic Wand')
    expect(page.texts('label:has([name=wand])')).toEqual([
      'Unicorn & Cherry',
      'Unicorn & Chestnut',
      'Dragon & Oak',
      'Dragon & Yew',
      'Phoenix & Elm',
    ])
  })

  test('of a premium set offers no upgrade and asks for the wand', async () => {
    const { code } = await makeGift(shop, { kind: 'premium-wand' })
    const visitor = shop.browser()
    const page = await submitMagicWords(visitor, code)
    expect(page.main).toContain('Complete Set with a Premium Wand, a gift worth $100.')
    expect(page.main).not.toContain('Upgrade your gift')
    const refused = await visitor.submit(page, 'Add Gift to Cart')
    expect(refused.main).toContain('Please select your wand style')
    const done = await visitor.submit(refused, 'Add Gift to Cart', { wand: 'phoenix-elm' })
    expect(done.path).toBe('/us/redeem/success')
    expect((await visitor.visit('/us/cart')).main).toContain('Phoenix & Elm')
  })

  test('shows the figures of the specification while the store is down', async () => {
    const own = await createTestShop()
    const { code } = await makeGift(own, { kind: 'classic-wand' })
    const again = await createTestShop({ dataDir: own.dataDir })
    again.embedded.store?.faults.inject({ kind: 'unreachable' })
    const page = await submitMagicWords(again.browser(), code)
    expect(page.main).toContain('a gift worth $85.')
    expect(page.main).toContain('$15')
    await again.close()
    await own.close()
  })

  test('keeps the choice of a rejected form in its URL, without secrets', async () => {
    const { code } = await makeGift(shop)
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, code)
    const refused = await visitor.submit(review, 'Add Gift to Cart', { upgrade: 'upgrade-premium' })
    expect(refused.path).toBe('/us/redeem/review?upgrade=upgrade-premium')
    expect(refused.main).toContain('Please select your wand style')
    expect(refused.document.querySelector('[name=upgrade][checked]')?.getAttribute('value')).toBe(
      'upgrade-premium',
    )
    expect((await visitor.visit('/us/redeem/review')).main).not.toContain('Please select your wand style')
  })

  test('reports a missing style if the Classic Wand was submitted for one', async () => {
    const { code } = await makeGift(shop)
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, code)
    const choice = { upgrade: 'upgrade-premium', wand: 'dragon-elder' }
    const refused = await visitor.submit(review, 'Add Gift to Cart', choice)
    expect(refused.main).toContain('Please select your wand style')
  })

  test('cannot be reached without a step cookie, with a forged one or after two hours', async () => {
    const { code } = await makeGift(shop)
    const forger = shop.browser()
    await submitMagicWords(forger, code)
    const [value = ''] = [forger.cookies.get('redeem')]
    forger.cookies.set(
      'redeem',
      value.replace(/^./, (first) => (first === 'e' ? 'f' : 'e')),
    )
    for (const visitor of [shop.browser(), forger]) {
      const page = await visitor.visit('/us/redeem/review')
      expect(page.main).toContain('Gift data not loaded')
      expect(page.links()).toContain('/us/redeem')
      const posted = await visitor.post('/us/redeem/review', { upgrade: 'none' })
      expect(posted.main).toContain('Gift data not loaded')
      expect(posted.text.split('Gift data not loaded')).toHaveLength(
        page.text.split('Gift data not loaded').length,
      )
    }
    const late = await createTestShop({
      dataDir: shop.dataDir,
      now: () => Date.parse('2025-11-21T14:00:01Z'),
    })
    const slow = late.browser()
    slow.cookies.set('redeem', value)
    expect((await slow.visit('/us/redeem/review')).main).toContain('Gift data not loaded')
    expect((await slow.visit('/us/redeem/success')).main).toContain('Gift data not loaded')
    await late.close()
    // A clock that was set back makes no step last longer.
    const early = await createTestShop({
      dataDir: shop.dataDir,
      now: () => Date.parse('2025-11-21T11:58:00Z'),
    })
    const ahead = early.browser()
    ahead.cookies.set('redeem', value)
    expect((await ahead.visit('/us/redeem/review')).main).toContain('Gift data not loaded')
    await early.close()
  })

  test('ends for a gift that was revoked meanwhile', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, gift.code)
    await shop.services.backend.gifts.revoke([gift.id], 'order cancelled')
    expect((await visitor.submit(review, 'Add Gift to Cart')).main).toContain('Gift data not loaded')
    expect((await visitor.visit('/us/redeem/review')).main).toContain('Gift data not loaded')
    expect((await cartOf(visitor)).lines).toEqual([])
  })

  test('reports a gift that someone else redeemed meanwhile', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, gift.code)
    await shop.services.backend.gifts.redeemByDiscount(gift.discountCode ?? '', { id: '77', name: '#77' })
    const posted = await visitor.submit(review, 'Add Gift to Cart')
    expect(posted.text).toContain('These magic words have already been used')
    expect(posted.text).toContain('Redeemed on November 21, 2025')
    expect((await visitor.visit('/us/redeem/review')).main).toContain(
      'These magic words have already been used',
    )
    expect((await cartOf(visitor)).lines).toEqual([])
  })

  test('in the other store reports the mismatch', async () => {
    const { code } = await makeGift(shop)
    const visitor = shop.browser()
    await submitMagicWords(visitor, code)
    expect((await visitor.visit('/uk/redeem/review')).main).toContain('Market mismatch')
  })

  test('is neither indexed nor cached', async () => {
    const page = await shop.browser().visit('/us/redeem/review')
    expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
    expect(page.headers.get('Cache-Control')).toContain('private')
    expect(page.headers.getSetCookie()).toEqual([])
  })
})

describe('the claim', () => {
  test.each([
    ['none', {}, 'Your gift discount and free shipping will be applied at checkout.', 1, '$0.00'],
    [
      'the classic wand',
      { upgrade: 'add-wand' },
      'Your gift has free shipping. The Classic Wand is billed separately.',
      2,
      '$26.00',
    ],
    [
      'a premium wand',
      { upgrade: 'upgrade-premium', wand: 'dragon-yew' },
      'Your gift has free shipping. The Dragon & Yew upgrade is billed separately.',
      2,
      '$41.00',
    ],
  ])('with upgrade %s fills the cart and shows what is billed', async (_, fields, text, lines, total) => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    const page = await claim(visitor, gift.code, fields)
    expect(page.path).toBe('/us/redeem/success')
    expect(page.main).toContain('Added to cart!')
    expect(page.main).toContain(text)
    expect(page.links()).toContain('/us/products')
    const cart = await cartOf(visitor)
    expect(cart.lines).toHaveLength(lines)
    expect(cart.giftDiscountCode).toBe(gift.discountCode)
    const view = await visitor.visit('/us/cart')
    expect(view.text).toContain(total)
    expect(view.main).toContain('FREE')
    expect((await visitor.visit('/us/redeem/success')).main).toContain(text)
  })

  test('applies to this cart only: in another, or once it was removed, the review says so', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    await claim(visitor, gift.code)
    const elsewhere = await visitor.visit('/uk/redeem/success')
    expect(elsewhere.path).toBe('/uk/redeem/review')
    expect(elsewhere.main).toContain('Market mismatch')
    await visitor.submit(await visitor.visit('/us/cart'), 'Remove Your gift')
    expect((await visitor.visit('/us/redeem/success')).path).toBe('/us/redeem/review')
  })

  test('is of the gift that the page showed, whichever words another tab entered since', async () => {
    const [shown, later] = [await makeGift(shop), await makeGift(shop)]
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, shown.code)
    await submitMagicWords(visitor, later.code)
    const refused = await visitor.submit(review, 'Add Gift to Cart')
    expect(refused.path).toBe('/us/redeem/review?upgrade=none')
    expect(refused.text).toContain('Gift data not loaded')
    expect((await cartOf(visitor)).lines).toHaveLength(0)
    for (const forged of ['', 'x'.repeat(5_000), shown.id, 'not-an-id'])
      expect((await visitor.post('/us/redeem/review', { gift: forged, upgrade: 'none' })).text).toContain(
        'Gift data not loaded',
      )
    expect((await cartOf(visitor)).lines).toHaveLength(0)
    // The other tab now shows the later one.
    await visitor.submit(refused, 'Add Gift to Cart')
    expect((await cartOf(visitor)).lines).toHaveLength(1)
  })

  test('spends nothing: the words open the gift again until an order is paid', async () => {
    const gift = await makeGift(shop)
    await claim(shop.browser(), gift.code)
    expect((await submitMagicWords(shop.browser(), gift.code)).path).toBe('/us/redeem/review')
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(false)
  })

  test('of an upgrade that was removed again is no longer shown as billed', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    await claim(visitor, gift.code, { upgrade: 'upgrade-premium', wand: 'dragon-oak' })
    const upgrade = (await cartOf(visitor)).lines[1]
    await visitor.post('/us/cart', { intent: 'remove', line: upgrade ? lineKey(upgrade) : '' })
    const page = await visitor.visit('/us/redeem/success')
    expect(page.main).toContain('Your gift discount and free shipping will be applied at checkout.')
    expect(page.main).not.toContain('billed separately')
    expect((await cartOf(visitor)).lines).toHaveLength(1)
  })

  test('submitted twice is one gift', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, gift.code)
    await visitor.submit(review, 'Add Gift to Cart', { upgrade: 'add-wand' })
    await visitor.post('/us/cart', { intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
    const before = await cartOf(visitor)
    const again = await visitor.submit(review, 'Add Gift to Cart', { upgrade: 'add-wand' })
    expect(again.path).toBe('/us/redeem/success')
    expect(again.main).toContain('The Classic Wand is billed separately.')
    expect(await cartOf(visitor)).toEqual(before)
  })

  test.each([{ upgrade: 'add-wand' }, { upgrade: 'none' }])(
    'is refused when its words are entered again while it is in the cart: %o',
    async (fields) => {
      const gift = await makeGift(shop)
      const visitor = shop.browser()
      await claim(visitor, gift.code, { upgrade: 'add-wand' })
      const before = await cartOf(visitor)
      const refused = await claim(visitor, gift.code, fields)
      expect(refused.path).toMatch(/^\/us\/redeem\/review/)
      expect(refused.text).toContain('You already have this gift in your cart')
      expect(refused.text).toContain('To choose another upgrade, remove it from the cart first.')
      expect(await cartOf(visitor)).toEqual(before)
      await visitor.submit(await visitor.visit('/us/cart'), 'Remove Your gift')
      expect((await claim(visitor, gift.code, fields)).path).toBe('/us/redeem/success')
    },
  )

  test('keeps its discount code apart from the shopper’s own, even when it is entered as one', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    await claim(visitor, gift.code)
    const before = await cartOf(visitor)
    await visitor.submit(await visitor.visit('/us/cart'), 'Apply', {
      code: ` ${gift.discountCode?.toLowerCase()}`,
    })
    expect(await cartOf(visitor)).toEqual(before)
  })

  test('with another choice replaces the one before', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, gift.code)
    await visitor.submit(review, 'Add Gift to Cart', { upgrade: 'add-wand' })
    const other = await visitor.submit(review, 'Add Gift to Cart', {
      upgrade: 'upgrade-premium',
      wand: 'dragon-yew',
    })
    expect(other.main).toContain('The Dragon & Yew upgrade is billed separately.')
    const cart = (await visitor.visit('/us/cart')).main
    expect(cart).toContain('Dragon & Yew')
    expect(cart).not.toContain('Add Classic Wand')
    expect((await cartOf(visitor)).lines).toHaveLength(2)
    await visitor.submit(review, 'Add Gift to Cart', { upgrade: 'none' })
    expect((await cartOf(visitor)).lines).toHaveLength(1)
    expect((await cartOf(visitor)).giftDiscountCode).toBe(gift.discountCode)
  })

  test('with another wand replaces the one before', async () => {
    const { code } = await makeGift(shop, { kind: 'premium-wand' })
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, code)
    await visitor.submit(review, 'Add Gift to Cart', { wand: 'dragon-oak' })
    const other = await visitor.submit(review, 'Add Gift to Cart', { wand: 'phoenix-elm' })
    expect(other.path).toBe('/us/redeem/success')
    expect((await cartOf(visitor)).lines).toMatchObject([{ wands: ['Phoenix & Elm'] }])
  })

  test('with an unavailable choice keeps the one before', async () => {
    const { code } = await makeGift(shop, { kind: 'classic-wand' })
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, code)
    await visitor.submit(review, 'Add Gift to Cart', { upgrade: 'upgrade-premium', wand: 'dragon-oak' })
    const refused = await visitor.post('/us/redeem/review', { upgrade: 'add-wand' })
    expect(refused.text).toContain('Cannot add upgrade to cart')
    expect((await cartOf(visitor)).lines).toHaveLength(2)
  })

  test('of a second gift is rejected with directions', async () => {
    const [first, second] = [await makeGift(shop), await makeGift(shop)]
    const visitor = shop.browser()
    await claim(visitor, first.code)
    const refused = await claim(visitor, second.code)
    expect(refused.text).toContain('You already have this gift in your cart')
    expect(refused.text).toContain('A cart takes one gift. Check that one out first, then redeem the other.')
    expect(refused.text).not.toContain('Cannot add gift to cart')
    expect(
      [...refused.document.querySelectorAll('[role=alert] a')].map((a) => a.getAttribute('href')),
    ).toContain('/us/cart')
    expect((await cartOf(visitor)).giftDiscountCode).toBe(first.discountCode)
    await completeOrder(visitor)
    expect((await claim(visitor, second.code)).path).toBe('/us/redeem/success')
  })

  test('again restores the gift in a cart that has only its code left', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, gift.code)
    await visitor.submit(review, 'Add Gift to Cart')
    const wand = await shop.services.storefront.getProduct('us', HANDLES.wand)
    const lines = [{ variantId: wand?.variants[0]?.id ?? '', quantity: 1 }]
    await setCartCookie(shop, visitor, { ...(await cartOf(visitor)), lines })
    await visitor.submit(review, 'Add Gift to Cart')
    expect((await cartOf(visitor)).lines).toHaveLength(2)
  })

  test('from two browsers at once gives both a cart, but one order', async () => {
    const gift = await makeGift(shop, { withDiscount: false })
    const visitors = [shop.browser(), shop.browser()]
    const reviews = await Promise.all(visitors.map((visitor) => submitMagicWords(visitor, gift.code)))
    await Promise.all(visitors.map((visitor, i) => visitor.submit(reviews[i] as never, 'Add Gift to Cart')))
    const carts = await Promise.all(visitors.map(cartOf))
    expect(carts[0]?.giftDiscountCode).toMatch(/^GIFT-/)
    expect(carts[1]?.giftDiscountCode).toBe(carts[0]?.giftDiscountCode)
    const checkouts = await Promise.all(visitors.map((visitor) => openCheckout(visitor)))
    const orders = await Promise.all(
      visitors.map((visitor, i) => visitor.submit(checkouts[i] as never, 'Complete order')),
    )
    await shop.embedded.store?.deliverWebhooks()
    expect(orders.map((page) => page.status).sort()).toEqual([200, 409])
    const late = orders.find((page) => page.status === 409)?.text
    expect(late).toContain('Your order has changed')
    expect(late).toContain('Your gift is no longer free: its magic words were used or taken back meanwhile.')
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(true)
  })

  test('creates a discount only for a record without a usable one', async () => {
    const gift = await makeGift(shop, { withDiscount: false })
    expect(gift.discountCode).toBeNull()
    await claim(shop.browser(), gift.code)
    const made = (await shop.services.backend.gifts.get(gift.id))?.discountCode
    expect(made).toMatch(/^GIFT-/)
    shop.embedded.backend?.faults.inject({ match: /create-gift-discount/, kind: 'unreachable' })
    expect((await claim(shop.browser(), gift.code)).path).toBe('/us/redeem/success')
    expect((await shop.services.backend.gifts.get(gift.id))?.discountCode).toBe(made)
  })

  test('does not mix with made-to-order products, in either direction', async () => {
    const gift = await makeGift(shop)
    const mug = { intent: 'add', handle: 'magical-af-mug' }
    const product = await shop.services.storefront.getProduct('us', 'magical-af-mug')
    const variant = product?.variants[0]?.id ?? ''
    const visitor = shop.browser()
    await visitor.post('/us/cart', { ...mug, variant })
    const refused = await claim(visitor, gift.code, { upgrade: 'add-wand' })
    expect(refused.text).toContain('Cannot add gift to cart')
    expect(refused.text).toContain(
      'Gift items cannot be added when POD products are in your cart. Please checkout your POD items separately.',
    )
    expect(refused.text).toContain('Check it out first, then add your gift. Your magic words keep.')
    const other = shop.browser()
    await claim(other, gift.code)
    const { text } = await other.post('/us/cart', { ...mug, variant })
    expect(text).toContain(
      'POD products cannot be added when a gift item is in your cart. Please checkout your gift separately.',
    )
    expect(text).toContain('Your gift is safe: check it out first, then come back.')
  })

  test('of an upgrade that the gift does not allow is rejected', async () => {
    const { code } = await makeGift(shop, { kind: 'classic-wand' })
    const page = await claim(shop.browser(), code, { upgrade: 'add-wand' })
    expect(page.text).toContain('Cannot add upgrade to cart')
  })

  test('finds the gift bundle in the UK product when the store’s own lacks it', async () => {
    const own = await createTestShop()
    const gift = await makeGift(own)
    const asked: string[] = []
    const { storefront } = own.services
    const getProduct = storefront.getProduct
    Object.assign(storefront, {
      getProduct: async (market: 'us' | 'uk', handle: string) => {
        asked.push(handle)
        const product = await getProduct(market, handle)
        return handle.endsWith('-1') || !product ? product : { ...product, variants: [] }
      },
    })
    await claim(own.browser(), gift.code)
    expect(asked).toContain('vol-ii-magical-you-pre-order-1')
    Object.assign(storefront, { getProduct: async () => null })
    expect((await claim(own.browser(), gift.code)).text).toContain('Base gift variant not found')
    await own.close()
  })
})

describe('a failure of each step leaves the gift usable', () => {
  const backend = (match: RegExp) => () =>
    shop.embedded.backend?.faults.inject({ match, kind: 'unreachable' })
  const backendHtml = (match: RegExp) => () => shop.embedded.backend?.faults.inject({ match, kind: 'html' })

  test('looking up the words', async () => {
    const { code } = await makeGift(shop)
    for (const breakIt of [backend(/GET .*gift_redemption/), backendHtml(/GET .*gift_redemption/)]) {
      const takeBack = breakIt()
      const page = await submitMagicWords(shop.browser(), code)
      expect(page.status).toBe(503)
      expect(page.main).toContain('Error validating magic words. Please try again.')
      expect(page.main).not.toContain('Invalid magic words')
      takeBack?.()
    }
    expect((await submitMagicWords(shop.browser(), code)).path).toBe('/us/redeem/review')
  })

  test('the review', async () => {
    const { code } = await makeGift(shop)
    const visitor = shop.browser()
    await submitMagicWords(visitor, code)
    const takeBack = backend(/GET .*gift_redemption/)()
    const page = await visitor.visit('/us/redeem/review')
    expect(page.status).toBe(503)
    expect(page.main).toContain('Error processing redemption')
    expect(page.main).toContain('Nothing has been used up. Please try again in a moment.')
    takeBack?.()
    expect((await visitor.visit('/us/redeem/review')).main).toContain('Your gift')
  })

  test('the claim: the record, the discount function, the Admin API behind it', async () => {
    const gift = await makeGift(shop, { withDiscount: false })
    const visitor = shop.browser()
    const review = await submitMagicWords(visitor, gift.code)
    const cases = [
      [backend(/GET .*gift_redemption/), 'Error processing redemption'],
      [backend(/create-gift-discount/), 'Failed to create discount code'],
      [backendHtml(/create-gift-discount/), 'Failed to create discount code'],
      [
        () =>
          shop.embedded.store?.faults.inject({ match: /CreateGiftDiscount/, kind: 'status', status: 500 }),
        'Failed to create discount code',
      ],
    ] as const
    for (const [breakIt, text] of cases) {
      breakIt()
      const page = await visitor.submit(review, 'Add Gift to Cart', { upgrade: 'add-wand' })
      expect(page.text).toContain(text)
      expect(page.text).toContain('Nothing has been used up. Please try again in a moment.')
      expect((await cartOf(visitor)).lines).toEqual([])
      shop.embedded.backend?.faults.clear()
      shop.embedded.store?.faults.clear()
    }
    expect((await shop.services.backend.gifts.get(gift.id))?.redeemed).toBe(false)
    expect((await visitor.submit(review, 'Add Gift to Cart')).path).toBe('/us/redeem/success')
  })

  test('the store while the gift is added', async () => {
    const own = await createTestShop()
    const gift = await makeGift(own)
    let later = 0
    const again = await createTestShop({ dataDir: own.dataDir, now: () => Date.now() + later })
    again.embedded.store?.faults.inject({ kind: 'unreachable' })
    const page = await claim(again.browser(), gift.code)
    expect(page.path).toBe('/us/redeem/review?upgrade=none')
    expect(page.text).toContain('Error processing redemption')
    again.embedded.store?.faults.clear()
    later = 60_000
    expect((await claim(again.browser(), gift.code)).path).toBe('/us/redeem/success')
    await again.close()
    await own.close()
  })

  test('the checkout: a gift that would be charged is held back', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    await claim(visitor, gift.code)
    await setCartCookie(shop, visitor, { ...(await cartOf(visitor)), giftDiscountCode: 'GIFT-NEVERMADE' })
    const response = await visitor.fetch('/us/checkout', { method: 'POST' })
    expect(response.headers.get('Location')).toBe('/us/cart')
    expect((await visitor.visit('/us/cart')).text).toContain('Your gift could not be made free just now.')
  })
})
