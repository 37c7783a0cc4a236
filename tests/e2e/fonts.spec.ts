import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/** When the two web fonts are loaded: they are half as large as the scripts. */

const FACES = ['/fonts/commissioner.woff2', '/fonts/della-respira.woff2']

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
})

function requestedFonts(page: Page): ReadonlySet<string> {
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.add(new URL(request.url()).pathname)
  })
  return asked
}

/** Delays the start of a page by half a second, as on a connection with that latency. */
async function delayPageStart(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
}

/** Delays the scripts. @returns lets them load */
async function delayScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held
    await route.continue()
  })
  return resolve
}

/** Whether the web fonts are disabled in the current page. */
const areFontsDisabled = () => document.querySelector<HTMLStyleElement>('#faces')?.media !== ''

async function simulateSlowConnection(page: Page): Promise<void> {
  const connection = { effectiveType: '3g', saveData: false }
  await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection)
}

/** The shop's web font families that the page uses by now. */
const loadedFamilies = () =>
  Array.from(document.fonts)
    .filter(({ status }) => status === 'loaded')
    .map(({ family }) => family.replaceAll('"', ''))

/** Cumulative layout shift so far, after the next paint. */
async function layoutShift(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 100)
  })
}

test('web fonts are preloaded with the page @plain', async ({ page }) => {
  const asked = requestedFonts(page)
  await page.goto('/us/products')
  await expect.poll(() => FACES.every((face) => asked.has(face))).toBe(true)
})

test('characters of other languages are loaded only where a text has one @js', async ({ page }) => {
  const more = '/fonts/commissioner-more.woff2'
  const asked = requestedFonts(page)
  await page.goto('/uk/contact')
  await expect.poll(() => FACES.every((face) => asked.has(face))).toBe(true)
  await page.getByLabel('Name', { exact: true }).first().fill('Ada')
  await page.evaluate(() => document.fonts.ready)
  expect([...asked]).not.toContain(more)
  await page.getByLabel('Name', { exact: true }).first().fill('Siobhán')
  await expect.poll(() => asked.has(more)).toBe(true)
})

test('on a slow connection they load after hydration, without layout shift @js', async ({ page }) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await simulateSlowConnection(page)
  const asked = requestedFonts(page)
  const release = await delayScripts(page)
  await page.goto('/us/products', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Select Options' }).first()).toBeVisible()
  expect([...asked]).toEqual([])
  release()
  await waitForHydration(page)
  await expect
    .poll(() => page.evaluate(loadedFamilies))
    .toEqual(expect.arrayContaining(['Della Respira', 'Commissioner Variable']))
  expect([...asked]).toEqual(expect.arrayContaining(FACES))
  expect(await page.evaluate(layoutShift)).toBeLessThan(0.01)
})

test('half a second to the start of the page counts as slow, whatever the browser reports @js', async ({
  page,
}) => {
  await delayPageStart(page, '/us/products')
  const asked = requestedFonts(page)
  const release = await delayScripts(page)
  await page.goto('/us/products', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('link', { name: 'Select Options' }).first()).toBeVisible()
  expect(await page.evaluate(areFontsDisabled)).toBe(true)
  expect([...asked]).toEqual([])
  release()
  await expect.poll(() => page.evaluate(loadedFamilies)).toContain('Della Respira')
})

test('on a slow connection a content page, whose scripts wait, loads them without scripts @js', async ({
  page,
}) => {
  await simulateSlowConnection(page)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/us/faq')
  await expect.poll(() => page.evaluate(loadedFamilies)).toContain('Della Respira')
})

test('on a slow connection they also load if the page cannot be hydrated @js', async ({ page }) => {
  await simulateSlowConnection(page)
  await page.route('**/*.data', (route) => route.abort())
  await page.goto('/us/products')
  await expect.poll(() => page.evaluate(loadedFamilies)).toContain('Della Respira')
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
})
