import { expect, test } from 'vitest'
import { countRefusedWebhook, recentRefusals, refusedWebhooks } from './refusals.server.ts'

test('refused webhooks are all counted, logged once a minute for each reason, and forgotten after a day', () => {
  refusedWebhooks.clear()
  const clock = { at: 0 }
  const warned: unknown[] = []
  const shop = { now: () => clock.at, log: { warn: (...line: unknown[]) => void warned.push(line) } }
  for (let time = 0; time < 1_000; time++) countRefusedWebhook(shop, 'signature')
  countRefusedWebhook(shop, 'body')
  clock.at = 60_000
  countRefusedWebhook(shop, 'signature')
  expect(warned).toHaveLength(3)
  const signature = { reason: 'signature', refused: 1_001, lastAt: 60_000, loggedAt: 60_000 }
  expect(recentRefusals(60_000)).toEqual([signature, { reason: 'body', refused: 1, lastAt: 0, loggedAt: 0 }])
  expect(recentRefusals(24 * 3_600_000)).toEqual([signature])
})
