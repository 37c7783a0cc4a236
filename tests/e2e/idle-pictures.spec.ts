import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { waitForHydration } from './hydrated.ts'
import { skippedSections } from './skipped-sections.ts'

/** Pictures further down, which are loaded when the browser is idle (`app/runtime/idle-pictures.ts`). */

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
  // On a busy machine the browser estimates a slow one.
  await setConnection(context, { saveData: false, effectiveType: '4g' })
})

type Connection = { readonly saveData: boolean; readonly effectiveType: string }

/** What the browser will report on the pages that are opened from now on. */
function setConnection(context: BrowserContext, connection: Connection): Promise<unknown> {
  return context.addInitScript(
    (value) => Object.defineProperty(navigator, 'connection', { value, configurable: true }),
    connection,
  )
}

/** The number of displayed pictures of the page that have not been loaded. */
function countMissing(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      [...document.images].filter((picture) => picture.checkVisibility() && picture.naturalWidth === 0)
        .length,
  )
}

const HYDRATED = ['/us', '/uk/products', '/uk/product/vol-i-phoenix-edition', '/us/product/magic-wand']
const CONTENT = ['/us/gift', '/us/about', '/us/press', '/uk/waitlist']

for (const width of [390, 1440])
  for (const path of [...HYDRATED, ...CONTENT])
    test(`all of ${path} is there without scrolling, ${width} px wide @js`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 })
      // The scripts of content pages wait for an interaction, which may never come.
      if (CONTENT.includes(path)) await page.route('**/assets/*.js', (route) => route.abort())
      await page.goto(path)
      await expect.poll(() => countMissing(page)).toBe(0)
      await expect.poll(() => skippedSections(page)).toEqual([])
    })

test('the pictures of a page that is opened by a click are loaded too @js', async ({ page }) => {
  await page.goto('/us/products')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Select Options' }).first().click()
  await expect(page.getByRole('region', { name: 'About Vol. II: Magical You' })).toBeAttached()
  await expect.poll(() => countMissing(page)).toBe(0)
})

for (const [who, connection] of [
  ['who save data', { saveData: true, effectiveType: '4g' }],
  ['with a slow connection', { saveData: false, effectiveType: '3g' }],
] as const)
  test(`visitors ${who} load no picture that they do not scroll to @js`, async ({ context, page }) => {
    await setConnection(context, connection)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/us', '/us/gift']) {
      await page.goto(path)
      await expect.poll(() => skippedSections(page)).toEqual([])
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 300))))
      expect(await countMissing(page), path).toBeGreaterThan(0)
    }
  })

test('pictures that are not displayed are not loaded @js', async ({ page }) => {
  await page.goto('/us/product/vol-ii-magical-you-pre-order')
  await expect.poll(() => countMissing(page)).toBe(0)
  const hidden = await page.evaluate(() =>
    [...document.images].filter((picture) => !picture.checkVisibility()).map(({ loading }) => loading),
  )
  expect(hidden).toContain('lazy')
  expect(hidden).not.toContain('eager')
})
