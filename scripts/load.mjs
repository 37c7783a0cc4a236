// `node scripts/load.mjs [shoppers] [seconds]`: load test. Shoppers browse, fill carts and order, on a server of
// its own that is restarted halfway. Exits with 1 on any error, on a cart or an order that differs from what its
// shopper did, or on growing memory.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt, ensureInstalled, ensureProjectNode, serverArguments } from './ensure.mjs'
import { startServer } from './start-server.mjs'

const SHOPPERS = Number(process.argv[2] ?? 200)
const SECONDS = Number(process.argv[3] ?? 120)
const PORT = Number(process.env.LOAD_PORT ?? 4214)
const ORIGIN = `http://localhost:${PORT}`
/** What shoppers buy; each of them records the expected quantities in the cart. */
const GOODS = [
  { handle: 'vol-ii-magical-you-pre-order', option: 'box-only' },
  { handle: 'vol-ii-magical-you-pre-order', option: 'classic-wand' },
  { handle: 'magic-wand', wand: 'dragon-elder' },
  { handle: 'magical-af-mug' },
]
const PAGES = [
  '/us',
  '/us/products',
  '/us/about',
  '/us/gift',
  ...GOODS.map(({ handle }) => `/us/product/${handle}`),
]
/** A short run has short pauses, so that every shopper gets to the checkout, and does not check memory. */
const IS_SHORT = SECONDS < 30
const [SHORTEST_PAUSE, LONGEST_PAUSE] = IS_SHORT ? [20, 120] : [300, 1_800]
/** How much the memory may grow between warm-up and end: the larger of MB and factor. */
const GROWTH_MB = 40
const GROWTH = 1.25

ensureInstalled()
ensureProjectNode()
ensureBuilt()
const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-load-'))
const seen = { requests: 0, errors: 0, lost: 0, carried: 0 }
/** Numbers of completed orders, from their confirmation pages. */
const orders = []
const times = []
const memory = []
/** While the server is restarting: failed connections are expected. */
const restart = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY }

function reportError(text) {
  seen.errors += 1
  if (seen.errors <= 20) console.error(text)
}

async function start() {
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'error', TRUST_PROXY: '1', PUBLIC_ORIGIN: ORIGIN }
  const shop = await startServer(serverArguments, env, PORT, '/readyz', ['ignore', 'pipe', 'pipe'])
  // Anything that it logs at this level, or writes to stderr, is an error.
  shop.child.stdout.on(
    'data',
    (chunk) => `${chunk}`.startsWith('{') && reportError(`the shop logs: ${chunk}`),
  )
  shop.child.stderr.on('data', (chunk) => reportError(`the shop says: ${chunk}`))
  return shop
}

async function stop(shop) {
  const code = await shop.stop()
  if (code !== 0) reportError(`told to stop, the shop left with ${code}`)
}

