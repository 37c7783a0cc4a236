// Measures visits and clicks on an emulated phone: CPU slowed down by four, slow 4G, a new visitor for each visit,
// the median of several runs.
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
/**
 * "Slow 4G" of Chromium's developer tools: latency of 562.5 ms per request, 1.44 Mbit/s down and 0.675 Mbit/s up.
 */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-quic', '--disable-background-networking']
const installedBrowser = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Runs in the page before any of its scripts: records paint times, layout shifts and long tasks. */
function observePerformance() {
  sessionStorage.setItem('hasSeenSplash', 'true')
  const seen = { fcp: 0, lcp: 0, cls: 0, tasks: [] }
  window.__seen = seen
  const observe = (type, handle) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true })
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime
  })
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value
  })
  observe('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))
}

/** Total blocking time, ms: the part beyond 50 ms of each long task after the first paint, as in Lighthouse. */
function blockingTime({ fcp, tasks }) {
  const over = tasks.map(([start, duration]) => Math.min(duration, start + duration - fcp) - 50)
  return over.filter((ms) => ms > 0).reduce((sum, ms) => sum + ms, 0)
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Opens a page on the emulated phone, controlled by the DevTools protocol only: the scripts that Playwright injects
 * would take longer than the page's own.
 */
async function withPhone(browser, act) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  const devtools = await context.newCDPSession(await context.newPage())
  const send = (method, params) => devtools.send(method, params)
  async function evaluate(expression) {
    const { result, exceptionDetails } = await send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  await Promise.all(['Page', 'Network', 'Runtime'].map((domain) => send(`${domain}.enable`)))
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${observePerformance})()` })
  await send('Network.emulateNetworkConditions', SLOW_4G)
  await send('Emulation.setCPUThrottlingRate', { rate: 4 })
  try {
    return await act({ send, evaluate })
  } finally {
    await context.close()
  }
}

/** Loads a page and waits until it is hydrated. @throws when it is not within 30 s */
async function open({ send, evaluate }, url) {
  await send('Page.navigate', { url })
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(200))
    if (await evaluate("performance.getEntriesByName('hydrated').length > 0")) return
  throw new Error(`Never hydrated: ${url}`)
}

function visit(url) {
  return async (phone) => {
    await open(phone, url)
    await pause(500)
    const seen = await phone.evaluate('window.__seen')
    const hydrated = await phone.evaluate("performance.getEntriesByName('hydrated')[0].startTime")
    return { fcp: seen.fcp, lcp: seen.lcp, cls: seen.cls, tbt: blockingTime(seen), hydrated }
  }
}

/** Runs in the page: clicks a link. @returns the time until the next page's heading is painted, ms */
function clickAndWait(link, heading) {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    const from = location.pathname
    const check = () =>
      location.pathname !== from && document.querySelector(heading)
        ? requestAnimationFrame(() => resolve(performance.now() - startedAt))
        : requestAnimationFrame(check)
    document.querySelector(link).click()
    check()
  })
}

/** Runs in the page: scrolls to a link. @returns its centre in the viewport */
function scrollToLink(link) {
  const element = document.querySelector(link)
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Measures a click until the next page's heading. @param hoverMs how long the pointer rests on the link before */
function follow(url, link, heading, hoverMs) {
  const call = (run, ...args) => `(${run})(${args.map((arg) => JSON.stringify(arg)).join()})`
  return async (phone) => {
    await open(phone, url)
    await pause(1500)
    const point = await phone.evaluate(call(scrollToLink, link))
    await pause(500)
    if (hoverMs > 0) {
      await phone.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...point })
      await pause(hoverMs)
    }
    return { ms: await phone.evaluate(call(clickAndWait, link, heading)) }
  }
}

/**
 * Runs several measurements alternately, so that slow periods affect all of them alike.
 * @returns the medians of each measurement's runs
 */
async function measureAlternately(browser, measurements) {
  const results = measurements.map(() => [])
  for (let run = 0; run < RUNS; run++)
    for (const [index, measurement] of measurements.entries())
      results[index].push(await withPhone(browser, measurement))
  return results.map((runs) =>
    Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((one) => one[key]))])),
  )
}

export async function measureBrowser({ shop, bare, pages }) {
  const browser = await chromium.launch({
    ...(installedBrowser ? { executablePath: installedBrowser } : {}),
    args: ARGS,
  })
  const visited = [
    ['bare page', `${bare.origin}/item`],
    ...pages.map(([name, path]) => [name, shop.origin + path]),
  ]
  const seen = await measureAlternately(
    browser,
    visited.map(([, url]) => visit(url)),
  )
  const followed = [
    ['bare page', `${bare.origin}/`, 'a[href="/item"]', 'main p'],
    [
      'list to product',
      `${shop.origin}/us/products`,
      'main a[href*="/product/"]',
      '[aria-roledescription=carousel]',
    ],
  ]
  const times = await measureAlternately(
    browser,
    followed.flatMap(([, ...link]) => [follow(...link, 0), follow(...link, 300)]),
  )
  await browser.close()
  return {
    visits: visited.map(([name], at) => ({ name, ...seen[at] })),
    clicks: followed.map(([name], at) => ({ name, click: times[2 * at].ms, hovered: times[2 * at + 1].ms })),
  }
}
