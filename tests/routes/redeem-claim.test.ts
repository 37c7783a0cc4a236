import { describe, expect, test } from 'vitest'
import { lineKey } from '#app/models/cart.ts'
import { HANDLES } from '#app/models/product.ts'
import {
  claim,
  claimGift,
  makeGift,
  openCheckout,
  readOrders,
  reviewGift,
  submitMagicWords,
} from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'
import { cartOfVisitor, changeCart, setCartCookie, variantOf } from '../support/visitor-cart.ts'

/** The claim of a gift: what its review adds to the cart. */

const shop = openTestShop({ now: () => Date.parse('2025-11-21T12:00:00Z') })

const isRedeemed = async ({ id }: { id: string }) => (await shop.services.backend.gifts.get(id))?.redeemed

test('applies to this cart only: in another, or once it was removed, the review says so', async () => {
  const { visitor } = await claimGift(shop)
  const elsewhere = await visitor.visit('/uk/redeem/success')
  expect(elsewhere.path).toBe('/uk/redeem/review')
  expect(elsewhere.main).toContain('Market mismatch')
  await visitor.submit(await visitor.visit('/us/cart'), 'Remove Your gift')
  expect((await visitor.visit('/us/redeem/success')).path).toBe('/us/redeem/review')
})

test('is made again when the cart’s cookie is lost, as long as the gift is the visitor’s', async () => {
  const { gift, visitor, cart } = await claimGift(shop, { upgrade: 'add-wand' })
  const wand = await variantOf(shop, HANDLES.wand, 'Dragon & Oak')
  const [giftLine] = (await cart()).lines
  const lines = JSON.stringify([giftLine, { variantId: wand, quantity: 2 }])
  const restore = () => {
    visitor.cookies.delete('cart')
    return changeCart(visitor, { intent: 'restore', lines, 'kept-gift': '1' })
  }
  const restored = await restore()
  expect([restored.ok, restored.cart.itemCount, restored.cart.lines.length]).toEqual([true, 4, 3])
  expect((await cart()).giftDiscountCode).toBe(gift.discountCode)
  await shop.services.backend.gifts.revoke(gift, 'order cancelled')
  const without = await restore()
  expect([without.ok, without.cart.itemCount]).toEqual([false, 2])
})

test('is of the gift that the page showed, whichever words another tab entered since', async () => {
  const { gift, visitor, add, cart } = await reviewGift(shop)
  await submitMagicWords(visitor, (await makeGift(shop)).code)
  const refused = await add()
  expect(refused.path).toBe('/us/redeem/review')
  expect(refused.text).toContain('Gift data not loaded')
  for (const forged of ['x'.repeat(5_000), gift.id])
    expect((await visitor.post('/us/redeem/review', { gift: forged, upgrade: 'none' })).text).toContain(
      'Gift data not loaded',
    )
  expect((await cart()).lines).toHaveLength(0)
  // The other tab now shows the later one.
  await visitor.submit(refused, 'Add Gift to Cart')
  expect((await cart()).lines).toHaveLength(1)
})

test('of an upgrade that was removed again is no longer shown as billed', async () => {
  const { visitor, cart } = await claimGift(shop, { upgrade: 'upgrade-premium', wand: 'dragon-oak' })
  const upgrade = (await cart()).lines[1]
  await visitor.post('/us/cart', { intent: 'remove', line: upgrade ? lineKey(upgrade) : '' })
  const page = await visitor.visit('/us/redeem/success')
  expect(page.main).toContain('Your gift discount and free shipping will be applied at checkout.')
  expect(page.main).not.toContain('billed separately')
  expect((await cart()).lines).toHaveLength(1)
})

test('keeps its discount code apart from the shopper’s own, even when it is entered as one', async () => {
  const { gift, visitor, cart } = await claimGift(shop)
  const before = await cart()
  const code = ` ${gift.discountCode?.toLowerCase()}`
  await visitor.submit(await visitor.visit('/us/cart'), 'Apply', { code })
  expect(await cart()).toEqual(before)
})

