import { describe, expect, test } from 'vitest'
import { lineKey } from '#app/models/cart.ts'
import { HANDLES } from '#app/models/product.ts'
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
import { callStore } from '../support/store-orders.ts'
import { openTestShop } from '../support/test-shop.ts'
import { cartOfVisitor, changeCart, variantOf } from '../support/visitor-cart.ts'

/** A gift from its words to its order. What each step asks and says is shown by `tests/journeys/redeem`. */

const shop = openTestShop({ now: () => Date.parse('2025-11-21T12:00:00Z') })
const gifts = () => shop.services.backend.gifts
const isRedeemed = async ({ id }: { id: string }) => (await gifts().get(id))?.redeemed
const REVIEW = '/us/redeem/review'
const SUCCESS = '/us/redeem/success'

test('magic words are typed into a field that no browser translates', async () => {
  const page = await shop.browser().visit('/uk/redeem')
  expect(page.attributes('input[lang=en][translate=no]', 'name')).toHaveLength(1)
})

describe('the review', () => {
  test.each([
    ['Ada Fairweather', 'Ada Fairweather chose Unicorn & Cherry. Keep it, or take another.', {}],
    [null, 'Unicorn & Cherry was chosen for you. Keep it, or take another.', { wand: 'dragon-yew' }],
  ])('keeps the premium style that %s has chosen, unless another is taken', async (...row) => {
    const [purchaserName, said, choice] = row
    const options = { kind: 'premium-wand', wand: 'Unicorn & Cherry', purchaserName } as const
    const { review, add, cart } = await reviewGift(shop, options)
    expect(review.main).toContain(said)
    await add(choice)
    expect((await cart()).lines).toMatchObject([
      { wands: ['wand' in choice ? 'Dragon & Yew' : options.wand] },
    ])
  })

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
    const { gift, visitor, add, cart } = await reviewGift(shop)
    await submitMagicWords(visitor, (await makeGift(shop)).code)
    const refused = await add()
    expect([refused.path, refused.text.includes('Gift data not loaded')]).toEqual([REVIEW, true])
    for (const forged of ['x'.repeat(5_000), gift.id])
      expect((await visitor.post(REVIEW, { gift: forged, upgrade: 'none' })).text).toContain('not loaded')
    expect((await cart()).lines).toHaveLength(0)
    // The other tab now shows the later one.
    await visitor.submit(refused, 'Add Gift to Cart')
    expect((await cart()).lines).toHaveLength(1)
  })
})

