// `npm run bench`: measures the shop next to a static string and a bare React Router page, in the same run. Timings
// are noisy: compare ratios within a run, not milliseconds of different runs. Prints tables, compares with the last
// result, and writes .cache/bench.json and the table in docs/performance.md. Single parts: npm run bench
// server|bytes|browser
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, ensureProjectNode, root } from '../ensure.mjs'
import { ensureBrowser } from '../programs.mjs'
import { pageSizes } from '../sizes.mjs'
import { markdownOf, printReport } from './report.mjs'
import { cartCookie, ensureBare, startBare, startShop, startString } from './servers.mjs'

const PORT = Number(process.env.BENCH_PORT ?? 4191)
const PAGES = [
  ['home', '/us'],
  ['products', '/us/products'],
  ['product', '/us/product/vol-ii-magical-you-pre-order'],
]
const chosen = process.argv.slice(2)
const wants = (part) => chosen.length === 0 || chosen.includes(part)

ensureInstalled()
ensureProjectNode()
ensureBuilt()
ensureBare()
if (wants('browser')) await ensureBrowser()
// Imported here, as they need packages that have just been installed.
const { measureBrowser } = await import('./browser-part.mjs')
const { loadMemory, measureServer } = await import('./server-part.mjs')
const running = []
const track = async (promise) => {
  const server = await promise
  running.push(server)
  return server
}
try {
  const string = await track(startString(PORT + 2))
  const bare = await track(startBare(PORT + 1))
  const shop = await track(startShop(PORT))
  const result = {
    at: new Date().toISOString(),
    start: { shop: shop.startMs, shopFirst: shop.firstStartMs, bare: bare.startMs },
    memory: { first: shop.memory(), bareFirst: bare.memory() },
  }
  if (wants('bytes')) result.bytes = await measureBytes(shop.origin, PAGES)
  if (wants('server')) {
    const cookie = await cartCookie(shop.origin)
    result.server = await measureServer({ shop, bare, string, cookie, pages: PAGES })
    result.memory.load = await loadMemory(shop, '/us/products', cookie)
    result.memory.bareLoad = await loadMemory(bare, '/item', '')
  }
  if (wants('browser')) result.browser = await measureBrowser({ shop, bare, pages: PAGES })
  store(result)
} finally {
  await Promise.allSettled(running.map((server) => server.stop()))
}

function store(result) {
  const file = join(root, '.cache/bench.json')
  mkdirSync(join(root, '.cache'), { recursive: true })
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
  printReport(result, before)
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`)
  if (chosen.length > 0) return
  const page = join(root, 'docs/performance.md')
  const [above, , below] = readFileSync(page, 'utf8').split(/(<!-- bench -->[\s\S]*<!-- \/bench -->)/)
  writeFileSync(page, `${above}<!-- bench -->\n${markdownOf(result)}<!-- /bench -->${below}`)
}

/** The bytes (gzip) of a first visit: the document, its scripts and its stylesheets. */
async function measureBytes(origin, pages) {
  const sizes = pageSizes(join(root, 'build/client'))
  const rows = []
  for (const [name, path] of pages) {
    const response = await fetch(origin + path, { headers: { 'Accept-Encoding': 'gzip' } })
    const { scripts, styles } = sizes.find(({ page }) => page === name)
    rows.push({ name, html: Number(response.headers.get('content-length')), scripts, styles })
    await response.arrayBuffer()
  }
  return rows
}
