import type { Page } from '@playwright/test'

/** Begins to use the page, as content pages fetch their scripts only then, and waits until the scripts run. */
export async function wake(page: Page): Promise<void> {
  await page.mouse.move(2, 2)
  await page.mouse.move(4, 4)
  await page.waitForFunction(() => document.documentElement.dataset.awake !== undefined)
}
