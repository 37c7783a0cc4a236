import { type Browser, type BrowserContext, test as base, type Request } from '@playwright/test'

/** What tells one browser profile from another here. */
type Settings = {
  readonly baseURL: string
  readonly javaScriptEnabled: boolean
  readonly reducedMotion: 'reduce' | 'no-preference' | null
}

async function openProfile(browser: Browser, settings: Settings): Promise<BrowserContext> {
  const context = await browser.newContext(settings)
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
  watchSent(context)
  // A tab that stays empty keeps the process of the pages alive, and with it what that has compiled.
  await context.newPage()
  return context
}

/** What was sent and has no answer yet: pages go on with it when their tab is closed, and the answer may bring a cookie. */
const sent = new Set<Request>()

function watchSent(context: BrowserContext): void {
  context.on('request', (request) => request.method() === 'POST' && sent.add(request))
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(end as 'requestfinished', (request) => sent.delete(request))
}

/** Waits for the answers, but not for long: what a test holds back may have none. */
async function answersToAll(): Promise<void> {
  for (const until = Date.now() + 1_000; sent.size > 0 && Date.now() < until; )
    await new Promise((resolve) => setTimeout(resolve, 20))
  sent.clear()
}

/** Leaves nothing of a visitor behind but the files that the browser keeps. */
async function empty(context: BrowserContext, baseURL: string): Promise<void> {
  const [first, ...tabs] = context.pages()
  await answersToAll()
  await Promise.all(tabs.map((tab) => tab.close()))
  await context.setOffline(false)
  await context.clearCookies()
  if (!first) return
  const devtools = await context.newCDPSession(first)
  const { origin } = new URL(baseURL)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await devtools.detach()
}

/** The browser profile of this worker, whose browser ends with it. */
let profile: { readonly key: string; readonly context: BrowserContext } | null = null

/** The profile of a visitor with these settings, with nothing in it. */
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
 * A test by a visitor who has been here before: splash and popup were seen, the cookie notice was answered. The next one
 * gets the same browser profile, emptied, as a new one, whose pages have a process that compiles everything again, takes a
 * third of a short journey. So a test that moves the clock, looks at what is fetched, or gives the whole context scripts or
 * routes takes Playwright's own `test`.
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
    // How often one may write is counted by address.
    const address = `10.${100 + (workerIndex % 100)}.${Math.floor(number / 250)}.${number % 250}`
    await context.setExtraHTTPHeaders({ 'X-Forwarded-For': address })
    await context.addCookies([{ name: 'cookieConsent', value: 'dismissed', url: settings.baseURL }])
    await use(context)
    await empty(context, settings.baseURL)
  },
})
