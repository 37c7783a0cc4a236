import { expect } from '@playwright/test'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

test('the service worker of an earlier site removes itself and its caches, at each address, and is never cached', async ({
  page,
}) => {
  await openPage(page, '/us/faq')
  const workers = new Set<string>()
  for (const path of ['/sw.js', '/service-worker.js', '/ngsw-worker.js', '/firebase-messaging-sw.js']) {
    const response = await page.request.get(path)
    expect([response.status(), response.headers()['cache-control']], path).toEqual([200, 'no-store'])
    workers.add(await response.text())
  }
  expect(workers.size).toBe(1)
  await page.evaluate(async () => {
    await (await caches.open('pages of before')).put('/us', new Response('An earlier site'))
    await navigator.serviceWorker.register('/sw.js')
  })
  const left = () =>
    page.evaluate(async () => [
      ...(await caches.keys()),
      ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
    ])
  await expect.poll(left).toEqual([])
})
