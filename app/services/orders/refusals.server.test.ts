import { expect, test } from 'vitest'
import type { RefusalReason } from '../backend/webhook-refusals.server.ts'
import { refusedWebhooks, reportRefusedWebhook } from './refusals.server.ts'
import type { OrderServices } from './report-order.server.ts'

test('refused webhooks are all counted, and reported once a minute for each reason', async () => {
  const clock = { at: 0 }
  const warned: unknown[] = []
  const stored: [RefusalReason, number][] = []
  const shop = {
    now: () => clock.at,
    log: { warn: (...line: unknown[]) => warned.push(line) },
    backend: {
      countRefusedWebhooks: async (reason: RefusalReason, count: number) => void stored.push([reason, count]),
    },
  } as unknown as Pick<OrderServices, 'backend' | 'log' | 'now'>
  const before = refusedWebhooks.get('signature') ?? 0
  for (let time = 0; time < 1_000; time++) await reportRefusedWebhook(shop, 'signature')
  await reportRefusedWebhook(shop, 'body')
  clock.at = 60_000
  await reportRefusedWebhook(shop, 'signature')
  expect((refusedWebhooks.get('signature') ?? 0) - before).toBe(1_001)
  expect(stored).toEqual([
    ['signature', 1],
    ['body', 1],
    ['signature', 1_000],
  ])
  expect(warned).toHaveLength(3)
})
