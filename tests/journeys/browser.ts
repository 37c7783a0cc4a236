import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test'
import { afterAll, inject, onTestFinished } from 'vitest'
import { newAddress } from './visitor.ts'

/** Chromium, for what only a browser shows. */

const executablePath = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find(existsSync)
/** Pictures and web fonts take a quarter of the time, and threads in the background speed up one page alone. */
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--in-process-gpu',
  '--disable-background-networking',
  '--disable-remote-fonts',
  '--blink-settings=imagesEnabled=false,primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--js-flags=--single-threaded',
]
let launched: Promise<Browser> | undefined
afterAll(async () => {
  await (await launched)?.close()
  launched = undefined
})

type Visit = BrowserContextOptions & {
  /** A first visit, with splash, popup and cookie notice. */
  readonly isFirst?: boolean
}

/** A fresh profile, at an address of its own, which is closed after the test. */
export async function openContext({
  isFirst = false,
  baseURL = inject('shop').origin,
  ...options
}: Visit = {}): Promise<BrowserContext> {
  launched ??= chromium.launch({
    ...(executablePath && { executablePath }),
    args,
  })
  const context = await (await launched).newContext({ baseURL, reducedMotion: 'reduce', ...options })
  onTestFinished(() => context.close())
  context.setDefaultTimeout(30_000)
  await context.setExtraHTTPHeaders({ 'X-Forwarded-For': newAddress() })
  if (isFirst) return context
  await context.addCookies([{ name: 'cookieConsent', value: 'dismissed', url: baseURL }])
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  })
  return context
}

/** A page of a fresh profile. */
export const openPage = async (options: Visit = {}): Promise<Page> => (await openContext(options)).newPage()

/** Waits until a part of the page answers to presses by React; before, forms are sent as without scripts. */
export async function pressable(part: Locator): Promise<Locator> {
  await part.waitFor()
  const page = part.page()
  const element = await part.elementHandle()
  await page.waitForFunction(
    (one) => one && Object.keys(one).some((key) => key.startsWith('__reactProps')),
    element,
  )
  return part
}
