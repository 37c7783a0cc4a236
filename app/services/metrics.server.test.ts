import { expect, test } from 'vitest'
import { createMetrics } from './metrics.server.ts'
import { REFUSED_WEBHOOKS } from './orders/doorbell.server.ts'

test('refused webhooks are counted by reason', async () => {
  REFUSED_WEBHOOKS[401].refused = 3
  const { text } = await createMetrics({ pageCacheBytes: () => 0 }).read()
  expect(text).toContain('wizard_box_webhooks_refused_total{reason="signature"} 3')
  expect(text).toContain('wizard_box_webhooks_refused_total{reason="body"} 0')
})
