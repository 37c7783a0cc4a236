import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import puppeteer, { type Page } from 'puppeteer-core'
import { Builder, type WebElement } from 'selenium-webdriver'
import { vi } from 'vitest'
import { ownPort } from '../support/own-port.ts'

/** Browsers other than Chromium, as Debian packages them, behind the few actions that a journey needs. */

const FIREFOX = '/usr/bin/firefox-esr'
const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver'
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'
const XVFB = '/usr/bin/Xvfb'

/** What a person does in a browser. Names are those that are read out: of a button, or the label of a control. */
export type Person = {
  readonly goTo: (url: string) => Promise<void>
  readonly press: (name: string) => Promise<void>
  readonly fill: (label: string, text: string) => Promise<void>
  /** The text of the page, of the tab that was opened last. */
  readonly text: () => Promise<string>
  readonly leave: () => Promise<void>
}

export type Engine = {
  readonly name: string
  /** Whether Debian's package of it is there. */
  readonly isInstalled: boolean
  readonly open: (origin: string) => Promise<Person>
}

/** Runs in the page: the element a person would press or fill. Hidden radio buttons are pressed by their labels. */
function find(name: string): HTMLElement | null {
  const words = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim()
  const isShown = (element: HTMLElement) => element.getClientRects().length > 0
  const labels = [...document.querySelectorAll('label')].filter(
    (label) => words(label.textContent).startsWith(name) && isShown(label),
  )
  const controls = labels.flatMap(({ control }) => control ?? [])
  const typed = controls.find((control) => control.matches('textarea, select, input:not([type=radio])'))
  const named = [...document.querySelectorAll<HTMLElement>('button, [role=radio]')].find(
    (element) => isShown(element) && [element.ariaLabel, words(element.textContent)].includes(name),
  )
  return typed ?? labels[0] ?? named ?? null
}

/** Runs in the page: the middle of an element, which is scrolled into view; fails where something covers it. */
function placeOf(found: typeof find, name: string): { x: number; y: number } {
  const element = found(name)
  element?.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left = 0, top = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
  const [x, y] = [left + width / 2, top + height / 2]
  const there = document.elementFromPoint(x, y)
  if (!element || !there || !(element.contains(there) || there.contains(element))) throw new Error('covered')
  return { x, y }
}

const READ = 'return document.body ? document.body.innerText : ""'
/** Runs before a visit: the splash and the popup were seen on an earlier one. */
const REMEMBER = `
  sessionStorage.setItem('hasSeenSplash', 'true')
  localStorage.setItem('emailPopupClosedTime', String(Date.now()))
  document.cookie = 'cookieConsent=dismissed; path=/'
  document.cookie = 'selected_market=us; path=/'`

/** Repeats a step until it can be done, as a page may still be loading, or a thing still be covered. */
function until<T>(step: () => Promise<T | null>, what: string): Promise<T> {
  async function attempt() {
    const result = await step()
    if (result === null) throw new Error(`not there: ${what}`)
    return result
  }
  return vi.waitFor(attempt, { timeout: 20_000, interval: 50 })
}

async function openFirefox(origin: string): Promise<Person> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX })
  const newest = async (): Promise<Page> => (await browser.pages()).at(-1) ?? browser.newPage()
  /** By its place, where nothing covers it. */
  async function click(name: string): Promise<Page> {
    const page = await newest()
    // Keys go to the tab in front.
    await page.bringToFront()
    const place = await page.evaluate(`(${placeOf})(${find}, ${JSON.stringify(name)})`)
    const { x, y } = place as { x: number; y: number }
    await page.mouse.click(x, y)
    return page
  }
  const first = await newest()
  await first.goto(`${origin}/healthz`)
  await first.evaluate(REMEMBER)
  return {
    // In a tab of its own: the one before may still be going elsewhere.
    goTo: async (url) => void (await (await browser.newPage()).goto(url)),
    press: async (name) => void (await until(() => click(name), name)),
    fill: async (label, text) => {
      const page = await until(() => click(label), label)
      const focused = `document.hasFocus() && document.activeElement === (${find})(${JSON.stringify(label)})`
      // A tab that has just come to the front loses keys until it has the focus.
      await until(async () => (await page.evaluate(focused)) || null, `focus of ${label}`)
      // In place of what is there.
      await page.keyboard.down('Control')
      await page.keyboard.press('a')
      await page.keyboard.up('Control')
      await page.keyboard.type(text)
    },
    text: async () => String(await (await newest()).evaluate(`(() => { ${READ} })()`)),
    leave: () => browser.close(),
  }
}

async function openWebKit(origin: string): Promise<Person> {
  // It draws on a screen, so it gets a virtual one.
  const display = `:${await ownPort()}`
  const port = await ownPort()
  const screen = spawn(XVFB, [display, '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: 'ignore',
  })
  await until(async () => (existsSync(`/tmp/.X11-unix/X${display.slice(1)}`) ? true : null), 'a screen')
  const env = { ...process.env, DISPLAY: display, LIBGL_ALWAYS_SOFTWARE: '1' }
  const service = spawn(WEBKIT_DRIVER, [`--port=${port}`], { env, stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  await until(() => fetch(`${url}/status`), 'the driver of WebKit')
  const driver = await new Builder()
    .usingServer(url)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] },
    })
    .build()
  const run = <T>(script: string, ...args: unknown[]): Promise<T> => driver.executeScript<T>(script, ...args)
  const known = new Set<string>()
  /** Goes to the tab that was opened last; the driver lists them in no order. */
  async function newest(): Promise<void> {
    for (const tab of await driver.getAllWindowHandles()) known.add(tab)
    await driver.switchTo().window([...known].at(-1) ?? '')
  }
  const text = async () => {
    await newest()
    return run<string>(READ)
  }
  const element = (name: string) =>
    until(async () => {
      await newest()
      return run<WebElement | null>(`return (${find.toString()})(arguments[0])`, name)
    }, name)
  await driver.get(`${origin}/healthz`)
  await run(REMEMBER)
  return {
    goTo: (url) => driver.get(url),
    press: async (name) => {
      await until(async () => {
        const found = await element(name)
        // A tab behind others does not scroll smoothly, as the driver would.
        await run('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', found)
        return found.click().then(() => true)
      }, name)
    },
    fill: async (label, text) => {
      const field = await element(label)
      await field.clear()
      await field.sendKeys(text)
    },
    text,
    async leave() {
      await driver.quit().catch(() => undefined)
      for (const each of [service, screen]) each.kill()
    },
  }
}

export const ENGINES: readonly Engine[] = [
  { name: 'Firefox', isInstalled: existsSync(FIREFOX), open: openFirefox },
  {
    name: 'WebKit',
    isInstalled: [WEBKIT_DRIVER, MINI_BROWSER, XVFB].every(existsSync),
    open: openWebKit,
  },
]
