import type { Page } from '@playwright/test'
import { waitForPageScripts } from './hydrated.ts'

/** Adds a wand as a shopper would; ends in the cart drawer, or without scripts on the cart page. */
export async function addWand(page: Page, market: 'us' | 'uk', wand: string) {
  await page.goto(`/${market}/product/magic-wand`)
  await waitForPageScripts(page)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: wand }) })
    .getByRole('button', { name: /Add to Cart/ })
    .click()
}
