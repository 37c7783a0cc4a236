import { expect, test } from 'vitest'
import { MARKET_IDS, shippingCountries } from './market.ts'
import { hasFreeShipping, toMinorUnits } from './money.ts'
import {
  ADMIN_SCOPES,
  DELIVERY_ZONES,
  freeShippingFrom,
  missingScopes,
  STOREFRONT_SCOPES,
  topicName,
  webhookPath,
} from './store-requirements.ts'

test('a write scope includes its read scope, and not the other way round', () => {
  const granted = ['write_products', 'read_discounts', 'write_publications', 'write_orders', 'read_inventory']
  expect(missingScopes(granted, ADMIN_SCOPES)).toEqual(['write_discounts'])
  expect(missingScopes(['unauthenticated_write_checkouts'], STOREFRONT_SCOPES)).toEqual([
    'unauthenticated_read_product_listings',
    'unauthenticated_read_product_tags',
  ])
})

test('webhooks have the addresses and names of their topics', () => {
  const topic = 'inventory_levels/update'
  expect([topicName(topic), webhookPath(topic)]).toEqual([
    'INVENTORY_LEVELS_UPDATE',
    '/webhooks/inventory-levels-update',
  ])
})

test('the zones hold every country of every market once', () => {
  const all = DELIVERY_ZONES.flatMap(({ countries }) => countries)
  expect(all).toEqual(MARKET_IDS.flatMap(shippingCountries))
})

test.each(MARKET_IDS)('in %s an order ships free from the smallest total over the limit', (market) => {
  const from = toMinorUnits(freeShippingFrom(market))
  expect([hasFreeShipping(from - 1, market), hasFreeShipping(from, market)]).toEqual([false, true])
})
