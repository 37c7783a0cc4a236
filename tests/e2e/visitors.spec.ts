import { expect } from '@playwright/test'
import { addWand, cartLink } from './carts.ts'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

/** Visitors whose browser denies storage, or who knew an earlier site. */

test('pages work where the browser denies cookies and storage to scripts', async ({ page }) => {
  await page.addInitScript(() => {
    const deny = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    for (const store of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, store, { get: deny })
    Object.defineProperty(Document.prototype, 'cookie', { get: deny, set: deny })
  })
  await addWand(page, 'us', 'Dragon & Yew')
  await expect(page.getByText('Added to cart!')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions')
  await expect(cartLink(page)).toHaveAccessibleName('Cart, 1 item')
})

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
