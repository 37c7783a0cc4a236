import { expect, test } from 'vitest'
import { createMetrics } from './metrics.server.ts'
import { refusedWebhooks } from './orders/doorbell.server.ts'

test('refused webhooks are counted by reason', async () => {
  const at = { lastAt: 0, loggedAt: 0 }
  refusedWebhooks.set('signature', { reason: 'signature', refused: 3, ...at })
  refusedWebhooks.set('body', { reason: 'body', refused: 1, ...at })
  const { text } = await createMetrics({ pageCacheBytes: () => 0 }).read()
  expect(text).toContain('wizard_box_webhooks_refused_total{reason="signature"} 3')
  expect(text).toContain('wizard_box_webhooks_refused_total{reason="body"} 1')
})
