// A phone: four times slower CPU and slow 4G, a fresh visitor for every visit, the median of several.
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
/**
 * "Slow 4G" of the browser's developer tools: for each request 562.5 ms until its answer begins, 1.44 Mbit/s down and
 * 0.675 up. The shops whose figures are to be beaten were measured with it.
 */
const SLOW_4G = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-quic', '--disable-background-networking']
const present = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Runs in the page, before anything else of it. */
function watch() {
  sessionStorage.setItem('hasSeenSplash', 'true')
  const seen = { fcp: 0, lcp: 0, cls: 0, tasks: [] }
  window.__seen = seen
  const on = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  on('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime
  })
  on('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  on('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value
  })
  on('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))
}

/** What each task after the first paint takes beyond 50 ms, as Lighthouse counts it. */
function blockingTime({ fcp, tasks }) {
  const over = tasks.map(([start, duration]) => Math.min(duration, start + duration - fcp) - 50)
  return over.filter((ms) => ms > 0).reduce((sum, ms) => sum + ms, 0)
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * A page of a phone, driven by the browser's own protocol: what Playwright puts into a page to wait and to point takes
 * a slow phone longer than the page's own scripts.
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
  await send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})()` })
  await send('Network.emulateNetworkConditions', SLOW_4G)
  await send('Emulation.setCPUThrottlingRate', { rate: 4 })
  try {
    return await act({ send, evaluate })
  } finally {
    await context.close()
  }
}

/** Opens an address and waits until its scripts have taken it over. */
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

/** Runs in the page: presses a link and tells how long it takes to the next page's heading, painted. */
function press(link, heading) {
  return new Promise((resolve) => {
    const began = performance.now()
    const from = location.pathname
    const look = () =>
      location.pathname !== from && document.querySelector(heading)
        ? requestAnimationFrame(() => resolve(performance.now() - began))
        : requestAnimationFrame(look)
    document.querySelector(link).click()
    look()
  })
}

/** Runs in the page: where a link is, once it is in sight. */
function placeOf(link) {
  const element = document.querySelector(link)
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** From the press to the next page's heading. `hoverMs` is how long the pointer rests on the link before. */
function follow(url, link, heading, hoverMs) {
  const call = (run, ...args) => `(${run})(${args.map((arg) => JSON.stringify(arg)).join()})`
  return async (phone) => {
    await open(phone, url)
    await pause(1500)
    const place = await phone.evaluate(call(placeOf, link))
    await pause(500)
    if (hoverMs > 0) {
      await phone.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...place })
      await pause(hoverMs)
    }
    return { ms: await phone.evaluate(call(press, link, heading)) }
  }
}

/**
 * What each of several acts gave, as the median of its runs. They take turns, so that an hour in which the machine is slow
 * falls on all of them alike.
 */
async function inTurns(browser, acts) {
  const all = acts.map(() => [])
  for (let run = 0; run < RUNS; run++)
    for (const [at, act] of acts.entries()) all[at].push(await withPhone(browser, act))
  return all.map((runs) =>
    Object.fromEntries(Object.keys(runs[0]).map((key) => [key, median(runs.map((one) => one[key]))])),
  )
}

export async function measureBrowser({ shop, bare, pages }) {
  const browser = await chromium.launch({ ...(present ? { executablePath: present } : {}), args: ARGS })
  const visited = [
    ['bare page', `${bare.origin}/item`],
    ...pages.map(([name, path]) => [name, shop.origin + path]),
  ]
  const seen = await inTurns(
    browser,
    visited.map(([, url]) => visit(url)),
  )
  const followed = [
    ['bare page', `${bare.origin}/`, 'a[href="/item"]', 'main p'],
    ['list to product', `${shop.origin}/us/products`, 'main a[href*="/product/"]', '.gal'],
  ]
  const times = await inTurns(
    browser,
    followed.flatMap(([, ...way]) => [follow(...way, 0), follow(...way, 300)]),
  )
  await browser.close()
  return {
    visits: visited.map(([name], at) => ({ name, ...seen[at] })),
    clicks: followed.map(([name], at) => ({ name, click: times[2 * at].ms, hovered: times[2 * at + 1].ms })),
  }
}
