import { chromium, expect, type Page } from '@playwright/test'
import { openPage } from './hydrated.ts'
import { test } from './visitor.ts'

/** Back without delay, and to the place on the page. */

/** As many as the browser's back/forward cache keeps, without the last page left. */
const PAGES = ['/us/product/magic-wand', '/us/cart', '/us/contact']

/** Whether the browser restored the page from the back/forward cache, and if not, why. */
async function goBack(page: Page): Promise<{ type: string; reasons: readonly string[] }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.enable')
  const reasons: string[] = []
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason))
  })
  const arrived = new Promise<string>((resolve) => {
    devtools.on('Page.frameNavigated', ({ frame, type }) => {
      if (!frame.parentId) resolve(type)
    })
  })
  const { currentIndex, entries } = await devtools.send('Page.getNavigationHistory')
  const entryId = entries[currentIndex - 1]?.id
  if (entryId === undefined) throw new Error('nowhere to go back to')
  await devtools.send('Page.navigateToHistoryEntry', { entryId })
  const type = await arrived
  await devtools.detach()
  return { type, reasons }
}

/** Playwright disables the back/forward cache, so the browser is started without that flag. */
function launchWithBackCache() {
  const { args = [], ...options } = test.info().project.use.launchOptions ?? {}
  return chromium.launch({
    ...options,
    // Pictures are irrelevant here, and slow in a full browser.
    args: [...args, '--blink-settings=imagesEnabled=false'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
}

test('pages are restored from the back/forward cache, and follow an answer to the cookie notice @whole', async ({
  baseURL,
}) => {
  const browser = await launchWithBackCache()
  const page = await browser.newPage({ baseURL })
  await page.addInitScript(() => sessionStorage.setItem('hasSeenSplash', 'true'))
  const toast = page.getByRole('region', { name: 'Cookie notice' })
  await page.goto('/us/about')
  await expect(toast).toBeVisible()
  await openPage(page, '/us/faq')
  await toast.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(toast).toBeHidden()
  expect((await goBack(page)).type).toBe('BackForwardCacheRestore')
  await expect(toast, 'on the page before, whose scripts had not loaded').toBeHidden()

  for (const path of PAGES) {
    await openPage(page, path)
  }
  await page.goto('/us/about')
  const found: Record<string, unknown> = {}
  for (const path of PAGES.toReversed()) found[path] = await goBack(page)
  await browser.close()
  expect(found).toEqual(
    Object.fromEntries(PAGES.map((path) => [path, { type: 'BackForwardCacheRestore', reasons: [] }])),
  )
})

test('going back restores the scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/us/products')
  const link = page.getByRole('main').locator('a[href*="/product/keyhole"]').first()
  await link.scrollIntoViewIfNeeded()
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(500)
  await link.click()
  await expect(page).toHaveURL(/\/product\//)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL('/us/products')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(left - 50)
})
