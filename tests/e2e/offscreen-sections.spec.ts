import { expect, type Page, test } from '@playwright/test'
import { waitForPageScripts } from './hydrated.ts'
import { skippedSections } from './skipped-sections.ts'

/** Sections that phones do not render until they are close to the viewport (`app/styles/offscreen-sections.css`). */

const PAGES = [
  '/us',
  '/uk',
  '/us/products',
  '/uk/products',
  '/us/product/vol-ii-magical-you-pre-order',
  '/uk/product/vol-ii-magical-you-pre-order-1',
  '/uk/product/vol-i-phoenix-edition',
  '/us/product/magic-wand',
  '/uk/product/magic-wand-collectors-set',
]

test.beforeEach(async ({ context }) => {
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
})

/** Placeholder heights of offscreen sections, px, beside their real ones; renders them all. */
async function placeholderHeights(page: Page) {
  return page.evaluate(() => {
    const parts = [...document.querySelectorAll<HTMLElement>('main *, footer')].flatMap((part) => {
      const [, meanwhile] = /^auto ([\d.]+)px$/.exec(getComputedStyle(part).containIntrinsicBlockSize) ?? []
      return meanwhile ? [{ part, meanwhile: Number(meanwhile) }] : []
    })
    for (const { part } of parts) part.style.contentVisibility = 'visible'
    return parts.map(({ part, meanwhile }) => ({
      name: `${part.tagName} ${part.className}`,
      meanwhile,
      height: part.offsetHeight,
    }))
  })
}

for (const width of [320, 360, 412, 480])
  test(`on a phone ${width} px wide no section is taller than its placeholder @js`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    for (const path of PAGES) {
      await page.goto(path)
      await waitForPageScripts(page)
      const parts = await placeholderHeights(page)
      expect(parts.length, path).toBeGreaterThan(1)
      const tooLarge = parts.filter(({ height, meanwhile }) => height > meanwhile)
      expect(tooLarge, path).toEqual([])
    }
  })

test('offscreen sections are rendered soon, also without scrolling @js', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  for (const path of PAGES) {
    await page.goto(path)
    await waitForPageScripts(page)
    await expect.poll(() => skippedSections(page), path).toEqual([])
  }
})

test('without JavaScript a phone renders all sections at once @plain', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  for (const path of PAGES) {
    await page.goto(path)
    expect(await skippedSections(page), path).toEqual([])
  }
})

test('on a desktop all sections are rendered', async ({ page }) => {
  for (const path of ['/us', '/us/product/vol-ii-magical-you-pre-order']) {
    await page.goto(path)
    expect(await placeholderHeights(page), path).toEqual([])
  }
})
