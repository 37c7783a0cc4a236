// `npm run shots`: pictures of every page and state at every size, and one contact sheet per size, in .cache/shots.
// Options: --base ADDRESS of a running shop, --out FOLDER, --sizes 390x844,768x1024, --only REGEXP of names,
// --fold for the first window only, --js or --nojs for only one of the two.
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { MARKET_IDS } from '#app/models/market.ts'
import { startShop } from '../bench/servers.mjs'
import { ensureBuilt, root } from '../ensure.mjs'
import { freePort } from '../free-port.mjs'
import { fillCart, statesOf } from './states.mjs'

const SIZES = '360x640,390x844,768x1024,1440x900,1920x1080,2560x1300'
const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    out: { type: 'string', default: join(root, '.cache/shots') },
    sizes: { type: 'string', default: SIZES },
    only: { type: 'string', default: '' },
    fold: { type: 'boolean', default: false },
    js: { type: 'boolean', default: false },
    nojs: { type: 'boolean', default: false },
  },
})

async function shoot(browser, base, size, javaScriptEnabled) {
  const [width, height] = size.split('x').map(Number)
  const context = await browser.newContext({
    viewport: { width, height },
    javaScriptEnabled,
    reducedMotion: 'reduce',
  })
  await context.addInitScript(() => {
    sessionStorage.setItem('hasSeenSplash', 'true')
    localStorage.setItem('emailPopupClosedTime', String(Date.now()))
    localStorage.setItem('cookieConsent', 'dismissed')
  })
  await context.addCookies([{ name: 'cookieConsent', value: 'dismissed', url: base }])
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  const kind = `${size}${javaScriptEnabled ? '' : '-nojs'}`
  mkdirSync(join(options.out, kind), { recursive: true })
  const shots = []
  for (const market of MARKET_IDS) {
    const states = statesOf(market).filter(({ name }) => new RegExp(options.only).test(name))
    // Those with a cart come last, as it cannot be emptied by an address: first the one that fills it.
    const order = [undefined, 'filled', 'kept']
    states.sort((a, b) => order.indexOf(a.cart) - order.indexOf(b.cart))
    for (const { name, path, act, cart } of states) {
      // Without scripts it is the browser that says them, in a bubble that no picture shows.
      if (!javaScriptEnabled && name.endsWith('waitlist-errors')) continue
      if (cart === 'filled') await fillCart(context.request, base, market)
      await page.goto(base + path, { waitUntil: javaScriptEnabled ? 'networkidle' : 'load' })
      if (javaScriptEnabled)
        await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined)
      // One picture less is better than none.
      await act?.(page).catch((error) => console.error(`${kind} ${name}: ${error.message.split('\n')[0]}`))
      // Lazy pictures load only near the window.
      await page.evaluate(async () => {
        for (const image of document.images) image.loading = 'eager'
        await Promise.allSettled([...document.images].map((image) => image.decode()))
        await document.fonts.ready
      })
      const file = join(options.out, kind, `${name}.jpg`)
      await page.screenshot({ path: file, fullPage: !options.fold, type: 'jpeg', quality: 80 })
      shots.push({ name, file })
    }
  }
  await context.close()
  await makeSheet(browser, shots, width, join(options.out, `sheet-${kind}.jpg`))
  console.log(`${shots.length} pictures at ${kind}`)
}

/** All pictures of one size on one sheet, at the same scale. */
async function makeSheet(browser, shots, width, path) {
  const columns = width < 600 ? 10 : width < 1000 ? 6 : 4
  const page = await browser.newPage({ viewport: { width: 2000, height: 1000 } })
  const figures = shots.map(({ name, file }) => {
    const data = readFileSync(file).toString('base64')
    return `<figure><figcaption>${name}</figcaption><img src="data:image/jpeg;base64,${data}"></figure>`
  })
  await page.setContent(
    `<style>body{margin:8px;display:grid;grid-template-columns:repeat(${columns},1fr);gap:8px;background:#222;color:#eee;font:14px sans-serif}figure{margin:0}img{display:block;width:100%;max-height:1800px;object-fit:cover;object-position:top}</style>${figures.join('')}`,
  )
  await page.evaluate(() => Promise.allSettled([...document.images].map((image) => image.decode())))
  await page.screenshot({ path, fullPage: true, type: 'jpeg', quality: 80 })
  await page.close()
}

let shop = null
if (!options.base) {
  ensureBuilt()
  shop = await startShop(await freePort())
}
const base = options.base ?? shop.origin
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
try {
  for (const size of options.sizes.split(',')) {
    if (!options.nojs) await shoot(browser, base, size, true)
    if (!options.js) await shoot(browser, base, size, false)
  }
} finally {
  await browser.close()
  await shop?.stop()
}
