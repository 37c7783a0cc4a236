import { expect, test } from 'vitest'
import { FIRST_START } from '../support/first-start.ts'
import { makeGift, reviewGift, submitMagicWords } from '../support/gifts.ts'
import { openTestShop } from '../support/test-shop.ts'

/** The magic words of a gift, entered on the redeem page. */

const shop = openTestShop({ now: () => Date.parse('2025-11-21T12:00:00Z') })
const DAY_OF_FIRST_START = new Date(FIRST_START).toLocaleDateString('en-US', {
  dateStyle: 'long',
  timeZone: 'UTC',
})

test('lead to the review, in any spelling', async () => {
  for (const typed of [' VELVET moon-harbour  ', '(Velvet Moon Harbor) ✨']) {
    const page = await submitMagicWords(shop.browser(), typed)
    expect(page.path).toBe('/us/redeem/review')
    expect(page.text).toContain('Magic words accepted!')
    expect(page.text).toContain('Review your gift and select any upgrades below.')
  }
})

test('that are stored in another spelling, or from before similar-sounding words were excluded, are found', async () => {
  const { gifts } = shop.services.backend
  const purchase = {
    orderName: '#1',
    orderLineId: '1',
    unit: 1,
    market: 'us',
    productTitle: 'Gift Bundle - No Wand',
    productVariantId: '1',
    wrapping: 'printable-only',
    purchaserName: null,
    purchaserEmail: null,
  } as const
  const stored = { a: 'cosy quiet theatre', b: 'cosy quiet theater', c: 'knight flour beech' }
  for (const [orderId, words] of Object.entries(stored)) await gifts.issue({ ...purchase, orderId, words })
  for (const [typed, orderId] of [
    ['Cosy Quiet Theatre', 'a'],
    ['cosy quiet theater', 'b'],
    ['cozy quiet theater', 'a'],
    ['Knight Flour Beech', 'c'],
  ] as const)
    expect((await gifts.findByWords(typed))?.orderId, typed).toBe(orderId)
})

test.each([
  ['nothing', '', 'Please enter your magic words'],
  ['a picture', '🦉', 'Invalid magic words'],
  ['unknown ones', 'lantern moth seven', 'Invalid magic words. Please check your magic words and try again.'],
  [
    'used ones',
    'gilded acorn storm',
    `These magic words have already been used. Redeemed on ${DAY_OF_FIRST_START}`,
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
  expect(page.links().includes('/uk/redeem')).toBe(text.startsWith('Market mismatch'))
})

test('are neither in a URL nor in a cookie', async () => {
  const { gift, visitor, review, add } = await reviewGift(shop)
  await add()
  const cookies = [...visitor.cookies.values()].map((value) => {
    const raw = decodeURIComponent(value)
    return `${raw} ${Buffer.from(raw.split('.')[0] ?? '', 'base64')}`
  })
  for (const word of gift.code.split(' ').filter((part) => part.length > 4))
    expect(`${review.trail} ${cookies}`.toLowerCase()).not.toContain(word)
  expect(review.html.toLowerCase()).not.toContain(gift.code)
})

test('that cannot be looked up are not called invalid, and lead to the review later', async () => {
  const { code } = await makeGift(shop)
  const takeBack = shop.embedded.backend?.faults.inject({ match: /GET .*gift_redemption/, kind: 'html' })
  const page = await submitMagicWords(shop.browser(), code)
  takeBack?.()
  expect(page.status).toBe(503)
  expect(page.main).toContain('Error validating magic words. Please try again.')
  expect(page.main).not.toContain('Invalid magic words')
  expect((await submitMagicWords(shop.browser(), code)).path).toBe('/us/redeem/review')
})
