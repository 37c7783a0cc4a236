import { expect, test as newcomer } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'
import { skipEntry, test } from './visitor.ts'

/** Pages that come in pieces: text, then scripts, fonts and pictures. */

/** Whether something was painted before the whole document had come. Runs in the page. */
function wasPaintedEarly(): boolean {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const [paint] = performance.getEntriesByType('paint')
  return paint !== undefined && document !== undefined && paint.startTime < document.responseEnd
}

newcomer(
  'on a first visit by phone nothing moves while a product comes slowly',
  async ({ page, context }) => {
    await skipEntry(context)
    await page.setViewportSize({ width: 412, height: 823 })
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
    await devtools.send('Network.enable')
    // Slow until the first of its text is painted; scripts and fonts come later still.
    await setSpeed(15_000)
    await page.goto('/us/product/vol-ii-magical-you-pre-order', { waitUntil: 'commit' })
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
    await setSpeed(-1)
    await page.waitForLoadState('domcontentloaded')
    expect(await page.evaluate(wasPaintedEarly), 'painted before all of it had come').toBe(true)
    await waitForHydration(page)
    const total = await page.evaluate(async () => {
      await document.fonts.ready
      await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
      return Reflect.get(window, 'shifts').reduce((sum: number, value: number) => sum + value, 0)
    })
    // The fonts that come last may move a line by a pixel or two.
    expect(total).toBeLessThan(0.01)
  },
)

test('web fonts that come late add no line above the products, on a phone @plain', async ({ page }) => {
  const stateOfFont = () =>
    [...document.fonts].findLast(({ family }) => family === 'Commissioner Variable')?.status
  async function heights(market: string, state: 'loaded' | 'error') {
    await page.goto(`/${market}/products`)
    await page.evaluate(() => document.fonts.ready)
    await expect.poll(() => page.evaluate(stateOfFont)).toBe(state)
    const seen: Record<number, number[]> = {}
    for (const width of [320, 360, 375, 390, 402, 412]) {
      await page.setViewportSize({ width, height: 740 })
      const parts = page.locator('header > a, nav[aria-label=Filter], h1, h1 + p')
      seen[width] = await parts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
    }
    return seen
  }
  for (const market of ['us', 'uk']) {
    const withFonts = await heights(market, 'loaded')
    await page.route('**/*.woff2', (route) => route.abort())
    expect(await heights(market, 'error'), market).toEqual(withFonts)
    await page.unroute('**/*.woff2')
  }
})
