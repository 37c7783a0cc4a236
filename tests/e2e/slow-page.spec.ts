import { expect, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'
import { skipEntry } from './visitor.ts'

/** Pages that come in pieces: text, then scripts, fonts and pictures. */

/** Whether something was painted before the whole document had come. Runs in the page. */
function wasPaintedEarly(): boolean {
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const [paint] = performance.getEntriesByType('paint')
  return paint !== undefined && document !== undefined && paint.startTime < document.responseEnd
}

test('on a first visit by phone nothing moves while a product comes slowly', async ({ page, context }) => {
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
})
