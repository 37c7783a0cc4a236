import { type Browser, type BrowserContext, test as base, type Page, type Request } from '@playwright/test'

/** The options by which these tests distinguish browser profiles. */
type Settings = {
  readonly baseURL: string
  readonly javaScriptEnabled: boolean
  readonly reducedMotion: 'reduce' | 'no-preference' | null
}

/** As on a later visit: without splash and popup. */
export function skipEntry(target: Page | BrowserContext): Promise<unknown> {
  return target.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
}

async function openProfile(browser: Browser, settings: Settings): Promise<BrowserContext> {
  const context = await browser.newContext(settings)
  await skipEntry(context)
  trackPendingPosts(context)
  // An empty tab keeps the renderer process alive, and with it the compiled code.
  await context.newPage()
  return context
}

/** Pending requests: pages continue them when their tab is closed, and the response may set a cookie. */
const sent = new Set<Request>()

function trackPendingPosts(context: BrowserContext): void {
  context.on('request', (request) => request.method() === 'POST' && sent.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfinished', (request) => sent.delete(request))
}

/** Whether a change of the cart is on its way or about to be: the cart holds a lock meanwhile. */
async function isChanging(tab: Page): Promise<boolean> {
  const hasLocks = async () => {
    const { held = [], pending = [] } = (await navigator.locks?.query()) ?? {}
    return held.length + pending.length > 0
  }
  return tab.evaluate(hasLocks).catch(() => false)
}

/** Waits for the responses, but not for long: requests that a test holds back may get none. */
async function changesSettled(tabs: readonly Page[]): Promise<void> {
  for (const until = Date.now() + 1_000; Date.now() < until; ) {
    const changing = await Promise.all(tabs.map(isChanging))
    if (sent.size === 0 && !changing.includes(true)) break
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  sent.clear()
}

/** Removes all data of a visitor except the browser's HTTP cache. */
async function empty(context: BrowserContext, baseURL: string): Promise<void> {
  const [first, ...tabs] = context.pages()
  await changesSettled(tabs)
  await Promise.all(tabs.map((tab) => tab.close()))
  await context.setOffline(false)
  await context.clearCookies()
  if (!first) return
  const devtools = await context.newCDPSession(first)
  const { origin } = new URL(baseURL)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await devtools.detach()
}

/** The browser profile of this worker, which ends with its browser. */
let profile: { readonly key: string; readonly context: BrowserContext } | null = null

/** An emptied profile with these settings. */
async function profileFor(browser: Browser, settings: Settings): Promise<BrowserContext> {
  const key = JSON.stringify(settings)
  if (profile?.key !== key) {
    await profile?.context.close()
    profile = { key, context: await openProfile(browser, settings) }
  }
  return profile.context
}

let visitors = 0

/**
 * A test by a returning visitor: splash and popup were seen, the cookie notice was answered. Tests reuse one browser
 * profile, emptied, since a new one compiles all scripts again, which takes a third of a short test. Tests that mock
 * the clock, inspect requests, or add scripts or routes to the whole context must use Playwright's own `test`.
 */
export const test = base.extend({
  context: async ({ browser, baseURL, javaScriptEnabled, contextOptions }, use, { workerIndex }) => {
    const settings = {
      baseURL: baseURL ?? '',
      javaScriptEnabled: javaScriptEnabled ?? true,
      reducedMotion: contextOptions.reducedMotion ?? null,
    }
    const context = await profileFor(browser, settings)
    const number = ++visitors
    // Rate limits count by IP address.
    const address = `10.${100 + (workerIndex % 100)}.${Math.floor(number / 250)}.${number % 250}`
    await context.setExtraHTTPHeaders({ 'X-Forwarded-For': address })
    await context.addCookies([{ name: 'cookieConsent', value: 'dismissed', url: settings.baseURL }])
    await use(context)
    await empty(context, settings.baseURL)
  },
})
