import { expect, test } from 'vitest'
import { MARKET_IDS, MARKETS } from './market.ts'
import { addMoney, freeShippingProgress, hasFreeShipping, moneyOf, toMinorUnits } from './money.ts'
import { ADMIN_SCOPES, freeShippingFrom, missingScopes, STOREFRONT_SCOPES } from './store-requirements.ts'

test('a write scope includes its read scope, and not the other way round', () => {
  const granted = ['write_products', 'read_discounts', 'write_publications', 'write_orders', 'read_inventory']
  expect(missingScopes(granted, ADMIN_SCOPES)).toEqual(['write_discounts'])
  expect(missingScopes(['unauthenticated_write_checkouts'], STOREFRONT_SCOPES)).toEqual([
    'unauthenticated_read_product_listings',
    'unauthenticated_read_product_tags',
  ])
})

test.each(MARKET_IDS)('in %s an order ships free from the smallest total over 90', (market) => {
  const from = toMinorUnits(freeShippingFrom(market))
  expect([from, hasFreeShipping(from - 1, market), hasFreeShipping(from, market)]).toEqual([
    9_001,
    false,
    true,
  ])
  const limit = moneyOf(90, MARKETS[market].currencyCode)
  const cent = moneyOf(0.01, MARKETS[market].currencyCode)
  expect(freeShippingProgress(limit, market)).toMatchObject({ remaining: cent, reached: false })
  expect(freeShippingProgress(addMoney(limit, cent), market)).toMatchObject({ reached: true })
})
