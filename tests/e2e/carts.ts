import { expect, type Page } from '@playwright/test'
import { openPage, waitForHydration } from './hydrated.ts'
import { post } from './post.ts'

export const drawerOf = (page: Page) => page.getByRole('dialog', { name: 'Shopping Cart' })

export const cartLink = (page: Page) => page.getByRole('link', { name: /^Cart, / })

/** Adds wands without their page. */
export async function fillCart(page: Page, market: 'us' | 'uk', wands: readonly string[] = ['dragon-oak']) {
  for (const wand of wands) await post(page, `/${market}/cart`, { intent: 'add', handle: 'magic-wand', wand })
}

/** Opens a page with a wand in the cart of its store. */
export async function openWithWand(page: Page, path = '/us/about') {
  await fillCart(page, path.startsWith('/uk') ? 'uk' : 'us')
  await page.goto(path)
}

/** Opens the drawer. A click before hydration follows the link, as it should. */
export async function openDrawer(page: Page) {
  await waitForHydration(page)
  await cartLink(page).click()
  await expect(drawerOf(page)).toBeVisible()
}

/** Adds a wand as a shopper would; ends in the cart drawer, or without scripts on the cart page. */
export async function addWand(page: Page, market: 'us' | 'uk', wand: string) {
  await openPage(page, `/${market}/product/magic-wand`)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: wand }) })
    .getByRole('button', { name: /Add to Cart/ })
    .click()
}
