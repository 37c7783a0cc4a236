import { describe, expect, test } from 'vitest'
import { HANDLES } from '#app/models/product.ts'
import {
  claim,
  claimGift,
  completeOrder,
  makeGift,
  openCheckout,
  readOrders,
  reviewGift,
} from '../support/gifts.ts'
import { openTestShop, type TestShop } from '../support/test-shop.ts'
import { cartOfVisitor, changeCart, setCartCookie } from '../support/visitor-cart.ts'

const shop = openTestShop({ now: () => Date.parse('2025-11-21T12:00:00Z') })

const cartOf = (visitor: ReturnType<TestShop['browser']>) => cartOfVisitor(shop, visitor)

describe('after the order', () => {
  async function ordered() {
    const claimed = await claimGift(shop)
    await completeOrder(claimed.visitor)
    return claimed
  }

  test('the last step confirms it while it is stored, and the step before redirects there', async () => {
    const { visitor, cart } = await ordered()
    for (const [path, told] of [
      ['/us/redeem/success', 1],
      ['/us/redeem/success', 0],
      ['/us/redeem/review', 0],
    ] as const) {
      const page = await visitor.visit(path)
      expect(page.path).toBe('/us/redeem/success')
      expect(page.text.split('Your order is placed, so the cart is empty again.')).toHaveLength(told + 1)
      expect(page.main).toContain('Your gift is on its way')
      expect(page.main).toContain('Ships January 2026, tracked.')
      expect(page.main).not.toContain('Added to cart!')
      expect(page.main).not.toContain('Go to checkout')
      expect(page.html).not.toContain('GIFT-')
      await readOrders(shop)
    }
    expect((await cart()).lines).toEqual([])
  })

  test('the last step confirms it whichever page was opened first, also to the form of the step before', async () => {
    const { visitor, add, cart } = await ordered()
    await visitor.visit('/us/cart')
    await readOrders(shop)
    expect((await visitor.visit('/us/redeem/success')).main).toContain('Your gift is on its way')
    const again = await add()
    expect(again.path).toBe('/us/redeem/success')
    expect((await cart()).lines).toEqual([])
  })

  test('the step before does not warn of the visitor’s own order, even as the first page after it', async () => {
    for (const isForm of [false, true]) {
      const { visitor, add } = await ordered()
      await readOrders(shop)
      const page = isForm ? await add() : await visitor.visit('/us/redeem/review')
      expect(page.path).toBe('/us/redeem/success')
      expect(page.main).toContain('Your gift is on its way')
    }
  })

  test('that does not include the gift, added later, the gift is still in the cart', async () => {
    const gift = await makeGift(shop)
    const visitor = shop.browser()
    const wand = await shop.services.storefront.getProduct('us', HANDLES.wand)
    const lines = [{ variantId: wand?.variants[0]?.id ?? '', quantity: 1 }]
    await setCartCookie(shop, visitor, { ...(await cartOf(visitor)), lines })
    const checkout = await openCheckout(visitor)
    await claim(visitor, gift.code)
    await visitor.submit(checkout, 'Complete order')
    expect((await visitor.visit('/us/redeem/success')).main).toContain('Added to cart!')
    expect((await cartOf(visitor)).lines).toHaveLength(1)
    expect((await cartOf(visitor)).giftDiscountCode).toBe(gift.discountCode)
  })

  test('of one gift, another one that replaced it after the checkout was opened stays in the cart', async () => {
    const { visitor, cart: cartNow } = await claimGift(shop)
    const later = await makeGift(shop)
    const checkout = await openCheckout(visitor)
    await visitor.submit(await visitor.visit('/us/cart'), /^Remove/)
    await claim(visitor, later.code)
    await visitor.submit(checkout, 'Complete order')
    const cart = await visitor.visit('/us/cart')
    expect(cart.main).toContain('1 item')
    expect(cart.text).toContain('Your order is placed.')
    expect((await cartNow()).giftDiscountCode).toBe(later.discountCode)
    expect((await visitor.visit('/us/redeem/success')).main).toContain('Added to cart!')
  })

  test('of a gift whose wand was changed after its checkout was opened, none of it is left in the cart', async () => {
    const { visitor, add, cart } = await reviewGift(shop, { kind: 'premium-wand' })
    await add({ wand: 'dragon-oak' })
    const checkout = await openCheckout(visitor)
    await add({ wand: 'phoenix-elm' })
    await visitor.submit(checkout, 'Complete order')
    expect((await visitor.visit('/us/redeem/success')).main).toContain('Your gift is on its way')
    expect((await cart()).lines).toEqual([])
  })
})

describe('a gift redeemed by someone else', () => {
  async function twoClaims() {
    const gift = await makeGift(shop)
    const [first, second] = [shop.browser(), shop.browser()]
    await claim(first, gift.code)
    await claim(second, gift.code, { upgrade: 'add-wand' })
    return { gift, first, second }
  }

  test('leaves the cart with its upgrade at the checkout, which says when', async () => {
    const { first, second } = await twoClaims()
    await openCheckout(second)
    await completeOrder(first)
    await readOrders(shop)
    const { toasts } = await changeCart(second, { intent: 'checkout' })
    expect(toasts).toMatchObject([
      { title: 'These magic words have already been used', text: 'Redeemed on November 21, 2025' },
    ])
    expect(await cartOf(second)).toMatchObject({ lines: [], giftDiscountCode: null })
  })

  test('leaves the cart as well when it was revoked', async () => {
    const { gift, second } = await twoClaims()
    await shop.services.backend.gifts.revoke(gift, 'order cancelled')
    const page = await second.post('/us/checkout', {})
    expect(page.text).toContain('Invalid magic words')
    expect(page.text).toContain('So your gift is out of the cart again.')
    expect((await cartOf(second)).lines).toEqual([])
  })

  test('opens no checkout while the backend is down, and stays in the cart', async () => {
    const { first, second } = await twoClaims()
    await completeOrder(first)
    shop.embedded.backend?.faults.inject({ match: /gift_redemption/, kind: 'unreachable' })
    const page = await second.post('/us/checkout', {})
    expect(page.text).toContain('Your gift could not be made free just now.')
    expect(page.main).toContain('FREE')
  })
})
