import { expect, test } from 'vitest'
import { claim, makeGift, reviewGift, submitMagicWords } from '../support/gifts.ts'
import { createTestShop, openTestShop } from '../support/test-shop.ts'

/** The review of a gift, after its magic words were entered. */

const now = () => Date.parse('2025-11-21T12:00:00Z')
const shop = openTestShop({ now })

const REVIEW = '/us/redeem/review'

test('of a box shows its value struck through, FREE, both upgrades and the giver', async () => {
  const { review } = await reviewGift(shop, { kind: 'box-only', purchaserName: 'Ada Fairweather' })
  expect(review.main).toContain('Wizard Box only')
  expect(review.main).toContain('Ships January 2026, tracked.')
  expect(review.main).toContain('A gift from Ada Fairweather')
  expect(review.texts('main bdi')).toEqual(['Ada Fairweather'])
  expect(review.texts('main s').join()).toContain('$59')
  expect(review.main).toContain('FREE')
  expect(review.main).toContain('Add the Classic Wand')
  expect(review.main).toContain('$26.00')
  expect(review.main).toContain('$41')
})

test('keeps the premium style that the giver has chosen, unless the recipient takes another', async () => {
  const kept = await reviewGift(shop, { kind: 'premium-wand', wand: 'Unicorn & Cherry' })
  expect(kept.review.main).toContain('Ada Fairweather chose Unicorn & Cherry. Keep it, or take another.')
  await kept.add()
  expect((await kept.cart()).lines).toMatchObject([{ wands: ['Unicorn & Cherry'] }])
  const changed = await reviewGift(shop, {
    kind: 'premium-wand',
    wand: 'Unicorn & Cherry',
    purchaserName: null,
  })
  expect(changed.review.main).toContain('Unicorn & Cherry was chosen for you. Keep it, or take another.')
  await changed.add({ wand: 'dragon-yew' })
  expect((await changed.cart()).lines).toMatchObject([{ wands: ['Dragon & Yew'] }])
})

test('shows the figures of the specification while the store is down, and adds the gift later', async () => {
  const gift = await makeGift(shop, { kind: 'classic-wand' })
  let later = 0
  const cold = await createTestShop({ dataDir: shop.dataDir, now: () => now() + later })
  cold.embedded.store?.faults.inject({ kind: 'unreachable' })
  const visitor = cold.browser()
  const review = await submitMagicWords(visitor, gift.code)
  expect(review.texts('main s').join()).toContain('$85')
  expect(review.main).toContain('$15')
  const refused = await visitor.submit(review, 'Add Gift to Cart')
  expect(refused.path).toBe(REVIEW)
  expect(refused.text).toContain('Error processing redemption')
  cold.embedded.store?.faults.clear()
  later = 60_000
  expect((await claim(cold.browser(), gift.code)).path).toBe('/us/redeem/success')
  await cold.close()
})

test('cannot be reached without a step cookie or with a forged one', async () => {
  const { visitor: forger } = await reviewGift(shop)
  const value = forger.cookies.get('redeem') ?? ''
  forger.cookies.set('redeem', (value.startsWith('e') ? 'f' : 'e') + value.slice(1))
  for (const visitor of [shop.browser(), forger]) {
    const page = await visitor.visit(REVIEW)
    expect(page.main).toContain('Gift data not loaded')
    expect(page.links()).toContain('/us/redeem')
    const posted = await visitor.post(REVIEW, { upgrade: 'none' })
    expect(posted.main).toContain('Gift data not loaded')
    expect(posted.text.split('Gift data not loaded')).toHaveLength(
      page.text.split('Gift data not loaded').length,
    )
  }
})

test('ends for a gift that was revoked meanwhile', async () => {
  const { gift, visitor, add, cart } = await reviewGift(shop)
  await shop.services.backend.gifts.revoke(gift, 'order cancelled')
  expect((await add()).main).toContain('Gift data not loaded')
  expect((await visitor.visit(REVIEW)).main).toContain('Gift data not loaded')
  expect((await cart()).lines).toEqual([])
})

test('reports a gift that someone else redeemed meanwhile', async () => {
  const { gift, visitor, add, cart } = await reviewGift(shop)
  await shop.services.backend.gifts.redeem(gift, { id: '77', name: '#77' })
  const posted = await add()
  expect(posted.text).toContain('These magic words have already been used')
  expect(posted.text).toContain('Redeemed on November 21, 2025')
  expect((await visitor.visit(REVIEW)).main).toContain('These magic words have already been used')
  expect((await cart()).lines).toEqual([])
})

test('is neither indexed nor cached', async () => {
  const page = await shop.browser().visit(REVIEW)
  expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex')
  expect(page.headers.get('Cache-Control')).toContain('private')
  expect(page.headers.getSetCookie()).toEqual([])
})

test('says that nothing is used up while the backend is down', async () => {
  const { visitor } = await reviewGift(shop)
  const fault = { match: /GET .*gift_redemption/, kind: 'unreachable' } as const
  const takeBack = shop.embedded.backend?.faults.inject(fault)
  const page = await visitor.visit(REVIEW)
  takeBack?.()
  expect(page.status).toBe(503)
  expect(page.main).toContain('Error processing redemption')
  expect(page.main).toContain('Nothing has been used up. Please try again in a moment.')
  expect((await visitor.visit(REVIEW)).main).toContain('Your gift')
})
