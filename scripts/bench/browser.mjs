// Measures visits and clicks on an emulated phone: CPU slowed down by four, slow 4G, a new visitor for each visit,
// the median of several runs.
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { ensureBrowser } from '../programs.mjs'

const RUNS = Number(process.env.BENCH_RUNS ?? 3)
/** "Slow 4G" of Chromium's developer tools: 562.5 ms per request, 1.44 Mbit/s down and 0.675 Mbit/s up. */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Runs in the page before any of its scripts: records paint times, layout shifts and long tasks. */
function observePerformance() {
  sessionStorage.setItem('hasSeenSplash', 'true')
  const seen = { fcp: 0, lcp: 0, shift: 0, tasks: [] }
  window.__seen = seen
  const observe = (type, handle) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true })
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.fcp = startTime
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  observe('layout-shift', ({ hadRecentInput, value }) => {
    if (!hadRecentInput) seen.shift += value
  })
  observe('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))
}

/** Total blocking time, ms: the part beyond 50 ms of each long task after the first paint, as in Lighthouse. */
function blockingTime(fcp, tasks) {
  const over = tasks.map(([start, duration]) => Math.min(duration, start + duration - fcp) - 50)
  return over.reduce((sum, ms) => sum + Math.max(ms, 0), 0)
}

/** Opens a hydrated page by the DevTools protocol only: what Playwright injects takes longer than the page's scripts. */
async function openOnPhone(browser, url) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  const devtools = await context.newCDPSession(await context.newPage())
  const send = (method, params) => devtools.send(method, params)
  async function evaluate(expression) {
    const { result } = await send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
    return result.value
  }
  await Promise.all(['Page', 'Network', 'Runtime'].map((domain) => send(`${domain}.enable`)))
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${observePerformance})()` })
  await send('Network.emulateNetworkConditions', SLOW_4G)
  await send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await send('Page.navigate', { url })
  const hydrated = "performance.getEntriesByName('hydrated')[0]?.startTime ?? 0"
  for (const until = Date.now() + 30_000; !(await evaluate(hydrated)); await pause(200))
    if (Date.now() > until) throw new Error(`Never hydrated: ${url}`)
  return { context, send, evaluate, hydrated: await evaluate(hydrated) }
}

/** Runs in the page: clicks a link. @returns the time until the next page's heading is painted, ms */
function clickAndWait(link, heading) {
  return new Promise((resolve) => {
    const [startedAt, from] = [performance.now(), location.pathname]
    const check = () =>
      requestAnimationFrame(
        location.pathname !== from && document.querySelector(heading)
          ? () => resolve(performance.now() - startedAt)
          : check,
      )
    document.querySelector(link).click()
    check()
  })
}

/** Visits a page and, where it has a link, clicks it, after the pointer has rested on it for `hoverMs`. */
async function visit(browser, { url, link, heading }, hoverMs = 0) {
  const { context, send, evaluate, hydrated } = await openOnPhone(browser, url)
  await pause(1500)
  const { fcp, lcp, shift, tasks } = await evaluate('window.__seen')
  const seen = { fcp, lcp, shift, hydrated, blocked: blockingTime(fcp, tasks) }
  if (link) {
    const found = `document.querySelector(${JSON.stringify(link)})`
    await evaluate(`${found}.scrollIntoView({ block: 'center', behavior: 'instant' })`)
    await pause(500)
    const { x, y } = await evaluate(`${found}.getBoundingClientRect().toJSON()`)
    if (hoverMs > 0) await send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: x + 5, y: y + 5 })
    await pause(hoverMs)
    seen.clicked = await evaluate(`(${clickAndWait})(${JSON.stringify(link)}, ${JSON.stringify(heading)})`)
  }
  await context.close()
  return seen
}

/** Visits all pages in turn, so that slow periods affect all alike. @returns medians by name */
export async function measureBrowser(targets) {
  const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args })
  const runs = targets.map(() => [])
  for (let run = 0; run < RUNS; run++)
    for (const [index, target] of targets.entries()) {
      const hovered = target.link ? (await visit(browser, target, 300)).clicked : 0
      runs[index].push({ ...(await visit(browser, target)), hovered })
    }
  await browser.close()
  return runs.map((all) =>
    Object.fromEntries(Object.keys(all[0]).map((key) => [key, median(all.map((one) => one[key]))])),
  )
}
