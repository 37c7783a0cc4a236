import { type BrowserContext, test as base, type Page } from '@playwright/test'

/** As on a later visit: without splash and popup. */
export function skipEntry(target: Page | BrowserContext): Promise<unknown> {
  return target.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
}

let visitors = 0

/**
 * A test by a returning visitor: splash and popup were seen, the cookie notice was answered. With the tag @plain their
 * browser runs no JavaScript.
 */
export const test = base.extend({
  javaScriptEnabled: async ({ browserName: _ }, use, { tags }) => use(!tags.includes('@plain')),
  context: async ({ context, baseURL }, use, { workerIndex }) => {
    const number = ++visitors
    // Rate limits count by IP address.
    const address = `10.${100 + (workerIndex % 100)}.${Math.floor(number / 250)}.${number % 250}`
    await context.setExtraHTTPHeaders({ 'X-Forwarded-For': address })
    await context.addCookies([{ name: 'cookieConsent', value: 'dismissed', url: baseURL ?? '' }])
    await skipEntry(context)
    await use(context)
  },
})
