import { expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'

/** When the two faces are fetched: they are as large as half the scripts. */

const FACES = ['/fonts/commissioner.woff2', '/fonts/della-respira.woff2']

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
})

function facesAskedFor(page: Page): ReadonlySet<string> {
  const asked = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'font') asked.add(new URL(request.url()).pathname)
  })
  return asked
}

/** Has a page begin half a second late, as on a line that needs that long for every answer. */
async function onLateLine(page: Page, path: string): Promise<void> {
  await page.route(`**${path}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600))
    await route.continue()
  })
}

/** Has the scripts wait. @returns lets them come */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise: held, resolve } = Promise.withResolvers<void>()
  await page.route('**/assets/entry.client-*.js', async (route) => {
    await held
    await route.continue()
  })
  return resolve
}

/** Whether the faces are kept waiting in the page as it is. */
const areHeld = () => document.querySelector<HTMLStyleElement>('#faces')?.media !== ''

async function onSlowLine(page: Page): Promise<void> {
  const connection = { effectiveType: '3g', saveData: false }
  await page.addInitScript((value) => Object.defineProperty(navigator, 'connection', { value }), connection)
}

/** Families in which the page is written by now, of those that come from the shop. */
const familiesThere = () =>
  Array.from(document.fonts)
    .filter(({ status }) => status === 'loaded')
    .map(({ family }) => family.replaceAll('"', ''))

/** How far things have moved so far, once what there is now has been painted. */
async function shiftOfLayout(): Promise<number> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), 100)
  })
}

test('the faces are asked for with the page @plain', async ({ page }) => {
  const asked = facesAskedFor(page)
  await page.goto('/us/products')
  await expect.poll(() => FACES.every((face) => asked.has(face))).toBe(true)
})

test('letters of other languages are fetched where a text has one, and nowhere else @js', async ({
  page,
}) => {
  const more = '/fonts/commissioner-more.woff2'
  const asked = facesAskedFor(page)
  await page.goto('/uk/contact')
  await expect.poll(() => FACES.every((face) => asked.has(face))).toBe(true)
  await page.getByLabel('Name', { exact: true }).first().fill('Ada')
  await page.evaluate(() => document.fonts.ready)
  expect([...asked]).not.toContain(more)
  await page.getByLabel('Name', { exact: true }).first().fill('Siobhán')
  await expect.poll(() => asked.has(more)).toBe(true)
})

test('on a slow line they come once the page has been taken over, and nothing moves for them @js', async ({
  page,
}) => {
  await page.setViewportSize({ width: 412, height: 823 })
  await onSlowLine(page)
  const asked = facesAskedFor(page)
  const release = await holdScripts(page)
  await page.goto('/us/products', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Select Options' }).first()).toBeVisible()
  expect([...asked]).toEqual([])
  release()
  await waitForHydration(page)
  await expect
    .poll(() => page.evaluate(familiesThere))
    .toEqual(expect.arrayContaining(['Della Respira', 'Commissioner Variable']))
  expect([...asked]).toEqual(expect.arrayContaining(FACES))
  expect(await page.evaluate(shiftOfLayout)).toBeLessThan(0.01)
})

test('a line that takes half a second to bring the beginning of the page is slow, whatever the browser says @js', async ({
  page,
}) => {
  await onLateLine(page, '/us/products')
  const asked = facesAskedFor(page)
  const release = await holdScripts(page)
  await page.goto('/us/products', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('link', { name: 'Select Options' }).first()).toBeVisible()
  expect(await page.evaluate(areHeld)).toBe(true)
  expect([...asked]).toEqual([])
  release()
  await expect.poll(() => page.evaluate(familiesThere)).toContain('Della Respira')
})

test('on a slow line a page to read, whose scripts wait, has them without @js', async ({ page }) => {
  await onSlowLine(page)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/us/faq')
  await expect.poll(() => page.evaluate(familiesThere)).toContain('Della Respira')
})

test('on a slow line they come too where the page cannot be taken over @js', async ({ page }) => {
  await onSlowLine(page)
  await page.route('**/*.data', (route) => route.abort())
  await page.goto('/us/products')
  await expect.poll(() => page.evaluate(familiesThere)).toContain('Della Respira')
  await expect(page.locator('html')).not.toHaveAttribute('data-hydrated')
})
