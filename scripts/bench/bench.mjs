// `npm run bench [server|bytes|browser]`: measures the shop beside a static string, in the same run, and prints a
// table. Timings are noisy: compare runs on the same machine.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureBuilt } from '../ensure.mjs'
import {
  ensureInstalled,
  ensureProjectNode,
  nodePath,
  root,
  serverArguments,
  serverEnvironment,
} from '../install.mjs'
import { pageSizes } from '../sizes.mjs'

ensureInstalled()
ensureProjectNode()
ensureBuilt()
// Imported here, as they need packages that have just been installed.
const { default: autocannon } = await import('autocannon')
const { measureBrowser, median } = await import('./browser.mjs')

const PORT = Number(process.env.BENCH_PORT ?? 4191)
/** Duration of each load; the memory is read after eight times as long. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3)
const PAGES = { home: '/us', list: '/us/products', product: '/us/product/vol-ii-magical-you-pre-order' }
const chosen = process.argv.slice(2)
const wants = (part) => chosen.length === 0 || chosen.includes(part)
const ms = (value) => `${Math.round(value)}`
const kB = (bytes) => (bytes / 1000).toFixed(1)
/** Figures of home, list and product. */
const each = (values, show) => values.map(show).join(', ')

/** Rows of the table: what is measured, and the figure. */
const rows = []

