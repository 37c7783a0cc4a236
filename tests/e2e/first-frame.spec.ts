import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/** Work that must wait until the first frame of a page has been painted. */

declare global {
  interface Window {
    /** Number of frames before each access to cookies or local storage. */
    askedAfter: number[]
  }
}

/** Disables the timer for a late first paint, and pointer events that the browser reports by itself. */
function disableFallbackTimers() {
  addEventListener('pointermove', (event) => event.stopImmediatePropagation(), { capture: true })
  const later = window.setTimeout.bind(window)
  const patient = (run: () => void, ms?: number) => (ms === 500 ? 0 : later(run, ms))
  Object.assign(window, { setTimeout: patient })
}

async function scriptsAndPaint(page: Page) {
  return page.evaluate(() => {
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\.js$|\.data$/.test(new URL(name).pathname))
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return { painted: paint?.startTime ?? Infinity, asked: scripts.map(({ startTime }) => startTime) }
  })
}

for (const [path, hasEntry] of [
  ['/us', true],
  ['/us', false],
  ['/us/products', false],
  ['/us/product/vol-ii-magical-you-pre-order', false],
] as const)
  test(`scripts of ${path} load after the first paint${hasEntry ? ', behind the entry too' : ''} @js`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 412, height: 823 })
    await page.addInitScript(disableFallbackTimers)
    if (!hasEntry) await page.addInitScript(() => sessionStorage.setItem('hasSeenSplash', 'true'))
    await page.goto(path)
    await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
    await expect(page.locator('#splash:visible')).toHaveCount(hasEntry ? 1 : 0)
    const { painted, asked } = await scriptsAndPaint(page)
    expect(asked.length).toBeGreaterThan(3)
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(painted)
  })

/** Counts frames, and records accesses to cookies and local storage. */
function recordStorageAccess() {
  let frames = 0
  window.askedAfter = []
  requestAnimationFrame(function count() {
    frames++
    requestAnimationFrame(count)
  })
  const watch = (owner: object, name: 'cookie' | 'localStorage') => {
    const own = Object.getOwnPropertyDescriptor(owner, name)
    Object.defineProperty(owner, name, {
      ...own,
      get() {
        window.askedAfter.push(frames)
        return own?.get?.call(this)
      },
    })
  }
  watch(Document.prototype, 'cookie')
  watch(window, 'localStorage')
}

for (const path of ['/us/products', '/us/product/vol-ii-magical-you-pre-order'])
  test(`${path} reads no cookies or local storage before its first frame @js`, async ({ page }) => {
    await page.addInitScript(recordStorageAccess)
    await page.goto(path)
    await expect.poll(() => page.evaluate(() => window.askedAfter.length)).toBeGreaterThan(1)
    expect(await page.evaluate(() => Math.min(...window.askedAfter))).toBeGreaterThan(0)
  })

test('an answered notice never appears, an unanswered one does @js', async ({ page }) => {
  const notice = page.getByRole('region', { name: 'Cookie notice' })
  await page.goto('/us/faq')
  await expect(notice).toBeVisible()
  await waitForHydration(page)
  await notice.getByRole('button', { name: 'Close this notice' }).click()
  await expect(notice).toBeHidden()
  await page.addInitScript(() => {
    const seen = { notice: false }
    Object.assign(window, { seen })
    requestAnimationFrame(function look() {
      const element = document.querySelector('.cookie-notice')
      if (element && getComputedStyle(element).display !== 'none') seen.notice = true
      requestAnimationFrame(look)
    })
  })
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-consent', 'dismissed')
  await expect(page.locator('html')).not.toHaveCSS('scroll-padding-bottom', '192px')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)))
  await expect(notice).toBeHidden()
  expect(await page.evaluate(() => (window as unknown as { seen: { notice: boolean } }).seen.notice)).toBe(
    false,
  )
})

test('a page with an initially focused field shows it above the notice, which appears later @js', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 680 })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/us/contact')
  const refused = page.waitForResponse((response) => response.status() === 400)
  await page.getByRole('button', { name: 'Send Message' }).click()
  expect((await refused).request().resourceType()).toBe('document')
  const field = page.getByLabel('Name', { exact: true }).first()
  await expect(field).toBeFocused()
  const notice = page.getByRole('region', { name: 'Cookie notice' })
  await expect(notice).toBeVisible()
  const [fieldBox, noticeBox] = [await field.boundingBox(), await notice.boundingBox()]
  expect((fieldBox?.y ?? 0) + (fieldBox?.height ?? 0)).toBeLessThanOrEqual(noticeBox?.y ?? 0)
})
