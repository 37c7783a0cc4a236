import { expect } from '@playwright/test'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

/** What a site of before has left in a browser. */

for (const path of ['/sw.js', '/service-worker.js', '/ngsw-worker.js', '/firebase-messaging-sw.js'])
  test(`a service worker at ${path} removes itself and its caches, and is never cached`, async ({ page }) => {
    const { headers } = await openAnd(page, path)
    expect(headers['cache-control']).toContain('no-store')
    await page.evaluate(async (address) => {
      await (await caches.open('pages of before')).put('/us', new Response('An earlier site'))
      await navigator.serviceWorker.register(address)
    }, path)
    const left = () =>
      page.evaluate(async () => [
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ])
    await expect.poll(left).toEqual([])
  })

async function openAnd(page: Parameters<typeof openPage>[0], path: string) {
  await openPage(page, '/us/faq')
  const response = await page.request.get(path)
  expect(response.status()).toBe(200)
  return { headers: response.headers() }
}
