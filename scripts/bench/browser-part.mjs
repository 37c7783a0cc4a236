// A phone: four times slower CPU and slow 4G, a fresh browser for every visit, the median of several.
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 }
const ARGS = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-quic', '--disable-background-networking']
const present = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Runs in the page, before anything else of it. */
function watch() {
  sessionStorage.setItem('hasSeenSplash', 'true')
  const seen = { fcp: 0, lcp: 0, cls: 0, tbt: 0 }
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
  on('longtask', (entry) => {
    seen.tbt += Math.max(0, entry.duration - 50)
  })
}

async function withPhone(browser, act) {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75 })
  const page = await context.newPage()
  await page.addInitScript(watch)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', SLOW_4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  try {
    return await act(page)
  } finally {
    await context.close()
  }
}

const awake = (page) => page.waitForFunction(() => performance.getEntriesByName('awake').length > 0)

function visit(url) {
  return async (page) => {
    await page.goto(url)
    await awake(page)
    await page.waitForTimeout(500)
    const seen = await page.evaluate(() => window.__seen)
    return {
      ...seen,
      hydrated: await page.evaluate(() => performance.getEntriesByName('awake')[0].startTime),
    }
  }
}

/** From the press to the next page's heading. `hoverMs` is how long the pointer rests on the link before. */
function follow(url, link, heading, hoverMs) {
  return async (page) => {
    await page.goto(url)
    await awake(page)
    await page.waitForTimeout(1500)
    if (hoverMs > 0) {
      await page.hover(link)
      await page.waitForTimeout(hoverMs)
    }
    const ms = await page.evaluate(
      ([link, heading]) =>
        new Promise((resolve) => {
          const began = performance.now()
          const from = location.pathname
          const look = () =>
            location.pathname !== from && document.querySelector(heading)
              ? requestAnimationFrame(() => resolve(performance.now() - began))
              : requestAnimationFrame(look)
          document.querySelector(link).click()
          look()
        }),
      [link, heading],
    )
    return { ms }
  }
}

async function several(browser, act) {
  const all = []
  for (let run = 0; run < RUNS; run++) all.push(await withPhone(browser, act))
  return Object.fromEntries(Object.keys(all[0]).map((key) => [key, median(all.map((one) => one[key]))]))
}

export async function measureBrowser({ shop, bare, pages }) {
  const browser = await chromium.launch({ ...(present ? { executablePath: present } : {}), args: ARGS })
  const visits = []
  for (const [name, url] of [
    ['bare page', `${bare.origin}/item`],
    ...pages.map(([name, path]) => [name, shop.origin + path]),
  ])
    visits.push({ name, ...(await several(browser, visit(url))) })
  const clicks = []
  for (const [name, origin, list, link, heading] of [
    ['bare page', bare.origin, '/', 'a[href="/item"]', 'main p'],
    ['list to product', shop.origin, '/us/products', 'main a[href*="/product/"]', '.gal'],
  ]) {
    const click = await several(browser, follow(origin + list, link, heading, 0))
    const hovered = await several(browser, follow(origin + list, link, heading, 300))
    clicks.push({ name, click: click.ms, hovered: hovered.ms })
  }
  await browser.close()
  return { visits, clicks }
}
