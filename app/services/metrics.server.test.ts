import { expect, test } from 'vitest'
import { createMetrics } from './metrics.server.ts'
import { refusedWebhooks } from './orders/refusals.server.ts'

test('refused webhooks are counted by reason', async () => {
  const lastAt = 0
  refusedWebhooks.set('signature', { reason: 'signature', refused: 3, lastAt })
  refusedWebhooks.set('body', { reason: 'body', refused: 1, lastAt })
  const { text } = await createMetrics({ pageCacheBytes: () => 0 }).read()
  expect(text).toContain('wizard_box_webhooks_refused_total{reason="signature"} 3')
  expect(text).toContain('wizard_box_webhooks_refused_total{reason="body"} 1')
})