function storeCookies(jar, response) {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    if (/max-age=0/i.test(line)) jar.delete(pair.slice(0, at))
    else jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

/** An HTTP client with a cookie jar and an address of its own, which retries during the restart. */
function createVisitor(number) {
  const jar = new Map()
  const address = `10.${(number >> 8) & 255}.${number & 255}.7`
  return async function request(path, fields) {
    const method = fields ? 'POST' : 'GET'
    for (;;) {
      const startedAt = performance.now()
      try {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
        const headers = {
          'X-Forwarded-For': address,
          'Accept-Encoding': 'gzip, br',
          ...(fields && { Origin: ORIGIN }),
          ...(cookie && { Cookie: cookie }),
        }
        const body = fields && new URLSearchParams(fields)
        const response = await fetch(new URL(path, ORIGIN), { method, headers, body, redirect: 'manual' })
        const text = await response.text()
        seen.requests += 1
        times.push(performance.now() - startedAt)
        if (response.status >= 400) reportError(`${method} ${path} → ${response.status}`)
        storeCookies(jar, response)
        return { status: response.status, location: response.headers.get('Location'), text }
      } catch (error) {
        const isExpected = startedAt <= restart.to && performance.now() >= restart.from
        if (!isExpected) {
          reportError(`${method} ${path}: ${error.cause?.code ?? error.message}`)
          return { status: 0, location: null, text: '' }
        }
        await sleep(500)
      }
    }
  }
}

/** Compares the cart with the quantities that its shopper expects. @returns its lines */
async function checkCart(request, expected, where) {
  const { text } = await request('/us/cart/changes')
  let lines = []
  try {
    lines = JSON.parse(text).cart.lines
  } catch {
    reportError(`${where}: no cart in the answer`)
  }
  const found = new Map(lines.map(({ key, quantity }) => [key, quantity]))
  const isSame =
    found.size === expected.size && [...expected].every(([key, count]) => found.get(key) === count)
  if (!isSame) {
    seen.lost += 1
    console.error(
      `${where}: ${JSON.stringify([...expected])} was in the cart, ${JSON.stringify([...found])} is`,
    )
  }
  return lines
}

/** Adds a product to the cart, finds the key of its line, and changes its quantity. */
async function fillCart(request, expected, round, pause) {
  const goods = GOODS[round % GOODS.length]
  const known = new Set(expected.keys())
  await request('/us/cart', { intent: 'add', ...goods })
  const { text } = await request('/us/cart/changes')
  const lines = JSON.parse(text || '{}').cart?.lines ?? []
  const line = lines.find(({ key }) => !known.has(key))
  if (!line) return reportError(`${goods.handle} did not get into the cart`)
  expected.set(line.key, line.quantity)
  await pause()
  const quantity = 1 + (round % 3)
  await request('/us/cart', { intent: 'update', line: line.key, quantity: String(quantity) })
  expected.set(line.key, quantity)
  await checkCart(request, expected, 'after a change')
}

/** Orders the cart, reads the number from the confirmation page, and checks that the cart is empty. */
async function order(request, expected, pause) {
  const { location } = await request('/us/checkout', {})
  if (!location?.startsWith(`${ORIGIN}/embedded/checkout/`)) return reportError(`checkout led to ${location}`)
  const page = await request(location)
  await pause()
  const fields = Object.fromEntries(
    [...page.text.matchAll(/<input[^>]*\bname="(\w+)"[^>]*\bvalue="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  const done = await request(location, fields)
  const { text } = await request(done.location ?? location)
  const number = /order number is (#\d+)/.exec(text)?.[1]
  if (!number) return reportError('an order did not come to its end')
  orders.push(number)
  expected.clear()
  await checkCart(request, expected, 'after an order')
}

/** The cart that each shopper expects: quantities by line key. */
const carts = Array.from({ length: SHOPPERS }, () => new Map())
let startedAt = 0
const elapsed = () => (performance.now() - startedAt) / 1_000
/** Whether a cart has survived the restart, and enough shoppers have ordered. */
const hasTestedEnough = () => seen.carried > 0 && orders.length >= SHOPPERS / 4
/** How much longer the run may take until enough has been tested, s. */
const GRACE = 75
const isOver = () => elapsed() > SECONDS && (hasTestedEnough() || elapsed() > SECONDS + GRACE)
/**
 * Whether to restart: at half time, when a shopper has just begun to fill a cart, which will not be ordered before.
 */
const isRestartDue = () =>
  elapsed() > SECONDS / 2 && (carts.some(({ size }) => size === 1) || elapsed() > SECONDS + GRACE / 2)

async function runShopper(number) {
  const request = createVisitor(number)
  const expected = carts[number]
  const pause = () => sleep(SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE))
  let hasCheckedRestart = false
  await sleep(Math.random() * LONGEST_PAUSE)
  for (let round = number; !isOver(); round++) {
    for (const path of [PAGES[round % PAGES.length], PAGES[(round * 3 + 1) % PAGES.length]]) {
      await request(path)
      await pause()
    }
    if (!hasCheckedRestart && performance.now() > restart.to) {
      hasCheckedRestart = true
      if (expected.size > 0) seen.carried += 1
      await checkCart(request, expected, 'after the restart')
    }
    await fillCart(request, expected, round, pause)
    await request('/us/cart')
    await pause()
    if (expected.size >= GOODS.length - 1) await order(request, expected, pause)
  }
}

async function countStoredOrders() {
  const { DatabaseSync } = await import('node:sqlite')
  return new DatabaseSync(join(dataDir, 'store.sqlite')).prepare('select count(*) as n from orders').get().n
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

let server = await start()
startedAt = performance.now()
const shoppers = Promise.all(carts.map((_, number) => runShopper(number)))
while (!isRestartDue()) await sleep(50)
restart.from = performance.now()
await stop(server)
server = await start()
restart.to = performance.now()
const watch = setInterval(() => memory.push(server.memory()), 1_000)
await shoppers
clearInterval(watch)
await stop(server)

// The first third of the time after the restart is warm-up: cached pages, compiled code, the database's cache.
const warm = memory.slice(Math.floor(memory.length / 3))
const quarter = Math.ceil(warm.length / 4)
const [early, late] = [median(warm.slice(0, quarter)), median(warm.slice(-quarter))]
const isGrowing = !IS_SHORT && late > Math.max(early * GROWTH, early + GROWTH_MB)
const storedCount = await countStoredOrders()
if (storedCount !== orders.length || new Set(orders).size !== orders.length)
  reportError(`${orders.length} orders were completed, the store has ${storedCount}`)
if (orders.length === 0) reportError('nobody got to the till')
if (seen.carried === 0) reportError('nobody had a cart when the shop was restarted')
rmSync(dataDir, { recursive: true, force: true })

times.sort((a, b) => a - b)
const at = (share) => Math.round(times[Math.floor(times.length * share)] ?? 0)
console.log(
  `${SHOPPERS} shoppers, ${Math.round(elapsed())} s, one restart of ${Math.round(restart.to - restart.from)} ms`,
)
console.log(
  `${seen.requests} requests, ${orders.length} orders, ${seen.carried} carts carried over the restart`,
)
console.log(
  `${seen.errors} errors, ${seen.lost} lost carts; answered in ${at(0.5)} ms (half), ${at(0.99)} ms (99 %)`,
)
console.log(
  `memory ${Math.round(early)} MB warm, ${Math.round(late)} MB at the end${isGrowing ? ': it grows' : ''}`,
)
process.exit(seen.errors || seen.lost || isGrowing ? 1 : 0)
