// `node scripts/load.mjs [shoppers] [seconds]`: shoppers who browse, add, change and order against a shop of its own, which
// is stopped and started again in the middle. Ends with 1 on any error, on a cart or an order that is not exactly what its
// shopper made of it, or on growing memory.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureBuilt, ensureInstalled, environment, nodePath, root, serverArguments } from './ensure.mjs'

const SHOPPERS = Number(process.argv[2] ?? 200)
const SECONDS = Number(process.argv[3] ?? 120)
const PORT = Number(process.env.LOAD_PORT ?? 4214)
const ORIGIN = `http://localhost:${PORT}`
/** What may be bought, by product: every shopper keeps account of how many of each are in the cart. */
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
/** A short run hurries, so that every shopper gets to the till; memory says nothing in so short a time. */
const IS_SHORT = SECONDS < 30
const [SHORTEST_PAUSE, LONGEST_PAUSE] = IS_SHORT ? [20, 120] : [300, 1_800]
/** How much more than after its warming up the shop may hold at the end, MB and as a factor. */
const GROWTH_MB = 40
const GROWTH = 1.25

ensureInstalled()
ensureBuilt()
const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-load-'))
const seen = { requests: 0, errors: 0, lost: 0, carried: 0 }
/** Numbers of completed orders, as their buyers were told. */
const orders = []
const times = []
const memory = []
/** Between these two moments nobody is surprised that the shop does not answer. */
const restart = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY }

function complain(text) {
  seen.errors += 1
  if (seen.errors <= 20) console.error(text)
}

