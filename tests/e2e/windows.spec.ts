import { expect, type Page, test } from '@playwright/test'

/** What low, narrow and enlarged windows show: phones held sideways, and pages at four times their size. */

const REMEMBERS = () => {
  sessionStorage.setItem('hasSeenSplash', 'true')
  localStorage.setItem('emailPopupClosedTime', String(Date.now()))
}

/** Where the part stands in the window, px. */
async function boxOf(page: Page, selector: string) {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return { top, bottom, left, right }
    })
}

test('the entry fits low windows, its words beside the wand @js', async ({ page }) => {
  for (const [width, height] of [
    [844, 390],
    [667, 375],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.goto('/us')
    for (const part of ['.sp .m', '.sp .d', '.sp .wait-no']) {
      const { top, bottom } = await boxOf(page, part)
      expect(top, `${part} at ${width}`).toBeGreaterThanOrEqual(0)
      expect(bottom, `${part} at ${width}`).toBeLessThanOrEqual(height)
    }
    const wand = await boxOf(page, '.sp .w')
    const words = await boxOf(page, '.sp .d')
    expect(wand.right).toBeLessThanOrEqual(words.left)
  }
})
