import { expect, test } from 'vitest'
import { createMetrics } from './metrics.server.ts'
import { refusedWebhooks } from './orders/refusals.server.ts'
import { answeredVersions } from './storefront/api-version.server.ts'

test('refused webhooks are counted by reason', async () => {
  refusedWebhooks.set('signature', 3).set('body', 1)
  const { text } = await createMetrics({ pageCacheBytes: () => 0 }).read()
  expect(text).toContain('wizard_box_webhooks_refused_total{reason="signature"} 3')
  expect(text).toContain('wizard_box_webhooks_refused_total{reason="body"} 1')
})

test('an answer with another API version than asked for is a 1', async () => {
  answeredVersions.set('storefront', { asked: '2025-07', answered: '2025-07' })
  answeredVersions.set('admin', { asked: '2025-07', answered: '2025-10' })
  const { text } = await createMetrics({ pageCacheBytes: () => 0 }).read()
  const name = 'wizard_box_shopify_version_is_other'
  expect(text).toContain(`${name}{api="storefront",asked="2025-07",answered="2025-07"} 0`)
  expect(text).toContain(`${name}{api="admin",asked="2025-07",answered="2025-10"} 1`)
  answeredVersions.clear()
})
