import { expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

/** The magic words of a gift, entered on the redeem page. */

const shop = openTestShop({ now: () => Date.parse('2025-11-21T12:00:00Z') })

test('that are stored in another spelling, or from before similar-sounding words were excluded, are found', async () => {
  const { gifts } = shop.services.backend
  const purchase = {
    orderName: '#1',
    orderLineId: '1',
    orderLineUnit: 1,
    market: 'us',
    productTitle: 'Gift Bundle - No Wand',
    productVariantId: '1',
    wrapping: 'printable-only',
    purchaserName: null,
    purchaserEmail: null,
  } as const
  const stored = { a: 'cosy quiet theatre', b: 'cosy quiet theater', c: 'knight flour beech' }
  for (const [orderId, words] of Object.entries(stored)) await gifts.issue({ ...purchase, orderId }, words)
  for (const [typed, orderId] of [
    ['Cosy Quiet Theatre', 'a'],
    ['cosy quiet theater', 'b'],
    ['cozy quiet theater', 'a'],
    ['Knight Flour Beech', 'c'],
  ] as const)
    expect((await gifts.findByWords(typed))?.orderId, typed).toBe(orderId)
})

test('are typed into a field that no browser translates', async () => {
  const page = await shop.browser().visit('/uk/redeem')
  expect(page.attributes('input[lang=en][translate=no]', 'name')).toHaveLength(1)
})