async function start() {
  const env = {
    NODE_ENV: 'production',
    PORT: String(PORT),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: '1',
    PUBLIC_ORIGIN: ORIGIN,
  }
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: environment(env) }
  const child = spawn(nodePath(), serverArguments, options)
  // Whatever it logs at this level is an error, and so is everything that it did not mean to say.
  child.stdout.on('data', (chunk) => `${chunk}`.startsWith('{') && complain(`the shop logs: ${chunk}`))
  child.stderr.on('data', (chunk) => complain(`the shop says: ${chunk}`))
  while (!(await fetch(`${ORIGIN}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('the shop did not start')
    await sleep(50)
  }
  return child
}

async function stop(child) {
  const left = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const code = await left
  if (code !== 0) complain(`told to stop, the shop left with ${code}`)
}

/** Megabytes that a process holds; 0 where the system does not say. */
function memoryOf({ pid }) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

function keepCookies(jar, response) {
  for (const line of response.headers.getSetCookie()) {
    const [pair = ''] = line.split(';')
    const at = pair.indexOf('=')
    if (/max-age=0/i.test(line)) jar.delete(pair.slice(0, at))
    else jar.set(pair.slice(0, at), pair.slice(at + 1))
  }
}

/** One visitor with a cookie jar, waiting out the restart as a person would: by trying again. */
function visitor(number) {
  const jar = new Map()
  const address = `10.${(number >> 8) & 255}.${number & 255}.7`
  return async function ask(path, fields) {
    const method = fields ? 'POST' : 'GET'
    for (;;) {
      const began = performance.now()
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
        times.push(performance.now() - began)
        if (response.status >= 400) complain(`${method} ${path} → ${response.status}`)
        keepCookies(jar, response)
        return { status: response.status, location: response.headers.get('Location'), text }
      } catch (error) {
        const isExpected = began <= restart.to && performance.now() >= restart.from
        if (!isExpected) {
          complain(`${method} ${path}: ${error.cause?.code ?? error.message}`)
          return { status: 0, location: null, text: '' }
        }
        await sleep(500)
      }
    }
  }
}

/** The cart as the shop has it, against what its shopper put into it. */
async function checkCart(ask, wanted, where) {
  const { text } = await ask('/us/cart/changes')
  let lines = []
  try {
    lines = JSON.parse(text).cart.lines
  } catch {
    complain(`${where}: no cart in the answer`)
  }
  const found = new Map(lines.map(({ key, quantity }) => [key, quantity]))
  const isSame = found.size === wanted.size && [...wanted].every(([key, count]) => found.get(key) === count)
  if (!isSame) {
    seen.lost += 1
    console.error(
      `${where}: ${JSON.stringify([...wanted])} was in the cart, ${JSON.stringify([...found])} is`,
    )
  }
  return lines
}

/** Puts something into the cart, learns the name of its line, and sets its quantity. */
async function fill(ask, wanted, round, pause) {
  const goods = GOODS[round % GOODS.length]
  const known = new Set(wanted.keys())
  await ask('/us/cart', { intent: 'add', ...goods })
  const { text } = await ask('/us/cart/changes')
  const lines = JSON.parse(text || '{}').cart?.lines ?? []
  const line = lines.find(({ key }) => !known.has(key))
  if (!line) return complain(`${goods.handle} did not get into the cart`)
  wanted.set(line.key, line.quantity)
  await pause()
  const quantity = 1 + (round % 3)
  await ask('/us/cart', { intent: 'update', line: line.key, quantity: String(quantity) })
  wanted.set(line.key, quantity)
  await checkCart(ask, wanted, 'after a change')
}

/** Orders what is in the cart, to the number on the last page, and finds the cart empty afterwards. */
async function order(ask, wanted, pause) {
  const { location } = await ask('/us/checkout', {})
  if (!location?.startsWith(`${ORIGIN}/embedded/checkout/`)) return complain(`checkout led to ${location}`)
  const page = await ask(location)
  await pause()
  const fields = Object.fromEntries(
    [...page.text.matchAll(/<input[^>]*\bname="(\w+)"[^>]*\bvalue="([^"]*)"/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  )
  const done = await ask(location, fields)
  const { text } = await ask(done.location ?? location)
  const number = /order number is (#\d+)/.exec(text)?.[1]
  if (!number) return complain('an order did not come to its end')
  orders.push(number)
  wanted.clear()
  await checkCart(ask, wanted, 'after an order')
}

/** What each shopper has put into the cart: the quantity of every line. */
const carts = Array.from({ length: SHOPPERS }, () => new Map())
let began = 0
const passed = () => (performance.now() - began) / 1_000
/** A cart has outlasted the restart, and enough shoppers were at the till. */
const isTried = () => seen.carried > 0 && orders.length >= SHOPPERS / 4
/** How much longer a busy machine gets, in seconds, until what is to be tried has been tried. */
const GRACE = 75
const isOver = () => passed() > SECONDS && (isTried() || passed() > SECONDS + GRACE)
/** One who has only just begun to fill a cart still has it after the restart; the others may be at the till by then. */
const isHalf = () =>
  passed() > SECONDS / 2 && (carts.some(({ size }) => size === 1) || passed() > SECONDS + GRACE / 2)

async function shop(number) {
  const ask = visitor(number)
  const wanted = carts[number]
  const pause = () => sleep(SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE))
  let isCarried = false
  await sleep(Math.random() * LONGEST_PAUSE)
  for (let round = number; !isOver(); round++) {
    for (const path of [PAGES[round % PAGES.length], PAGES[(round * 3 + 1) % PAGES.length]]) {
      await ask(path)
      await pause()
    }
    if (!isCarried && performance.now() > restart.to) {
      isCarried = true
      if (wanted.size > 0) seen.carried += 1
      await checkCart(ask, wanted, 'after the restart')
    }
    await fill(ask, wanted, round, pause)
    await ask('/us/cart')
    await pause()
    if (wanted.size >= GOODS.length - 1) await order(ask, wanted, pause)
  }
}

function storedOrders() {
  const count = `const { DatabaseSync } = require('node:sqlite')
    const store = new DatabaseSync(${JSON.stringify(join(dataDir, 'store.sqlite'))})
    console.log(store.prepare('select count(*) as n from orders').get().n)`
  const { stdout } = spawnSync(nodePath(), ['--disable-warning=ExperimentalWarning', '-e', count], {
    encoding: 'utf8',
  })
  return Number(stdout)
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0

let server = await start()
began = performance.now()
const shoppers = Promise.all(carts.map((_, number) => shop(number)))
while (!isHalf()) await sleep(50)
restart.from = performance.now()
await stop(server)
server = await start()
restart.to = performance.now()
const watch = setInterval(() => memory.push(memoryOf(server)), 1_000)
await shoppers
clearInterval(watch)
await stop(server)

// The first third of the time after the restart is warming up: pages, compiled code, the database's own memory.
const warm = memory.slice(Math.floor(memory.length / 3))
const quarter = Math.ceil(warm.length / 4)
const [early, late] = [median(warm.slice(0, quarter)), median(warm.slice(-quarter))]
const isGrowing = !IS_SHORT && late > Math.max(early * GROWTH, early + GROWTH_MB)
const kept = storedOrders()
if (kept !== orders.length || new Set(orders).size !== orders.length)
  complain(`${orders.length} orders were completed, the store has ${kept}`)
if (orders.length === 0) complain('nobody got to the till')
if (seen.carried === 0) complain('nobody had a cart when the shop was restarted')
rmSync(dataDir, { recursive: true, force: true })

times.sort((a, b) => a - b)
const at = (share) => Math.round(times[Math.floor(times.length * share)] ?? 0)
console.log(
  `${SHOPPERS} shoppers, ${Math.round(passed())} s, one restart of ${Math.round(restart.to - restart.from)} ms`,
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