describe('the claim of a gift', () => {
  test('applies to this cart only: in another, or once it was removed, the review says so', async () => {
    const { visitor } = await claimGift(shop)
    const elsewhere = await visitor.visit('/uk/redeem/success')
    expect([elsewhere.path, elsewhere.main.includes('Market mismatch')]).toEqual(['/uk/redeem/review', true])
    await visitor.submit(await visitor.visit('/us/cart'), 'Remove Your gift')
    expect((await visitor.visit(SUCCESS)).path).toBe(REVIEW)
  })

  test('is made again when the cart’s cookie is lost, as long as the gift is the visitor’s', async () => {
    const { gift, visitor, cart } = await claimGift(shop, { upgrade: 'add-wand' })
    const wand = await variantOf(shop, HANDLES.wand, 'Dragon & Oak')
    const lines = JSON.stringify([(await cart()).lines[0], { variantId: wand, quantity: 2 }])
    const restore = () => {
      visitor.cookies.delete('cart')
      return changeCart(visitor, { intent: 'restore', lines, 'kept-gift': '1' })
    }
    const restored = await restore()
    expect([restored.ok, restored.cart.itemCount, restored.cart.lines.length]).toEqual([true, 4, 3])
    expect((await cart()).giftDiscountCode).toBe(gift.discountCode)
    await gifts().revoke(gift, 'order cancelled')
    const without = await restore()
    expect([without.ok, without.cart.itemCount]).toEqual([false, 2])
  })

  test('with another choice replaces the one before, and with none that it allows keeps it', async () => {
    const { gift, visitor, add, cart } = await claimGift(shop, { upgrade: 'add-wand' })
    const other = await add({ upgrade: 'upgrade-premium', wand: 'dragon-yew' })
    expect(other.main).toContain('The Dragon & Yew upgrade is billed separately.')
    expect((await visitor.visit('/us/cart')).main).not.toContain('Add Classic Wand')
    const [, upgrade, ...more] = (await cart()).lines
    expect([upgrade !== undefined, more]).toEqual([true, []])
    await visitor.post('/us/cart', { intent: 'remove', line: upgrade ? lineKey(upgrade) : '' })
    expect((await visitor.visit(SUCCESS)).main).not.toContain('billed separately')
    await add({ upgrade: 'none' })
    expect(await cart()).toMatchObject({ lines: [{}], giftDiscountCode: gift.discountCode })
    const classic = await reviewGift(shop, { kind: 'classic-wand' })
    await classic.add({ upgrade: 'upgrade-premium', wand: 'dragon-oak' })
    const refused = await classic.visitor.post(REVIEW, { upgrade: 'add-wand' })
    expect(refused.text).toContain('Cannot add upgrade to cart')
    expect((await classic.cart()).lines).toHaveLength(2)
  })

  test('keeps its discount code apart from the shopper’s own, even when it is entered as one', async () => {
    const { gift, visitor, cart } = await claimGift(shop)
    const before = await cart()
    const code = ` ${gift.discountCode?.toLowerCase()}`
    await visitor.submit(await visitor.visit('/us/cart'), 'Apply', { code })
    expect(await cart()).toEqual(before)
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

describe('after the order', () => {
  test('the last step confirms it while it is stored, and the step before redirects there', async () => {
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
      for (const said of ['Your gift is on its way', 'Ships January 2026, tracked.'])
        expect(page.main).toContain(said)
      expect(page.html).not.toMatch(/Added to cart!|Go to checkout|GIFT-/)
      await readOrders(shop)
    }
    expect((await add()).path).toBe(SUCCESS)
    expect((await cart()).lines).toEqual([])
  })

  test.each(['the cart', 'the step before', 'the form of the step before'])(
    'it is confirmed and warned of by nobody when %s is opened first',
    async (first) => {
      const { visitor, add } = await claimGift(shop)
      await completeOrder(visitor, 'us', shop)
      if (first === 'the cart') await visitor.visit('/us/cart')
      const page = first.startsWith('the form') ? await add() : await visitor.visit(REVIEW)
      expect([page.path, page.main.includes('Your gift is on its way')]).toEqual([SUCCESS, true])
    },
  )

  test('that does not include the gift, added later, the gift is still in the cart', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    await visitor.post('/us/cart', { intent: 'add', handle: HANDLES.wand, wand: 'dragon-oak' })
    const checkout = await openCheckout(visitor)
    await claim(visitor, gift.code)
    await visitor.submit(checkout, 'Complete order')
    expect((await visitor.visit(SUCCESS)).main).toContain('Added to cart!')
    expect((await visitor.visit('/us/cart')).main).toContain('1 item')
  })
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
    shop.embedded.backend?.faults.inject({ match: /gift_redemption/, kind: 'unreachable' })
    const page = await visitor.post('/us/checkout', {})
    expect(page.text).toContain('Your gift could not be made free just now.')
    expect(page.main).toContain('FREE')
  })
})

/** Last: it takes the volumes down. */
describe('a gift whose product', () => {
  async function takeDown(handle: string): Promise<void> {
    const product = await shop.services.storefront.getProduct('us', handle)
    const remove = 'mutation ($id: ID!) { productDelete(input: { id: $id }) { deletedProductId } }'
    await callStore(shop, remove, { id: product?.id })
    await shop.embedded.store?.deliverWebhooks()
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
