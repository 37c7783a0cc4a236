// `npm run bench [server|bytes|browser]`: measures the shop beside a static string and a bare React Router page, in the
// same run, and prints a table. Timings are noisy: compare ratios within a run, not milliseconds of different runs.
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ensureProjectNode, root } from '../ensure.mjs'
import { ensureBrowser } from '../programs.mjs'
import { pageSizes } from '../sizes.mjs'

ensureInstalled()
ensureProjectNode()
ensureBuilt()
// Imported here, as they need packages that have just been installed.
const { default: autocannon } = await import('autocannon')
const { measureBrowser, median } = await import('./browser.mjs')
const { startBare, startShop, startString } = await import('./servers.mjs')

const PORT = Number(process.env.BENCH_PORT ?? 4191)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
const SLICES = 5
const PAGES = { home: '/us', products: '/us/products', product: '/us/product/vol-ii-magical-you-pre-order' }
const chosen = process.argv.slice(2)
const wants = (part) => chosen.length === 0 || chosen.includes(part)
const ms = (value) => `${Math.round(value)} ms`
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`

/** Rows of the table: what is measured, the bare page's figure, the shop's. */
const rows = []

/** A visitor's cookie with one wand in the cart: every page is rendered for them. */
async function cartCookie(origin) {
  const response = await fetch(`${origin}/us/cart`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Origin: origin },
    body: new URLSearchParams({ intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' }),
  })
  const lines = response.headers.getSetCookie()
  return lines.find((line) => line.startsWith('cart=')).split(';')[0]
}

async function load(server, path, connections, seconds, cookie = '') {
  const before = server.cpuMs()
  const headers = { 'accept-encoding': 'gzip, br, zstd', cookie }
  const url = server.origin + path
  const { requests, latency } = await autocannon({ url, connections, duration: seconds, headers })
  return { total: requests.total, cpuMs: (server.cpuMs() - before) / requests.total, p99: latency.p99 }
}

/** CPU of a page, and its share of a static string's requests per second, in alternate slices after a warm-up. */
async function shareOfString(server, path, string, cookie) {
  await load(server, path, 4, SECONDS, cookie)
  const slices = []
  for (let slice = 0; slice < SLICES; slice++) {
    const baseline = await load(string, '/', 1, 1)
    const page = await load(server, path, 1, 1, cookie)
    slices.push({ ...page, share: page.total / baseline.total })
  }
  const middle = (key) => median(slices.map((slice) => slice[key]))
  return `${middle('share').toFixed(2)}, ${middle('cpuMs').toFixed(2)} ms`
}

async function measureServer({ shop, bare, string }) {
  const cookie = await cartCookie(shop.origin)
  const bareShare = await shareOfString(bare, '/item', string)
  for (const [name, path] of Object.entries(PAGES))
    for (const [how, cookies] of Object.entries({ 'from memory': '', 'rendered whole': cookie })) {
      const what = `${name} ${how}: share of a static string, CPU of a page`
      rows.push([what, bareShare, await shareOfString(shop, path, string, cookies)])
    }
  for (const connections of [1, 16, 64]) {
    const plain = await load(bare, '/item', connections, SECONDS)
    const kept = await load(shop, PAGES.product, connections, SECONDS)
    const whole = await load(shop, PAGES.product, connections, SECONDS, cookie)
    const slowest = `${ms(kept.p99)} / ${ms(whole.p99)}`
    rows.push([`product, p99 of ${connections} connections, from memory / whole`, ms(plain.p99), slowest])
  }
  await load(shop, PAGES.product, 16, 6 * SECONDS, cookie)
  rows.push(['memory after that and as many seconds again', '', `${Math.round(shop.memory())} MB`])
}

/** What a first visit fetches, gzip: the document, its scripts and its stylesheet. */
async function measureBytes({ shop }) {
  const { scripts, styles } = pageSizes(join(root, 'build/client'))
  for (const [name, path] of Object.entries(PAGES)) {
    const page = await fetch(shop.origin + path, { headers: { 'Accept-Encoding': 'gzip' } })
    const own = scripts[path.replace('/us/', '')] ?? scripts.home
    const sizes = [Number(page.headers.get('Content-Length')), own, styles].map(kB).join(', ')
    rows.push([`${name}: HTML, scripts, stylesheet`, '', sizes])
  }
}

async function measureVisits({ shop, bare }) {
  await ensureBrowser()
  const toProduct = { link: 'main a[href*="/product/"]', heading: '[aria-roledescription=carousel]' }
  const [plain, ...pages] = await measureBrowser([
    { url: `${bare.origin}/`, link: 'a[href="/item"]', heading: 'main p' },
    ...Object.values(PAGES).map((path) => ({
      url: shop.origin + path,
      ...(path === PAGES.products && toProduct),
    })),
  ])
  const paints = ({ fcp, lcp }) => `${ms(fcp)} / ${ms(lcp)}`
  const readiness = (seen) => `${ms(seen.hydrated)}, ${ms(seen.blocked)}, ${seen.shift.toFixed(3)}`
  const clicks = (seen) => `${ms(seen.clicked)} / ${ms(seen.hovered)}`
  for (const [index, name] of Object.keys(PAGES).entries()) {
    rows.push([`${name}: first / largest paint`, paints(plain), paints(pages[index])])
    rows.push([`${name}: hydrated, blocked, shift`, readiness(plain), readiness(pages[index])])
  }
  rows.push(['list to product: click / after 300 ms of hovering', clicks(plain), clicks(pages[1])])
}

const [string, bare, shop] = [await startString(PORT + 2), await startBare(PORT + 1), await startShop(PORT)]
try {
  rows.push(['start to the first page', ms(bare.startMs), ms(shop.startMs)])
  rows.push(['memory after it', `${Math.round(bare.memory())} MB`, `${Math.round(shop.memory())} MB`])
  if (wants('bytes')) await measureBytes({ shop })
  if (wants('server')) await measureServer({ shop, bare, string })
  if (wants('browser')) await measureVisits({ shop, bare })
  for (const row of [['', 'bare page', 'this shop'], ['---', '---', '---'], ...rows])
    console.log(`| ${row.join(' | ')} |`)
} finally {
  await Promise.allSettled([string, bare, shop].map((server) => server.stop()))
}
