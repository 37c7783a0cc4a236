import type { Browser, Page } from './browser.ts'
import type { TestShop } from './test-shop.ts'

export const OWNER_EMAIL = 'owner@wizardbox.example'
export const OWNER_PASSWORD = 'correct horse battery'

/** Fills in the sign-in form. @returns the page it led to */
export async function signIn(
  browser: Browser,
  email = OWNER_EMAIL,
  password = OWNER_PASSWORD,
): Promise<Page> {
  return browser.submit(await browser.visit('/admin/sign-in'), 'Sign in', { email, password })
}

/** A browser with the owner in it. */
export async function ownerBrowser(shop: TestShop): Promise<Browser> {
  const browser = shop.browser()
  const page = await signIn(browser)
  if (page.path !== '/admin') throw new Error(`Not signed in: ${page.status} ${page.text.slice(0, 300)}`)
  return browser
}
