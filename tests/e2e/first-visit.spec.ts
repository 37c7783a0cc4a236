import { expect, test } from '@playwright/test'
import { violationsOf, WCAG } from './axe.ts'
import { fillCart } from './carts.ts'
import { waitForHydration } from './hydrated.ts'
import { skipEntry } from './visitor.ts'

/** What is shown on a first visit alone: the splash, and the cookie notice. */

/** Whether something was painted before the whole document had come. Runs in the page. */
function wasPaintedEarly(): boolean {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const [paint] = performance.getEntriesByType('paint')
  return paint !== undefined && document !== undefined && paint.startTime < document.responseEnd
}

/** What the user of a phone sees of a product, and of the cart, before the cookie notice is answered. */
test.describe('on a first visit the cookie notice', () => {
  test.use({ viewport: { width: 412, height: 823 } })
  test.beforeEach(({ context }) => skipEntry(context))

  for (const product of ['vol-ii-magical-you-pre-order', 'magic-wand'])
    test(`moves nothing while a product comes slowly: ${product} @js`, async ({ page, context }) => {
      await page.addInitScript(() => {
        const shifts: number[] = []
        Object.assign(window, { shifts })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) shifts.push(Number(entry.value))
        }).observe({ type: 'layout-shift', buffered: true })
      })
      const devtools = await context.newCDPSession(page)
      const setSpeed = (bytesPerSecond: number) =>
        devtools.send('Network.emulateNetworkConditions', {
          offline: false,
          latency: 0,
          downloadThroughput: bytesPerSecond,
          uploadThroughput: -1,
        })
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await devtools.send('Network.enable')
      // Slow until the first of its text is painted; scripts and fonts come later still.
      await setSpeed(15_000)
      await page.goto(`/us/product/${product}`, { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
      await setSpeed(-1)
      await page.waitForLoadState('domcontentloaded')
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      expect(await page.evaluate(wasPaintedEarly), 'painted before all of it had come').toBe(true)
      await waitForHydration(page)
      const total = await page.evaluate(async () => {
        await document.fonts.ready
        await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
        return Reflect.get(window, 'shifts').reduce((sum: number, value: number) => sum + value, 0)
      })
      // The fonts that come last may move a line by a pixel or two.
      expect(total).toBeLessThan(0.01)
    })

  test('covers no button @plain', async ({ page }) => {
    await fillCart(page, 'us')
    for (const path of [
      '/us/product/vol-ii-magical-you-pre-order',
      '/us/product/magic-wand',
      '/us/product/magic-wand-collectors-set',
      '/us/product/keyhole-tote',
      '/us/cart',
    ]) {
      await page.goto(path)
      const notice = page.getByRole('region', { name: 'Cookie notice' })
      await expect(notice).toBeInViewport({ ratio: 1 })
      const buttons = page
        .getByRole('main')
        .getByRole('button', { name: /^(Add to Cart|Order Now|Select \d|Checkout)/ })
      await expect(buttons).not.toHaveCount(0)
      const covered = await buttons.evaluateAll(
        (all) =>
          all.filter((button) => {
            // At the window's edge, where the notice of other pages lies.
            const top = button.getBoundingClientRect().bottom - innerHeight + scrollY
            scrollTo({ top, behavior: 'instant' })
            const { left, bottom } = button.getBoundingClientRect()
            return !button.contains(document.elementFromPoint(left + 12, bottom - 6))
          }).length,
      )
      expect(covered, path).toBe(0)
    }
  })
})

test('the splash closes on any key, and is shown once per session @js', async ({ page }) => {
  // The store of an unknown country, so that no other page is opened.
  await page.goto('/uk')
  const splash = page.getByRole('button', { name: 'Tap Your Wand to Enter' })
  await expect(splash).toBeVisible()
  await expect(page.getByText('Tap Your Wand to Enter')).toBeVisible()
  await expect(page.getByText('Click anywhere to unlock the magic')).toBeVisible()
  expect(await violationsOf(page, { tags: WCAG })).toEqual([])
  await page.keyboard.press('Control+c')
  await expect(page.locator('html')).toHaveAttribute('data-splash', 'idle')
  // Nothing behind it can be reached.
  await expect(page.locator('#splash:modal')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(splash).toBeHidden()
  await expect(page.locator(':modal')).toHaveCount(0)
  await page.goto('/uk')
  await expect(splash).toBeHidden()
})