/** Starts a server and waits for its first page. Figures of its process need /proc, as on Linux. */
async function startServer(args, env, port, path) {
  const child = spawn(nodePath(), args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: serverEnvironment({ NODE_ENV: 'production', PORT: String(port), ...env }),
  })
  const origin = `http://localhost:${port}`
  while (!(await fetch(origin + path).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${args.at(-1)} did not start`)
    await pause(10)
  }
  const read = (file) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8')
  return {
    origin,
    /** CPU time since the start, ms. */
    cpuMs() {
      const fields = read('stat').split(') ')[1].split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    residentMb: () => Number(/VmRSS:\s+(\d+)/.exec(read('status'))[1]) / 1024,
    stop: () => new Promise((resolve) => child.once('exit', resolve).kill('SIGTERM')),
  }
}

async function startShop(port) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-bench-'))
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error', TRUST_PROXY: '0' }
  // The first start creates the database.
  await (await startServer(serverArguments, env, port, '/us')).stop()
  const shop = await startServer(serverArguments, env, port, '/us')
  const stop = async () => {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { ...shop, stop }
}

const STRING = "require('node:http').createServer((_, r) => r.end('ok')).listen(Number(process.env.PORT))"
const startString = (port) => startServer(['-e', STRING], {}, port, '/')

/** A visitor's cookie with one wand in the cart: every page is rendered for them. */
async function cartCookie(origin) {
  const body = new URLSearchParams({ intent: 'add', handle: 'magic-wand', wand: 'dragon-oak' })
  const init = { method: 'POST', redirect: 'manual', headers: { Origin: origin }, body }
  const lines = (await fetch(`${origin}/us/cart`, init)).headers.getSetCookie()
  return lines.find((line) => line.startsWith('cart=')).split(';')[0]
}

async function load(server, path, connections, duration, cookie = '') {
  const before = server.cpuMs()
  const headers = { 'accept-encoding': 'gzip, br, zstd', cookie }
  const how = { url: server.origin + path, connections, duration, headers }
  const { requests, latency } = await autocannon(how)
  return { cpuMs: (server.cpuMs() - before) / requests.total, p99: latency.p99 }
}

/** The median of what is measured in five slices after a warm-up of the page. */
async function medianOf(server, path, cookie, measure) {
  await load(server, path, 4, SECONDS, cookie)
  const slices = []
  for (let slice = 0; slice < 5; slice++) slices.push(await measure())
  return median(slices)
}

/** CPU of a page, ms. */
const cpuOf = (server, path, cookie) =>
  medianOf(server, path, cookie, async () => (await load(server, path, 1, 1, cookie)).cpuMs)

/**
 * Answers in a second over one connection. The client only looks for the end of each answer: autocannon also makes text
 * of compressed bodies, which takes several times as long as the answer of the shop.
 */
function countAnswers({ origin }, path) {
  const { hostname, port, host } = new URL(origin)
  const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: gzip, br, zstd\r\n\r\n`
  const end = performance.now() + 1_000
  return new Promise((resolve, reject) => {
    let [count, received, expected] = [0, 0, 0]
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.on('error', reject).on('data', (data) => {
      if (expected === 0) {
        const head = data.toString('latin1')
        expected = head.indexOf('\r\n\r\n') + 4 + Number(/^content-length: (\d+)/im.exec(head)[1])
      }
      received += data.length
      if (received < expected) return
      ;[count, received, expected] = [count + 1, 0, 0]
      if (performance.now() < end) socket.write(request)
      else resolve(socket.destroy() && count)
    })
  })
}

/** Answers per second as a share of those of the static string, in alternate slices. */
const shareOf = (server, path, string) =>
  medianOf(
    server,
    path,
    '',
    async () => 1 / ((await countAnswers(string, '/')) / (await countAnswers(server, path))),
  )

async function measureServer(shop, string) {
  const cookie = await cartCookie(shop.origin)
  const whole = []
  for (const path of Object.values(PAGES)) whole.push(await cpuOf(shop, path, cookie))
  const cpu = (value) => value.toFixed(1)
  rows.push(['CPU of a page rendered whole, ms', each(whole, cpu)])
  const share = await shareOf(shop, PAGES.product, string)
  rows.push(['share of a static string, product, no cart', share.toFixed(2)])
  for (const connections of [1, 16, 64]) {
    const { p99 } = await load(shop, PAGES.product, connections, SECONDS, cookie)
    rows.push([`p99 of ${connections} connections, product rendered whole, ms`, ms(p99)])
  }
  await load(shop, PAGES.product, 16, 8 * SECONDS, cookie)
  rows.push([`memory after ${8 * SECONDS} s of that, MB`, ms(shop.residentMb())])
}

/** What a first visit fetches beside the document, gzip. */
function measureBytes() {
  const { scripts, styles } = pageSizes(join(root, 'build/client'))
  const own = Object.values(PAGES).map((path) => scripts[path.replace(/^\/us\/?/, '') || 'home'])
  rows.push(['scripts, kB', each(own, kB)], ['stylesheet, kB', kB(styles.app)])
}

async function measureVisits(shop) {
  const toProduct = { link: 'main a[href*="/product/"]', heading: '[aria-roledescription=carousel]' }
  const pages = Object.values(PAGES).map((path) => ({ url: shop.origin + path }))
  Object.assign(pages[1], toProduct)
  const seen = await measureBrowser(pages)
  const figures = {
    'first / largest paint, ms': ({ fcp, lcp }) => `${ms(fcp)} / ${ms(lcp)}`,
    'hydrated, ms': ({ hydrated }) => ms(hydrated),
    'blocked, ms': ({ blocked }) => ms(blocked),
    'layout shift': ({ shift }) => shift.toFixed(3),
  }
  for (const [what, show] of Object.entries(figures)) rows.push([what, each(seen, show)])
  const clicks = ({ clicked, hovered }) => `${ms(clicked)} / ${ms(hovered)}`
  rows.push(['from list to product: click / after 300 ms of hovering, ms', clicks(seen[1])])
}

const [string, shop] = [await startString(PORT + 1), await startShop(PORT)]
try {
  if (wants('browser')) await measureVisits(shop)
  if (wants('bytes')) measureBytes()
  if (wants('server')) await measureServer(shop, string)
  for (const row of [['home, list, product', 'this shop'], ['---', '---'], ...rows])
    console.log(`| ${row.join(' | ')} |`)
} finally {
  await Promise.allSettled([string, shop].map((server) => server.stop()))
}
