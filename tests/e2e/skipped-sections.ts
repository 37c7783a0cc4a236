import type { Page } from '@playwright/test'

/** The class names of the sections that are rendered only when they come close to the viewport. */
export function skippedSections(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *, footer, footer *')]
      .filter((one) => getComputedStyle(one).contentVisibility === 'auto')
      .map((one) => one.className),
  )
}