test('with another choice replaces the one before', async () => {
  const { gift, visitor, add, cart } = await claimGift(shop, { upgrade: 'add-wand' })
  const other = await add({ upgrade: 'upgrade-premium', wand: 'dragon-yew' })
  expect(other.main).toContain('The Dragon & Yew upgrade is billed separately.')
  const { main } = await visitor.visit('/us/cart')
  expect(main).toContain('Dragon & Yew')
  expect(main).not.toContain('Add Classic Wand')
  expect((await cart()).lines).toHaveLength(2)
  await add({ upgrade: 'none' })
  expect((await cart()).lines).toHaveLength(1)
  expect((await cart()).giftDiscountCode).toBe(gift.discountCode)
})

test('with a choice that the gift does not allow keeps the one before', async () => {
  const { visitor, add, cart } = await reviewGift(shop, { kind: 'classic-wand' })
  await add({ upgrade: 'upgrade-premium', wand: 'dragon-oak' })
  const refused = await visitor.post('/us/redeem/review', { upgrade: 'add-wand' })
  expect(refused.text).toContain('Cannot add upgrade to cart')
  expect((await cart()).lines).toHaveLength(2)
})

test('again restores the gift in a cart that has only its code left', async () => {
  const { visitor, add, cart } = await claimGift(shop)
  const wand = await shop.services.storefront.getProduct('us', HANDLES.wand)
  const lines = [{ variantId: wand?.variants[0]?.id ?? '', quantity: 1 }]
  await setCartCookie(shop, visitor, { ...(await cart()), lines })
  await add()
  expect((await cart()).lines).toHaveLength(2)
})

test('from two browsers at once gives both a cart, but one order', async () => {
  const gift = await makeGift(shop, { withDiscount: false })
  const visitors = [shop.browser(), shop.browser()]
  await Promise.all(visitors.map((visitor) => claim(visitor, gift.code)))
  const carts = await Promise.all(visitors.map((visitor) => cartOfVisitor(shop, visitor)))
  expect(carts[0]?.giftDiscountCode).toMatch(/^GIFT-/)
  expect(carts[1]?.giftDiscountCode).toBe(carts[0]?.giftDiscountCode)
  const checkouts = await Promise.all(visitors.map((visitor) => openCheckout(visitor)))
  const orders = await Promise.all(
    visitors.map((visitor, at) => visitor.submit(checkouts[at] as never, 'Complete order')),
  )
  await readOrders(shop)
  expect(orders.map((page) => page.status).sort()).toEqual([200, 409])
  const late = orders.find((page) => page.status === 409)?.text
  expect(late).toContain('Your order has changed')
  expect(late).toContain('Your gift is no longer free: its magic words were used or taken back meanwhile.')
  expect(await isRedeemed(gift)).toBe(true)
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

describe('that fails leaves the gift usable:', () => {
  const away = (match: RegExp) => () => shop.embedded.backend?.faults.inject({ match, kind: 'unreachable' })

  test.each([
    ['the record', away(/GET .*gift_redemption/), 'Error processing redemption'],
    ['the discount function', away(/create-gift-discount/), 'Failed to create discount code'],
    [
      'the Admin API behind it',
      () => shop.embedded.store?.faults.inject({ match: /CreateGiftDiscount/, kind: 'status', status: 500 }),
      'Failed to create discount code',
    ],
  ])('%s', async (_, breakIt, text) => {
    const { gift, add, cart } = await reviewGift(shop, { withDiscount: false })
    breakIt()
    const page = await add({ upgrade: 'add-wand' })
    expect(page.text).toContain(text)
    expect(page.text).toContain('Nothing has been used up. Please try again in a moment.')
    expect((await cart()).lines).toEqual([])
    shop.embedded.backend?.faults.clear()
    shop.embedded.store?.faults.clear()
    expect(await isRedeemed(gift)).toBe(false)
    expect((await add()).path).toBe('/us/redeem/success')
  })
})
